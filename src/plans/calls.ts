/** What holds for the requests of a plan, however it was made. */
import { usage } from "../errors.js";
import { hashOf, isObject } from "../facts/values.js";

import { isFrom, type Plan } from "./types.js";

/** @throws Failure usage: a file is only read inside the sandbox, and is another one when the plan is applied */
export function refuseFileSources(value: unknown): void {
  if (Array.isArray(value)) value.forEach(refuseFileSources);
  if (!isObject(value)) return;
  for (const [name, member] of Object.entries(value)) {
    const isAddress = name === "url" || name === "source" || name === "logo";
    if (isAddress && typeof member === "string" && /^\s*file:/i.test(member)) {
      throw usage("file: sources are not planned: they only work inside the sandbox", "give an https address");
    }
    refuseFileSources(member);
  }
}

/** Ids of the steps whose answers are used. */
export function references(value: unknown): string[] {
  if (isFrom(value)) return [value.$from];
  if (Array.isArray(value)) return value.flatMap(references);
  return isObject(value) ? Object.values(value).flatMap(references) : [];
}

/** A short name for exactly these steps. */
export const idOf = ({ origin, organization, steps }: Pick<Plan, "origin" | "organization" | "steps">): string =>
  hashOf({ origin, organization, steps }).slice(0, 12);
