import * as z from "zod/mini";
import type { ResponseOf } from "../../catalog/endpoint.js";
import { usage } from "../../errors.js";
import { gapOf as gapIn } from "../../shared/list-gap.js";
import { getPath } from "../../shared/paths.js";
import { placeOf, text } from "../input-schema.js";
import { pick, readWhole, type WholeList } from "../lists.js";
import { ITEM, shorten } from "../shorten.js";
import { defineTool, type Params, type ToolDependencies } from "../types.js";

// Loaded when called, not at startup.
const catalog = async () => {
  const [{ getMember, listMemberSpaces, listMemberTeams }, { getSpace }] = await Promise.all([
    import("../../catalog/members.js"),
    import("../../catalog/spaces.js"),
  ]);
  return { getMember, listMemberSpaces, listMemberTeams, getSpace };
};

type Catalog = Awaited<ReturnType<typeof catalog>>;

export const explainAccess = defineTool({
  name: "explain_access",
  title: "Explain access",
  description:
    "Explain what a member may do in a space: role in the organization, permission in the space, teams, and the level that the space gives everybody.",
  input: () =>
    z.strictObject({
      member: text("id, email or name; @me is the owner of the token, if known"),
      ...placeOf("org", "space"),
    }),
  endpoints: async () => Object.values(await catalog()),
  async run(given, dependencies) {
    const { client, resolveParams } = dependencies;
    const { getMember, getSpace, listMemberTeams } = await catalog();
    const params = await resolveParams(getMember.params, given);
    const { spaceId = "" } = await resolveParams(getSpace.params, given);
    const [member, space, spaces, teams] = await Promise.all([
      // `place` returns exactly the requested parameters.
      client.call(getMember, { params } as never),
      client.call(getSpace, { params: { spaceId } }),
      spacesOf(params, dependencies),
      readWhole(client, listMemberTeams, { params }),
    ]);
    if (space.organization && space.organization !== params.organizationId) {
      throw usage("the space is in another organization than the member", `pass org ${space.organization}`);
    }
    const permission = permissionIn(spaceId, spaces, member.spaces);
    const teamsGap = gapOf(teams, member.teams);
    return {
      member: shorten(pick(member, ["user.id", "user.displayName", "user.email", "role", "disabled"]), ITEM),
      space: shorten(pick(space, ["id", "title", "visibility", "defaultLevel", "parent"]), ITEM),
      permission_in_space: permission.level,
      teams: teams.items
        .slice(0, MOST_TEAMS)
        .map((team) => shorten(pick(team, ["team.id", "team.title", "member.role"]), ITEM)),
      ...(teams.items.length > MOST_TEAMS && { more_teams: teams.items.length - MOST_TEAMS }),
      ...(teamsGap !== undefined && { teams_incomplete: teamsGap }),
      reasons: reasonsFor(member, space, permission, teams.items.length),
    };
  },
});

type Member = ResponseOf<Catalog["getMember"]>;
type Space = ResponseOf<Catalog["getSpace"]>;

const RANK = ["read", "comment", "edit", "review", "create", "admin"];

function reasonsFor(member: Member, space: Space, permission: Permission, teams: number): string[] {
  const { role, disabled } = member;
  const level = space.defaultLevel;
  const isMore = RANK.indexOf(permission.level) > Math.max(RANK.indexOf(role ?? ""), RANK.indexOf(level ?? ""));
  return [
    ...(disabled ? ["the member is disabled and cannot sign in"] : []),
    ...(role === "admin" ? ["an admin of the organization may do everything in every space"] : []),
    ...(role === null ? ["a guest sees only spaces that a team of the guest or the guest may access"] : []),
    ...(level && role !== null ? [`the space gives every member the level ${level}`] : []),
    ...(permission.level === "none" ? ["the space is not among the spaces of the member"] : []),
    ...(permission.unknown === undefined ? [] : [`the permission in the space is not known: ${permission.unknown}`]),
    ...(isMore && teams > 0 && role !== "admin"
      ? ["the permission is higher than that of role and space: probably from a team"]
      : []),
    "the service does not show which spaces a team may access",
  ];
}

const MOST_TEAMS = 50;

interface Permission {
  /** `none`: all spaces of the member were listed, and this one is not among them. */
  level: string;
  /** Why it is `unknown`. */
  unknown?: string;
}

async function spacesOf(params: Params, { client }: ToolDependencies): Promise<WholeList> {
  const { listMemberSpaces } = await catalog();
  return readWhole(client, listMemberSpaces, { params });
}

/** Describes the gap of a list. `counted`: how many the member has, as the member says. */
const gapOf = ({ items, gap }: WholeList, counted: number | null | undefined): string | undefined =>
  gap ?? gapIn({ listed: items.length, counted: counted ?? 0 });

function permissionIn(spaceId: string, list: WholeList, counted: number | null | undefined): Permission {
  const found = list.items.find((item) => getPath(item, "space.id") === spaceId);
  const gap = gapOf(list, counted);
  if (!found) return gap === undefined ? { level: "none" } : { level: "unknown", unknown: gap };
  const level = getPath(found, "permission");
  return typeof level === "string" ? { level } : { level: "unknown", unknown: "the service does not show it" };
}
