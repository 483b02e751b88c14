/** Deleted spaces are gone for good after seven days. */
import { forgetLinks } from "../content/links/link-index.js";
import { forgetSpace } from "../content/search/search-index.js";
import { forgetLevel } from "../rights/inherited.js";
import type { HandlerContext } from "../types.js";

export const RESTORABLE_MS = 7 * 24 * 3_600_000;

/** Remove the spaces of an organization whose time has passed, with all that belongs to them. */
export function purgeSpaces(context: HandlerContext, organization: string): void {
  for (const space of context.store.all<{ id: string; deletedAt?: string }>("space", `deleted/${organization}`)) {
    if (context.now() - Date.parse(space.deletedAt ?? "") > RESTORABLE_MS) purge(context, space.id);
  }
}

function purge(context: HandlerContext, space: string): void {
  const { store } = context;
  for (const scope of [space, ...store.ids("change-request", space)]) {
    for (const comment of store.ids("comment", scope)) store.removeAll("comment-reply", comment);
    store.removeAll("comment", scope);
    store.removeAll("contribution", scope);
  }
  store.removeAll("change-request", space);
  store.removeAll("revision", space);
  forgetSpace(store, space);
  forgetLinks(store, space);
  forgetLevel(store, space);
  store.remove("space", space);
}
