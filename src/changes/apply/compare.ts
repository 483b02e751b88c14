/** Compares what a step finds with what was there when it was planned. */

import { hashOf } from "../../shared/values.js";
import type { Fields, Read, Step } from "../types.js";
import { itemMatches, type World } from "../world.js";

export interface Comparison {
  /** `was`: as when it was planned. `becomes`: already as it is to be. */
  is: "was" | "becomes" | "changed";
  hashes: string[];
  /** The fields that were read. */
  fields: Fields[];
  /** Names of fields that have changed, as far as the plan shows. */
  changed: string[];
}

/** Reads the target again. @throws Failure of the reads; cannot-tell if something may be out of sight */
export async function compare(step: Pick<Step, "reads" | "before">, world: World): Promise<Comparison> {
  const observed = await Promise.all(step.reads.map(async (read) => ({ read, fields: await world.peek(read) })));
  const seen = { hashes: observed.map(({ fields }) => hashOf(fields)), fields: observed.map(({ fields }) => fields) };
  const { hashes } = seen;
  // A thing that was absent and is still not visible decides nothing.
  for (const [at, { read, fields }] of observed.entries()) {
    if (fields === null && hashes[at] !== read.was) await world.proveAbsent(read);
  }
  const isWanted = ({ becomes }: Read, at: number) => becomes !== undefined && hashes[at] === becomes;
  if (observed.length > 0 && step.reads.every(isWanted)) return { is: "becomes", ...seen, changed: [] };
  const odd = observed.filter(({ read }, at) => hashes[at] !== read.was && !isWanted(read, at));
  if (odd.length === 0) return { is: "was", ...seen, changed: [] };
  return { is: "changed", ...seen, changed: odd.flatMap(({ read, fields }) => names(read, fields, step.before)) };
}

/** The fields that have changed; all fields if the plan does not have the old values. */
function names(read: Read, now: Fields, before: Fields): string[] {
  if (now === null) return ["it no longer exists"];
  const known = read.fields.filter((field) => before && Object.hasOwn(before, field));
  const odd = known.filter((field) => hashOf(before?.[field]) !== hashOf(now[field]));
  return odd.length > 0 ? odd : before === null ? ["it exists now"] : read.fields;
}

/** True if an id is that of a thing that a step made: its list shows it as the step names it, or not at all. */
export async function isCreatedThing(
  { change, reads }: Step,
  out: Readonly<Record<string, unknown>> | undefined,
  world: World,
): Promise<boolean> {
  if (change !== "create" || out?.id === undefined) return true;
  for (const { path, item } of reads) {
    const found = item && (await world.items(path)).find(({ id }) => id === out.id);
    if (found && !itemMatches(found, item)) return false;
  }
  return true;
}
