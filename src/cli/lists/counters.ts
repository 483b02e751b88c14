/**
 * What the service has counted in one place, it cannot have none of in another: a team of four whose list of members is
 * empty was not read. Such a list gets the count that its thing has, so that it is one with fewer items than are counted.
 */

import type { Client } from "../../http/types.js";
import { expandTemplate } from "../../shared/path-template.js";

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

/** The counts of everything that is answered, until something is changed. */
export function withCounters(client: Client): Client {
  const counts = createCounts();
  return {
    ...client,
    async call(endpoint, input, options) {
      if (!keepsCounts(endpoint)) counts.clear();
      const answer = await client.call(endpoint, input, options);
      if (endpoint.method === "GET") noteThing(counts, answer);
      return answer;
    },
    list(endpoint, input, options) {
      const listing = client.list(endpoint, input, options);
      const { params = {}, query = {} } = input as Inputs;
      const key = options?.extra?.query ? "" : keyOf(endpoint.path, params, query);
      return {
        ...listing,
        async *pages() {
          let items = 0;
          for await (const page of listing.pages()) {
            items += page.items.length;
            for (const item of page.items) noteThing(counts, item);
            if (endpoint.path === MEMBERS) noteMembers(counts, params.organizationId, page.items);
            // Whoever asks is a member.
            const least = endpoint.path === MEMBERS ? 1 : (counts.get(key) ?? 0);
            const counted = items === 0 && page.next === undefined ? least : 0;
            yield counted > (page.count ?? 0) ? { ...page, count: counted } : page;
          }
        },
      };
    },
    raw(request) {
      if (!keepsCounts(request)) counts.clear();
      return client.raw(request);
    },
  };
}

/** Changes of fields move nobody. */
const keepsCounts = ({ method }: { method: string }): boolean => method === "GET" || method === "PATCH";

const MEMBERS = "/v1/orgs/{organizationId}/members";

/** Where somebody is in a team, or sees a space, there is one. */
function noteMembers(counts: Counts, organization: string | undefined, members: readonly unknown[]): void {
  for (const member of members) {
    for (const list of Object.keys(COUNTERS.member?.lists ?? {}))
      if (isThing(member) && Number(member[list]) > 0) counts.note(`orgs/${organization}/${list}`, 1);
  }
}

/** Every endpoint's input has these, if any. */
interface Inputs {
  params?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, unknown>>;
}

/** `teams/t1/members` for the list of the members of a team; empty for a list that may leave something out. */
function keyOf(
  path: string,
  params: Readonly<Record<string, string>>,
  query: Readonly<Record<string, unknown>>,
): string {
  const { status, order: _order, format: _format, ...others } = query;
  if (Object.keys(others).length > 0) return "";
  const filled = expandTemplate(path, (name) => params[name] ?? "");
  return filled.split("/").slice(-3).join("/") + (status === undefined ? "" : `?status=${String(status)}`);
}

const isThing = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

function noteThing(counts: Counts, thing: unknown): void {
  if (!isThing(thing) || typeof thing.object !== "string" || typeof thing.id !== "string") return;
  const { noun, lists } = Object.hasOwn(COUNTERS, thing.object) ? (COUNTERS[thing.object] ?? NONE) : NONE;
  for (const [list, member] of Object.entries(lists)) {
    const count = thing[member];
    if (typeof count === "number") counts.note(`${noun}/${thing.id}/${list}`, count);
  }
}

/** A list may have any number of items: at least so many of the last counts are kept, and at most twice as many. */
const LAST = 10_000;

interface Counts {
  note(list: string, count: number): void;
  get(list: string): number | undefined;
  clear(): void;
}

/** Two maps: to take the oldest out of one, over and over, takes longer the more it has. */
function createCounts(): Counts {
  let [newer, older] = [new Map<string, number>(), new Map<string, number>()];
  return {
    note(list, count) {
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

const NONE: Counters = { noun: "", lists: {} };
