import { describe, expect, it } from "vitest";
import { endpoints } from "../../src/catalog/index.js";
import { matchPath } from "../../src/catalog/match-path.js";
import { contract, requests } from "../endpoints/all.js";
import type { WireRow } from "../endpoints/row.js";
import { sampleCases } from "../helpers/sample.js";
import { json, scripted, text } from "../http/support.js";
import { operationOf, split } from "./helper.js";

/* Rules of the protocol that hold for every endpoint, asked of the client. */

const NO_CONTENT = contract.flatMap(({ id, response }) => (response.resource === null ? [id] : []));

/** What is asked of the client for a row, with the ids in its path. */
function callOf(row: WireRow) {
  const { method, path } = split(row.sent);
  const found = matchPath(
    Object.values(endpoints).filter((one) => one.method === method),
    path,
  );
  if (!found || found.endpoint !== endpoints[operationOf(row).id]) throw new Error(`no endpoint for ${row.sent}`);
  return { ...found, isRead: method === "GET" };
}

async function run(row: WireRow, status: number): Promise<unknown> {
  const { endpoint, params } = callOf(row);
  const answer = row.answer === undefined ? text(status, "") : json(status, row.answer);
  const { client } = scripted([answer], { retries: 0 });
  if (!endpoint.items) return client.call(endpoint, { params, body: row.body });
  const all: unknown[] = [];
  for await (const page of client.list(endpoint, { params }).pages()) all.push(...page.items);
  return all;
}

describe("R94 a success", () => {
  const all = Object.values(requests).flat();
  const reads = all.filter((row) => callOf(row).isRead);
  const writes = all.filter((row) => !callOf(row).isRead);

  it("is 200 for every endpoint", async () => {
    for (const row of all) expect([row.sent, await run(row, 200)]).toEqual([row.sent, row.result]);
  });

  it("is 201 for every write", async () => {
    for (const row of writes) expect([row.sent, await run(row, 201)]).toEqual([row.sent, row.result]);
  });

  const statusesOf = (what: string, statuses: readonly number[]) =>
    sampleCases(`statuses of ${what}`, statuses, {
      nameOf: String,
      few: 2,
      rooms: ["src/http/answer", "src/http/send"],
    });

  it.each(statusesOf("a read", [201, 202, 203, 206, 207, 226, 299]))("is no %i for a read", async (status) => {
    for (const row of reads) await expect(run(row, status), row.sent).rejects.toMatchObject({ kind: "invalid-answer" });
  });

  it.each(statusesOf("a write", [205, 206, 207, 226, 299]))("is no %i for a write", async (status) => {
    for (const row of writes) {
      const kind = callOf(row).endpoint.retry === "safe" ? "invalid-answer" : "unknown-outcome";
      await expect(run(row, status), row.sent).rejects.toMatchObject({ kind });
    }
  });
});

describe("endpoints that answer nothing to read", () => {
  it.each(NO_CONTENT)("%s: JSON in the body is left alone, anything else proves nothing", async (id) => {
    const endpoint = endpoints[id];
    if (!endpoint) throw new Error(`no endpoint ${id}`);
    const params = Object.fromEntries(endpoint.params.map((name: string) => [name, "x1"]));
    const done = scripted([text(204, ""), text(200, ""), json(200, {}), json(201, ["x"])]).client;
    for (let time = 0; time < 4; time += 1) expect(await done.call(endpoint, { params })).toBeUndefined();
    for (const poor of [text(200, "<html>"), json(200, { error: "no" }), json(202, {}), text(200, '{"cut')]) {
      const { client } = scripted([poor], { retries: 0 });
      await expect(client.call(endpoint, { params })).rejects.toMatchObject({ kind: "unknown-outcome" });
    }
  });
});

/** Posts that take no body. */
const BODILESS = Object.values(requests)
  .flat()
  .filter((row) => operationOf(row).method === "POST" && operationOf(row).body === null);

describe("paths and bodies", () => {
  it("every path starts with /v1 and a known kind of thing", () => {
    const beginnings = contract.map(({ path }) => path.split("/").slice(0, 3).join("/"));
    expect([...new Set(beginnings)].sort()).toEqual(["/v1/collections", "/v1/email-domains", "/v1/orgs", "/v1/spaces"]);
  });

  it.each(BODILESS)("docs $line sends no body and no Content-Type", async (row) => {
    const { endpoint, params } = callOf(row);
    const { client, requests: sent } = scripted([json(row.status, row.answer)]);
    await client.call(endpoint, { params });
    expect(sent).toHaveLength(1);
    const names = Object.keys(sent[0]?.headers ?? {}).map((name) => name.toLowerCase());
    expect([sent[0]?.method, sent[0]?.body, names.includes("content-type")]).toEqual(["POST", undefined, false]);
    expect(names).toContain("authorization");
  });
});
