/**
 * Proofs that a list is not whole: things that count the items of another list. Fields that name things of other lists are with
 * the endpoint (`names`).
 */

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
