/** Rules for the requests of a plan, whether it was generated or written by hand. */
import type { AnyEndpoint } from "../catalog/endpoint.js";
import { usage } from "../errors.js";
import type { Issue, Schema } from "../shared/schema-issues.js";
import { hashOf, isObject } from "../shared/values.js";

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
