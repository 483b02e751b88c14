import { expect } from "vitest";
import type { AnyEndpoint, InputOf } from "../../src/catalog/endpoint.js";
import { createClient } from "../../src/http/client.js";
import { createNodeTransport } from "../../src/http/transport/node.js";
import type { Client, ListOptions } from "../../src/http/types.js";
import { nock } from "../helpers/nock.js";

const ORIGIN = "https://api.example.test";
const JSON_TYPE = { "content-type": "application/json; charset=utf-8" };

/** A client on the real transport, which nock intercepts. */
export const newClient = () =>
  createClient({
    baseUrl: ORIGIN,
    token: () => "tok-123",
    transport: createNodeTransport(),
    retries: 0,
    userAgent: "docs/1.2.3",
  });

/** One exchange, written from the contract: what is asked of the client, and what must go over the wire. */
export interface Row {
  endpoint: AnyEndpoint;
  /** Method, path and query exactly as they are sent, but for the order of the query parameters. */
  sent: string;
  /** What the JSON text of the request's body must hold. Undefined: no body at all. */
  body: unknown;
  status: number;
  /** Body of the answer; undefined for none. */
  answer: unknown;
  /** What the caller must get. */
  result: unknown;
  run(client: Client): Promise<unknown>;
}

/** A single call. The body of the input is written once: it must arrive as it is. */
export function call<E extends AnyEndpoint>(
  endpoint: E,
  input: InputOf<E>,
  sent: string,
  status: number,
  answer?: unknown,
): Row {
  const body = input.body === undefined ? undefined : structuredClone<unknown>(input.body);
  return { endpoint, sent, body, status, answer, result: answer, run: (client) => client.call(endpoint, input) };
}

/** A page of a list: `items` is what the caller must get of the answer. */
export function list<E extends AnyEndpoint>(
  endpoint: E,
  input: InputOf<E>,
  options: ListOptions,
  sent: string,
  answer: unknown,
  items: unknown[],
): Row {
  const run = async (client: Client) => {
    const all: unknown[] = [];
    for await (const page of client.list(endpoint, input, options).pages()) all.push(...page.items);
    return all;
  };
  return { endpoint, sent, body: undefined, status: 200, answer, result: items, run };
}

/** The cursor holds what a URL would swallow: it must be encoded. */
export const PAGED: ListOptions = { page: "c/2+=", pageSize: 25 };

/** Runs one row against a service that answers only what the contract says. */
export async function check(row: Row): Promise<void> {
  const { method, target } = split(row.sent);
  const seen: { line: string; headers: Record<string, unknown>; body: string }[] = [];
  nock(ORIGIN)
    .intercept(/.*/, method)
    .reply(function (uri, body) {
      const text = typeof body === "string" ? body : JSON.stringify(body);
      seen.push({ line: `${this.req.method} ${uri}`, headers: this.req.headers, body: text });
      return row.answer === undefined ? [row.status] : [row.status, JSON.stringify(row.answer), JSON_TYPE];
    });
  const result = await row.run(newClient());

  expect(seen).toHaveLength(1);
  const request = seen[0];
  if (request === undefined) throw new Error("nothing was sent");
  expect(normal(request.line)).toBe(normal(`${method} ${target}`));
  checkHeaders(request.headers, row.body !== undefined);
  if (row.body === undefined) expect(request.body).toBe("");
  else expect(JSON.parse(request.body)).toStrictEqual(row.body);
  expect(result).toEqual(row.result);
}

function checkHeaders(headers: Record<string, unknown>, withBody: boolean) {
  const { host, connection, "content-length": length, ...rest } = headers;
  expect(host).toBe("api.example.test");
  expect(["keep-alive", "close", undefined]).toContain(connection);
  if (withBody) expect(Number(length)).toBeGreaterThan(1);
  else expect(["0", undefined]).toContain(length);
  expect(rest).toEqual({
    authorization: "Bearer tok-123",
    accept: "*/*",
    "accept-encoding": "identity",
    "user-agent": "docs/1.2.3",
    ...(withBody && { "content-type": "application/json" }),
  });
}

export function split(sent: string): { method: string; target: string; path: string; query: string[] } {
  const [method = "", target = ""] = sent.split(" ");
  const [path = "", query = ""] = target.split("?");
  return { method, target, path, query: query === "" ? [] : query.split("&") };
}

function normal(sent: string): string {
  const { method, path, query } = split(sent);
  return `${method} ${path} ${query.sort().join("&")}`;
}
