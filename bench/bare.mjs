// A server of nothing but the bytes that its first line of input holds, in base64.
import { createServer } from "node:http";
import { createInterface } from "node:readline";

console.log("ready");
const input = createInterface({ input: process.stdin });
input.once("line", (line) => {
  const body = Buffer.from(line, "base64");
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(200, { "content-type": "application/json", "content-length": body.length }).end(body);
  });
  server.keepAliveTimeout = 60_000;
  server.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${server.address().port}`));
});
input.once("close", () => process.exit(0));
