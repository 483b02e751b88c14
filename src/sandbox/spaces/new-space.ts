import { createRevision, duplicateContent } from "../content/revisions.js";
import type { ContentInput } from "../content/types.js";
import { type StoredSpace, timestamp } from "../lookup.js";
import { ORIGIN } from "../origin.js";
import { copyLevel, permissionsFor, settleLevel } from "../rights/levels.js";
import type { HandlerContext } from "../types.js";

// Copies spaces.

/**
 * A new space with the content and settings of another one, placed after it; change requests and comments are not
 * copied.
 */
export function copySpace(
  context: HandlerContext,
  source: StoredSpace,
  changes: { title: string; language?: string },
): StoredSpace {
  const { store } = context;
  const id = context.id();
  const now = timestamp(context);
  const scope = source.parent ?? source.organization;
  const { gitSync: _gitSync, ...fields }: StoredSpace & { gitSync?: unknown } = source;
  const { published: _published, public: _public, ...urls } = source.urls;
  const copy: StoredSpace = {
    ...fields,
    id,
    ...changes,
    createdAt: now,
    updatedAt: now,
    editMode: "live",
    urls: { ...urls, location: `${ORIGIN}/v1/spaces/${id}`, app: `${ORIGIN}/o/${source.organization}/s/${id}` },
    comments: 0,
    changeRequests: 0,
    changeRequestsOpen: 0,
    changeRequestsDraft: 0,
    revision: duplicateContent(context, source.id, id),
  };
  store.put("space", id, scope, copy);
  copyLevel(store, source.id, id);
  store.place("space", id, scope, { after: source.id });
  return copy;
}

/** A space at the root of the organization. */
export function createSpace(
  context: HandlerContext,
  org: string,
  title: string,
  content: ContentInput = {},
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
