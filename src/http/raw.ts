import type { RetryClass } from "../catalog/endpoint.js";
import { usage } from "../errors.js";
import { OWN_HEADERS } from "../shared/headers.js";
import { refusePrivateKey } from "../shared/private-keys.js";
import { isObject } from "../shared/values.js";
import { hasInexactNumbers, INEXACT, type Note, refuseDeep } from "./answer/decode.js";
import { rawTarget, refuseToken, requestHeaders } from "./request.js";
import { type Core, createTimeBudget, exchange } from "./send/exchange.js";
import type { TimeBudget } from "./send/retry.js";
import { failureOfStop, reportOutcome } from "./send/write-failures.js";
import type { ClientOptions, PlannedRequest, RawRequest, RawResponse, WireResponse } from "./types.js";

/** For operations outside the catalog: PUT may create (teams), so only methods that are safe to repeat are listed. */
const CLASSES: Record<string, RetryClass> = {
  GET: "safe",
  HEAD: "safe",
  OPTIONS: "safe",
  DELETE: "idempotent",
  PATCH: "idempotent",
};

/** Headers given by the caller, checked. Messages never show a value. @throws Failure "usage" */
function ownHeaders(given: Record<string, string> = {}): Record<string, string> {
  const entries = Object.entries(given).map(([name, value]): [string, string] => {
    const key = name.toLowerCase();
    if (!/^[!#$%&'*+.^_`|~0-9a-z-]+$/.test(key)) throw usage("header: the name is not valid");
    if (OWN_HEADERS.includes(key)) throw usage(`header ${key}: cannot be set`);
    if (!/^[\t\x20-\x7e]*$/.test(value)) throw usage(`header ${key}: the value must be printable ASCII`);
    return [key, value];
  });
  return Object.fromEntries(entries);
}

/** The request of a raw call, without the token. @throws Failure "usage" */
function buildRaw(options: ClientOptions, request: RawRequest) {
  const { path, url } = rawTarget(options.baseUrl, request.path);
  refusePrivateKey(path, request.body);
  const headers = { ...requestHeaders(options, request.body !== undefined), ...ownHeaders(request.headers) };
  refuseToken(options.holdsSecret, { url, headers, body: request.body });
  return { method: request.method.toUpperCase(), path, url, headers };
}

/** The request that `raw` would send. @throws Failure usage */
export function planRaw(options: ClientOptions, request: RawRequest): PlannedRequest {
  const { method, url, headers } = buildRaw(options, request);
  return { method, url, headers, ...(request.body !== undefined && { body: request.body }) };
}

/** Resolves for any status; throws as `call` does if no answer came. @throws Failure usage, network, timeout, unknown-outcome, ... */
export async function raw(core: Core, request: RawRequest): Promise<RawResponse> {
  const budget = createTimeBudget(core, request);
  core.evidence.forgetAt(request);
  const send = () => sendRaw(core, request, budget);
  if (request.method.toUpperCase() === "GET") return send();
  const [path] = request.path.split("?");
  const name = `${request.method} ${path}`;
  return reportOutcome(core.clientState, { budget, name }, send, (answer) =>
    answer.failure ? answer.failure.outcome : answer.doubt === undefined ? "applied" : "unknown",
  );
}

async function sendRaw(core: Core, request: RawRequest, budget: TimeBudget): Promise<RawResponse> {
  const { method, path, url, headers } = buildRaw(core.options, request);
  const retry = CLASSES[method] ?? "unsafe";
  const sent = { method, path, url, retry, slow: true, headers, body: request.body, read: withJson };
  const verdict = await exchange(core, sent, budget);
  if (verdict.ok) return { ...verdict.value, ...(method !== "GET" && doubtOf(verdict.value)) };
  const failure = failureOfStop(verdict, sent);
  const { response } = verdict.failed;
  if (!response) throw failure;
  return { ...withJson(response), failure };
}

/** R94: why an answer of 2xx does not show that a write took effect; nothing is known of what it was to change. */
function doubtOf({ status, body, json }: RawResponse): { doubt?: string } {
  if (![200, 201, 204].includes(status)) return { doubt: `the service answered ${status}` };
  if (status !== 204 && body.length > 0 && json === undefined)
    return { doubt: `the service answered ${status} without JSON` };
  return isObject(json) && json.error ? { doubt: `the service answered ${status} with an error` } : {};
}

/** Adds the parsed body to an answer. @throws Failure "invalid-answer" for JSON that is nested too deeply */
export function withJson(response: WireResponse, note?: Note): RawResponse {
  const text = new TextDecoder().decode(response.body);
  try {
    return { ...response, json: text === "" ? undefined : parse(text, note) };
  } catch (error) {
    // Not JSON: the body is shown as text.
    if (error instanceof SyntaxError) return { ...response, json: undefined };
    throw error;
  }
}

function parse(text: string, note: Note | undefined): unknown {
  const value: unknown = JSON.parse(text);
  refuseDeep(value);
  if (hasInexactNumbers(text)) note?.(INEXACT);
  return value;
}
