import type { AnyEndpoint, InputOf, ResponseOf } from "../catalog/endpoint.js";
import { Failure } from "../errors.js";
import { decodeJson } from "./decode.js";
import { type Core, createCore, createScope, type Exchange, exchange } from "./exchange.js";
import { listing, pagedInput } from "./list.js";
import { planRaw, raw } from "./raw.js";
import { buildRequest, type LooseInput, planOf } from "./request.js";
import type { Scope } from "./run.js";
import { failureOfStop, type Sent, stillUnknown, unknown } from "./settle.js";
import type { CallOptions, Client, ClientOptions, WireResponse } from "./types.js";
import { checkAnswer } from "./validate.js";
import { verify } from "./verify.js";

/** The client: one for a run, as retries, waits and connections are counted over all of it. */
export function createClient(options: ClientOptions): Client {
  const core = createCore(options);
  return {
    // The catalog's types say what goes in and out of each endpoint; inside the client all are alike.
    call: <E extends AnyEndpoint>(endpoint: E, input: InputOf<E>, callOptions: CallOptions = {}) =>
      call(core, endpoint, input as LooseInput, callOptions) as Promise<ResponseOf<E>>,
    list: <E extends AnyEndpoint>(endpoint: E, input: InputOf<E>, listOptions = {}) =>
      listing<ResponseOf<E>>(core, endpoint, input as LooseInput, listOptions),
    raw: (request) => raw(core, request),
    planRaw: (request) => planRaw(options, request),
    plan: (endpoint, input, extra, list) => {
      const first = list ? pagedInput(endpoint, input as LooseInput, list, list.page) : (input as LooseInput);
      return planOf(buildRequest(options, endpoint, first, extra));
    },
  };
}

async function call(core: Core, endpoint: AnyEndpoint, input: LooseInput, options: CallOptions): Promise<unknown> {
  const built = buildRequest(core.options, endpoint, input, options.extra);
  const scope = createScope(core, options.signal);
  const sent: Sent = { ...built, retry: endpoint.retry, tell: options.tell };
  const request: Exchange<unknown> = {
    ...built,
    body: built.text,
    retry: endpoint.retry,
    tell: options.tell,
    slow: endpoint.slow === true,
    read: (response) => read(core, endpoint, response),
    accept: endpoint.method === "DELETE" ? (response) => absent(core, response, options) : undefined,
  };
  const full = { ...input, body: built.body };
  const known =
    options.unsettled && (await settleFirst(core, endpoint, full, scope, { ...sent, how: options.unsettled }));
  if (known) return known.answer;
  const verdict = await exchange(core, request, scope);
  if (verdict.ok) return verdict.value;
  if (verdict.action !== "verify") throw failureOfStop(verdict, sent);
  const proof = await verify(core, endpoint, full, scope);
  const { failure } = verdict.failed;
  if (proof === undefined) throw unknown(verdict, sent);
  if (!proof.proven) throw failureOfStop({ ...verdict, lost: false }, sent);
  core.run.observe({ type: "note", message: `no answer came (${failure.message}), but the change was applied` });
  return answerOf(endpoint, proof.answer);
}

/** The looked-up object is the answer where the endpoint answers that kind; another answer's members are not known. */
function answerOf(endpoint: AnyEndpoint, found: Record<string, unknown>): Record<string, unknown> {
  if (endpoint.response?.() === endpoint.verify?.get.response?.()) return found;
  const names = Object.entries(endpoint.verify?.answer ?? {});
  return Object.fromEntries(names.map(([member, held]) => [member, found[held]]));
}

/** R44: a write of an earlier run. Undefined: it has to be sent. @throws Failure "unknown-outcome" */
async function settleFirst(
  core: Core,
  endpoint: AnyEndpoint,
  input: LooseInput,
  scope: Scope,
  sent: Sent & { how: "look" | "repeat" },
): Promise<{ answer: unknown } | undefined> {
  if (endpoint.retry === "safe" || endpoint.retry === "idempotent") return undefined;
  const proof = endpoint.retry === "verify" ? await verify(core, endpoint, input, scope) : undefined;
  if (proof?.proven) {
    core.run.observe({ type: "note", message: "applied by the earlier run" });
    return { answer: answerOf(endpoint, proof.answer) };
  }
  if (proof || sent.how === "repeat") return undefined;
  throw stillUnknown(sent);
}

/** R30, R31. */
function read(core: Core, endpoint: AnyEndpoint, response: WireResponse): unknown {
  if (!endpoint.response) return undefined;
  if (response.status === 204 || response.status === 205) {
    if (endpoint.method === "GET")
      throw new Failure("invalid-answer", `the service answered ${response.status} without the object`);
    return {};
  }
  const value = decodeJson(response, core.maxBody);
  const differs = checkAnswer(endpoint.response(), value);
  if (differs.length > 0) {
    core.run.observe({ type: "note", message: `not as documented: ${differs.slice(0, 5).join(", ")}`, debug: true });
  }
  return value;
}

/** R13: the contract answers 204 for what is absent, other services answer 404. */
function absent(core: Core, response: WireResponse, options: CallOptions): { value: undefined } | undefined {
  if (response.status !== 404) return undefined;
  core.run.observe({ type: "note", message: "already absent", debug: true });
  options.onAbsent?.();
  return { value: undefined };
}
