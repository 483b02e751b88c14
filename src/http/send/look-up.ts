import type { AnyEndpoint, Verification } from "../../catalog/endpoint.js";
import { Failure } from "../../errors.js";
import { getPath } from "../../shared/paths.js";
import { isObject } from "../../shared/values.js";
import { compareFields, isProven } from "../answer/compare-fields.js";
import { checkAbout, type Look, readJson, type SentInput } from "../answer/judge-answer.js";
import { DEFAULTS } from "../defaults.js";
import { buildRequest, expandPath } from "../request.js";
import { type Core, exchange } from "./exchange.js";
import { type TimeBudget, timeLeft } from "./retry.js";

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
export async function lookUp(
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
export function answerFrom({ response, verify }: AnyEndpoint, { answer = {} }: NonNullable<LookUp>): unknown {
  if (response === undefined) return undefined;
  if (response() === verify?.get.response?.()) return answer;
  const names = Object.entries<string>(verify?.answer ?? {});
  return Object.fromEntries(names.map(([member, held]) => [member, answer[held]]));
}
