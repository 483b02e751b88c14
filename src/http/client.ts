import type { AnyEndpoint, InputOf, ResponseOf, Verification } from "../catalog/endpoint.js";
import { Failure } from "../errors.js";
import { isRefusal } from "../shared/outage-rule.js";
import { getPath } from "../shared/paths.js";
import { isObject } from "../shared/values.js";
import { compareFields, isProven } from "./answer/compare-fields.js";
import {
  checkAbout,
  type Doubt,
  doubt,
  type Judgement,
  judgeAnswer,
  type Look,
  readJson,
  readObject,
  type SentInput,
  settleDoubt,
} from "./answer/judge-answer.js";
import { DEFAULTS } from "./defaults.js";
import { listing, pagedInput } from "./list.js";
import { planRaw, raw } from "./raw.js";
import { buildRequest, expandPath, type LooseInput, planOf } from "./request.js";
import { type Core, createCore, createTimeBudget, type Exchange, exchange } from "./send/exchange.js";
import { type Stop, type TimeBudget, timeLeft } from "./send/retry.js";
import {
  abandonedWrite,
  contradictedWrite,
  failureOfStop,
  reportOutcome,
  stillUnknown,
  unknownOutcome,
} from "./send/write-failures.js";
import type { CallOptions, Client, ClientOptions, WireResponse } from "./types.js";

/** One client serves a whole run: retries, waits and connections are counted across all its requests. */
export function createClient(options: ClientOptions): Client {
  const core = createCore(options);
  return {
    // The catalog types the input and answer of each endpoint; inside the client all endpoints are handled alike.
    call: <E extends AnyEndpoint>(endpoint: E, input: InputOf<E>, callOptions: CallOptions = {}) =>
      call(core, endpoint, input, callOptions) as Promise<ResponseOf<E>>,
    list: <E extends AnyEndpoint>(endpoint: E, input: InputOf<E>, listOptions = {}) =>
      listing<ResponseOf<E>>(core, endpoint, input, listOptions),
    raw: (request) => raw(core, request),
    planRaw: (request) => planRaw(options, request),
    plan: (endpoint, input, extra, list) => {
      const first = list ? pagedInput(endpoint, input, list, list.page) : input;
      return planOf(buildRequest(options, endpoint, first, extra));
    },
  };
}

async function call(core: Core, endpoint: AnyEndpoint, input: LooseInput, options: CallOptions): Promise<unknown> {
  core.evidence.forgetAt(endpoint);
  const answer = await (endpoint.retry === "safe"
    ? read(core, endpoint, input, options)
    : write(core, endpoint, input, options));
  if (endpoint.method === "GET") core.evidence.note(endpoint, input.params, answer);
  core.clientState.observe({ type: "answer", endpoint, params: input.params, answer });
  return answer;
}

/** A GET, or a ping, whose answer has nothing to show. */
async function read(core: Core, endpoint: AnyEndpoint, input: LooseInput, options: CallOptions): Promise<unknown> {
  const request: Exchange<unknown> = {
    ...makeRequest(core, endpoint, input, options),
    read(response, note) {
      if (response.gap !== undefined) options.onGap?.(response.gap);
      const judging = { maxBody: core.maxBody, note };
      if (endpoint.method === "GET") return readObject(endpoint, input.params, response, judging);
      const judged = judgeAnswer(endpoint, input, response, judging);
      if (judged.verdict !== "confirmed") throw new Failure("invalid-answer", judged.reason);
      return judged.value ?? {};
    },
  };
  const verdict = await exchange(core, request, createTimeBudget(core, options));
  if (verdict.ok) return verdict.value;
  throw failureOfStop(verdict, request);
}

function makeRequest(core: Core, endpoint: AnyEndpoint, input: LooseInput, options: CallOptions) {
  return {
    ...buildRequest(core.options, endpoint, input, options.extra),
    retry: endpoint.retry,
    checkCommand: options.checkCommand,
    slow: endpoint.slow === true,
  };
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
    () => sendWrite(core, endpoint, input, { ...options, onAbsent }, budget),
    (answer) => (isAbsent || isRefusal(answer) ? "not_applied" : "applied"),
  );
}

/** A write that is being sent, and what is needed to find out how it ended. */
interface Write {
  core: Core;
  endpoint: AnyEndpoint;
  /** With the body as it is sent. */
  input: LooseInput;
  options: CallOptions;
  budget: TimeBudget;
  request: Exchange<Judgement>;
}

async function sendWrite(
  core: Core,
  endpoint: AnyEndpoint,
  input: LooseInput,
  options: CallOptions,
  budget: TimeBudget,
): Promise<unknown> {
  const built = makeRequest(core, endpoint, input, options);
  const full = { ...input, body: built.value };
  const request: Exchange<Judgement> = {
    ...built,
    read(response, note) {
      if (response.gap !== undefined) options.onGap?.(response.gap);
      return judgeAnswer(endpoint, full, response, { maxBody: core.maxBody, note });
    },
    accept: endpoint.method === "DELETE" ? (response, lost) => acceptAbsent(core, response, options, lost) : undefined,
  };
  const sent: Write = { core, endpoint, input: full, options, budget, request };
  const known = options.unsettled && (await resolveEarlierWrite(sent));
  if (known) return known.answer;
  const verdict = await exchange(core, request, budget);
  if (verdict.ok) {
    const { value: judged } = verdict;
    return judged.verdict === "confirmed" ? judged.value : settle(sent, judged, verdict);
  }
  const { failed } = verdict;
  if (failed.outcome === "broken") return settle(sent, doubt(failed.failure.message, failed.failure.hint), verdict);
  if (verdict.action !== "verify") throw failureOfStop(verdict, request);
  return resolveLostWrite(sent, verdict);
}

/**
 * Looks once at what an answer did not prove.
 * @throws Failure refused: nothing has changed; unknown-outcome
 */
async function settle(
  write: Write,
  judged: Exclude<Judgement, { verdict: "confirmed" }>,
  { sentAt }: { sentAt: number },
) {
  const { core, endpoint, input, budget, request, options } = write;
  const isLookedAt = judged.verdict === "unknown" || endpoint.verify !== undefined;
  const look = isLookedAt
    ? await orAbandon(write, sentAt, () => lookUp(core, endpoint, input, { budget, made: judged.value }))
    : undefined;
  const settled = isLookedAt ? settleDoubt(judged, look, options.before) : judged;
  switch (settled.verdict) {
    case "confirmed":
      if (settled.note !== undefined) core.clientState.observe({ type: "note", message: settled.note });
      return look?.proven ? answerFrom(endpoint, look) : settled.value;
    case "contradicted":
      // Commands say in their own words what was refused.
      if (isRefusal(settled.value)) return settled.value;
      throw contradictedWrite(request, sentAt, settled.reason);
    case "unknown":
      throw unknownOutcome({ sentAt, failed: { failure: failureOfDoubt(settled) } }, request, settled.hint);
  }
}

const failureOfDoubt = ({ reason }: Doubt): Failure => new Failure("invalid-answer", reason);

/** Ctrl-C while it is looked at leaves the outcome unknown. @throws Failure canceled */
async function orAbandon<T>({ budget, request }: Write, sentAt: number, look: () => Promise<T>): Promise<T> {
  try {
    return await look();
  } catch (error) {
    if (!budget.signal?.aborted) throw error;
    throw abandonedWrite(request, sentAt, error);
  }
}

/** R11: finds out whether a lost change was applied. @throws Failure of the request if it was not, "unknown-outcome" */
async function resolveLostWrite(write: Write, stop: Stop): Promise<unknown> {
  const { core, endpoint, input, budget, request } = write;
  const { failure, response } = stop.failed;
  // A 500 or 503 comes from the service: it is done with the request. After a gateway's error, or no answer, it may
  // still be working on it.
  const patient = response?.status !== 500 && response?.status !== 503;
  const found = await orAbandon(write, stop.sentAt, () => lookUp(core, endpoint, input, { budget, patient }));
  if (found?.proven) {
    const message = `the answer was lost (${failure.message}), but the service shows the change`;
    core.clientState.observe({ type: "note", message });
    return answerFrom(endpoint, found);
  }
  if (found === undefined || found.unseen || patient) throw unknownOutcome(stop, request);
  throw failureOfStop({ ...stop, lost: false }, request);
}

/** R44: settles a write of an earlier run. Undefined: it has to be sent. @throws Failure "unknown-outcome" */
async function resolveEarlierWrite(write: Write): Promise<{ answer: unknown } | undefined> {
  const { core, endpoint, input, budget, request } = write;
  const { unsettled, unsettledAt } = write.options;
  const isRepeatable = endpoint.retry === "idempotent";
  const fresh =
    unsettledAt !== undefined && Math.abs(core.clientState.clock.now() - unsettledAt) < DEFAULTS.slowAttempt;
  const found = await lookUp(core, endpoint, input, { budget, patient: fresh && !isRepeatable });
  if (found?.proven) {
    core.clientState.observe({ type: "note", message: "applied by the earlier run" });
    return { answer: answerFrom(endpoint, found) };
  }
  // Shortly after sending, the service may still be working on it: not finding the change yet proves nothing.
  if (isRepeatable || (found && !fresh) || unsettled === "repeat") return undefined;
  throw stillUnknown(request);
}

/** R13: the contract answers 204 when the object is already absent; other services answer 404. The caller finds out why. */
function acceptAbsent(
  core: Core,
  response: WireResponse,
  options: CallOptions,
  lost: boolean,
): { value: Judgement } | undefined {
  if (response.status !== 404) return undefined;
  core.clientState.observe({
    type: "note",
    message: "not found: it is absent, or this token cannot see it",
    debug: true,
  });
  options.onAbsent?.(!lost && options.unsettled === undefined);
  return { value: { verdict: "confirmed", value: undefined } };
}

// Looks up whether a lost write happened.

/** The result of the read; undefined if it shows nothing. */
type LookUp = (Look & { answer?: Record<string, unknown> }) | undefined;

interface LookUpOptions {
  budget: TimeBudget;
  /** The service may still be working on it, so look again while the deadline allows. */
  patient?: boolean;
  /** The answer to a creation. */
  made?: unknown;
}

/**
 * R11: finds out with one GET whether a write took effect. Undefined: there is no rule, or the GET was inconclusive.
 */
async function lookUp(
  core: Core,
  endpoint: AnyEndpoint,
  input: SentInput,
  { budget, patient = false, made }: LookUpOptions,
): Promise<LookUp> {
  const rule: Verification | undefined = endpoint.verify;
  const params = rule && findParams(rule, input.params, made);
  if (!rule || !params || !ruleApplies(rule, input.body)) return undefined;
  const { clientState } = core;
  const look = () => lookUpOnce(core, endpoint, rule, { ...input, params }, budget);
  let found = await look();
  for (const [at, ms] of patient ? DEFAULTS.lookUpDelays.entries() : []) {
    if (found === undefined || found.proven || ms >= timeLeft(clientState, budget)) break;
    const wait = { type: "wait", method: "GET", path: expandPath(rule.get.path, params) } as const;
    clientState.observe({ ...wait, why: "not applied so far", ms, count: at + 1, of: DEFAULTS.lookUpDelays.length });
    await clientState.clock.sleep(ms, budget.signal);
    found = await look();
  }
  return found;
}

/** With the id of what was made; undefined: it is not known. */
function findParams(rule: Verification, params: SentInput["params"] = {}, made: unknown): SentInput["params"] {
  if (rule.made === undefined) return params;
  const id = isObject(made) ? made[idField(rule.made)] : undefined;
  // A copy with the id of its original was not made.
  return typeof id === "string" && id !== params[rule.made] ? { ...params, [rule.made]: id } : undefined;
}

const idField = (param: string): string => (param === "specSlug" ? "slug" : "id");

async function lookUpOnce(
  core: Core,
  endpoint: AnyEndpoint,
  rule: Verification,
  input: SentInput,
  budget: TimeBudget,
): Promise<LookUp> {
  const { get } = rule;
  const request = buildRequest(core.options, get, {
    params: input.params,
    ...(get.paginated && { query: { limit: 1000 } }),
  });
  const verdict = await exchange(
    core,
    {
      ...request,
      retry: "safe",
      slow: false,
      read: (response, note) => readJson(get, response, { maxBody: core.maxBody, note }),
    },
    budget,
  );
  if (!verdict.ok) {
    return rule.absent && verdict.failed.response?.status === 404 ? { proven: false, unseen: true } : undefined;
  }
  const subject = findSubject(rule, verdict.value, input);
  // A creation is proved by its thing.
  if (rule.made !== undefined && subject?.[idField(rule.made)] !== input.params?.[rule.made]) return undefined;
  return subject && makeProof(endpoint, rule, subject, input.body);
}

/** A rule that compares with a member of the body does not apply if the body lacks it. */
function ruleApplies(rule: Verification, body: Record<string, unknown> | undefined): boolean {
  if (rule.unless !== undefined && body?.[rule.unless] !== undefined) return false;
  const is = rule.proof?.is;
  const member =
    typeof is !== "object" ? undefined : "body" in is ? is.body : "contains" in is ? is.contains : undefined;
  return member === undefined || body?.[member] !== undefined;
}

/** The thing that was read; undefined: it is not there, or another one is. */
function findSubject(rule: Verification, answer: unknown, input: SentInput): Record<string, unknown> | undefined {
  if (!isObject(answer)) return undefined;
  if (rule.item === undefined) return isAbout(rule.get, input, answer) ? answer : undefined;
  const id = input.params?.[rule.item];
  const items = answer[rule.get.items ?? "items"];
  const isIt = (item: unknown) => ITEM_IDS.some((path) => getPath(item, path) === id);
  return Array.isArray(items) ? items.find((item) => isObject(item) && isIt(item)) : undefined;
}

/** The members of a team have no ids of their own. */
const ITEM_IDS = ["id", "organization.id"];

function isAbout(get: AnyEndpoint, { params }: SentInput, answer: Record<string, unknown>): boolean {
  try {
    checkAbout(get, params, answer);
    return true;
  } catch (error) {
    if (error instanceof Failure) return false;
    throw error;
  }
}

function makeProof(
  endpoint: AnyEndpoint,
  { proof, made }: Verification,
  subject: Record<string, unknown>,
  body: SentInput["body"],
): LookUp {
  if (proof) {
    const proven = isProven(proof, subject, body);
    if (proven === undefined && typeof proof.is === "object" && "contains" in proof.is) return undefined;
    // A field that is absent where it has to be true, or equal to another, is not so.
    return { proven: proven === true, answer: subject };
  }
  const { differences, agrees } = compareFields(endpoint, body, subject);
  if (differences.length > 0) return { proven: false, differences, answer: subject };
  return agrees || made !== undefined ? { proven: true, answer: subject } : undefined;
}

/** The looked-up object if the endpoint answers with that kind; otherwise only the members that the lookup reveals. */
function answerFrom({ response, verify }: AnyEndpoint, { answer = {} }: NonNullable<LookUp>): unknown {
  if (response === undefined) return undefined;
  if (response() === verify?.get.response?.()) return answer;
  const names = Object.entries<string>(verify?.answer ?? {});
  return Object.fromEntries(names.map(([member, held]) => [member, answer[held]]));
}
