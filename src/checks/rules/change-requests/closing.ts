/** Commands that put change requests right. */
import type { Facts } from "../../facts.js";
import type { Fix, Subject } from "../../types.js";

type Cr = Subject<"change-request">;

const paramsOf = ({ params: { spaceId = "" }, thing }: Cr) => ({ spaceId, changeRequestId: thing.id });

/** Words with the change request where `<cr>` stands, and its space at the end. */
export const command = (cr: Cr, ...words: readonly string[]): Fix => ({
  words: [...words.map((word) => (word === "<cr>" ? cr.thing.id : word)), "--space", paramsOf(cr).spaceId],
});

export const closing = (cr: Cr): Fix => ({
  ...command(cr, "cr", "close", "<cr>"),
  change: { endpoint: "updateChangeRequest", params: paramsOf(cr), body: { status: "archived" } },
});

export const updating = (cr: Cr): Fix => ({
  ...command(cr, "cr", "update", "<cr>"),
  change: { endpoint: "pullChangeRequest", params: paramsOf(cr) },
});

/** Whether it is up for a merge: open, or the one that somebody asks about, which may be a draft. */
export const isUpForMerge = ({ item: { status } }: Cr, { scope }: Facts): boolean =>
  status === "open" || (status === "draft" && scope.changeRequest !== undefined);
