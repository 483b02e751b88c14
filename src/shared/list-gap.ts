/** Decides whether a list that was read to its end is whole, for everything that reads lists. */
import { count } from "./wrap.js";

/** The members by which things are addressed: ids, slugs, numbers, and people by the id of the member. */
export const ID_PATHS: readonly string[] = ["id", "slug", "number", "organization.id"];

/** The facts about a list that was read from its beginning to its end. */
export interface ListFacts {
  /** Its items, each once: one that is listed twice stands where another one is missing. */
  listed: number;
  /** The most that its own answers count. Some services count on the first page only, or the items of each page. */
  counted?: number | undefined;
  /** The count of a thing that has these items, and how many of them were listed. */
  owner?: { counts: number; listed: number } | undefined;
  /** The same of statistics that come with the list; `what`: `broken link`. */
  statistics?: { counts: number; listed: number; what: string } | undefined;
  /** Ids that other answers name and the list lacks. */
  unlisted?: readonly string[] | undefined;
  /** Items without an id, in a list of things with ids. */
  withoutId?: number | undefined;
  /** Items of other things, which were left out, and how the first of them shows it. */
  foreign?: { items: number; why: string } | undefined;
}

/** Why a list of things with ids is not whole if one has none. */
export const WITHOUT_ID = "the list has an item without an id";

/** The most ids that are named. */
const NAMED = 3;

/** Why a list cannot be whole; undefined if nothing says so. */
export function gapOf(facts: ListFacts): string | undefined {
  const { listed, counted = 0, owner, statistics, unlisted = [], withoutId = 0, foreign } = facts;
  if (foreign) return `${count(foreign.items, "item")} left out: ${foreign.why}`;
  if (withoutId > 0) return WITHOUT_ID;
  if (listed < counted) return `only ${listed} of ${counted} were listed`;
  if (owner && owner.listed < owner.counts) return `only ${owner.listed} of ${owner.counts} were listed`;
  if (statistics && statistics.listed < statistics.counts)
    return `only ${statistics.listed} of ${count(statistics.counts, statistics.what)} were listed`;
  if (unlisted.length === 0) return undefined;
  const names = unlisted.slice(0, NAMED).join(", ");
  const more = unlisted.length > NAMED ? ` and ${unlisted.length - NAMED} more` : "";
  return `other answers name what was not listed: ${names}${more}`;
}
