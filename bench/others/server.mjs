// One list of 100 objects, in the form that each of the tools expects. Prints its address; ends when its standard input ends.
import { createServer } from "node:http";
import { spaceAt } from "../objects.mjs";

const things = Array.from({ length: 100 }, (_, index) => {
  const { title, ...space } = spaceAt(index);
  return { ...space, title, name: title, owner: { email: "a@example.com" }, region: { name: "eu" } };
});
const text = (value) => Buffer.from(JSON.stringify(value));
/** By the start of the path. */
const ANSWERS = [
  ["/v1/orgs/", text({ items: things, count: things.length })],
  ["/users/~/apps", text(things)],
  ["/account", text({ email: "a@example.com" })],
  ["/v2/user", text({ user: { id: "u1", username: "a", email: "a@example.com", version: "northstar" } })],
  ["/v9/projects", text({ projects: things, pagination: { count: things.length, next: null } })],
];

const server = createServer((request, response) => {
  request.resume();
  const [, body] = ANSWERS.find(([start]) => request.url.startsWith(start)) ?? [];
  if (!body) return response.writeHead(404).end();
  response.writeHead(200, { "content-type": "application/json", "content-length": body.length }).end(body);
});
server.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${server.address().port}`));
process.stdin.resume().once("end", () => process.exit(0));
