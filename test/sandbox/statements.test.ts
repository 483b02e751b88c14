import { beforeAll, expect, it } from "vitest";
import { ORG, SAM } from "../endpoints/ids.js";
import { type TestSandbox, testSandbox } from "../helpers/sandbox.js";
import { useOnce } from "../helpers/set-ups.js";
import { copies } from "./coverage/service.js";

/* How many statements a request takes: what a machine's speed does not change. */

let statements: string[] = [];

const SPACE = "/v1/spaces/tG4nVx8YqLz2RkWd7JmS";

const services = useOnce(() => copies({ watch: (sql) => statements.push(sql) }));
let service: TestSandbox;
beforeAll(async () => {
  service = await services.fresh();
});

/** Statements of one request, after one like it. */
async function statementsOf(line: string, call = service.call, body?: unknown): Promise<number> {
  const [method = "", path = ""] = line.split(" ");
  await call(method, path, body);
  statements = [];
  const { status } = await call(method, path, body);
  expect([line, status < 300]).toEqual([line, true]);
  return statements.length;
}

it.each([
  // Begin and commit, and whether it is the state of which the thing and who asks are known.
  [`GET ${SPACE}`, 3],
  [`GET /v1/orgs/${ORG}`, 3],
  // The count, the slice and its neighbors as well.
  [`GET ${SPACE}/comments?limit=1`, 6],
  // A short text is remembered like everything else.
  [`GET ${SPACE}/content/page/XP6omSZeoJsbZDXfvayL`, 3],
  // It is found by its number.
  [`GET ${SPACE}/change-requests/42`, 4],
])("%s takes %i statements", async (line, most) => {
  const count = await statementsOf(line);
  expect([line, count, count <= most ? [] : statements]).toEqual([line, most, []]);
});

it("another member's request takes the token and what gives levels as well", async () => {
  const as = await service.as(SAM);
  expect(await statementsOf(`GET ${SPACE}`, as)).toBeLessThanOrEqual(10);
});

it("remembers nothing that a request or another process has changed", async () => {
  const { file, call } = service;
  const other = await testSandbox({ file });
  const titleOf = async () => [(await call("GET", SPACE)).json.title, (await call("GET", SPACE)).json.title];
  await call("PATCH", SPACE, { title: "By a request" });
  expect(await titleOf()).toEqual(["By a request", "By a request"]);
  await other.call("PATCH", SPACE, { title: "By another process" });
  expect(await titleOf()).toEqual(["By another process", "By another process"]);
  const content = async () => (await call("GET", `${SPACE}/content`)).json;
  const before = await content();
  expect((await other.call("POST", `${SPACE}/change-requests/42/merge`)).status).toBe(200);
  const merged = await content();
  expect([merged.id === before.id, merged.parents]).toEqual([false, expect.arrayContaining([before.id])]);
  other.close();
});

it("a change of a site takes as many statements among many sites and spaces as among few", async () => {
  const sites = `/v1/orgs/${ORG}/sites`;
  const [site] = (await service.call("GET", sites)).json.items;
  const change = () => statementsOf(`PATCH ${sites}/${site.id}`, service.call, { title: "Once more" });
  const few = await change();
  for (let number = 0; number < 20; number += 1) {
    const space = (await service.call("POST", `${SPACE}/duplicate`)).json.id;
    await service.call("POST", sites, { title: `Site ${number}`, spaces: [space] });
  }
  expect(await change()).toBe(few);
});
