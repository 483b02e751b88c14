/** Levels of spaces and collections that come from what they are in. */
import { endpointNamed, pathOf } from "../endpoints.js";
import type { World } from "../world.js";

/** The level that a thing inherits: that of its collection, or of the organization. @throws Failure of the reads */
export async function inheritedLevel(
  world: World,
  organizationId: string,
  { parent }: Readonly<Record<string, unknown>>,
): Promise<unknown> {
  const org = { organizationId };
  if (typeof parent !== "string")
    return (await world.thing({ path: pathOf(endpointNamed("getOrg"), org) }))?.defaultRole;
  const all = await world.items(pathOf(endpointNamed("listOrgCollections"), org));
  return all.find(({ id }) => id === parent)?.defaultLevel;
}
