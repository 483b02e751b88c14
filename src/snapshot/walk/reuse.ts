/** Decides what of an earlier snapshot is still up to date, judging by what the lists above it say now. */
import { isDeepStrictEqual } from "node:util";
import { withoutKeys } from "../../shared/keys.js";
import type { Item } from "../types.js";

/** Members of a space that change whenever something in it does. */
const SPACE_SIGNS = ["revision", "changeRequests", "changeRequestsOpen", "changeRequestsDraft", "comments"];
const CHANGE_SIGNS = ["revision", "status", "updatedAt", "comments"];

/** By the name of a list: the members of its items that show whether something in the thing has changed. */
export const SIGNS: Readonly<Record<string, readonly string[]>> = {
  listOrgSpaces: SPACE_SIGNS,
  listChangeRequests: CHANGE_SIGNS,
};

/** A listed thing as it is now and as it was, along with the thing above it. */
export interface ItemVersions {
  now: Item;
  before: Item | undefined;
  above?: ItemVersions | undefined;
}

const isSame = ({ now, before }: ItemVersions, members: readonly string[]): boolean =>
  before !== undefined && members.every((member) => now[member] === before[member]);

/** Keys in addresses may have been left out before. */
const hasSameAddresses = ({ now, before }: ItemVersions): boolean =>
  [now, withoutKeys(now)].some(({ urls }) => isDeepStrictEqual(urls, before?.urls));

const hasRevision = ({ now }: ItemVersions): boolean => typeof now.revision === "string";

/**
 * By the name of the reading. The counters only count what is open, so a list with open items is read again. A comment made
 * and resolved between two walks, or edited while nothing is open, goes unnoticed: `--full` finds it.
 */
export const TAKEN_OVER: Readonly<Record<string, (thing: ItemVersions) => boolean>> = {
  // A content has the addresses at which it is published, which change with the path on a site.
  getSpaceContent: (space) => hasRevision(space) && isSame(space, ["revision"]) && hasSameAddresses(space),
  listChangeRequests: (space) =>
    isSame(space, SPACE_SIGNS) && space.now.changeRequestsOpen === 0 && space.now.changeRequestsDraft === 0,
  listSpaceComments: (space) => isSame(space, SPACE_SIGNS) && space.now.comments === 0,
  getChangeRequestContent: (change) =>
    hasRevision(change) &&
    isSame(change, ["revision"]) &&
    change.above !== undefined &&
    isSame(change.above, ["revision"]),
  listChangeRequestComments: (change) => isSame(change, CHANGE_SIGNS) && change.now.comments === 0,
  listChangeRequestCommentReplies: ({ above }) =>
    above !== undefined && isSame(above, CHANGE_SIGNS) && above.now.comments === 0,
  // A version never changes.
  getOpenapiVersionContent: ({ before }) => before !== undefined,
};

/** By the name of a list: the parts of its things to read again if these changed while they were read, with the members that show it. */
export const PARTS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  listOrgSpaces: {
    content: ["revision"],
    "change-requests": ["changeRequests", "changeRequestsOpen", "changeRequestsDraft"],
    comments: ["comments"],
  },
  listTeams: { members: ["members"] },
};
