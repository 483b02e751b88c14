/** Decides whether a list that was read to its end is whole, for everything that reads lists. */
import { Failure } from "../errors.js";
import { count } from "./wrap.js";

// Proofs that a list is not whole: things that count the items of another list. Fields that name things of other lists are with
// the endpoint (`names`).

/** A count in a field of a thing. */
export interface Count {
  field: string;
  /** The last part of the path of the list below the thing, or the path of a list of its organization. */
  list: string;
  /** It counts only items with this status. */
  status?: string;
  /** Every status but this one counts. */
  except?: string;
  /** It counts something else, of which each is in the list at least once: more than none proves one. */
  least?: true;
}

/** The path below which things of a kind have their own lists, and what they count. */
interface CountedThing {
  noun: string;
  counts: readonly Count[];
}

/** By the `object` of the thing. */
export const COUNTS: Readonly<Record<string, CountedThing>> = {
  team: { noun: "teams", counts: [{ field: "members", list: "members" }] },
  member: {
    noun: "members",
    counts: [
      { field: "teams", list: "teams" },
      { field: "spaces", list: "spaces" },
      { field: "teams", list: "/v1/orgs/{organizationId}/teams", least: true },
      { field: "spaces", list: "/v1/orgs/{organizationId}/spaces", least: true },
    ],
  },
  space: {
    noun: "spaces",
    counts: [
      { field: "comments", list: "comments", status: "open", except: "resolved" },
      { field: "changeRequestsOpen", list: "change-requests", status: "open" },
      { field: "changeRequestsDraft", list: "change-requests", status: "draft" },
    ],
  },
  "change-request": {
    noun: "change-requests",
    counts: [{ field: "comments", list: "comments", status: "open", except: "resolved" }],
  },
  comment: { noun: "comments", counts: [{ field: "replies", list: "replies" }] },
  site: { noun: "sites", counts: [{ field: "siteSpaces", list: "site-spaces" }] },
};

/** The status that a list shows if it is asked for none; others show all. */
export const SHOWN_STATUS: Readonly<Record<string, string>> = { "change-requests": "open" };

/** Query parameters that change the order or the members of items; any other one leaves items out. */
export const SHOWS_ALL: ReadonlySet<string> = new Set(["order", "format", "metadata", "computed"]);

/** The permission of an organization with which one of its lists is complete, where that is not `admin`. */
const PERMISSIONS: Readonly<Record<string, string>> = { members: "listMembers", teams: "listTeams" };

/** The caller's permission in the organization without which a list is not complete; undefined: none. */
export function permissionFor(list: string): string | undefined {
  const [, name, below] = /^\/v1\/orgs\/[^/]+\/([^/]+)(\/.+)?$/.exec(list) ?? [];
  if (name === undefined) return undefined;
  // The parts of a site or a space are seen by whoever sees that; the members of a team are not seen by everybody.
  return PERMISSIONS[name] ?? (below === undefined ? "admin" : undefined);
}

// Lists that are read to their end.

interface Listing<T> {
  pages(): AsyncIterable<{ items: readonly T[]; gap?: string | undefined }>;
}

/** In pages of the largest size. */
export const WHOLE = { pageSize: 1000, limit: undefined, page: undefined };

/** @throws Failure cannot-tell for a list that cannot be whole */
export async function readAll<T>(listing: Listing<T>): Promise<T[]> {
  const items: T[] = [];
  for await (const page of listing.pages()) {
    if (page.gap !== undefined) throw new Failure("cannot-tell", page.gap);
    items.push(...page.items);
  }
  return items;
}

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
