/** Moves spaces and collections, which share one order within their parent (a collection or the organization). */
import { notFound, timestamp } from "./lookup.js";
import { settleLevel } from "./rights/levels.js";
import { refuseCreation } from "./rights/rules.js";
import type { HandlerContext } from "./types.js";
import { ServiceError } from "./wire/service-error.js";

export const TREE_KINDS = ["space", "collection"] as const;
export type TreeKind = (typeof TREE_KINDS)[number];

export interface TreeNode {
  id: string;
  organization: string;
  parent?: string;
  visibility?: string;
  updatedAt?: string;
}

/** Body of a move: `parent`, or a `position` beside a sibling, whose parent becomes the new one. */
export interface MoveBody {
  parent?: string;
  position?: { before?: { space: string }; after?: { space: string } };
}

interface Target {
  scope: string;
  parent?: string | undefined;
  place?: { before?: string; after?: string } | undefined;
}

const invalidPosition = (why: string) => new ServiceError(400, `invalid position: ${why}`);
export const noUpdate = () => new ServiceError(409, "operation would not result in any update");

/** Scopes of an organization's collections, parents before children; the organization itself comes first. */
export function treeScopes(context: HandlerContext, root: string): string[] {
  return [root, ...context.store.ids("collection", root).flatMap((id) => treeScopes(context, id))];
}

/**
 * Moves a space or a collection and returns it in its new state.
 * @throws ServiceError 400 invalid position, 403 no permission to create content there, 404 no such parent, 409 nothing
 * would change
 */
export function moveInTree(context: HandlerContext, kind: TreeKind, node: TreeNode, body: MoveBody): object {
  const target = body.position
    ? targetBeside(context, node, body.position, body.parent)
    : targetBelow(context, node, body.parent);
  if (kind === "collection") refuseInside(context, node.id, target.scope);
  if (!changes(context, node, target)) throw noUpdate();
  if (target.parent !== node.parent) refuseCreation(context, node.organization, target.parent);
  context.store.place(kind, node.id, target.scope, target.place);
  return setParent(context, kind, node.id, target.parent);
}

/** Visibility at the root: something visible to the members of its collection becomes private. */
export const atRoot = ({ visibility }: { visibility?: string }) =>
  visibility === "in-collection" ? { visibility: "private" } : {};

/** Stores `parent` in a space or a collection whose scope is that parent; undefined means the organization's root. */
export function setParent(context: HandlerContext, kind: TreeKind, id: string, parent: string | undefined): object {
  const value = context.store.update<TreeNode>(kind, id, (node) => {
    if (parent === undefined) {
      delete node.parent;
      Object.assign(node, atRoot(node));
    } else node.parent = parent;
    if (kind === "space") node.updatedAt = timestamp(context);
    return node;
  });
  if (!value) throw notFound(kind, id);
  settleLevel(context.store, kind, id);
  return context.store.get<TreeNode>(kind, id) ?? value;
}

/** The collection to put something into. @throws ServiceError 404 */
export function findParent(context: HandlerContext, organization: string, id: string): TreeNode {
  const parent = context.store.get<TreeNode>("collection", id);
  if (!parent || parent.organization !== organization) throw notFound("collection", id);
  return parent;
}

function targetBelow(context: HandlerContext, node: TreeNode, parent: string | undefined): Target {
  if (parent === undefined) throw noUpdate();
  return { scope: findParent(context, node.organization, parent).id, parent };
}

function targetBeside(
  context: HandlerContext,
  node: TreeNode,
  position: NonNullable<MoveBody["position"]>,
  parent: string | undefined,
): Target {
  const { before, after } = position;
  if (before && after) throw invalidPosition("give either before or after");
  const sibling = (before ?? after)?.space;
  if (sibling === undefined) return targetBelow(context, node, parent);
  if (sibling === node.id) throw invalidPosition(`"${sibling}" cannot be placed beside itself`);
  const found = TREE_KINDS.map((kind) => context.store.get<TreeNode & { deletedAt?: string }>(kind, sibling)).find(
    (value) => value && value.deletedAt === undefined && value.organization === node.organization,
  );
  if (!found) throw invalidPosition(`"${sibling}" is not a space or collection of the organization`);
  if (parent !== undefined && parent !== found.parent)
    throw invalidPosition(`"${sibling}" is not in collection "${parent}"`);
  return {
    scope: found.parent ?? node.organization,
    parent: found.parent,
    place: before ? { before: sibling } : { after: sibling },
  };
}

function refuseInside(context: HandlerContext, collection: string, scope: string): void {
  for (let at: string | undefined = scope; at !== undefined; at = context.store.scopeOf("collection", at)) {
    if (at === collection) throw invalidPosition("a collection cannot be placed below itself");
  }
}

/** False if the node is already there. */
function changes(context: HandlerContext, node: TreeNode, target: Target): boolean {
  if (target.scope !== (node.parent ?? node.organization)) return true;
  if (!target.place) return false;
  const order = context.store.siblings(target.scope, TREE_KINDS).map(({ id }) => id);
  const at = order.indexOf(node.id);
  return target.place.before === undefined
    ? order[at - 1] !== target.place.after
    : order[at + 1] !== target.place.before;
}
