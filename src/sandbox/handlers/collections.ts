import { findOrganization, notFound } from "../lookup.js";
import { ORIGIN } from "../origin.js";
import {
  findParent,
  type MoveBody,
  moveInTree,
  setParent,
  TREE_KINDS,
  type TreeNode,
  treeScopes,
} from "../positions.js";
import { forgetLevel, ownLevel, permissionsFor, settleLevel } from "../rights/levels.js";
import { listSeen, refuseCreation } from "../rights/rules.js";
import { transferInTree } from "../transfers.js";
import type { Handler, HandlerContext, HandlerInput, Handlers } from "../types.js";

/** @throws ServiceError 404 */
function find({ params }: HandlerInput, context: HandlerContext): TreeNode {
  const id = params.collectionId ?? "";
  const collection = context.store.get<TreeNode>("collection", id);
  if (!collection) throw notFound("collection", id);
  return collection;
}

const getCollection: Handler = (input, context) => ({ value: find(input, context) });

const updateCollection: Handler = (input, context) => {
  const { id } = find(input, context);
  const value = context.store.update<object>("collection", id, (stored) => ({ ...stored, ...input.body }));
  if (input.body.defaultLevel !== undefined) ownLevel(context.store, "collection", id);
  return { value };
};

/** Its contents move up to the place of the collection. */
const deleteCollection: Handler = (input, context) => {
  const { store } = context;
  const { id, parent, organization } = find(input, context);
  for (const child of store.siblings(id, TREE_KINDS)) {
    // The line above only asks for the kinds of this scope.
    const kind = child.kind as (typeof TREE_KINDS)[number];
    store.place(kind, child.id, parent ?? organization, { before: id });
    setParent(context, kind, child.id, parent);
  }
  store.remove("collection", id);
  forgetLevel(store, id);
  return undefined;
};

const listCollectionSpaces: Handler = (input, context) => {
  const { id, organization } = find(input, context);
  return listSeen(input, context, { organization, kind: "space", scopes: [id] });
};

const moveCollection: Handler = (input, context) => {
  const collection = find(input, context);
  // The catalog's schema of the move has checked the body.
  return { value: moveInTree(context, "collection", collection, input.body as MoveBody) };
};

const transferCollection: Handler = (input, context) => {
  const collection = find(input, context);
  return { value: transferInTree(context, "collection", collection, input.body) };
};

const listOrgCollections: Handler = (input, context) => {
  const { id } = findOrganization(context, input.params.organizationId ?? "");
  const scopes = input.query.nested === false ? [id] : treeScopes(context, id);
  return listSeen(input, context, { organization: id, kind: "collection", scopes });
};

const createCollection: Handler = ({ params, body }, context) => {
  const org = findOrganization(context, params.organizationId ?? "").id;
  const parent = typeof body.parent === "string" ? findParent(context, org, body.parent).id : undefined;
  refuseCreation(context, org, parent);
  const id = context.id();
  const value = {
    object: "collection",
    id,
    title: body.title ?? "Untitled",
    description: "",
    organization: org,
    ...(parent !== undefined && { parent }),
    urls: { location: `${ORIGIN}/v1/collections/${id}`, app: `${ORIGIN}/o/${org}/c/${id}` },
    permissions: permissionsFor("collection", "admin"),
  };
  context.store.put("collection", id, parent ?? org, value);
  settleLevel(context.store, "collection", id);
  return { value: context.store.get("collection", id) };
};

export const handlers: Handlers = {
  getCollection,
  updateCollection,
  deleteCollection,
  listCollectionSpaces,
  moveCollection,
  transferCollection,
  listOrgCollections,
  createCollection,
};
