/** Levels of access, computed from roles in organizations, default levels of spaces and collections, and team grants. */

import type { Store } from "../store/store.js";
import type { HandlerContext } from "../types.js";
import { ServiceError } from "../wire/service-error.js";

// The level that each permission needs. One table serves both the `permissions` members of answers (caller-view.ts) and
// refusals (rules.ts); a caller's level comes from levels.ts.

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
function higherLevel<T extends Level>(one: T | undefined, other: T | undefined): T | undefined {
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

// Default levels that spaces and collections inherit from their surroundings. `defaultLevel` is always answered; a mark
// stored beside the object says that the level is inherited from the collection or the organization.

const MARK = "inherited-level";
const KINDS = ["space", "collection"] as const;
type Kind = (typeof KINDS)[number];

interface LevelHolder {
  organization: string;
  parent?: string;
  defaultLevel?: Role | null;
}

/** True if the level is inherited, or if none is stored. */
function inheritsLevel(store: Store, id: string, { defaultLevel }: { defaultLevel?: Role | null }): boolean {
  return defaultLevel == null || store.scopeOf(MARK, id) !== undefined;
}

/** The level of an inheriting thing in this place; null in an organization whose new members are guests. */
function levelAround(store: Store, { organization, parent }: LevelHolder): Role | null {
  const collection = parent === undefined ? undefined : store.get<LevelHolder>("collection", parent);
  if (collection?.defaultLevel !== undefined) return collection.defaultLevel;
  return store.get<{ defaultRole?: Role | null }>("organization", organization)?.defaultRole ?? null;
}

/** Updates the level of a thing that inherits it, and of everything inside. */
export function settleLevel(store: Store, kind: Kind, id: string): void {
  const node = store.get<LevelHolder>(kind, id);
  if (!node || !inheritsLevel(store, id, node)) return;
  const defaultLevel = levelAround(store, node);
  store.put(MARK, id, MARK, {});
  store.update<LevelHolder>(kind, id, (value) => ({ ...value, defaultLevel }));
  if (kind === "collection") settleInside(store, id);
}

/** Like `settleLevel`, for everything in a collection or at the root of an organization. */
export function settleInside(store: Store, scope: string): void {
  for (const { kind, id } of store.siblings(scope, KINDS)) {
    // The line above only asks for the kinds of this scope.
    settleLevel(store, kind as Kind, id);
  }
}

/** Gives a level to everything in an organization that was stored without one. */
export function fillLevels(store: Store, organization: string): void {
  const fill = (scope: string) => {
    settleInside(store, scope);
    for (const collection of store.ids("collection", scope)) fill(collection);
  };
  for (const scope of [organization, `deleted/${organization}`]) fill(scope);
}

/** Makes the level the thing's own; its contents may inherit it. */
export function ownLevel(store: Store, kind: Kind, id: string): void {
  store.remove(MARK, id);
  if (kind === "collection") settleInside(store, id);
}

/** A copy inherits if its original does. */
export function copyLevel(store: Store, from: string, to: string): void {
  if (store.scopeOf(MARK, from) !== undefined) store.put(MARK, to, MARK, {});
}

/** Call after the thing is removed. */
export function forgetLevel(store: Store, id: string): void {
  store.remove(MARK, id);
}

/** A space granted to a team, in addition to what its members may see anyway. */
interface TeamSpace {
  space: string;
  permission: Role;
}

/** A member's access to a space as another service answered it, where levels would give another; null: none. */
export interface MemberSpace {
  space: string;
  permission: Role | null;
}

/** Kind and scope of these. */
export const MEMBER_GRANT = "member-grant";
export const grantScope = (organization: string, user: string): string => `${organization}/${user}`;

/** The members that determine access to a space or a collection. */
export interface Node {
  id: string;
  organization: string;
  parent?: string;
  defaultLevel?: Role;
}

interface Standing {
  id: string;
  role: Role | null;
  disabled: boolean;
}

/** The levels of one member in an organization, its spaces and its collections; undefined means no access. */
export interface Levels {
  organization: Level | undefined;
  space(space: Node): Role | undefined;
  collection(collection: Node): Role | undefined;
  team(team: string): Role | undefined;
}

/** Ids of the teams of a user (first value) in an organization (second value). */
export const TEAMS_OF = `SELECT team.id FROM objects membership
  JOIN objects team ON team.kind = 'team' AND team.id = membership.scope
  WHERE membership.kind = 'team-membership' AND json_extract(membership.json, '$.user') = ? AND team.scope = ?`;

/** Ids of a member's teams in an organization, in no particular order. */
export function findTeams({ store }: HandlerContext, organization: string, user: string): string[] {
  return store.sql.all(TEAMS_OF, user, organization).map(({ id }) => String(id));
}

/** The highest level granted to the teams for each space, including deleted spaces. */
function grantsOf({ store }: HandlerContext, teams: readonly string[]): Map<string, Role> {
  const grants = new Map<string, Role>();
  for (const { space, permission } of teams.flatMap((team) => store.all<TeamSpace>("team-space", team))) {
    grants.set(space, higherLevel(grants.get(space), permission) ?? permission);
  }
  return grants;
}

/** The caller's levels. */
export function callerLevels(context: HandlerContext, organization: string): Levels {
  const member = context.store.get<Standing>("member", `${organization}/${context.actor}`);
  return makeLevels(context, organization, member);
}

/**
 * A member's levels. Admins may do everything; others have the default level of the space or of the nearest
 * collection around it that has one, else their own role. Team grants may raise it; guests only have those.
 */
export function makeLevels(context: HandlerContext, organization: string, member: Standing | undefined): Levels {
  const nothing = () => undefined;
  if (!member || member.disabled)
    return { organization: undefined, space: nothing, collection: nothing, team: nothing };
  const admin = (): Role => "admin";
  const { id: user, role } = member;
  if (role === "admin") return { organization: "admin", space: admin, collection: admin, team: admin };
  const inherited = inheritance(context, organization, role);
  let grants: Map<string, Role> | undefined;
  const granted = () => {
    grants ??= grantsOf(context, findTeams(context, organization, user));
    return grants;
  };
  let read: Map<string, Role | null> | undefined;
  const told = (space: string) => {
    read ??= new Map(
      context.loaded
        ? context.store
            .all<MemberSpace>(MEMBER_GRANT, grantScope(organization, user))
            .map((one) => [one.space, one.permission])
        : [],
    );
    return read.get(space);
  };
  const byDefault = (node: Node) => role && (ownLevelOf(context, node) ?? inherited(node.parent));
  return {
    organization: role ?? "guest",
    space: (space) => {
      const known = told(space.id);
      const own = known === undefined ? byDefault(space) : known;
      return higherLevel(own ?? undefined, granted().get(space.id));
    },
    collection: (node) => byDefault(node) ?? (holdsAny(context, node.id, granted()) ? "read" : undefined),
    team: (team) => {
      const own = context.store.get<{ role: string }>("team-membership", `${team}/${user}`);
      if (own?.role === "owner") return "admin";
      return own || role ? "read" : undefined;
    },
  };
}

const ownLevelOf = ({ store }: HandlerContext, node: Node) =>
  inheritsLevel(store, node.id, node) ? undefined : node.defaultLevel;

/** The level that a collection passes down; each collection is read once. */
function inheritance(context: HandlerContext, organization: string, role: Role | null) {
  const known = new Map<string, Role | null>();
  const of = (id: string | undefined): Role | null => {
    if (id === undefined) return role;
    const before = known.get(id);
    if (before !== undefined) return before;
    const collection = context.store.get<Node>("collection", id);
    // A deleted space's collection may have been deleted or transferred since.
    const own = collection?.organization === organization ? collection : undefined;
    const level = (own && ownLevelOf(context, own)) ?? of(own?.parent);
    known.set(id, level);
    return level;
  };
  return of;
}

/** Checks whether one of these spaces is somewhere below the collection: guests see the path to what they were granted. */
function holdsAny({ store }: HandlerContext, collection: string, spaces: Map<string, Role>): boolean {
  for (const space of spaces.keys()) {
    for (let at = store.scopeOf("space", space); at !== undefined; at = store.scopeOf("collection", at)) {
      if (at === collection) return true;
    }
  }
  return false;
}
