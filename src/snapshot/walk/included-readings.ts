/** Decides which readings a request covers, and explains why the others are left out. */

import type { Asked } from "../types.js";
import { ONLY, OPTIONAL, TOPICS } from "./read-rules.js";

const entryOf = (table: Readonly<Record<string, readonly string[]>>, name: string): string | undefined =>
  Object.entries(table).find(([, names]) => names.includes(name))?.[0];

/** Why an optional reading is left out: the flag that would include it. */
export function whyNotIncluded({ include }: Asked, name: string): string | undefined {
  const flag = entryOf(OPTIONAL, name);
  return flag === undefined || include.some((one) => one === flag) ? undefined : `pass --include ${flag}`;
}

/** Why a default reading is left out: the flag that excludes it. */
export function whyExcluded({ exclude }: Asked, name: string): string | undefined {
  const flag = entryOf(TOPICS, name);
  return flag !== undefined && exclude.some((one) => one === flag) ? `leave out --exclude ${flag}` : undefined;
}

export const isWanted = (asked: Asked, name: string): boolean =>
  whyExcluded(asked, name) === undefined && whyNotIncluded(asked, name) === undefined;

/** The filter on the items that a reading is made for; undefined: all of them. */
export function onlyOf({ include }: Asked, name: string): (typeof ONLY)[string] | undefined {
  const only = ONLY[name];
  return only?.unless !== undefined && include.includes(only.unless) ? undefined : only;
}
