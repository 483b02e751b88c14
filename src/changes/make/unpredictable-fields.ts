/**
 * Keeps track of what steps change unpredictably, such as the order of a list that gets a new item, or anything that
 * depends on an id not known yet. Later steps of the plan must not compare it, or they would mistake the plan's own
 * changes for somebody else's.
 */

import { endpointNamed, pathOf } from "../endpoints.js";
import type { UndoRule } from "../inverses/types.js";
import { isReference } from "../types.js";
import { PREVIOUS, type Selector } from "../world.js";
import { siblingOf } from "./move-position.js";
import type { ObservedFields, ResolvedCall } from "./selector.js";

interface UnpredictableFields {
  /** The same observations; what comes of a move beside something whose place is not known is not known either. */
  foreseen(rule: UndoRule, asked: ResolvedCall, observed: readonly ObservedFields[]): ObservedFields[];
  /** The observations without what is unpredictable by now. */
  clear(observed: readonly ObservedFields[]): ObservedFields[];
  /** Notes what a step makes unpredictable. */
  gather(rule: UndoRule, asked: ResolvedCall, observed: readonly ObservedFields[]): void;
}

const baseOf = (path: string): string => path.split("?", 1)[0] ?? path;

const keyOf = ({ path, item }: Selector): string => JSON.stringify([path, item ?? null]);

/** Members of listed things that depend on another list. */
const INNER = [
  { list: "/sections", member: "siteSpaces.", of: "/site-spaces" },
  { list: "/section-groups", member: "sections.", of: "/sections" },
] as const;

export function createUnpredictableFields(): UnpredictableFields {
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
    foreseen: ({ reads }, { body }, observed) =>
      observed.map((observation) => {
        const beside = reads?.as === "order" ? siblingOf(body, reads.reference) : undefined;
        const { path, fields } = observation.selector;
        const isKnown = !beside || !things.has(keyOf({ path, fields, item: { id: beside.id } }));
        return isKnown ? observation : { ...observation, after: undefined };
      }),
    clear: (observed) =>
      observed.flatMap((observation) => {
        const { selector } = observation;
        if (things.has(keyOf(selector))) return [];
        if (selector.item?.default === "true" && defaults.has(baseOf(selector.path))) return [];
        const isMoved = moved.has(keyOf(selector));
        const mayDiffer = (field: string) => isClouded(selector.path, field) || (isMoved && field === "path");
        const known = selector.fields.filter((field) => !mayDiffer(field));
        return known.length === selector.fields.length ? [observation] : [withOnly(observation, known)];
      }),
    gather({ reads, change, sideEffects: traces = [] }, asked, observed) {
      for (const { selector, before, after } of observed) {
        const { within } = selector;
        // Its path may change if it is taken in the new place.
        if (within !== undefined && after && after[within] !== before?.[within]) moved.add(keyOf(selector));
        if (after === undefined) things.add(keyOf(selector));
        if (after === undefined || change === "create" || traces.includes("order")) orders.add(selector.path);
        // If the default goes, the service picks another one.
        if (change === "remove" || traces.includes("default")) defaults.add(baseOf(selector.path));
      }
      const list =
        observed.length === 0 && reads && (change === "create" || change === "move")
          ? listOf(reads.of.get, asked)
          : undefined;
      if (list !== undefined) orders.add(list);
    },
  };
}

/** Keeps only the known fields; even without any, the look tells whether the thing exists. */
function withOnly({ selector, before }: ObservedFields, fields: string[]): ObservedFields {
  const known = before && Object.fromEntries(fields.map((field) => [field, before[field] ?? null]));
  return { selector: { ...selector, fields }, before: known, after: undefined };
}

/** The path of a list; undefined if a parameter is not known yet. */
function listOf(get: string, { params }: ResolvedCall): string | undefined {
  const endpoint = endpointNamed(get);
  const names = endpoint.params as readonly string[];
  if (names.some((name) => params[name] === undefined || isReference(params[name]))) return undefined;
  return pathOf(endpoint, Object.fromEntries(names.map((name) => [name, String(params[name])])));
}
