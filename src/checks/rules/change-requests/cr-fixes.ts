/** Fixes for change requests. */
import type { Facts } from "../../data-source.js";
import { Unknown } from "../../not-evaluable.js";
import type { Fix, FixPlan, Subject } from "../../types.js";

type Cr = Subject<"change-request">;

const paramsOf = ({ params: { spaceId = "" }, thing }: Cr) => ({ spaceId, changeRequestId: thing.id });

/** A command with `<cr>` replaced by the change request, and its space at the end. */
export const command = (cr: Cr, ...words: readonly string[]): Fix => ({
  words: [...words.map((word) => (word === "<cr>" ? cr.thing.id : word)), "--space", paramsOf(cr).spaceId],
});

export const closeFix = (cr: Cr): Fix => ({
  ...command(cr, "cr", "close", "<cr>"),
  change: { endpoint: "updateChangeRequest", params: paramsOf(cr), body: { status: "archived" } },
});

export const planClose = (condition: string): FixPlan => ({
  consequence: "closes the change request: it leaves the lists, and can be reopened",
  condition,
});

export const updateFix = (cr: Cr): Fix => ({
  ...command(cr, "cr", "update", "<cr>"),
  change: { endpoint: "pullChangeRequest", params: paramsOf(cr) },
});

const STATUSES: readonly string[] = ["draft", "open", "archived", "merged"];

/** @throws Unknown without a status that the contract has */
export function statusOf({ item: { status } }: Cr): string {
  if (typeof status === "string" && STATUSES.includes(status)) return status;
  throw new Unknown(`the service does not show its status${status ? `, or one that is not known: ${status}` : ""}`);
}

/**
 * Whether it may be merged next: it is open, or it is a draft that is being checked by itself.
 * @throws Unknown without a status
 */
export function isUpForMerge(cr: Cr, { scope }: Facts): boolean {
  const status = statusOf(cr);
  return status === "open" || (status === "draft" && scope.changeRequest !== undefined);
}
