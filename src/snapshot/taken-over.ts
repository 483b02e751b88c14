/** What of an earlier snapshot is still true, by what the lists above it say now. */
import type { Item } from "./types.js";

/** Members of a space that move when something in it does. */
const SPACE_SIGNS = ["revision", "changeRequests", "changeRequestsOpen", "changeRequestsDraft", "comments"];
const CHANGE_SIGNS = ["revision", "status", "updatedAt", "comments"];

/** A thing that something is read for, as it is listed now and as it was; and the thing above that one. */
export interface Compared {
  now: Item;
  before: Item | undefined;
  above?: Compared | undefined;
}

const same = ({ now, before }: Compared, members: readonly string[]): boolean =>
  before !== undefined && members.every((member) => now[member] === before[member]);

const hasRevision = ({ now }: Compared): boolean => typeof now.revision === "string";

/**
 * By the reading's name. Counters count what is open, so where something is open it is listed again; what was said and
 * settled between two walks, or edited where nothing is open, is seen with `--full`.
 */
export const TAKEN_OVER: Readonly<Record<string, (thing: Compared) => boolean>> = {
  getSpaceContent: (space) => hasRevision(space) && same(space, ["revision"]),
  listChangeRequests: (space) =>
    same(space, SPACE_SIGNS) && space.now.changeRequestsOpen === 0 && space.now.changeRequestsDraft === 0,
  listSpaceComments: (space) => same(space, SPACE_SIGNS) && space.now.comments === 0,
  getChangeRequestContent: (change) =>
    hasRevision(change) && same(change, ["revision"]) && change.above !== undefined && same(change.above, ["revision"]),
  listChangeRequestComments: (change) => same(change, CHANGE_SIGNS) && change.now.comments === 0,
  listChangeRequestCommentReplies: ({ above }) =>
    above !== undefined && same(above, CHANGE_SIGNS) && above.now.comments === 0,
  // A version never changes.
  getOpenapiVersionContent: ({ before }) => before !== undefined,
};

/** What has to be read again of a space that moved while it was read: the part by the members that tell. */
export const PARTS_OF_SPACE: Readonly<Record<string, readonly string[]>> = {
  content: ["revision"],
  "change-requests": ["changeRequests", "changeRequestsOpen", "changeRequestsDraft"],
  comments: ["comments"],
};
