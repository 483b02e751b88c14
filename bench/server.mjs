// A service whose answers are prepared bytes, so that measurements show the client's own time.
// Prints its URL; ends when its standard input ends.
import { createServer } from "node:http";
import { spaceAt } from "./objects.mjs";

const {
  pages = "1",
  size = "1000",
  latency = "0",
} = Object.fromEntries(process.argv.slice(2).map((argument) => argument.replace(/^--/, "").split("=")));

const count = Number(pages);
const bodies = Array.from({ length: count }, (_, page) => {
  const items = Array.from({ length: Number(size) }, (_, index) => spaceAt(page * Number(size) + index));
  const next = page + 1 < count ? { page: `page-${page + 1}` } : undefined;
  return Buffer.from(JSON.stringify({ items, count: items.length, ...(next && { next }) }));
});

const JSON_TYPE = { "content-type": "application/json" };

const server = createServer((request, response) => {
  request.resume();
  const url = new URL(request.url, "http://localhost");
  const answer = () => {
    if (request.method === "DELETE") return response.writeHead(204).end();
    const [, comment] = /\/comments\/([^/]+)$/.exec(url.pathname) ?? [];
    if (comment) return response.writeHead(200, JSON_TYPE).end(JSON.stringify({ object: "comment", id: comment }));
    const body = bodies[Number(/^page-(\d+)$/.exec(url.searchParams.get("page") ?? "page-0")?.[1])];
    if (!body) return response.writeHead(404).end();
    response.writeHead(200, { ...JSON_TYPE, "content-length": body.length }).end(body);
  };
  if (latency === "0") answer();
  else setTimeout(answer, Number(latency));
});
server.keepAliveTimeout = 60_000;
server.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${server.address().port}`));
process.stdin.resume().once("end", () => process.exit(0));
