/** Titles of steps, with the title of the thing if it has one. */
import { getPath } from "../../facts/paths.js";
import type { Row } from "../matrix/types.js";
import { type Change, isFrom } from "../types.js";
import type { World } from "../world.js";
import type { Asked, Look } from "./spot.js";

const VERBS: Readonly<Record<Change, string>> = {
  create: "create",
  change: "change",
  move: "move",
  remove: "remove",
  act: "act on",
};

const TITLES = [
  "title",
  "name",
  "label",
  "subject",
  "displayName",
  "user.displayName",
  "organization.user.displayName",
  "space.title",
  "slug",
];

/** `space "Guide"`, `team member Ann`; with the id if there is no title. */
export async function thingOf(
  { thing, sees }: Row,
  { endpoint, params, body }: Asked,
  looks: readonly Look[],
  world: World,
): Promise<string> {
  const spot = looks.find(({ label }) => label === undefined || sees?.as !== "fields")?.spot;
  const found = spot && sees?.as !== "new" && sees?.as !== "members" ? await world.thing(spot) : null;
  const group = sees?.as === "members" && spot ? await world.thing({ path: aroundOf(spot.path) }) : null;
  const title = titleIn(found) ?? titleIn(group) ?? titleIn(body);
  const id = params[(endpoint.params as readonly string[]).at(-1) ?? ""];
  const owner = thing === "team member" ? await teamOf(params, world) : "";
  if (title !== undefined) return `${thing} ${JSON.stringify(title)}${owner}`;
  return typeof id === "string" && !isCreation(sees) ? `${thing} ${id}${owner}` : thing;
}

/** Of a list of members: what they are members of. */
const aroundOf = (path: string): string => path.slice(0, path.lastIndexOf("/"));

const isCreation = (sees: Row["sees"]): boolean => sees === undefined || sees.as === "new";

async function teamOf({ organizationId, teamId }: Readonly<Record<string, unknown>>, world: World): Promise<string> {
  if (isFrom(teamId)) return "";
  const team = await world.thing({ path: `/v1/orgs/${organizationId}/teams/${teamId}` });
  const title = titleIn(team);
  return title === undefined ? ` of team ${teamId}` : ` of team ${JSON.stringify(title)}`;
}

function titleIn(value: unknown): string | undefined {
  for (const path of TITLES) {
    const title = getPath(value, path);
    if (typeof title === "string" && title !== "") return title.slice(0, 200);
  }
  return undefined;
}

/** `change space "Guide": title, emoji` */
export function titleOf(
  { change, verb }: Row,
  thing: string,
  body: Readonly<Record<string, unknown>> | undefined,
): string {
  const words = `${verb ?? VERBS[change]} ${thing}`;
  const fields = change === "change" && body ? Object.keys(body) : [];
  return fields.length > 0 ? `${words}: ${fields.join(", ")}` : words;
}
