/**
 * What the service has counted in one place, it cannot have none of in another: a team of four whose list of members is
 * empty was not read. Such a list gets the count that its thing has, so that it is one with fewer items than are counted.
 */
import { expandTemplate } from "../../shared/path-template.js";
import { isObject } from "../../shared/values.js";
import type { ListCall, LooseInput } from "../request.js";
import type { Page } from "../types.js";

interface Counters {
  noun: string;
  /** Members of the thing, by the name of the list that they count. */
  lists: Readonly<Record<string, string>>;
}

const COUNTERS: Readonly<Record<string, Counters>> = {
  team: { noun: "teams", lists: { members: "members" } },
  member: { noun: "members", lists: { teams: "teams", spaces: "spaces" } },
  space: {
    noun: "spaces",
    lists: {
      comments: "comments",
      "comments?status=open": "comments",
      "change-requests?status=open": "changeRequestsOpen",
      "change-requests?status=draft": "changeRequestsDraft",
    },
  },
  "change-request": { noun: "change-requests", lists: { comments: "comments" } },
  comment: { noun: "comments", lists: { replies: "replies" } },
  site: { noun: "sites", lists: { "site-spaces": "siteSpaces" } },
};

/** The counts in what is answered to a client, until it changes something. */
export interface Counts {
  /** Call before each request of an endpoint. */
  forgetAt(request: { method: string }): void;
  /** Notes what an answered thing counts. */
  note(thing: unknown): void;
  /** Notes the items of a page. The page, with the known count if its list is empty; `items`: how many it has so far. */
  compare<T>(asked: ListCall, page: Page<T>, items: number): Page<T>;
}

const MEMBERS = "/v1/orgs/{organizationId}/members";

export function createCounts(): Counts {
  const counts = createRecent();
  return {
    forgetAt({ method }) {
      // Changes of fields move nobody.
      if (method !== "GET" && method !== "PATCH") counts.clear();
    },
    note: (thing) => noteThing(counts, thing),
    compare({ endpoint: { path }, input, options }, page, items) {
      for (const item of page.items) noteThing(counts, item);
      if (path === MEMBERS) noteMembers(counts, input.params?.organizationId, page.items);
      if (items > 0 || page.next !== undefined) return page;
      // Whoever asks is a member.
      const least = path === MEMBERS ? 1 : (counts.get(options.extra?.query ? "" : keyOf(path, input)) ?? 0);
      return least > (page.count ?? 0) ? { ...page, count: least } : page;
    },
  };
}

/** Where somebody is in a team, or sees a space, there is one. */
function noteMembers(counts: Recent, organization: string | undefined, members: readonly unknown[]): void {
  for (const member of members) {
    for (const list of Object.keys(COUNTERS.member?.lists ?? {}))
      if (isObject(member) && Number(member[list]) > 0) counts.set(`orgs/${organization}/${list}`, 1);
  }
}

/** `teams/t1/members` for the list of the members of a team; empty for a list that may leave something out. */
function keyOf(path: string, { params = {}, query = {} }: LooseInput): string {
  const { status, order: _order, format: _format, ...others } = query;
  if (Object.keys(others).length > 0) return "";
  const filled = expandTemplate(path, (name) => params[name] ?? "");
  return filled.split("/").slice(-3).join("/") + (status === undefined ? "" : `?status=${String(status)}`);
}

function noteThing(counts: Recent, thing: unknown): void {
  if (!isObject(thing) || typeof thing.object !== "string" || typeof thing.id !== "string") return;
  const { noun, lists } = Object.hasOwn(COUNTERS, thing.object) ? (COUNTERS[thing.object] ?? NONE) : NONE;
  for (const [list, member] of Object.entries(lists)) {
    const count = thing[member];
    if (typeof count === "number") counts.set(`${noun}/${thing.id}/${list}`, count);
  }
}

const NONE: Counters = { noun: "", lists: {} };

/** A list may have any number of items: at least so many of the last counts are kept, and at most twice as many. */
const LAST = 10_000;

type Recent = Pick<Map<string, number>, "get" | "clear"> & { set(list: string, count: number): void };

/** Two maps: to take the oldest out of one, over and over, takes longer the more it has. */
function createRecent(): Recent {
  let [newer, older] = [new Map<string, number>(), new Map<string, number>()];
  return {
    set(list, count) {
      newer.set(list, count);
      if (newer.size < LAST) return;
      older = newer;
      newer = new Map();
    },
    get: (list) => newer.get(list) ?? older.get(list),
    clear() {
      newer.clear();
      older.clear();
    },
  };
}
