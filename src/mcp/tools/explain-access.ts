import * as z from "zod/mini";
import type { ResponseOf } from "../../catalog/endpoint.js";
import { pick } from "../lists.js";
import { ITEM, shorten } from "../shorten.js";
import { type Doors, defineTool, type Params } from "../types.js";
import { placeOf, text } from "../words.js";

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
      member: text("id, e-mail address or name; @me is the owner of the token, if known"),
      ...placeOf("org", "space"),
    }),
  endpoints: async () => Object.values(await catalog()),
  async run(given, doors) {
    const { client, place } = doors;
    const { getMember, getSpace } = await catalog();
    const params = await place(getMember.params, given);
    const { spaceId = "" } = await place(getSpace.params, given);
    const [member, space, permission, teams] = await Promise.all([
      // `place` returns exactly the requested parameters.
      client.call(getMember, { params } as never),
      client.call(getSpace, { params: { spaceId } }),
      permissionIn(spaceId, params, doors),
      teamsOf(params, doors),
    ]);
    return {
      member: shorten(pick(member, ["user.id", "user.displayName", "user.email", "role", "disabled"]), ITEM),
      space: shorten(pick(space, ["id", "title", "visibility", "defaultLevel", "parent"]), ITEM),
      permission_in_space: permission ?? "none",
      teams: teams
        .slice(0, MOST_TEAMS)
        .map((team) => shorten(pick(team, ["team.id", "team.title", "member.role"]), ITEM)),
      ...(teams.length > MOST_TEAMS && { more_teams: teams.length - MOST_TEAMS }),
      reasons: reasonsFor(member, space, permission, teams.length),
    };
  },
});

type Member = ResponseOf<Catalog["getMember"]>;
type Space = ResponseOf<Catalog["getSpace"]>;

const RANK = ["read", "comment", "edit", "review", "create", "admin"];

function reasonsFor(member: Member, space: Space, permission: string | undefined, teams: number): string[] {
  const { role, disabled } = member;
  const level = space.defaultLevel;
  const isMore = RANK.indexOf(permission ?? "") > Math.max(RANK.indexOf(role ?? ""), RANK.indexOf(level ?? ""));
  return [
    ...(disabled ? ["the member is disabled and cannot sign in"] : []),
    ...(role === "admin" ? ["an admin of the organization may do everything in every space"] : []),
    ...(role === null ? ["a guest sees only spaces that were given to a team or to the guest"] : []),
    ...(level && role !== null ? [`the space gives every member the level ${level}`] : []),
    ...(permission === undefined ? ["the space is not among the spaces of the member"] : []),
    ...(isMore && teams > 0 && role !== "admin"
      ? ["the permission is higher than role and space give: probably by a team"]
      : []),
    "which spaces a team was given cannot be read from the service",
  ];
}

const MOST_TEAMS = 50;

/** Pages of 1,000. */
const MOST_PAGES = 20;

async function permissionIn(spaceId: string, params: Params, { client }: Doors): Promise<string | undefined> {
  const { listMemberSpaces } = await catalog();
  let read = 0;
  // As above.
  for await (const { items } of client.list(listMemberSpaces, { params } as never, { pageSize: 1000 }).pages()) {
    const found = items.find(({ space }) => space?.id === spaceId);
    read += 1;
    if (found) return found.permission ?? undefined;
    if (read === MOST_PAGES) break;
  }
  return undefined;
}

async function teamsOf(params: Params, { client }: Doors): Promise<readonly unknown[]> {
  const { listMemberTeams } = await catalog();
  // As above.
  for await (const { items } of client
    .list(listMemberTeams, { params } as never, { pageSize: MOST_TEAMS, ahead: false })
    .pages())
    return items;
  return [];
}
