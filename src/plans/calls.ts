/** Rules for the requests of a plan, whether it was generated or written by hand. */
import { usage } from "../errors.js";
import { hashOf, isObject } from "../facts/values.js";

import { isFrom, type Plan } from "./types.js";

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
  if (isFrom(value)) return [value.$from];
  if (Array.isArray(value)) return value.flatMap(references);
  return isObject(value) ? Object.values(value).flatMap(references) : [];
}

/** A short id for exactly these steps, and for what undoing them brings back. */
export const idOf = ({
  origin,
  organization,
  site,
  steps,
}: Pick<Plan, "origin" | "organization" | "site" | "steps">): string =>
  hashOf({ origin, organization, ...(site && { site }), steps }).slice(0, 12);
