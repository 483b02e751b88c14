import { listAnswer } from "../lists.js";
import { findOrganization, findSpace, type StoredSpace, timestamp } from "../lookup.js";
import { ORIGIN } from "../origin.js";
import { refuseWithout } from "../permissions.js";
import { type MoveBody, moveInTree, treeScopes } from "../positions.js";
import { purgeSpaces, RESTORABLE_MS } from "../purge.js";
import { ServiceError } from "../service-error.js";
import { withAddress } from "../space-sites.js";
import { transferInTree } from "../transfers.js";
import type { Handler, Handlers } from "../types.js";

const listOrgSpaces: Handler = (input, context) => {
  const { id } = findOrganization(context, input.params.organizationId ?? "");
  return listAnswer(context, input, { kind: "space", scope: treeScopes(context, id) });
};

const getSpace: Handler = async ({ params, query }, context) => ({
  value: await withAddress(context, findSpace(context, params.spaceId ?? ""), query.shareKey),
});

const updateSpace: Handler = ({ params, body }, context) => {
  const space = findSpace(context, params.spaceId ?? "");
  refuseWithout(space, "admin");
  const value = context.store.update<StoredSpace>("space", space.id, (stored) => ({
    ...stored,
    ...body,
    updatedAt: timestamp(context),
  }));
  return { value };
};

/** The space keeps its `parent`, so that a restore can put it back. */
const deleteSpace: Handler = ({ params }, context) => {
  const space = findSpace(context, params.spaceId ?? "");
  refuseWithout(space, "admin");
  purgeSpaces(context, space.organization);
  context.store.update<StoredSpace>("space", space.id, (stored) => ({ ...stored, deletedAt: timestamp(context) }));
  context.store.place("space", space.id, `deleted/${space.organization}`);
  return undefined;
};

const restoreSpace: Handler = ({ params }, context) => {
  const id = params.spaceId ?? "";
  const { store } = context;
  const space = store.get<StoredSpace>("space", id);
  if (space && space.deletedAt === undefined) throw new ServiceError(409, `space "${id}" is not deleted`);
  if (!space?.deletedAt || context.now() - Date.parse(space.deletedAt) > RESTORABLE_MS) {
    throw new ServiceError(404, `space "${id}" not found`);
  }
  refuseWithout(space, "admin");
  const { deletedAt: _deletedAt, parent, ...rest } = space;
  // The collection may have been deleted or transferred since.
  const back =
    parent !== undefined && store.get<StoredSpace>("collection", parent)?.organization === space.organization;
  const value = { ...rest, ...(back && { parent }), updatedAt: timestamp(context) };
  store.put("space", id, back ? parent : space.organization, value);
  return { value };
};

/** The content is copied, change requests and comments are not. The copy stands after the original. */
const duplicateSpace: Handler = async ({ params }, context) => {
  const { duplicateContent } = await import("../content/revisions.js");
  const source = findSpace(context, params.spaceId ?? "");
  refuseWithout(source, "access");
  const { store } = context;
  const id = context.id();
  const now = timestamp(context);
  const scope = source.parent ?? source.organization;
  const { gitSync: _gitSync, ...fields } = source as StoredSpace & { gitSync?: unknown };
  const { published: _published, public: _public, ...urls } = source.urls;
  const copy: StoredSpace = {
    ...fields,
    id,
    title: `${source.title} copy`,
    createdAt: now,
    updatedAt: now,
    editMode: "live",
    urls: { ...urls, location: `${ORIGIN}/v1/spaces/${id}`, app: `${ORIGIN}/o/${source.organization}/s/${id}` },
    comments: 0,
    changeRequests: 0,
    changeRequestsOpen: 0,
    changeRequestsDraft: 0,
  };
  store.put("space", id, scope, { ...copy, revision: duplicateContent(context, source.id, id) });
  store.place("space", id, scope, { after: source.id });
  return { value: store.get("space", id) };
};

const moveSpace: Handler = ({ params, body }, context) => {
  const space = findSpace(context, params.spaceId ?? "");
  refuseWithout(space, "admin");
  // The catalog's schema of the move checked the body.
  return { value: moveInTree(context, "space", space, body as MoveBody) };
};

const transferSpace: Handler = ({ params, body }, context) => {
  const space = findSpace(context, params.spaceId ?? "");
  refuseWithout(space, "admin");
  return { value: transferInTree(context, "space", space, body) };
};

export const handlers: Handlers = {
  listOrgSpaces,
  getSpace,
  updateSpace,
  deleteSpace,
  restoreSpace,
  duplicateSpace,
  moveSpace,
  transferSpace,
};
