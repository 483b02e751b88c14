import { expect } from "vitest";
import { createNodeTransport } from "../../src/http/transport/node.js";
import { ORIGIN } from "../../src/sandbox/origin.js";
import { type ContractRow, contract } from "../catalog/contract.js";
import { nock } from "../helpers/nock.js";
import type { RunOptions, TestCli } from "../helpers/run.js";

const JSON_TYPE = { "content-type": "application/json; charset=utf-8" };

/** One exchange, written from the contract: what a person types, and what must go over the wire. */
export interface Row {
  line: string;
  /** Method, path and query exactly as they are sent, but for the order of the query parameters. */
  sent: string;
  /** What the JSON text of the request's body must hold. Undefined: no body at all. */
  body?: object;
  status: number;
  /** Body of the answer; undefined for none. */
  answer?: object;
  /** What `--json` must print; undefined for nothing. */
  result?: unknown;
}

export const read = (line: string, sent: string, answer: object): Row => ({
  line,
  sent,
  status: 200,
  answer,
  result: answer,
});

/** A list, or a page of it: the items are what must be printed. */
export const list = (
  line: string,
  sent: string,
  items: object[],
  answer: object = { count: items.length, items },
): Row => ({
  line,
  sent,
  status: 200,
  answer,
  result: items,
});

/** What is answered agrees with what was sent. Without a thing the answer is empty. */
export function write(line: string, sent: string, body: object | undefined, status: number, thing?: object): Row {
  const taken = Object.entries(body ?? {}).filter(
    ([name, value]) => isPlain(value) && isPlain(Reflect.get(thing ?? {}, name)),
  );
  const answer = thing && { ...thing, ...Object.fromEntries(taken) };
  return { line, sent, status, ...(body && { body }), ...(answer && { answer, result: answer }) };
}

const isPlain = (value: unknown): boolean =>
  value === null ||
  ["string", "boolean"].includes(typeof value) ||
  (Array.isArray(value) && value.every((one) => typeof one === "string"));

/** The cursor holds what a URL would swallow: it must be encoded. */
export const PAGED = "--page c/2+= --page-size 25";

export const ROLES = ["admin", "create", "review", "edit", "comment", "read"];

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
export function seenBefore(row: Row, uri: string): object {
  const { method, path } = split(row.sent);
  const [parent, id] = [path.slice(0, path.lastIndexOf("/")), path.slice(path.lastIndexOf("/") + 1)];
  const { path: at } = split(`GET ${uri}`);
  if (at === path) return row.answer ?? { id };
  if (method === "DELETE" && at === parent) return { count: 1, items: [{ id, organization: { id } }] };
  // Either a list or one thing: it names what it is about.
  return { id: at.slice(at.lastIndexOf("/") + 1), count: 1, items: [GROUP] };
}

/** Types one line against a service that answers only what the contract says, through the real transport. */
export async function check(cli: TestCli, row: Row): Promise<void> {
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
export function operationOf(row: Row): ContractRow {
  const { method, path } = split(row.sent);
  const [found] = contract
    .filter((each) => each.method === method && new RegExp(`^${each.path.replace(/\{\w+\}/g, "[^/]+")}$`).test(path))
    .sort((one, other) => one.pathParams.length - other.pathParams.length);
  if (!found) throw new Error(`the contract has no ${row.sent}`);
  return found;
}
