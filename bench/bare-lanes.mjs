// The bare loop that a walk is compared with: node bench/bare-lanes.mjs <url> <file with one path a line>. Four lanes send the requests
// and read the answers away; prints the seconds. The token is in TOKEN.
import { readFileSync } from "node:fs";
import { Agent, get } from "node:http";

const [, , url, file] = process.argv;
const paths = readFileSync(file, "utf8").split("\n").filter(Boolean);
const agent = new Agent({ keepAlive: true, maxSockets: 4 });
const headers = { authorization: `Bearer ${process.env.TOKEN}` };
const ask = (path) =>
  new Promise((resolve, reject) => {
    const request = get(url + path, { agent, headers }, (response) => {
      response.resume();
      response.once("end", resolve);
    });
    request.once("error", reject);
  });

const begun = performance.now();
let next = 0;
const lane = async () => {
  while (next < paths.length) {
    next += 1;
    await ask(paths[next - 1]);
  }
};
await Promise.all([lane(), lane(), lane(), lane()]);
process.stdout.write(String((performance.now() - begun) / 1000));
agent.destroy();
