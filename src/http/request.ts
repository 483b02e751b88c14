import type { AnyEndpoint } from "../catalog/endpoint.js";
import { Failure } from "../errors.js";
import { checkAnsweredId } from "../shared/ids.js";
import { expandTemplate } from "../shared/paths.js";
import { refusePrivateKey } from "../shared/private-keys.js";
import { fieldOf, type Issue, type Schema, withArticle } from "../shared/schemas.js";
import { isObject } from "../shared/values.js";
import type { ClientOptions, Extra, ListOptions, PlannedRequest, WireRequest } from "./types.js";

/** The input of any endpoint; the client's public types are stricter. */
export interface LooseInput {
  params?: Record<string, string> | undefined;
  query?: Record<string, QueryValue> | undefined;
  /** The query with the client's paging parameters, which are within the limits and so not checked again. */
  paged?: Record<string, QueryValue> | undefined;
  body?: Record<string, unknown> | undefined;
}

/** One call of `list`. */
export interface ListCall {
  endpoint: AnyEndpoint;
  input: LooseInput;
  options: ListOptions;
}

interface Built {
  method: string;
  path: string;
  url: string;
  headers: Record<string, string>;
  /** JSON of `value`. */
  body: string | undefined;
  value: Record<string, unknown> | undefined;
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
  const value = makeBody(endpoint, input, extra);
  refusePrivateKey(path, value);
  const body = value === undefined ? undefined : JSON.stringify(value);
  const url = requestUrl(options.baseUrl, path, query);
  refuseToken(options.holdsSecret, { url, headers: {}, body });
  return {
    method: endpoint.method,
    path,
    url,
    headers: {
      ...requestHeaders(options, body !== undefined),
      ...(options.isLocal && extra.prefer !== undefined && { prefer: extra.prefer }),
    },
    body,
    value,
  };
}

/**
 * Checks that the input keeps the contract's limits.
 * @throws Failure "invalid-input" that names the field; nothing was sent
 */
function checkInput(
  endpoint: AnyEndpoint,
  input: { query?: unknown; body?: unknown },
  extra: { query?: object; body?: object } = {},
): void {
  for (const part of ["query", "body"] as const) {
    const value = input[part] ?? {};
    if (part === "query" && isEmpty(value)) continue;
    const schema: Schema | undefined = endpoint[part]?.();
    if (!schema) continue;
    const added = extra[part] ?? {};
    // Fields set by an addition (--field, --query) are sent unchecked, and do not count as missing.
    const issue = schema.safeParse(value).error?.issues.find(({ path }) => !Object.hasOwn(added, path[0] ?? ""));
    if (!issue) continue;
    const field = fieldOf(issue.path) || part;
    throw new Failure("invalid-input", `${field}: ${explain(issue)}`, { details: { field } });
  }
}

/** All members of a query are optional, so an empty one needs no check. */
const isEmpty = (query: object): boolean => Object.values(query).every((value) => value === undefined);

const count = (issue: Issue, limit: unknown) => {
  const unit = issue.origin === "string" ? " character" : issue.origin === "array" ? " item" : "";
  return unit === "" ? String(limit) : `${limit}${unit}${Number(limit) === 1 ? "" : "s"}`;
};

function explain(issue: Issue): string {
  switch (issue.code) {
    case "too_big":
      return `must be at most ${count(issue, issue.maximum)}`;
    case "too_small":
      return `must be at least ${count(issue, issue.minimum)}`;
    case "invalid_value":
      return `must be ${Array.isArray(issue.values) ? issue.values.join(", ") : "another value"}`;
    case "invalid_format":
      // The only format without a pattern is that of a URL.
      return issue.pattern === undefined
        ? "must be a URL such as https://example.com/guide"
        : `must match ${issue.pattern}`;
    case "invalid_type":
      return `must be ${withArticle(issue.expected)}`;
    default:
      return issue.message.charAt(0).toLowerCase() + issue.message.slice(1);
  }
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
function makeBody(endpoint: AnyEndpoint, input: LooseInput, extra: Extra): Record<string, unknown> | undefined {
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

/**
 * A token has its place in one header. Anywhere else it was typed or pasted by mistake, and would be stored and logged.
 * @throws Failure usage, which does not show it
 */
export function refuseToken(
  holdsSecret: ((text: string) => boolean) | undefined,
  { url, headers, body }: Pick<WireRequest, "url" | "headers" | "body">,
): void {
  if (!holdsSecret) return;
  const text = typeof body === "object" ? Buffer.from(body).toString() : (body ?? "");
  const places = { URL: url, headers: Object.values(headers).join("\n"), body: text };
  const place = Object.entries(places).find(([, value]) => holdsSecret(value))?.[0];
  if (place === undefined) return;
  throw new Failure("usage", `the ${place} of the request contains an access token, which is never sent as data`, {
    hint: "remove the token; if others may have seen it, revoke it",
  });
}

/** A built request, as --dry-run shows it. */
export function planOf(built: Built): PlannedRequest {
  const { method, url, headers, value } = built;
  return { method, url, headers, ...(value !== undefined && { body: value }) };
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

/**
 * The path of an endpoint with its parameters filled in and encoded. What people give is checked where it is resolved, so
 * an id that is refused here came from an answer.
 * @throws Failure "invalid-answer"
 */
export function expandPath(template: string, params: Record<string, string | undefined>): string {
  return expandTemplate(template, (name) => encodeURIComponent(checkAnsweredId(name, params[name])));
}

type QueryValue = string | number | boolean | null | undefined | readonly (string | number | boolean)[];

/** The query string without `?`. Arrays repeat their key, false is sent, undefined and null are left out. */
export function queryText(query: Record<string, QueryValue>): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value === undefined || value === null) continue;
    if (typeof value === "object") for (const one of value) search.append(key, String(one));
    else search.append(key, String(value));
  }
  return search.toString();
}

/**
 * R50: the URL of a request. Fails if the URL parser would change it: the token must go only to the base URL's origin
 * and to exactly the intended path.
 */
export function requestUrl(baseUrl: string, path: string, query = ""): string {
  const { origin, prefix } = baseOf(baseUrl);
  const url = new URL(origin + prefix + path);
  if (url.origin !== origin || url.pathname !== prefix + path) {
    throw new Failure("invalid-input", `${path}: not a plain path below ${origin}`);
  }
  if (query !== "") url.search = query;
  return url.href;
}

let last: { baseUrl: string; origin: string; prefix: string } | undefined;

/** All requests of a command have the same base URL, which is parsed for the first. */
function baseOf(baseUrl: string): { origin: string; prefix: string } {
  if (last?.baseUrl !== baseUrl) {
    const { origin, pathname } = new URL(baseUrl);
    last = { baseUrl, origin, prefix: pathname.replace(/\/+$/, "") };
  }
  return last;
}
