/** Transfers spaces and collections to another organization or collection. */
import { findOrganization, notFound, timestamp } from "./lookup.js";
import { findParent, noUpdate, setParent, type TreeKind, type TreeNode, treeScopes } from "./positions.js";
import { refuseCreation } from "./rights/rules.js";
import { sitesOf } from "./sites/addresses.js";
import type { HandlerContext } from "./types.js";
import { ServiceError } from "./wire/service-error.js";

interface Addressed {
  urls: Record<string, string>;
}

/**
 * Transfers a space or a collection with all its contents and returns it in its new state.
 * @throws ServiceError 400 collection of another organization, 403 no content may be created there, 404 no such target, 409 nothing would
 * change, 412 a site shows the space
 */
export function transferInTree(
  context: HandlerContext,
  kind: TreeKind,
  node: TreeNode,
  { organization, collection }: { organization?: string; collection?: string },
): object {
  const target = makeTarget(context, organization, collection);
  if (collection === undefined ? target === node.organization : collection === node.parent) throw noUpdate();
  refuseCreation(context, target, collection);
  if (target !== node.organization) rehome(context, kind, node, target);
  context.store.place(kind, node.id, collection ?? target);
  return setParent(context, kind, node.id, collection);
}

function makeTarget(context: HandlerContext, organization?: string, collection?: string): string {
  if (organization !== undefined) findOrganization(context, organization);
  if (collection === undefined) {
    if (organization === undefined) throw noUpdate();
    return organization;
  }
  const owner = context.store.get<TreeNode>("collection", collection)?.organization;
  if (owner === undefined) throw notFound("collection", collection);
  if (organization !== undefined && owner !== organization) {
    throw new ServiceError(400, `collection "${collection}" is not in organization "${organization}"`);
  }
  findParent(context, owner, collection);
  return owner;
}

/** Gives the node and everything below it to another organization. */
function rehome(context: HandlerContext, kind: TreeKind, node: TreeNode, organization: string): void {
  const { store } = context;
  const collections = kind === "collection" ? treeScopes(context, node.id) : [];
  const spaces = kind === "space" ? [node.id] : collections.flatMap((id) => store.ids("space", id));
  for (const id of spaces) {
    if (sitesOf(context, id).length > 0)
      throw new ServiceError(412, `the ${kind} cannot be moved: a site shows space "${id}"`);
  }
  for (const id of collections) rewrite(context, "collection", id, node.organization, organization);
  for (const id of spaces) {
    rewrite(context, "space", id, node.organization, organization);
    for (const change of store.ids("change-request", id)) {
      store.update<Addressed>("change-request", change, (value) => relink(value, node.organization, organization));
    }
    leaveTeams(context, id);
  }
}

function rewrite(context: HandlerContext, kind: TreeKind, id: string, from: string, to: string): void {
  context.store.update<Addressed & TreeNode>(kind, id, (value) => ({
    ...relink(value, from, to),
    organization: to,
    ...(kind === "space" && { updatedAt: timestamp(context) }),
  }));
}

/** Updates addresses in the app, which contain the organization. */
function relink<T extends Addressed>(value: T, from: string, to: string): T {
  const urls = { ...value.urls };
  if (urls.app !== undefined) urls.app = urls.app.replace(`/o/${from}/`, `/o/${to}/`);
  return { ...value, urls };
}

/** Teams of the old organization lose their grants. */
function leaveTeams({ store }: HandlerContext, space: string): void {
  store.sql.run("DELETE FROM objects WHERE kind = 'team-space' AND json_extract(json, '$.space') = ?", space);
}
