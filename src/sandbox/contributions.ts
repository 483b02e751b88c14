/** Who contributed to a change request, beside the member who created it. Never answered. */
import type { HandlerContext } from "./types.js";

const KIND = "contribution";

/** Note that the caller changed the content of a change request. */
export function recordContribution(context: HandlerContext, changeRequest: string): void {
  context.store.put(KIND, `${changeRequest}/${context.actor}`, changeRequest, { user: context.actor });
}

/** Whether the user changed anything in the change request. */
export function contributed(context: HandlerContext, changeRequest: string, user: string): boolean {
  return context.store.scopeOf(KIND, `${changeRequest}/${user}`) !== undefined;
}
