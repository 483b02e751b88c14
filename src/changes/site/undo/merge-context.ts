/** What taking a plan back works on: the site before it, now, and as it left it. */

import { isSame, type Part, type SiteIndex } from "../site-index.js";
import type { Effects } from "./effects.js";

export interface Conflict {
  /** Id of the part. */
  id: string;
  /** `section "Guides": title` */
  title: string;
  why?: string;
}

export interface Merged {
  /** What the site is to be. */
  target: SiteIndex;
  /** Ids of parts that are made anew. */
  again: Set<string>;
  /** Changed by somebody else since, and left alone. */
  changed: Conflict[];
  /** What the service cannot bring back. */
  lost: Conflict[];
}

export interface Sides {
  before: SiteIndex;
  now: SiteIndex;
  /** As the plan left it; undefined where it was broken off. */
  after: SiteIndex | undefined;
  effects: Effects;
}

export interface MergeContext extends Sides, Merged {
  addConflict(part: Pick<Part, "id" | "name">, what: string): void;
}

/** The parts with these ids, as they are in each of the sites. */
export const partsIn = (ids: Iterable<string>, sites: readonly SiteIndex[]): Part[] =>
  [...ids].flatMap((id) => sites.flatMap(({ parts }) => parts.get(id) ?? []));

/**
 * What becomes of a value that the plan changed. "conflict": somebody else changed it since.
 * @param after as the plan left it; undefined: not known, so it is taken for what is there
 */
export function mergeValue(before: unknown, after: unknown, now: unknown): "keep" | "restore" | "conflict" {
  if (isSame(before, now)) return "keep";
  return after === undefined || isSame(after, now) ? "restore" : "conflict";
}
