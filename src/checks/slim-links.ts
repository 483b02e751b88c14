/**
 * Links as they are kept. The service repeats page, space and organization for each place of each link: in 1,000 spaces of
 * 50 pages that is more than a gigabyte, of which rules read names and ids, and most of them only of broken links.
 */
import type { AnyEndpoint } from "../catalog/endpoint.js";
import { listSpaceLinks } from "../catalog/spaces.js";
import { getPath } from "../shared/paths.js";
import { isObject } from "../shared/values.js";

/** An item that is listed twice stands where another one is missing. */
const identityOf = (item: unknown): string => {
  const id = getPath(item, "id");
  return typeof id === "string" ? id : JSON.stringify(item);
};

/** How the items of one list are kept. */
export interface Slimmer {
  /** Whether any rule reads the item. */
  keeps(item: unknown): boolean;
  slim(item: unknown): unknown;
  /** What tells an item from others of the list, as it was answered. */
  identity(item: unknown): string;
}

const AS_IT_IS: Slimmer = { keeps: () => true, slim: (item) => item, identity: identityOf };

/** The statuses of links that lead somewhere. */
const INTACT: readonly string[] = ["ok", "in-app"];

/** Whether a status says that a link is broken, or is none that the contract has. */
export const mayBeBroken = (status: unknown): boolean => !INTACT.some((one) => one === status);

/** What rules read that do not need every link. */
const isBrokenOrInclude = (item: unknown): boolean => {
  if (!isObject(item)) return true;
  const { status, targetReference: target } = item;
  return mayBeBroken(status) || (isObject(target) && target.reusableContent !== undefined);
};

/** Members of what a reference names. */
const NAMED = ["id", "title", "path", "name"] as const;

/**
 * One for each list: what several items name is kept once.
 * @param all whether a rule reads every link
 */
export function slimmerFor(endpoint: AnyEndpoint, all: boolean): Slimmer {
  if (endpoint !== listSpaceLinks) return AS_IT_IS;
  const shared = new Map<string, object>();
  const named = (value: object): object => {
    const kept = Object.fromEntries(NAMED.flatMap((name) => (name in value ? [[name, Reflect.get(value, name)]] : [])));
    const key = JSON.stringify(kept);
    const found = shared.get(key) ?? kept;
    shared.set(key, found);
    return found;
  };
  const reference = (value: unknown): unknown => {
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, isObject(one) ? named(one) : one]));
  };
  return {
    keeps: (item) => all || isBrokenOrInclude(item),
    slim(item) {
      if (!isObject(item)) return item;
      const { status, targetReference, locationReferences } = item;
      const places = Array.isArray(locationReferences) ? locationReferences.map(reference) : locationReferences;
      return { status, targetReference: reference(targetReference), locationReferences: places };
    },
    identity(item) {
      if (!isObject(item)) return identityOf(item);
      const { status, targetReference: target, locationReferences: places } = item;
      const [count, first] = Array.isArray(places) ? [places.length, places[0]] : [0, places];
      return JSON.stringify([status, target, count, reference(first)]);
    },
  };
}
