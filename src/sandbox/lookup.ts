/** Finds what a path names; everything below something missing is missing too. */

import type { Store } from "./store/store.js";
import type { HandlerContext } from "./types.js";
import { ServiceError } from "./wire/service-error.js";

/** The members of stored objects that the engine reads; the stored texts hold more. */
interface StoredOrganization {
  id: string;
  title: string;
}

export interface StoredSpace {
  id: string;
  title: string;
  organization: string;
  parent?: string;
  revision: string;
  visibility?: string;
  editMode: string;
  createdAt: string;
  updatedAt: string;
  deletedAt?: string;
  comments: number;
  changeRequests: number;
  changeRequestsOpen: number;
  changeRequestsDraft: number;
  urls: Record<string, string>;
  permissions: Record<string, boolean>;
}

export interface StoredChangeRequest {
  object: "change-request";
  id: string;
  number: number;
  status: string;
  subject?: string;
  createdBy: { id: string };
  createdAt: string;
  updatedAt: string;
  revision: string;
  revisionInitial: string;
  revisionMergedAncestor?: string;
  revisionMerged?: string;
  comments: number;
  outdated: boolean;
  urls: { app: string; location: string };
}

/** The answer for things that do not exist: 404. */
export function notFound(what: string, id: string): ServiceError {
  return new ServiceError(404, `${what} "${id}" not found`);
}

/** A thing that must be in this scope. @throws ServiceError 404 */
export function findIn<T extends object>(
  store: Store,
  kind: string,
  scope: string,
  { id, name = kind }: { id: string; name?: string },
): T {
  const found = store.scopeOf(kind, id) === scope ? store.get<T>(kind, id) : undefined;
  if (!found) throw notFound(name, id);
  return found;
}

/** @throws ServiceError 404 */
export function findOrganization(context: HandlerContext, id: string): StoredOrganization {
  const organization = context.store.get<StoredOrganization>("organization", id);
  if (!organization) throw notFound("organization", id);
  return organization;
}

/** A space that is not deleted. @throws ServiceError 404 */
export function findSpace(context: HandlerContext, id: string): StoredSpace {
  const space = context.store.get<StoredSpace>("space", id);
  if (!space || space.deletedAt !== undefined) throw notFound("space", id);
  return space;
}

/** A change request of a space that is not deleted, by its id or its number. @throws ServiceError 404 */
export function findChangeRequest(context: HandlerContext, spaceId: string, idOrNumber: string): StoredChangeRequest {
  findSpace(context, spaceId);
  const { store } = context;
  // Ids are never all digits.
  const found = /^\d{1,15}$/.test(idOrNumber)
    ? store.all<StoredChangeRequest>("change-request", spaceId, { number: Number(idOrNumber) })[0]
    : store.scopeOf("change-request", idOrNumber) === spaceId &&
      store.get<StoredChangeRequest>("change-request", idOrNumber);
  if (!found) throw notFound("change request", idOrNumber);
  return found;
}

/** @throws ServiceError 403 for a space whose edits are locked */
export function refuseLocked(space: StoredSpace): void {
  if (space.editMode === "locked") throw new ServiceError(403, `space "${space.id}" is locked`);
}

/** @throws ServiceError 409 for a change request that is merged or archived */
export function refuseClosed({ status, number }: StoredChangeRequest): void {
  if (status === "merged" || status === "archived") {
    throw new ServiceError(409, `change request ${number} is ${status}`);
  }
}

/** The injected clock's time in the service's format. */
export function timestamp(context: HandlerContext): string {
  return new Date(context.now()).toISOString();
}

// Contributors to a change request, besides the member who created it. Never part of an answer.

const CONTRIBUTION = "contribution";

/** Records that somebody, by default the caller, changed the content of a change request. */
export function recordContribution(context: HandlerContext, changeRequest: string, user = context.actor): void {
  context.store.put(CONTRIBUTION, `${changeRequest}/${user}`, changeRequest, { user });
}

/** Checks whether the user changed anything in the change request. */
export function hasContributed(context: HandlerContext, changeRequest: string, user: string): boolean {
  return context.store.scopeOf(CONTRIBUTION, `${changeRequest}/${user}`) !== undefined;
}
