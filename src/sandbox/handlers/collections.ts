import { listAnswer } from "../lists.js";
import { absent, findOrganization } from "../lookup.js";
import { ORIGIN } from "../origin.js";
import { allows, permissionsFor, refuseWithout, roleIn } from "../permissions.js";
import {
  findParent,
  type MoveBody,
  moveInTree,
  setParent,
  TREE_KINDS,
  type TreeNode,
  treeScopes,
} from "../positions.js";
import { ServiceError } from "../service-error.js";
import { transferInTree } from "../transfers.js";
import type { Handler, HandlerContext, HandlerInput, Handlers } from "../types.js";

interface StoredCollection extends TreeNode {
  permissions: Record<string, boolean>;
}

/** @throws ServiceError 404 */
function find({ params }: HandlerInput, context: HandlerContext): StoredCollection {
  const id = params.collectionId ?? "";
  const collection = context.store.get<StoredCollection>("collection", id);
  if (!collection) throw absent("collection", id);
  return collection;
}

/** For changes of the collection itself. @throws ServiceError 403, 404 */
function administrated(input: HandlerInput, context: HandlerContext): StoredCollection {
  const collection = find(input, context);
  refuseWithout(collection, "admin");
  return collection;
}

const getCollection: Handler = (input, context) => ({ value: find(input, context) });

const updateCollection: Handler = (input, context) => {
  const { id } = administrated(input, context);
  return { value: context.store.update<object>("collection", id, (stored) => ({ ...stored, ...input.body })) };
};

/** What it holds moves up, to where the collection stood. */
const deleteCollection: Handler = (input, context) => {
  const { store } = context;
  const { id, parent, organization } = administrated(input, context);
  for (const child of store.siblings(id, TREE_KINDS)) {
    // The scope's kinds are asked for in the line above.
    const kind = child.kind as (typeof TREE_KINDS)[number];
    store.place(kind, child.id, parent ?? organization, { before: id });
    setParent(context, kind, child.id, parent);
  }
  store.remove("collection", id);
  return undefined;
};

const listCollectionSpaces: Handler = (input, context) =>
  listAnswer(context, input, { kind: "space", scope: find(input, context).id });

const moveCollection: Handler = (input, context) => {
  const collection = administrated(input, context);
  // The catalog's schema of the move checked the body.
  return { value: moveInTree(context, "collection", collection, input.body as MoveBody) };
};

const transferCollection: Handler = (input, context) => {
  const collection = administrated(input, context);
  return { value: transferInTree(context, "collection", collection, input.body) };
};

const listOrgCollections: Handler = (input, context) => {
  const { id } = findOrganization(context, input.params.organizationId ?? "");
  const scope = input.query.nested === false ? id : treeScopes(context, id);
  return listAnswer(context, input, { kind: "collection", scope });
};

const createCollection: Handler = ({ params, body }, context) => {
  const org = findOrganization(context, params.organizationId ?? "").id;
  const role = roleIn(context, org);
  if (!allows(role, "create")) throw new ServiceError(403, "you may not create content in this organization");
  const parent = typeof body.parent === "string" ? findParent(context, org, body.parent).id : undefined;
  const id = context.id();
  const value = {
    object: "collection",
    id,
    title: body.title ?? "Untitled",
    organization: org,
    ...(parent !== undefined && { parent }),
    urls: { location: `${ORIGIN}/v1/collections/${id}`, app: `${ORIGIN}/o/${org}/c/${id}` },
    permissions: permissionsFor("collection", role),
  };
  context.store.put("collection", id, parent ?? org, value);
  return { value };
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
