import { findOrganization, findSpace, type StoredSpace, timestamp } from "../lookup.js";
import { atRoot, type MoveBody, moveInTree, treeScopes } from "../positions.js";
import { ownLevel, settleLevel } from "../rights/levels.js";
import { listSeen, refuseCreation } from "../rights/rules.js";
import { withAddress } from "../sites/addresses.js";
import { isRestorable } from "../spaces/purge-schedule.js";
import { transferInTree } from "../transfers.js";
import type { Handler, Handlers } from "../types.js";
import { ServiceError } from "../wire/service-error.js";

const listOrgSpaces: Handler = (input, context) => {
  const { id } = findOrganization(context, input.params.organizationId ?? "");
  return listSeen(input, context, { organization: id, kind: "space", scopes: treeScopes(context, id) });
};

const getSpace: Handler = ({ params, query }, context) => ({
  value: withAddress(context, findSpace(context, params.spaceId ?? ""), query.shareKey),
});

const updateSpace: Handler = ({ params, body }, context) => {
  const space = findSpace(context, params.spaceId ?? "");
  const value = context.store.update<StoredSpace>("space", space.id, (stored) => ({
    ...stored,
    ...body,
    updatedAt: timestamp(context),
  }));
  if (body.defaultLevel !== undefined) ownLevel(context.store, "space", space.id);
  return { value };
};

/** The space keeps its `parent`, so that a restore can put it back. */
const deleteSpace: Handler = ({ params }, context) => {
  const space = findSpace(context, params.spaceId ?? "");
  context.store.update<StoredSpace>("space", space.id, (stored) => ({ ...stored, deletedAt: timestamp(context) }));
  context.store.place("space", space.id, `deleted/${space.organization}`);
  return undefined;
};

const restoreSpace: Handler = ({ params }, context) => {
  const id = params.spaceId ?? "";
  const { store } = context;
  const space = store.get<StoredSpace>("space", id);
  if (space && space.deletedAt === undefined) throw new ServiceError(409, `space "${id}" is not deleted`);
  if (!space?.deletedAt || !isRestorable(context.now, space.deletedAt)) {
    throw new ServiceError(404, `space "${id}" not found`);
  }
  const { deletedAt: _deletedAt, parent, ...rest } = space;
  // The collection may have been deleted or transferred since.
  const back =
    parent !== undefined && store.get<StoredSpace>("collection", parent)?.organization === space.organization;
  const value = { ...rest, ...(back ? { parent } : atRoot(rest)), updatedAt: timestamp(context) };
  store.put("space", id, back ? parent : space.organization, value);
  settleLevel(store, "space", id);
  return { value: store.get<StoredSpace>("space", id) };
};

const duplicateSpace: Handler = async ({ params }, context) => {
  const { copySpace } = await import("../spaces/new-space.js");
  const source = findSpace(context, params.spaceId ?? "");
  refuseCreation(context, source.organization, source.parent);
  return { value: copySpace(context, source, { title: `${source.title} copy` }) };
};

const moveSpace: Handler = ({ params, body }, context) => {
  const space = findSpace(context, params.spaceId ?? "");
  // The catalog's schema of the move has checked the body.
  return { value: moveInTree(context, "space", space, body as MoveBody) };
};

const transferSpace: Handler = ({ params, body }, context) => {
  const space = findSpace(context, params.spaceId ?? "");
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
