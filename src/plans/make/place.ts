/** Moves: the place of a thing among its siblings, and the request that puts it back there. */
import { getPath } from "../../facts/paths.js";
import { isObject } from "../../facts/values.js";
import { named } from "../endpoints.js";
import type { Back, Sees } from "../matrix/types.js";
import type { Fields, PlannedCall } from "../types.js";
import { PREVIOUS, type World } from "../world.js";
import { type Asked, type Look, spotOf } from "./spot.js";
import { filled } from "./template.js";

type Order = Extract<Sees, { as: "order" }>;

/** The last parameter of the path names the thing that moves. */
const movedOf = ({ endpoint, params }: Asked): string => String(params[endpoint.params.at(-1) ?? ""]);

export async function placeLook(order: Order, asked: Asked, world: World): Promise<Look[]> {
  const moved = movedOf(asked);
  const { within } = order;
  const of = { ...order.list, item: { id: moved } };
  const found = spotOf(of, asked, [...(within === undefined ? [] : [within]), PREVIOUS]);
  if (!found) return [];
  const spot = { ...found, ...(within !== undefined && { within }) };
  const before = await world.look(spot);
  return [{ spot, before, after: before && afterwards(order, asked, moved, await world.items(spot.path)) }];
}

const idOf = (thing: object | undefined): unknown => getPath(thing, "id") ?? null;

/** The place after the move; undefined if its new sibling is not in the list. */
function afterwards(
  { within, reference }: Order,
  { body }: Asked,
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

export interface PutBack {
  call: PlannedCall;
  /** It has no neighbor there, so it may end up in another place. */
  isNear: boolean;
}

/** The request that puts it back; undefined if it has no neighbor to be put beside. */
export async function putBack(
  order: Order,
  asked: Asked,
  given: PlannedCall & { id: string },
  look: Look,
  world: World,
): Promise<PutBack | undefined> {
  const { within, type, reference, beside, alone } = order;
  const { spot, before } = look;
  if (before === null) return undefined;
  const { endpoint, params } = given;
  const at = (side: "before" | "after", id: unknown): PutBack => ({
    call: { endpoint, params, body: { position: { [side]: { type, [reference]: id } } } },
    isNear: false,
  });
  if (before[PREVIOUS] !== null) return at("after", before[PREVIOUS]);
  const parent = within === undefined ? null : (before[within] ?? null);
  const inSame = (all: readonly Record<string, unknown>[]) =>
    within === undefined ? all : all.filter((one) => (getPath(one, within) ?? null) === parent);
  const level = inSame(await world.items(spot.path));
  // Things that the plan creates have no id yet, and an undo removes them before this one moves back.
  const next = level
    .slice(level.findIndex((one) => one.id === movedOf(asked)) + 1)
    .find(({ id }) => typeof id === "string");
  if (next) return at("before", next.id);
  if (within === "parent" && parent !== null) return { call: { endpoint, params, body: { parent } }, isNear: false };
  const other = beside && spotOf(beside, asked, []);
  const neighbor = other && inSame(await world.items(other.path))[0];
  if (neighbor) return at("after", neighbor.id);
  const call = alone && aloneBack(parent === null ? alone.out : alone.into, asked, given, look);
  return call && { call, isNear: true };
}

function aloneBack(
  { endpoint, params, body }: Back,
  asked: Asked,
  { id }: { id: string },
  { before, after }: Look,
): PlannedCall | undefined {
  const values = { step: id, params: asked.params, body: asked.body, before: before ?? {}, after: after ?? {} };
  const own = (named(endpoint).params as readonly string[]).map((name) => {
    const value = params?.[name] === undefined ? asked.params[name] : filled(params[name], values);
    return [name, value] as const;
  });
  // The group that it goes into may not be known yet.
  if (own.some(([, value]) => value === undefined || value === null)) return undefined;
  // The values are ids, either read before or part of the request.
  return {
    endpoint,
    params: Object.fromEntries(own) as PlannedCall["params"],
    ...(body && { body: filled(body, values) as Record<string, unknown> }),
  };
}
