import { expect } from "vitest";
import { createNodeTransport } from "../../src/http/transport/node.js";
import { ORIGIN } from "../../src/sandbox/origin.js";
import { type ContractRow, contract } from "../endpoints/all.js";
import type { WireRow } from "../endpoints/row.js";
import { nock } from "../helpers/nock.js";
import type { RunOptions, TestCli } from "../helpers/run.js";

const JSON_TYPE = { "content-type": "application/json; charset=utf-8" };

/** A person whose defaults are these. */
export const PERSON: RunOptions = {
  token: "tok-123",
  defaults: { org: "o1", space: "s1", site: "t1" },
  me: null,
  files: {
    "schema.json": '{"type":"object","properties":{"isBeta":{"type":"boolean"}},"additionalProperties":false}',
    "okta.pem": "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n",
    "document.json": '{"object":"document","data":{"schemaVersion":8,"extra":"kept"},"nodes":[]}',
  },
};

/** A group that has the section which is taken out of it. */
const GROUP = { object: "site-section-group", id: "y1", sections: [{ object: "site-section", id: "x1" }] };

/** What a command that writes may read before and after: what is deleted is there before, by itself or in its list. */
export function seenBefore(row: WireRow, uri: string): object {
  const { method, path } = split(row.sent);
  const [parent, id] = [path.slice(0, path.lastIndexOf("/")), path.slice(path.lastIndexOf("/") + 1)];
  const { path: at } = split(`GET ${uri}`);
  if (at === path) return row.answer ?? { id };
  if (method === "DELETE" && at === parent) return { count: 1, items: [{ id, organization: { id } }] };
  // Either a list or one thing: it names what it is about.
  return { id: at.slice(at.lastIndexOf("/") + 1), count: 1, items: [GROUP] };
}

/** Types one line against a service that answers only what the contract says, through the real transport. */
export async function check(cli: TestCli, row: WireRow): Promise<void> {
  const { method } = split(row.sent);
  const seen: { line: string; headers: Record<string, unknown>; body: string }[] = [];
  nock(ORIGIN)
    .intercept(/.*/, method)
    .reply(function (uri, body) {
      const text = typeof body === "string" ? body : JSON.stringify(body);
      seen.push({ line: `${this.req.method} ${uri}`, headers: this.req.headers, body: text });
      return row.answer === undefined ? [row.status] : [row.status, JSON.stringify(row.answer), JSON_TYPE];
    });
  if (method !== "GET")
    nock(ORIGIN)
      .persist()
      .get(/.*/)
      .optionally()
      .reply(200, (uri) => seenBefore(row, uri), JSON_TYPE);
  const ran = await cli.run(`${row.line} --json`, { ...PERSON, transport: createNodeTransport() });

  expect({ code: ran.code, errors: ran.code === 0 ? "" : ran.stderr }).toEqual({ code: 0, errors: "" });
  expect(seen.map(({ line }) => inOrder(line))).toEqual([inOrder(row.sent)]);
  checkHeaders(seen[0]?.headers ?? {}, row.body !== undefined);
  expect(seen[0]?.body === "" ? undefined : JSON.parse(seen[0]?.body ?? "")).toStrictEqual(row.body);
  expect(ran.stdout === "" ? undefined : JSON.parse(ran.stdout)).toEqual(row.result);
}

function checkHeaders(headers: Record<string, unknown>, withBody: boolean) {
  const { host, connection, "content-length": length, ...rest } = headers;
  expect(host).toBe("docs.sandbox.invalid");
  expect(["keep-alive", "close", undefined]).toContain(connection);
  if (withBody) expect(Number(length)).toBeGreaterThan(1);
  else expect(["0", undefined]).toContain(length);
  expect(rest).toEqual({
    authorization: "Bearer tok-123",
    accept: "*/*",
    "accept-encoding": "identity",
    "user-agent": "docs",
    ...(withBody && { "content-type": "application/json" }),
  });
}

export function split(sent: string): { method: string; path: string; query: string[] } {
  const [method = "", target = ""] = sent.split(" ");
  const [path = "", query = ""] = target.split("?");
  return { method, path, query: query === "" ? [] : query.split("&") };
}

export function inOrder(sent: string): string {
  const { method, path, query } = split(sent);
  return `${method} ${path}?${query.sort().join("&")}`;
}

/** The operation of the contract that a row speaks; the one with the fewest parameters where several match. */
export function operationOf(row: WireRow): ContractRow {
  const { method, path } = split(row.sent);
  const [found] = contract
    .filter((each) => each.method === method && new RegExp(`^${each.path.replace(/\{\w+\}/g, "[^/]+")}$`).test(path))
    .sort((one, other) => one.pathParams.length - other.pathParams.length);
  if (!found) throw new Error(`the contract has no ${row.sent}`);
  return found;
}
