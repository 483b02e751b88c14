/** Moves: the place of a thing among its siblings, and the request that puts it back there. */
import { getPath } from "../../shared/paths.js";
import { isObject } from "../../shared/values.js";
import { endpointNamed } from "../endpoints.js";
import type { InverseRequest, ReadRule } from "../inverses/types.js";
import type { Fields, PlannedCall, Selector } from "../types.js";
import { PREVIOUS, type World } from "../world.js";
import { fillTemplate, makeSelector, type ObservedFields, type ResolvedCall } from "./selector.js";

type Order = Extract<ReadRule, { as: "order" }>;

/** The last parameter of the path names the thing that moves. */
const positionAfterMove = ({ endpoint, params }: ResolvedCall): string => String(params[endpoint.params.at(-1) ?? ""]);

export function positionSelector({ within, list }: Order, asked: ResolvedCall): Selector | undefined {
  const of = { ...list, item: { id: positionAfterMove(asked) } };
  const found = makeSelector(of, asked, [...(within === undefined ? [] : [within]), PREVIOUS]);
  return found && { ...found, ...(within !== undefined && { within }) };
}

export async function observePosition(order: Order, asked: ResolvedCall, world: World): Promise<ObservedFields[]> {
  const moved = positionAfterMove(asked);
  const selector = positionSelector(order, asked);
  if (!selector) return [];
  const before = await world.readFields(selector);
  return [{ selector, before, after: before && positionAfter(order, asked, moved, await world.items(selector.path)) }];
}

const idOf = (thing: object | undefined): unknown => getPath(thing, "id") ?? null;

/** The place after the move; undefined if its new sibling is not in the list. */
function positionAfter(
  { within, reference }: Order,
  { body }: ResolvedCall,
  moved: string,
  all: readonly Record<string, unknown>[],
): Fields | undefined {
  const others = all.filter((one) => one.id !== moved);
  const side = siblingOf(body, reference);
  const around = (parent: unknown) =>
    within === undefined ? others : others.filter((one) => (getPath(one, within) ?? null) === parent);
  if (side === undefined) {
    const parent = body.parent ?? null;
    return parent === null || within === undefined
      ? undefined
      : { [within]: parent, [PREVIOUS]: idOf(around(parent).at(-1)) };
  }
  const sibling = others.find((one) => one.id === side.id);
  if (!sibling) return undefined;
  const parent = within === undefined ? null : (getPath(sibling, within) ?? null);
  const level = around(parent);
  const previous = side.side === "after" ? side.id : idOf(level[level.indexOf(sibling) - 1]);
  return { ...(within !== undefined && { [within]: parent }), [PREVIOUS]: previous };
}

/** The sibling that a move names, by id; undefined if it names none, or one not known yet. */
export function siblingOf(
  { position }: Readonly<Record<string, unknown>>,
  reference: string,
): { side: "before" | "after"; id: string } | undefined {
  if (!isObject(position)) return undefined;
  for (const side of ["before", "after"] as const) {
    const id = getPath(position[side], reference);
    if (typeof id === "string") return { side, id };
  }
  return undefined;
}

interface PutBack {
  call: PlannedCall;
  /** It has no neighbor there, so it may end up in another place. */
  isNear: boolean;
}

/** The request that puts it back; undefined if it has no neighbor to be put beside. */
export async function inverseMove(
  order: Order,
  asked: ResolvedCall,
  given: PlannedCall & { id: string },
  observation: ObservedFields,
  world: World,
): Promise<PutBack | undefined> {
  const { within, type, reference, beside, alone, isFlat = false } = order;
  const { selector, before } = observation;
  if (before === null) return undefined;
  const { endpoint, params } = given;
  const at = (side: "before" | "after", id: unknown): PutBack => ({
    call: { endpoint, params, body: { position: { [side]: { type, [reference]: id } } } },
    isNear: false,
  });
  const parent = within === undefined ? null : (before[within] ?? null);
  const inSame = (all: readonly Record<string, unknown>[]) =>
    within === undefined ? all : all.filter((one) => (getPath(one, within) ?? null) === parent);
  const all = await world.items(selector.path);
  const level = inSame(all);
  const isMoved = ({ id }: Record<string, unknown>) => id === positionAfterMove(asked);
  // Things that the plan creates have no id yet, and an undo removes them before this one moves back.
  const next = level.slice(level.findIndex(isMoved) + 1).find(({ id }) => typeof id === "string");
  if (before[PREVIOUS] !== null) {
    if (!isFlat) return at("after", before[PREVIOUS]);
    const here = all.findIndex(isMoved);
    if (all[here - 1]?.id === before[PREVIOUS]) return at("after", before[PREVIOUS]);
    // Things of other containers stand between it and the one before it.
    const beside = next && all[here + 1] === next ? at("before", next.id) : at("after", before[PREVIOUS]);
    return { ...beside, isNear: !next || all[here + 1] !== next };
  }
  if (next) return { ...at("before", next.id), isNear: isFlat && all[all.findIndex(isMoved) + 1] !== next };
  if (within === "parent" && parent !== null) return { call: { endpoint, params, body: { parent } }, isNear: false };
  const other = beside && makeSelector(beside, asked, []);
  const neighbor = other && inSame(await world.items(other.path))[0];
  if (neighbor) return at("after", neighbor.id);
  const call = alone && inverseWithoutNeighbor(parent === null ? alone.out : alone.into, asked, given, observation);
  return call && { call, isNear: true };
}

function inverseWithoutNeighbor(
  { endpoint, params, body }: InverseRequest,
  asked: ResolvedCall,
  { id }: { id: string },
  { before, after }: ObservedFields,
): PlannedCall | undefined {
  const values = { step: id, params: asked.params, body: asked.body, before: before ?? {}, after: after ?? {} };
  const own = endpointNamed(endpoint).params.map((name) => {
    const value = params?.[name] === undefined ? asked.params[name] : fillTemplate(params[name], values);
    return [name, value] as const;
  });
  // The group that it goes into may not be known yet.
  if (own.some(([, value]) => value === undefined || value === null)) return undefined;
  // The values are ids, either read before or part of the request.
  return {
    endpoint,
    params: Object.fromEntries(own) as PlannedCall["params"],
    ...(body && { body: fillTemplate(body, values) as Record<string, unknown> }),
  };
}
