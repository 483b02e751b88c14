import type { AnyEndpoint } from "../../catalog/endpoint.js";
import { Failure } from "../../errors.js";
import { isObject } from "../../shared/values.js";
import { checkInput } from "../answer/validate.js";
import type { ClientOptions, Extra, PlannedRequest } from "../types.js";
import { expandPath, type QueryValue, queryText, requestUrl } from "./url.js";

/** The input of any endpoint; the client's public types are stricter. */
export interface LooseInput {
  params?: Record<string, string> | undefined;
  query?: Record<string, QueryValue> | undefined;
  /** The query with the client's paging parameters, which are within the limits and so not checked again. */
  paged?: Record<string, QueryValue> | undefined;
  body?: Record<string, unknown> | undefined;
}

export interface Built {
  method: string;
  path: string;
  url: string;
  headers: Record<string, string>;
  /** The value; `text` is its JSON. */
  body: Record<string, unknown> | undefined;
  text: string | undefined;
}

/**
 * The request for an endpoint, without the token. If this fails, nothing was sent.
 * @throws Failure "invalid-input"; "invalid-answer" for an id in the path
 */
export function buildRequest(
  options: ClientOptions,
  endpoint: AnyEndpoint,
  input: LooseInput,
  extra: Extra = {},
): Built {
  const path = expandPath(endpoint.path, input.params ?? {});
  checkInput(endpoint, input, extra);
  const query = queryText({ ...(input.paged ?? input.query), ...extra.query });
  const body = bodyOf(endpoint, input, extra);
  const text = body === undefined ? undefined : JSON.stringify(body);
  return {
    method: endpoint.method,
    path,
    url: requestUrl(options.baseUrl, path, query),
    headers: requestHeaders(options, text !== undefined),
    body,
    text,
  };
}

/** R19. `authorization` is added just before sending. */
export function requestHeaders(options: ClientOptions, withBody: boolean): Record<string, string> {
  return {
    accept: "*/*",
    "accept-encoding": "identity",
    "user-agent": options.userAgent ?? "docs",
    ...(withBody && { "content-type": "application/json" }),
  };
}

/** Endpoints with a body always send one, at least `{}`; the others send none unless --field or --raw-field adds one. */
function bodyOf(endpoint: AnyEndpoint, input: LooseInput, extra: Extra): Record<string, unknown> | undefined {
  if (!endpoint.body && extra.body === undefined) return undefined;
  return merge(input.body ?? {}, extra.body ?? {});
}

/** Additions win, nested objects are merged. No key can reach a prototype: fromEntries defines own members. */
function merge(base: Record<string, unknown>, added: Record<string, unknown>): Record<string, unknown> {
  const entries = new Map(Object.entries(base));
  for (const [key, value] of Object.entries(added)) {
    const present = entries.get(key);
    entries.set(key, isObject(present) && isObject(value) ? merge(present, value) : value);
  }
  return Object.fromEntries(entries);
}

/** A built request, as --dry-run shows it. */
export function planOf(built: Built): PlannedRequest {
  const { method, url, headers, body } = built;
  return { method, url, headers, ...(body !== undefined && { body }) };
}

/** R59: the path of a raw call. @throws Failure "usage" */
export function rawTarget(baseUrl: string, pathAndQuery: string): { path: string; url: string } {
  const refuse = (why: string) => new Failure("usage", `path: ${why}`);
  const [path = "", ...rest] = pathAndQuery.split("?");
  if (!path.startsWith("/v1/")) throw refuse("must start with /v1/");
  if (/[\\#\p{Cc}\s]/u.test(pathAndQuery)) throw refuse("must not contain spaces, control characters, \\ or #");
  if (path.split("/").some((part) => /^(\.|%2e){1,2}$/i.test(part))) throw refuse("must not contain dot segments");
  if (/%(?:2f|5c|00)/i.test(path)) throw refuse("must not contain an encoded / \\ or NUL");
  return { path, url: requestUrl(baseUrl, path, rest.join("?")) };
}
