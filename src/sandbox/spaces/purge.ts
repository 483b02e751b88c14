import { forgetLinks } from "../content/links/link-index.js";
import { forgetSpace } from "../content/search.js";
import { forgetLevel } from "../rights/levels.js";
import { refreshAddresses, sitesOf } from "../sites/addresses.js";
import { unlinkSpace } from "../sites/change.js";
import type { HandlerContext } from "../types.js";

/** Removes a space for good, with everything that belongs to it. Sites that showed it get another default. */
export function purgeSpace(context: HandlerContext, space: string): void {
  const { store } = context;
  for (const scope of [space, ...store.ids("change-request", space)]) {
    for (const comment of store.ids("comment", scope)) store.removeAll("comment-reply", comment);
    for (const kind of ["comment", "contribution", "content-import"]) store.removeAll(kind, scope);
  }
  for (const kind of ["change-request", "revision"]) store.removeAll(kind, space);
  const shown = sitesOf(context, space);
  for (const { site, section, id } of shown) unlinkSpace(context, site, section ?? site, id);
  for (const site of new Set(shown.map((one) => one.site))) {
    const organization = store.scopeOf("site", site);
    if (organization !== undefined) refreshAddresses(context.store, organization);
  }
  store.sql.run("DELETE FROM objects WHERE kind = 'team-space' AND json_extract(json, '$.space') = ?", space);
  forgetSpace(store, space);
  forgetLinks(store, space);
  forgetLevel(store, space);
  store.remove("space", space);
}
