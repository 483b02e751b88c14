/** Which readings belong to what was asked for, and how those are told that do not. */
import { ONLY, OPTIONAL, TOPICS } from "./facts.js";
import type { Asked } from "./types.js";

const entryOf = (table: Readonly<Record<string, readonly string[]>>, name: string): string | undefined =>
  Object.entries(table).find(([, names]) => names.includes(name))?.[0];

/** Why a reading is left out that is only made on request. */
export function whyNotIncluded({ include }: Asked, name: string): string | undefined {
  const flag = entryOf(OPTIONAL, name);
  return flag === undefined || include.some((one) => one === flag) ? undefined : `pass --include ${flag}`;
}

/** Why a reading is left out that is made unless it is not wanted. */
export function whyExcluded({ exclude }: Asked, name: string): string | undefined {
  const flag = entryOf(TOPICS, name);
  return flag !== undefined && exclude.some((one) => one === flag) ? `leave out --exclude ${flag}` : undefined;
}

export const isWanted = (asked: Asked, name: string): boolean =>
  whyExcluded(asked, name) === undefined && whyNotIncluded(asked, name) === undefined;

/** What a reading is made for of what its list gave; undefined: everything. */
export function onlyOf({ include }: Asked, name: string): (typeof ONLY)[string] | undefined {
  const only = ONLY[name];
  return only?.unless !== undefined && include.includes(only.unless) ? undefined : only;
}
