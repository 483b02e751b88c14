import type { AnyEndpoint, Verification } from "../../catalog/endpoint.js";
import { isObject } from "../../shared/values.js";
import { decodeJson } from "../answer/decode.js";
import { DEFAULTS } from "../defaults.js";
import { buildRequest, expandPath, type LooseInput } from "../request.js";
import { type Core, exchange } from "./exchange.js";
import { type TimeBudget, timeLeft } from "./retry.js";

/** `unseen`: not found, which is how it was before, or out of sight by now. */
export type Proof = { proven: true; answer: Record<string, unknown> } | { proven: false; unseen?: true } | undefined;

/**
 * R11: finds out with one GET whether a lost state change was applied. Undefined: there is no rule, or the GET was
 * inconclusive. `patient`: the service may still be working on it, so look again while the deadline allows.
 */
export async function verify(
  core: Core,
  endpoint: AnyEndpoint,
  input: LooseInput,
  budget: TimeBudget,
  patient: boolean,
): Promise<Proof> {
  const rule: Verification | undefined = endpoint.verify;
  if (!rule || !ruleApplies(rule, input.body)) return undefined;
  const { clientState } = core;
  let proof = await lookUpOnce(core, rule, input, budget);
  for (const [at, ms] of patient ? DEFAULTS.lookUpDelays.entries() : []) {
    if (proof === undefined || proof.proven || ms >= timeLeft(clientState, budget)) break;
    const path = expandPath(rule.get.path, input.params ?? {});
    const wait = { type: "wait", method: "GET", path, why: "not applied so far" } as const;
    clientState.observe({ ...wait, ms, count: at + 1, of: DEFAULTS.lookUpDelays.length });
    await clientState.clock.sleep(ms, budget.signal);
    proof = await lookUpOnce(core, rule, input, budget);
  }
  return proof;
}

/** What the answer to a change says against it; undefined if nothing, or if it does not show what the change is proved by. */
export function contradiction(endpoint: AnyEndpoint, input: LooseInput, answer: unknown): string | undefined {
  const rule: Verification | undefined = endpoint.verify;
  if (!rule || !isObject(answer) || rule.item !== undefined || !ruleApplies(rule, input.body)) return undefined;
  const value = answer[rule.proof.field];
  if (value === undefined || endpoint.response?.() !== rule.get.response?.()) return undefined;
  const proof = proofOf(rule, answer, input.body);
  return proof && !proof.proven
    ? `the service answered, but ${rule.proof.field} is ${JSON.stringify(value)}`
    : undefined;
}

async function lookUpOnce(core: Core, rule: Verification, input: LooseInput, budget: TimeBudget): Promise<Proof> {
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
      read: (response, note) => decodeJson(response, core.maxBody, note),
    },
    budget,
  );
  if (!verdict.ok) {
    return rule.absent && verdict.failed.response?.status === 404 ? { proven: false, unseen: true } : undefined;
  }
  const subject = subjectOf(rule, verdict.value, input);
  return subject && proofOf(rule, subject, input.body);
}

/** A rule that compares with a member of the body does not apply if the body lacks it. */
function ruleApplies(rule: Verification, body: Record<string, unknown> | undefined): boolean {
  if (rule.unless !== undefined && body?.[rule.unless] !== undefined) return false;
  const { is } = rule.proof;
  const member = typeof is === "object" ? ("body" in is ? is.body : is.contains) : undefined;
  return member === undefined || body?.[member] !== undefined;
}

function subjectOf(rule: Verification, answer: unknown, input: LooseInput): Record<string, unknown> | undefined {
  if (!isObject(answer)) return undefined;
  if (rule.item === undefined) return answer;
  const id = input.params?.[rule.item];
  const items = answer[rule.get.items ?? "items"];
  return Array.isArray(items) ? items.find((item) => isObject(item) && item.id === id) : undefined;
}

function proofOf(rule: Verification, subject: Record<string, unknown>, body: Record<string, unknown> = {}): Proof {
  const { field, is } = rule.proof;
  const value = subject[field];
  const proven = { proven: true, answer: subject } as const;
  if (is === "set") return value === undefined || value === null ? { proven: false } : proven;
  if (is === "unset") return value === undefined || value === null ? proven : { proven: false };
  if (is === true) return value === true ? proven : { proven: false };
  if ("body" in is) return value === body[is.body] ? proven : { proven: false };
  if (!Array.isArray(value)) return undefined;
  return value.some((one) => isObject(one) && one.id === body[is.contains]) ? proven : { proven: false };
}
