/** `checks run --space --site`: restricts a run to one space, one site, or both. */
import { getSite } from "../../catalog/sites.js";
import { getSpace } from "../../catalog/spaces.js";
import type { Scope } from "../../checks/data-source.js";
import type { ConfiguredRule } from "../../checks/types.js";
import type { Api } from "../../cli/context.js";
import { usage } from "../../errors.js";
import { rulesOf } from "./gate.js";
import type { Gate } from "./selection.js";

interface RunScope {
  spaceId?: string;
  siteId?: string;
}

export const isNarrowed = ({ spaceId, siteId }: RunScope): boolean => spaceId !== undefined || siteId !== undefined;

const gatesOf = ({ spaceId, siteId }: RunScope): Gate[] => [
  ...(spaceId === undefined ? [] : (["space"] as const)),
  ...(siteId === undefined ? [] : (["site"] as const)),
];

/** The rules that check such things. @throws Failure usage for one that is named and checks others */
export function narrowRules(
  rules: readonly ConfiguredRule[],
  narrowed: RunScope,
  asked: readonly string[],
): ConfiguredRule[] {
  // A pattern may match rules about other things: those are left out.
  const named = asked.filter((text) => !/^!|\*/.test(text));
  const gates = gatesOf(narrowed);
  if (gates.length === 0) return [...rules];
  const own = rulesOf(gates, rules);
  const other = named.find((id) => !own.some(({ rule }) => rule.id === id));
  if (other === undefined) return own;
  throw usage(
    `${other} does not apply to a ${gates.join(" or a ")}`,
    `omit ${gates.map((gate) => `--${gate}`).join(" and ")}`,
  );
}

/** Reads both. @throws Failure not-found; usage for a space of another organization */
export async function narrowScope(api: Api, organizationId: string, { spaceId, siteId }: RunScope): Promise<Scope> {
  const [space] = await Promise.all([
    spaceId === undefined ? undefined : api.call(getSpace, { params: { spaceId } }),
    siteId === undefined ? undefined : api.call(getSite, { params: { organizationId, siteId } }),
  ]);
  if (space?.organization && space.organization !== organizationId) {
    throw usage(`space ${spaceId} is in another organization`, `pass --org ${space.organization}`);
  }
  return { space: spaceId, spaceItem: space, site: siteId };
}
