import { createRevision } from "../content/revisions.js";
import type { RevisionInput } from "../content/types.js";
import { type StoredSpace, timestamp } from "../lookup.js";
import { ORIGIN } from "../origin.js";
import { settleLevel } from "../rights/inherited-levels.js";
import { permissionsFor } from "../rights/permissions.js";
import type { HandlerContext } from "../types.js";

/** A space at the root of the organization. */
export function createSpace(
  context: HandlerContext,
  org: string,
  title: string,
  content: Pick<RevisionInput, "pages" | "files"> = {},
): StoredSpace {
  const id = context.id();
  const now = timestamp(context);
  const space = {
    object: "space",
    id,
    title,
    visibility: "private",
    createdAt: now,
    updatedAt: now,
    editMode: "live",
    urls: { location: `${ORIGIN}/v1/spaces/${id}`, app: `${ORIGIN}/o/${org}/s/${id}` },
    organization: org,
    revision: createRevision(context, { space: id, type: "edits", ...content }),
    comments: 0,
    changeRequests: 0,
    changeRequestsOpen: 0,
    changeRequestsDraft: 0,
    permissions: permissionsFor("space", "admin"),
  };
  context.store.put("space", id, org, space);
  settleLevel(context.store, "space", id);
  return context.store.get<StoredSpace>("space", id) ?? space;
}
