/** Which spaces members and teams of an organization may see; counted when asked, as spaces come and go. */
import { grantsOf, levelsOf, teamsOf } from "./levels.js";
import type { Role } from "./permissions.js";
import { treeScopes } from "./positions.js";
import type { HandlerContext } from "./types.js";

export interface StoredMember {
  object: "member";
  id: string;
  role: Role | null;
  user: { displayName: string; email: string };
  disabled: boolean;
  joinedAt: string;
  lastSeenAt?: string;
  sso: boolean;
  spaces: number;
  teams: number;
}

export interface StoredTeam {
  object: "team";
  id: string;
  title: string;
  members: number;
  spaces: number;
  createdAt: string;
}

/** Members and teams of one organization with `spaces` as it is now. */
export function spaceCounter(context: HandlerContext, organization: string) {
  const { store } = context;
  let all: number | undefined;
  const everything = () => {
    all ??= treeScopes(context, organization).reduce((sum, scope) => sum + store.count("space", scope), 0);
    return all;
  };
  const isLive = (space: string) => {
    const scope = store.scopeOf("space", space);
    return scope !== undefined && scope !== `deleted/${organization}`;
  };
  const granted = (teams: readonly string[]) => [...grantsOf(context, teams).keys()].filter(isLive).length;
  const count = ({ id, role, disabled }: StoredMember) => {
    if (disabled) return 0;
    return role === null ? granted(teamsOf(context, organization, id)) : everything();
  };
  return {
    member: (member: StoredMember): StoredMember => ({ ...member, spaces: count(member) }),
    team: (team: StoredTeam): StoredTeam => ({ ...team, spaces: granted([team.id]) }),
  };
}

interface Space {
  id: string;
  organization: string;
  createdAt: string;
  parent?: string;
  defaultLevel?: Role;
}

/** What a member may do in each space of an organization, in the order of the spaces. */
export function spacesOf(
  context: HandlerContext,
  organization: string,
  member: StoredMember | undefined,
): { permission: Role; space: Space }[] {
  const levels = levelsOf(context, organization, member);
  if (levels.organization === undefined) return [];
  const spaces = treeScopes(context, organization).flatMap((scope) => context.store.all<Space>("space", scope));
  return spaces.flatMap((space) => {
    const permission = levels.space(space);
    return permission ? [{ permission, space }] : [];
  });
}
