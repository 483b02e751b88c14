import { Failure, type FailureKind } from "../../errors.js";
import { isLoopback } from "../../shared/local-address.js";
import { maskUrl } from "../../shared/secret-places.js";
import { UNSAFE } from "../../shared/text/sanitize.js";
import { plainBytes } from "../answer/decode.js";
import { DEFAULTS } from "../defaults.js";
import type { TransportError } from "../transport/error.js";
import type { WireResponse } from "../types.js";
import type { AttemptOutcome, FailedAttempt } from "./retry.js";

/** The request that failed, without its headers and body. */
interface Subject {
  method: string;
  path: string;
  /** The base that a redirect's location is resolved against; not shown. */
  url: string;
}

const KINDS: Record<number, FailureKind> = {
  401: "unauthorized",
  403: "forbidden",
  404: "not-found",
  409: "conflict",
  410: "not-found",
  429: "rate-limited",
};

const HINTS: Record<number, string> = {
  401: "check the token: docs auth status",
  403: "the token does not allow this; docs auth status shows which token it is",
  407: "check the user name and password of the proxy",
};

/** Statuses above 500 that say the server did nothing: it does not support the request or has no room to store it. */
const REFUSALS = [501, 505, 507];

/** R1: what a status says about the request. Other 5xx, even nonstandard ones, leave its outcome open. */
function attemptOutcomeOf(response: WireResponse, now: number): AttemptOutcome {
  const { status } = response;
  if (status === 408 || status === 425 || status === 429) return "throttled";
  if (status === 503 && retryAfter(response.headers, now) !== undefined) return "throttled";
  if (status === 303) return "redirected";
  if (status >= 500 && !REFUSALS.includes(status)) return "lost";
  return "final";
}

/** The failure for an answer other than 2xx. */
export function failureOf(response: WireResponse, subject: Subject): Failure {
  const { status } = response;
  const details = { method: subject.method, path: subject.path };
  if (status >= 300 && status < 400) {
    return new Failure("redirect", `the service answered ${status}: a redirect to ${target(response, subject)}`, {
      hint: "redirects are not followed; is the base URL right?",
      status,
      details,
    });
  }
  const kind = KINDS[status] ?? (status >= 500 ? "service" : status >= 400 ? "refused" : "invalid-answer");
  const message = `the service answered ${status}: ${errorText(response)}`;
  return new Failure(kind, message, { hint: HINTS[status], status, details });
}

/** R16: only the origin is shown; the rest of a location may hold secrets. */
function target(response: WireResponse, subject: Subject): string {
  const { location } = response.headers;
  if (location === undefined || !URL.canParse(location, subject.url)) return "no valid location";
  return new URL(location, subject.url).origin;
}

/** R33, R34: the error body's message in one line, otherwise the name of the status. */
export function errorText(response: WireResponse): string {
  const said = line(maskUrl(messageIn(bodyText(response)).slice(0, DEFAULTS.maxWords)));
  return said === "" ? statusText(response.status) : said;
}

function bodyText(response: WireResponse): string {
  try {
    return plainBytes(response, DEFAULTS.maxError).toString("utf8");
  } catch (error) {
    // The body cannot be decoded; the status still says something.
    if (error instanceof Failure) return "";
    throw error;
  }
}

function messageIn(text: string): string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // Not JSON. What starts like JSON was truncated, and is no message to show.
    return /^\s*[[{]/.test(text) ? "" : plainText(text.slice(0, DEFAULTS.maxWords));
  }
  const { error, message, errors } = members(value);
  const listed = Array.isArray(errors) ? errors.map((one) => nonBlank(members(one).message) ?? nonBlank(one)) : [];
  const all = listed.filter((one) => one !== undefined).join("; ");
  return nonBlank(members(error).message) ?? nonBlank(error) ?? nonBlank(message) ?? nonBlank(value) ?? all;
}

function members(value: unknown): Record<string, unknown> {
  // A parsed JSON object, whose members are read by name and checked before use.
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

const nonBlank = (value: unknown) => (typeof value === "string" && value.trim() !== "" ? value : undefined);

const UNREADABLE = new RegExp(`[${UNSAFE}\\ufffd]`, "g");

/** One line of at most 200 characters, without anything a terminal could interpret. */
function line(text: string): string {
  const safe = text.replace(UNREADABLE, " ").replace(/\s+/g, " ").trim();
  return safe.length > 200 ? `${[...safe.slice(0, 400)].slice(0, 199).join("")}…` : safe;
}

function statusText(status: number): string {
  return process.getBuiltinModule("node:http").STATUS_CODES[status]?.toLowerCase() ?? "no explanation";
}

/** R1: what a transport error says about the request. */
export function lossOf(error: TransportError, now: number): AttemptOutcome {
  if (error.phase === "cut" || error.phase === "too-large") {
    const { status = 0, headers = {} } = error;
    return status >= 200 && status < 300
      ? "broken"
      : attemptOutcomeOf({ status, headers, body: new Uint8Array() }, now);
  }
  if (error.sent) return "lost";
  const forGood =
    error.phase === "tls" ||
    error.code === "ENOTFOUND" ||
    error.code === "ERR_PRIVATE_ADDRESS" ||
    (error.phase === "proxy" && error.status === 407) ||
    (error.phase === "request" && error.code?.startsWith("ERR_") === true);
  return forGood ? "final" : "not-sent";
}

/** The failure for a transport error. */
function failureOfLoss(error: TransportError, subject: Subject): Failure {
  const { status } = error;
  const details = { method: subject.method, path: subject.path };
  if (error.phase === "aborted") return new Failure("canceled", "canceled", { details });
  if (
    (error.phase === "cut" || error.phase === "too-large") &&
    status !== undefined &&
    (status < 200 || status > 299)
  ) {
    return failureOf({ status, headers: error.headers ?? {}, body: new Uint8Array() }, subject);
  }
  const kinds: Partial<Record<TransportError["phase"], FailureKind>> = {
    tls: "tls",
    timeout: "timeout",
    cut: "invalid-answer",
    "too-large": "too-large",
  };
  const hint =
    error.phase === "too-large" ? "raise --max-body" : error.status === 407 ? HINTS[407] : plainHint(error, subject);
  return new Failure(kinds[error.phase] ?? "network", error.message, { hint, status, details, cause: error });
}

/** Codes that OpenSSL gives to an answer that is not TLS. */
const NO_TLS = /^(EPROTO|ERR_SSL_WRONG_VERSION_NUMBER|ERR_SSL_PACKET_LENGTH_TOO_LONG|ERR_SSL_HTTP_REQUEST)$/;

/** For a server without TLS. Only this machine may be asked without it. */
function plainHint({ phase, code = "" }: TransportError, { url }: Subject): string | undefined {
  if (phase !== "tls" || !NO_TLS.test(code)) return undefined;
  const { hostname, host } = new URL(url);
  if (isLoopback(hostname)) return `the server may not use TLS: try http://${host}`;
  return `the server may not use TLS: is the port right? (http://${host} is allowed on this machine only)`;
}

const SECONDS = /^\d{1,200}(\.\d{1,200})?$/;
/** Longer than anyone waits; larger numbers are capped to it. */
const MOST_MS = 1e15;
const IMF_FIXDATE = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/**
 * R4: milliseconds that the service asks to wait; undefined if it names none, or none that makes sense. A date is
 * compared with the answer's own `Date`, as the two machines' clocks may differ.
 */
export function retryAfter(headers: Record<string, string>, now: number): number | undefined {
  const exact = headers["retry-after-ms"]?.trim();
  if (exact !== undefined && SECONDS.test(exact)) return Math.min(Number(exact), MOST_MS);
  const text = headers["retry-after"]?.trim();
  if (text === undefined) return undefined;
  if (SECONDS.test(text)) return Math.min(Number(text) * 1000, MOST_MS);
  const at = date(text);
  if (at === undefined) return undefined;
  const ms = at - (date(headers.date?.trim()) ?? now);
  return ms > 0 ? ms : undefined;
}

function date(text: string | undefined): number | undefined {
  if (text === undefined || !IMF_FIXDATE.test(text)) return undefined;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : at;
}

/** An answer other than 2xx, for the decision table. 408 and 425 also count as waits if they name a time (R2). */
export function refusedAnswer(response: WireResponse, subject: Subject, now: number, failure?: Failure): FailedAttempt {
  const { status, headers } = response;
  const asked = retryAfter(headers, now);
  const throttle = status === 429 || (asked !== undefined && [408, 425, 503].includes(status));
  return {
    ok: false,
    outcome: attemptOutcomeOf(response, now),
    failure: failure ?? failureOf(response, subject),
    repeatable: true,
    ...(throttle && { throttle: { asked, everyone: status === 429 } }),
    response,
  };
}

/** A transport error, for the decision table. A status received before the connection broke still counts. */
export function lostAnswer(error: TransportError, subject: Subject, now: number): FailedAttempt {
  const failure = failureOfLoss(error, subject);
  const { phase, status, headers = {} } = error;
  if ((phase === "cut" || phase === "too-large") && status !== undefined && (status < 200 || status > 299)) {
    return refusedAnswer({ status, headers, body: new Uint8Array() }, subject, now, failure);
  }
  return { ok: false, outcome: lossOf(error, now), failure, repeatable: phase !== "too-large" };
}

/** Elements whose content browsers do not show. */
const HIDDEN = ["script", "style"];

/** The title of an HTML page, or its text if it has no title; other text as it is. */
export function plainText(html: string): string {
  // ASCII only, as toLowerCase() of İ is longer and would shift the offsets.
  const lower = html.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
  return titleOf(html, lower) ?? withoutTags(html, lower);
}

function titleOf(html: string, lower: string): string | undefined {
  const tag = lower.indexOf("<title");
  const start = tag < 0 ? -1 : html.indexOf(">", tag);
  const end = start < 0 ? -1 : html.indexOf("<", start);
  return end > start + 1 ? html.slice(start + 1, end) : undefined;
}

function withoutTags(html: string, lower: string): string {
  const parts: string[] = [];
  let last = 0;
  for (let tag = html.indexOf("<"); tag >= 0; tag = html.indexOf("<", last)) {
    const end = endOf(lower, tag);
    // A bracket that is never closed is text.
    if (end === undefined) break;
    parts.push(html.slice(last, tag));
    last = end;
  }
  return [...parts, html.slice(last)].join(" ");
}

/** The offset after the tag, or after the whole element if it is a hidden one; undefined if the tag is not closed. */
function endOf(lower: string, tag: number): number | undefined {
  const name = HIDDEN.find((hidden) => lower.startsWith(hidden, tag + 1));
  const last = name === undefined ? tag : lower.indexOf(`</${name}`, tag);
  // A hidden element that is never closed hides the rest.
  if (last < 0) return lower.length;
  const end = lower.indexOf(">", last);
  return end < 0 ? undefined : end + 1;
}
