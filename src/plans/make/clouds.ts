/**
 * Keeps track of what steps change unpredictably, such as the order of a list that gets a new item, or anything that
 * depends on an id not known yet. Later steps of the plan must not compare it, or they would mistake the plan's own
 * changes for somebody else's.
 */

import { named, pathOf } from "../endpoints.js";
import type { Row } from "../matrix/types.js";
import { isFrom } from "../types.js";
import { PREVIOUS, type Spot } from "../world.js";
import { siblingOf } from "./place.js";
import type { Asked, Look } from "./spot.js";

export interface Clouds {
  /** The same looks; what comes of a move beside something whose place is not known is not known either. */
  foreseen(row: Row, asked: Asked, looks: readonly Look[]): Look[];
  /** The looks without what is unpredictable by now. */
  clear(looks: readonly Look[]): Look[];
  /** Notes what a step makes unpredictable. */
  gather(row: Row, asked: Asked, looks: readonly Look[]): void;
}

const baseOf = (path: string): string => path.split("?", 1)[0] ?? path;

const keyOf = ({ path, item }: Spot): string => JSON.stringify([path, item ?? null]);

/** Members of listed things that depend on another list. */
const INNER = [
  { list: "/sections", member: "siteSpaces.", of: "/site-spaces" },
  { list: "/section-groups", member: "sections.", of: "/sections" },
] as const;

export function createClouds(): Clouds {
  const things = new Set<string>();
  const orders = new Set<string>();
  const moved = new Set<string>();
  const defaults = new Set<string>();
  const isClouded = (path: string, field: string): boolean => {
    if (field === PREVIOUS) return orders.has(path);
    const inner = INNER.find((one) => path.endsWith(one.list) && field.startsWith(one.member));
    return inner !== undefined && orders.has(`${path.slice(0, -inner.list.length)}${inner.of}`);
  };
  return {
    foreseen: ({ sees }, { body }, looks) =>
      looks.map((look) => {
        const beside = sees?.as === "order" ? siblingOf(body, sees.reference) : undefined;
        const { path, fields } = look.spot;
        const isKnown = !beside || !things.has(keyOf({ path, fields, item: { id: beside.id } }));
        return isKnown ? look : { ...look, after: undefined };
      }),
    clear: (looks) =>
      looks.flatMap((look) => {
        const { spot } = look;
        if (things.has(keyOf(spot))) return [];
        if (spot.item?.default === "true" && defaults.has(baseOf(spot.path))) return [];
        const isMoved = moved.has(keyOf(spot));
        const known = spot.fields.filter((field) => !isClouded(spot.path, field) && !(isMoved && field === "path"));
        return known.length === spot.fields.length ? [look] : [withOnly(look, known)];
      }),
    gather({ sees, change, traces = [] }, asked, looks) {
      for (const { spot, before, after } of looks) {
        const { within } = spot;
        // Its path may change if it is taken in the new place.
        if (within !== undefined && after && after[within] !== before?.[within]) moved.add(keyOf(spot));
        if (after === undefined) things.add(keyOf(spot));
        if (after === undefined || change === "create" || traces.includes("order")) orders.add(spot.path);
        // If the default goes, the service picks another one.
        if (change === "remove" || traces.includes("default")) defaults.add(baseOf(spot.path));
      }
      const list =
        looks.length === 0 && sees && (change === "create" || change === "move")
          ? listOf(sees.of.get, asked)
          : undefined;
      if (list !== undefined) orders.add(list);
    },
  };
}

/** Keeps only the known fields; even without any, the look tells whether the thing exists. */
function withOnly({ spot, before }: Look, fields: string[]): Look {
  const known = before && Object.fromEntries(fields.map((field) => [field, before[field] ?? null]));
  return { spot: { ...spot, fields }, before: known, after: undefined };
}

/** The path of a list; undefined if a parameter is not known yet. */
function listOf(get: string, { params }: Asked): string | undefined {
  const endpoint = named(get);
  const names = endpoint.params as readonly string[];
  if (names.some((name) => params[name] === undefined || isFrom(params[name]))) return undefined;
  return pathOf(endpoint, Object.fromEntries(names.map((name) => [name, String(params[name])])));
}
