/** Contributors to a change request, besides the member who created it. Never part of an answer. */
import type { HandlerContext } from "./types.js";

const KIND = "contribution";

/** Records that somebody, by default the caller, changed the content of a change request. */
export function recordContribution(context: HandlerContext, changeRequest: string, user = context.actor): void {
  context.store.put(KIND, `${changeRequest}/${user}`, changeRequest, { user });
}

/** Checks whether the user changed anything in the change request. */
export function hasContributed(context: HandlerContext, changeRequest: string, user: string): boolean {
  return context.store.scopeOf(KIND, `${changeRequest}/${user}`) !== undefined;
}
