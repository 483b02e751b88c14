/** What evidence costs: one more read before a deletion, and the facts of a merge twice. Everything else asks as before. */
import { expect, test } from "vitest";
import { useTestCli } from "../helpers/set-ups.js";

const cli = useTestCli();

const CR = "/v1/spaces/tG4nVx8YqLz2RkWd7JmS/change-requests/42";

/** Methods and paths, without queries unless they are asked for. */
async function requestsOf(line: string, withQuery = false): Promise<string[]> {
  const { sent, code, stderr } = await cli.run(line);
  expect([line, code, stderr]).toEqual([line, 0, expect.anything()]);
  return sent.map(({ method, path }) => `${method} ${withQuery ? path : path.split("?")[0]}`);
}

test.each([
  ["spaces list", "GET /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/spaces"],
  ["members list", "GET /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/members"],
  ["comments list --cr 42", `GET ${CR}/comments`],
  ["cr view 42", `GET ${CR}`],
  ["spaces view", "GET /v1/spaces/tG4nVx8YqLz2RkWd7JmS"],
  ["spaces edit --title Guide", "PATCH /v1/spaces/tG4nVx8YqLz2RkWd7JmS"],
])("docs %s sends one request", async (line, request) => {
  expect(await requestsOf(line)).toEqual([request]);
});

test.each([
  ["spaces delete pkNn494pi8HgB36Wxyf8 --yes", "/v1/spaces/pkNn494pi8HgB36Wxyf8"],
  ["teams delete t3QuiTd9yR8G95e1tUaj --yes", "/v1/orgs/hR7kQ2mXv9TzLb4WcN8p/teams/t3QuiTd9yR8G95e1tUaj"],
  ["comments delete mN9hRc4qVxL6WzTk2BdY --yes", "/v1/spaces/tG4nVx8YqLz2RkWd7JmS/comments/mN9hRc4qVxL6WzTk2BdY"],
])("docs %s reads it once before", async (line, path) => {
  expect(await requestsOf(line)).toEqual([`GET ${path}`, `DELETE ${path}`]);
});

test("docs cr merge --if-ready reads each of its facts twice, and then merges", async () => {
  for (const { id } of await cli.json("comments list --cr 42")) await cli.run(`comments resolve ${id} --cr 42`);
  await cli.out("cr update 42");
  const sent = await requestsOf("cr merge 42 --if-ready", true);
  expect(sent.at(-1)).toBe(`POST ${CR}/merge`);
  const reads = sent.slice(0, -1);
  const times = new Map(reads.map((one) => [one, reads.filter((other) => other === one).length]));
  expect(Object.fromEntries([...times].filter(([, number]) => number !== 2))).toEqual({});
  expect(times.size).toBeGreaterThan(3);
});
