/** What taking a plan back works on: the site before it, now, and as it left it. */
import type { Doings } from "./doings.js";
import type { Part, Picture } from "./parts.js";

export interface Told {
  /** Id of the part. */
  id: string;
  /** `section "Guides": title` */
  title: string;
  why?: string;
}

export interface Target {
  picture: Picture;
  /** Ids of parts that are made anew. */
  again: Set<string>;
  /** Changed by somebody else since, and left alone. */
  changed: Told[];
  /** What the service cannot bring back. */
  lost: Told[];
}

export interface Sides {
  before: Picture;
  now: Picture;
  /** As the plan left it; undefined where it was broken off. */
  after: Picture | undefined;
  doings: Doings;
}

export interface Merging extends Sides, Target {
  tell(part: Pick<Part, "id" | "name">, what: string): void;
}
