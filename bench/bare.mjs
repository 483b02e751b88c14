// A server that always answers the bytes given in base64 on its first line of input. Given a path, it commits these
// bytes to a database there before it answers a PATCH.
import { createServer } from "node:http";
import { createInterface } from "node:readline";
import { commits } from "./durable.mjs";

const [, , path] = process.argv;
const commit = path && commits(path);

console.log("ready");
const input = createInterface({ input: process.stdin });
input.once("line", (line) => {
  const body = Buffer.from(line, "base64");
  let number = 0;
  const answer = (response) =>
    response.writeHead(200, { "content-type": "application/json", "content-length": body.length }).end(body);
  const server = createServer((request, response) => {
    request.resume();
    if (request.method !== "PATCH") return answer(response);
    return request.once("end", () => {
      // A new text each time, as SQLite writes nothing if it is unchanged.
      number += 1;
      commit(`${body}${number}`);
      answer(response);
    });
  });
  server.keepAliveTimeout = 60_000;
  server.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${server.address().port}`));
});
input.once("close", () => process.exit(0));
