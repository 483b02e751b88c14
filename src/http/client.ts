import type { AnyEndpoint, InputOf, ResponseOf } from "../catalog/endpoint.js";
import { Failure } from "../errors.js";
import { isRefusal } from "../shared/refusal.js";
import { decodeJson, type Note } from "./answer/decode.js";
import { checkAnswer } from "./answer/validate.js";
import { DEFAULTS } from "./defaults.js";
import { listing, pagedInput } from "./list.js";
import { planRaw, raw } from "./raw.js";
import { buildRequest, type LooseInput, planOf } from "./request.js";
import { unlikeSent } from "./send/echo.js";
import { type Core, createCore, createTimeBudget, type Exchange, exchange } from "./send/exchange.js";
import { contradiction, type Proof, verify } from "./send/outcome-lookup.js";
import type { Stop, TimeBudget } from "./send/retry.js";
import {
  abandonedWrite,
  contradictedWrite,
  failureOfStop,
  reportOutcome,
  type SentRequest,
  stillUnknown,
  unknownOutcome,
} from "./send/write-outcome.js";
import type { CallOptions, Client, ClientOptions, WireResponse } from "./types.js";

/** One client serves a whole run: retries, waits and connections are counted across all its requests. */
export function createClient(options: ClientOptions): Client {
  const core = createCore(options);
  return {
    // The catalog types the input and answer of each endpoint; inside the client all endpoints are handled alike.
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
  core.counts.forgetAt(endpoint);
  const answer = await (endpoint.retry === "safe"
    ? send(core, endpoint, input, options, createTimeBudget(core, options))
    : write(core, endpoint, input, options));
  if (endpoint.method === "GET") core.counts.note(answer);
  core.clientState.observe({ type: "answer", endpoint, params: input.params, answer });
  return answer;
}

function write(core: Core, endpoint: AnyEndpoint, input: LooseInput, options: CallOptions): Promise<unknown> {
  const budget = createTimeBudget(core, options);
  let isAbsent = false;
  const onAbsent = (wasAbsent: boolean) => {
    isAbsent = wasAbsent;
    options.onAbsent?.(wasAbsent);
  };
  return reportOutcome(
    core.clientState,
    { budget, name: endpoint.summary },
    () => send(core, endpoint, input, { ...options, onAbsent }, budget),
    (answer) => (isAbsent || isRefusal(answer) ? "not_applied" : "applied"),
  );
}

async function send(
  core: Core,
  endpoint: AnyEndpoint,
  input: LooseInput,
  options: CallOptions,
  budget: TimeBudget,
): Promise<unknown> {
  const built = buildRequest(core.options, endpoint, input, options.extra);
  const request: Exchange<unknown> = {
    ...built,
    retry: endpoint.retry,
    checkCommand: options.checkCommand,
    slow: endpoint.slow === true,
    read: (response, note) => {
      if (response.gap !== undefined) options.onGap?.(response.gap);
      return read(core, endpoint, response, note);
    },
    accept: endpoint.method === "DELETE" ? (response, lost) => acceptAbsent(core, response, options, lost) : undefined,
  };
  const full = { ...input, body: built.value };
  const known = options.unsettled && (await resolveEarlierWrite(core, endpoint, full, budget, request, options));
  if (known) return known.answer;
  const verdict = await exchange(core, request, budget);
  if (verdict.ok) {
    const odd = contradiction(endpoint, full, verdict.value);
    if (odd !== undefined) throw contradictedWrite(request, odd);
    for (const message of unlikeSent(endpoint, full, verdict.value))
      core.clientState.observe({ type: "note", message });
    return verdict.value;
  }
  if (verdict.action !== "verify") throw failureOfStop(verdict, request);
  return answerOf(endpoint, await resolveUnknownOutcome(core, endpoint, full, budget, request, verdict));
}

/** R11: finds out whether a lost change was applied. @throws Failure of the request if it was not, "unknown-outcome" */
async function resolveUnknownOutcome(
  core: Core,
  endpoint: AnyEndpoint,
  input: LooseInput,
  budget: TimeBudget,
  sent: SentRequest,
  stop: Stop,
): Promise<Record<string, unknown>> {
  const { failure, response } = stop.failed;
  // A 500 or 503 comes from the service: it is done with the request. After a gateway's error, or no answer, it may
  // still be working on it.
  const patient = response?.status !== 500 && response?.status !== 503;
  let proof: Proof;
  try {
    proof = await verify(core, endpoint, input, budget, patient);
  } catch (error) {
    if (!budget.signal?.aborted) throw error;
    throw abandonedWrite(sent, stop.sentAt, error);
  }
  if (proof?.proven) {
    core.clientState.observe({
      type: "note",
      message: `the answer was lost (${failure.message}), but the service shows the change`,
    });
    return proof.answer;
  }
  if (proof === undefined || proof.unseen || patient) throw unknownOutcome(stop, sent);
  throw failureOfStop({ ...stop, lost: false }, sent);
}

/** The looked-up object if the endpoint answers with that kind; otherwise only the members that the lookup reveals. */
function answerOf(endpoint: AnyEndpoint, found: Record<string, unknown>): Record<string, unknown> {
  if (endpoint.response?.() === endpoint.verify?.get.response?.()) return found;
  const names = Object.entries(endpoint.verify?.answer ?? {});
  return Object.fromEntries(names.map(([member, held]) => [member, found[held]]));
}

/** R44: settles a write of an earlier run. Undefined: it has to be sent. @throws Failure "unknown-outcome" */
async function resolveEarlierWrite(
  core: Core,
  endpoint: AnyEndpoint,
  input: LooseInput,
  budget: TimeBudget,
  sent: SentRequest,
  { unsettled, unsettledAt }: CallOptions,
): Promise<{ answer: unknown } | undefined> {
  if (endpoint.retry === "safe" || endpoint.retry === "idempotent") return undefined;
  const fresh =
    unsettledAt !== undefined && Math.abs(core.clientState.clock.now() - unsettledAt) < DEFAULTS.slowAttempt;
  const proof = endpoint.retry === "verify" ? await verify(core, endpoint, input, budget, fresh) : undefined;
  if (proof?.proven) {
    core.clientState.observe({ type: "note", message: "applied by the earlier run" });
    return { answer: answerOf(endpoint, proof.answer) };
  }
  // Shortly after sending, the service may still be working on it: not finding the change yet proves nothing.
  if ((proof && !fresh) || unsettled === "repeat") return undefined;
  throw stillUnknown(sent);
}

/** R30, R31. */
function read(core: Core, endpoint: AnyEndpoint, response: WireResponse, note: Note): unknown {
  if (!endpoint.response) return undefined;
  if (response.status === 204 || response.status === 205) {
    if (endpoint.method === "GET")
      throw new Failure("invalid-answer", `the service answered ${response.status} without the object`);
    return {};
  }
  const value = decodeJson(response, core.maxBody, note);
  const differs = checkAnswer(endpoint.response(), value);
  if (differs.length > 0) {
    core.clientState.observe({
      type: "note",
      message: `not as documented: ${differs.slice(0, 5).join(", ")}`,
      debug: true,
    });
  }
  return value;
}

/** R13: the contract answers 204 when the object is already absent; other services answer 404. The caller finds out why. */
function acceptAbsent(
  core: Core,
  response: WireResponse,
  options: CallOptions,
  lost: boolean,
): { value: undefined } | undefined {
  if (response.status !== 404) return undefined;
  core.clientState.observe({
    type: "note",
    message: "not found: it is absent, or this token cannot see it",
    debug: true,
  });
  options.onAbsent?.(!lost && options.unsettled === undefined);
  return { value: undefined };
}
