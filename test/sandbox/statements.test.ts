import { beforeAll, expect, it } from "vitest";
import { ORG, SAM } from "../endpoints/ids.js";
import type { TestSandbox } from "../helpers/sandbox.js";
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
  // Begin and commit, the thing, and who asks.
  [`GET ${SPACE}`, 4],
  [`GET /v1/orgs/${ORG}`, 4],
  // The count, the slice and its neighbors as well.
  [`GET ${SPACE}/comments?limit=1`, 7],
  // The revision, whether it is the one that is kept, and the text.
  [`GET ${SPACE}/content/page/XP6omSZeoJsbZDXfvayL`, 7],
  [`GET ${SPACE}/change-requests/42`, 5],
])("%s takes %i statements", async (line, most) => {
  const count = await statementsOf(line);
  expect([line, count, count <= most ? [] : statements]).toEqual([line, most, []]);
});

it("another member's request takes the token and what gives levels as well", async () => {
  const as = await service.as(SAM);
  expect(await statementsOf(`GET ${SPACE}`, as)).toBeLessThanOrEqual(10);
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
