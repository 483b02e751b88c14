import { Failure, type FailureKind } from "../../errors.js";
import { checkAnsweredId } from "../../shared/ids.js";
import { expandTemplate } from "../../shared/path-template.js";

/** True for 127.0.0.0/8, [::1] and localhost, compared with the whole parsed host name (R51). */
export function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(hostname);
}

/**
 * R51: the base URL that the user gave, without /v1 and without a trailing slash. `note` is for stderr.
 * @throws Failure of the given kind: `usage` for a flag, `config` for the environment or a profile.
 */
export function parseBaseUrl(text: string, kind: FailureKind = "usage"): { baseUrl: string; note?: string } {
  const refuse = (why: string) =>
    new Failure(kind, `base URL: ${why}`, { hint: "give one like https://api.example.com" });
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : undefined;
  if (!url) throw refuse("not an absolute URL");
  // The URL parser accepts and rewrites these; people and other programs may read them differently.
  if (/[\\\s\p{Cc}]/u.test(text.trim())) throw refuse("must not contain \\, spaces or control characters");
  if (url.username !== "" || url.password !== "") throw refuse(`${url.host} must come without a user name or password`);
  if (text.includes("?")) throw refuse(`${url.host} must come without a query`);
  if (text.includes("#")) throw refuse(`${url.host} must come without a fragment`);
  if (url.protocol !== "https:" && url.protocol !== "http:") throw refuse(`${url.protocol} is not https`);
  if (url.protocol === "http:" && !isLoopback(url.hostname)) {
    throw refuse(`http is only allowed on this machine, ${url.host} needs https`);
  }
  const path = url.pathname.replace(/\/+$/, "");
  const bare = path.replace(/\/v1$/, "");
  const baseUrl = url.origin + bare;
  return bare === path ? { baseUrl } : { baseUrl, note: `the base URL is given without /v1; using ${baseUrl}` };
}

/**
 * The path of an endpoint with its parameters filled in and encoded. What people give is checked where it is resolved, so
 * an id that is refused here came from an answer.
 * @throws Failure "invalid-answer"
 */
export function expandPath(template: string, params: Record<string, string | undefined>): string {
  return expandTemplate(template, (name) => encodeURIComponent(checkAnsweredId(name, params[name])));
}

export type QueryValue = string | number | boolean | null | undefined | readonly (string | number | boolean)[];

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
