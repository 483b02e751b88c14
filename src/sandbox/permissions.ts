/** `permissions` members of answers, worked out from the role of the member who calls. */
import { treeScopes } from "./positions.js";
import { ServiceError } from "./service-error.js";
import type { HandlerContext } from "./types.js";

export type Role = "admin" | "create" | "review" | "edit" | "comment" | "read";

/** Lowest first: a role may do what the ones before it may. Guests (null) may do what `read` may. */
const LADDER: readonly Role[] = ["read", "comment", "edit", "review", "create", "admin"];

/** True when `role` may do what `needed` may. */
export function allows(role: Role | null, needed: Role): boolean {
  return LADDER.indexOf(role ?? "read") >= LADDER.indexOf(needed);
}

/** The caller's role in an organization; null for guests. */
export function roleIn(context: HandlerContext, organization: string): Role | null {
  return context.store.get<{ role?: Role | null }>("member", `${organization}/${context.actor}`)?.role ?? null;
}

/** The lowest role that has each permission, in the contract's order. */
const NEEDED = {
  space: {
    view: "read",
    access: "read",
    admin: "admin",
    viewInviteLinks: "admin",
    edit: "edit",
    triggerGitSync: "create",
    comment: "comment",
    merge: "review",
    review: "review",
    installIntegration: "admin",
  },
  collection: { view: "read", admin: "admin", viewInviteLinks: "admin", create: "create" },
  organization: {
    view: "read",
    admin: "admin",
    ownTeam: "admin",
    createContent: "create",
    createOpenAPISpec: "create",
    ingestConversations: "create",
    viewBilling: "admin",
    listMembers: "read",
    listTeams: "read",
    listIntegrations: "create",
    listInstallations: "create",
    installIntegration: "admin",
  },
  team: { admin: "admin", view: "read" },
  "team-membership": { view: "read" },
  "openapi-spec": { view: "read", edit: "create" },
  translation: { view: "read", edit: "create" },
} as const satisfies Record<string, Record<string, Role>>;

export type PermissionKind = keyof typeof NEEDED;

/** The `permissions` object of a resource for a caller with this role. */
export function permissionsFor(kind: PermissionKind, role: Role | null): Record<string, boolean> {
  const entries = Object.entries<Role>(NEEDED[kind]);
  return Object.fromEntries(entries.map(([name, needed]) => [name, allows(role, needed)]));
}

/** Permissions of a comment or a reply: its author and admins may change it. */
export function commentPermissions(role: Role | null, own: boolean): Record<string, boolean> {
  const change = own || allows(role, "admin");
  return { view: true, edit: change, reply: allows(role, "comment"), delete: change };
}

/** @throws ServiceError 403 for a resource whose `permissions` deny it. */
export function refuseWithout(resource: { permissions?: Record<string, boolean> }, permission: string): void {
  if (resource.permissions?.[permission] === false) {
    throw new ServiceError(403, `you need the permission "${permission}" for this`);
  }
}

const STORED: readonly PermissionKind[] = ["space", "collection", "team", "openapi-spec", "translation"];

/** After a change of the caller's role: rewrite the `permissions` that the stored objects of an organization carry. */
export function refreshPermissions(context: HandlerContext, organization: string): void {
  const role = roleIn(context, organization);
  const { store } = context;
  const rewrite = (kind: PermissionKind, id: string) => {
    store.update(kind, id, (value) => ({ ...value, permissions: permissionsFor(kind, role) }));
  };
  rewrite("organization", organization);
  for (const scope of [...treeScopes(context, organization), `deleted/${organization}`]) {
    for (const kind of STORED) for (const id of store.ids(kind, scope)) rewrite(kind, id);
    for (const space of store.ids("space", scope)) refreshComments(context, space, role);
  }
}

/** Comments and replies of a space and of its change requests. */
function refreshComments({ store, actor }: HandlerContext, space: string, role: Role | null): void {
  const rewrite = (kind: string, id: string) => {
    store.update<{ postedBy: { id: string } }>(kind, id, (post) => ({
      ...post,
      permissions: commentPermissions(role, post.postedBy.id === actor),
    }));
  };
  for (const scope of [space, ...store.ids("change-request", space)]) {
    for (const comment of store.ids("comment", scope)) {
      rewrite("comment", comment);
      for (const reply of store.ids("comment-reply", comment)) rewrite("comment-reply", reply);
    }
  }
}
