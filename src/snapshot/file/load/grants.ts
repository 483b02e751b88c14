/** Restores who reaches which spaces, as far as it was read: the service does not tell which spaces teams were given. */
import { grantScope, levelsOf, MEMBER_GRANT, type MemberSpace, type Node } from "../../../sandbox/rights/levels.js";
import type { Role } from "../../../sandbox/rights/permissions.js";
import type { HandlerContext } from "../../../sandbox/types.js";

interface Member {
  id: string;
  role: Role | null;
  disabled: boolean;
}

interface SpaceAccess {
  permission?: Role;
  space?: { id?: string };
}

/** Stores a grant wherever a member's spaces, if read completely, differ from what levels alone would give. */
export function keepReached(context: HandlerContext, org: string): void {
  const { store } = context;
  const spaces = store.sql
    .all("SELECT json FROM objects WHERE kind = 'space'")
    .map(({ json }) => JSON.parse(String(json)) as Node);
  // No team has grants here, so all members with the same role have the same levels.
  const byRole = new Map<Role | null, Map<string, Role | undefined>>();
  const byDefault = (role: Role | null) => {
    const known = byRole.get(role);
    if (known) return known;
    const levels = levelsOf(context, org, { id: "", role, disabled: false });
    const all = new Map(spaces.map((space) => [space.id, levels.space(space)]));
    byRole.set(role, all);
    return all;
  };
  for (const { id: user, role, disabled } of store.all<Member>("member", org)) {
    if (role === "admin" || disabled || !wasRead(context, org, user)) continue;
    const reached = new Map(
      store
        .all<SpaceAccess>("member-space", `${org}/${user}`)
        .flatMap(({ space, permission }) => (space?.id && permission ? [[space.id, permission] as const] : [])),
    );
    for (const [space, level] of byDefault(role)) {
      const permission = reached.get(space) ?? null;
      if (permission === (level ?? null)) continue;
      const grant: MemberSpace = { space, permission };
      store.put(MEMBER_GRANT, `${user}/${space}`, grantScope(org, user), grant);
    }
  }
  store.sql.run("DELETE FROM objects WHERE kind = 'member-space'");
}

function wasRead({ store }: HandlerContext, org: string, user: string): boolean {
  const scope = `orgs/${org}/members/${user}/spaces`;
  return store.sql.all("SELECT 1 FROM sources WHERE scope = ? AND state = 'complete'", scope).length > 0;
}
