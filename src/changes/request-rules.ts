/** Rules for the requests of a plan, whether it was generated or written by hand. */
import type { AnyEndpoint } from "../catalog/endpoint.js";
import { Failure, usage } from "../errors.js";
import { refusePrivateKey } from "../shared/private-keys.js";
import type { Issue, Schema } from "../shared/schemas.js";
import { hashOf, isObject } from "../shared/values.js";

import type { UndoRule } from "./inverses/types.js";
import type { ObservedFields, ResolvedCall } from "./make/selector.js";
import { isReference, type Plan, type PlanSummary, type Step } from "./types.js";

/** @throws Failure usage for file: addresses: only the sandbox reads them, and the file may change before the plan is applied */
export function refuseFileSources(value: unknown): void {
  if (Array.isArray(value)) value.forEach(refuseFileSources);
  if (!isObject(value)) return;
  for (const [name, member] of Object.entries(value)) {
    const isAddress = name === "url" || name === "source" || name === "logo";
    if (isAddress && typeof member === "string" && /^\s*file:/i.test(member)) {
      throw usage("file: sources cannot be planned: they only work in the sandbox", "use an https address");
    }
    refuseFileSources(member);
  }
}

/** Ids of the steps whose answers a value uses. */
export function references(value: unknown): string[] {
  if (isReference(value)) return [value.$from];
  if (Array.isArray(value)) return value.flatMap(references);
  return isObject(value) ? Object.values(value).flatMap(references) : [];
}

/** Checks a body against the catalog's schema; placeholders count as texts. */
export function bodyProblem(endpoint: AnyEndpoint, body: Record<string, unknown>) {
  if (!endpoint.body) return { path: [], says: "this request has no body" };
  const schema: Schema = endpoint.body();
  const [issue] = schema.safeParse(withTexts(body)).error?.issues ?? [];
  return issue && { path: issue.path.map(String), says: issueText(issue) };
}

/** The library only says "Invalid input" of a value that is none of those allowed. */
export const issueText = ({ code, values, message }: Issue): string =>
  code === "invalid_value" && Array.isArray(values) ? `must be one of ${values.join(", ")}` : message;

function withTexts(value: unknown): unknown {
  if (isReference(value)) return "id";
  if (Array.isArray(value)) return value.map(withTexts);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withTexts(member)]));
}

/** A short id for exactly these steps, what undoing them brings back, and what those who confirm it were shown as reasons. */
export const idOf = ({
  origin,
  organization,
  site,
  evidence,
  steps,
}: Pick<Plan, "origin" | "organization" | "site" | "evidence" | "steps">): string =>
  hashOf({ origin, organization, ...(site && { site }), ...(evidence && { evidence }), steps }).slice(0, 12);

/** How many steps do what, and which cannot be undone. */
export function summaryOf(steps: readonly Step[]): PlanSummary {
  const totals: Plan["totals"] = {};
  for (const { change } of steps) totals[change] = (totals[change] ?? 0) + 1;
  return { totals, cannotUndo: steps.filter(({ undo }) => undo === "impossible").map(({ id }) => id) };
}

// Refuses requests that are never planned.

export const LOST_PLACE = {
  undo: "near",
  why: "its position among the things that the plan creates is unknown",
} as const;
export const SECRET = "the old value contains a secret";

/** Refuses a change of an absent thing, so that a mistyped address is reported now and not when it is applied. @throws Failure not-found */
export function refuseAbsent(
  { reads, thing }: UndoRule,
  { endpoint, params }: ResolvedCall,
  [first]: readonly ObservedFields[],
): void {
  const changes = reads?.as === "fields" || reads?.as === "state" || reads?.as === "order";
  // A PUT makes what is not there, but no comment and no reply.
  const makes = endpoint.method === "PUT" && thing !== "comment" && thing !== "reply";
  if (!changes || makes || first === undefined || first.label !== undefined || first.before !== null) return;
  const id = params[endpoint.params.at(-1) ?? ""];
  throw new Failure("not-found", `${thing} ${JSON.stringify(id)} does not exist: nothing can be planned for it`);
}

/** @throws Failure usage */
export function refuseBody(
  { path }: AnyEndpoint,
  body: Readonly<Record<string, unknown>>,
  redact: <T>(value: T) => T,
): void {
  refusePrivateKey(path, body);
  if (JSON.stringify(redact(body)) !== JSON.stringify(body)) {
    throw usage("the request contains a secret, which is never written to a plan", "send it without --plan");
  }
  refuseFileSources(body);
}

/** @throws Failure usage: the same request twice is a mistake, where the second would change nothing or fail */
export function refuseTwice(steps: readonly Step[]): void {
  const seen = new Map<string, Step>();
  for (const step of steps) {
    if (step.change === "create") continue;
    const key = hashOf([step.endpoint, step.params, step.body ?? null, step.reads]);
    const twin = seen.get(key);
    if (twin) throw new Failure("usage", `steps ${twin.id} and ${step.id} are the same: ${step.title}`);
    seen.set(key, step);
  }
}
