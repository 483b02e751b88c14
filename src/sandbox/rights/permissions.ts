/**
 * The level that each permission needs. One table serves both the `permissions` members of answers (caller-view.ts) and
 * refusals (rules.ts); a caller's level comes from levels.ts.
 */
import { ServiceError } from "../wire/service-error.js";

export type Role = "admin" | "create" | "review" | "edit" | "comment" | "read";

/** A level of access in some place. Guests may only know that an organization exists; undefined means no access. */
export type Level = Role | "guest";

/** Lowest first: each level includes those before it. */
const LADDER: readonly Level[] = ["guest", "read", "comment", "edit", "review", "create", "admin"];

/** Checks whether `level` includes `needed`. */
export function allows(level: Level | undefined, needed: Level): boolean {
  return level !== undefined && LADDER.indexOf(level) >= LADDER.indexOf(needed);
}

/** The higher of two levels. */
export function higherLevel<T extends Level>(one: T | undefined, other: T | undefined): T | undefined {
  return other === undefined || (one !== undefined && allows(one, other)) ? one : other;
}

/** The lowest level that has each permission, in the contract's order. */
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
    view: "guest",
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
  // In the contract these two have no `permissions`.
  site: { view: "read", admin: "admin" },
  "saml-provider": { view: "read", admin: "admin" },
} as const satisfies Record<string, Record<string, Level>>;

type PermissionKind = keyof typeof NEEDED;

/** A permission of a kind of thing: `space edit`. */
export type Permission = { [K in PermissionKind]: `${K} ${keyof (typeof NEEDED)[K] & string}` }[PermissionKind];

/** The `permissions` object of a resource for a caller with this level. */
export function permissionsFor(kind: PermissionKind, level: Level | undefined): Record<string, boolean> {
  const entries = Object.entries<Level>(NEEDED[kind]);
  return Object.fromEntries(entries.map(([name, needed]) => [name, allows(level, needed)]));
}

/** Permissions of a comment or a reply: admins may change any, those who may comment their own. */
export function commentPermissions(level: Level | undefined, own: boolean): Record<string, boolean> {
  const change = allows(level, own ? "comment" : "admin");
  return { view: allows(level, "read"), edit: change, reply: allows(level, "comment"), delete: change };
}

/** @throws ServiceError 403 if the level lacks the permission */
export function refuseWithout(level: Level | undefined, permission: Permission): void {
  // A Permission always has this form: a kind, then one of its permissions.
  const [kind, name] = permission.split(" ") as [PermissionKind, string];
  const needed = Object.entries<Level>(NEEDED[kind]).find(([one]) => one === name)?.[1];
  if (needed !== undefined && allows(level, needed)) return;
  throw new ServiceError(403, `you need the permission "${name}" on the ${kind.replaceAll("-", " ")} for this`);
}
