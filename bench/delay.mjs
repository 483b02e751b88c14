// A network of some length: node bench/delay.mjs <url> <milliseconds> passes requests on after that time, and prints its address. Ends
// with its input.
import { Agent, createServer, request } from "node:http";

const [, , url, ms] = process.argv;
const agent = new Agent({ keepAlive: true });
const server = createServer((asked, answered) => {
  const { method } = asked;
  const headers = { ...asked.headers, host: new URL(url).host };
  setTimeout(() => {
    const passed = request(url + asked.url, { method, headers, agent }, (answer) => {
      answered.writeHead(answer.statusCode, answer.headers);
      answer.pipe(answered);
    });
    passed.once("error", () => answered.destroy());
    asked.pipe(passed);
  }, Number(ms));
});
server.listen(0, "127.0.0.1", () => process.stdout.write(`http://127.0.0.1:${server.address().port}\n`));
process.stdin.resume().once("end", () => process.exit());
