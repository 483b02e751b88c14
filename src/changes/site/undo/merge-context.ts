/** What taking a plan back works on: the site before it, now, and as it left it. */
import type { Effects } from "./effects.js";
import type { Part, SiteIndex } from "./parts.js";

export interface Conflict {
  /** Id of the part. */
  id: string;
  /** `section "Guides": title` */
  title: string;
  why?: string;
}

export interface Target {
  picture: SiteIndex;
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

export interface MergeContext extends Sides, Target {
  tell(part: Pick<Part, "id" | "name">, what: string): void;
}
