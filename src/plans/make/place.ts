/** Moves: where a thing stands among its siblings, and the request that puts it back there. */
import { getPath } from "../../facts/paths.js";
import { isObject } from "../../facts/values.js";
import type { Sees } from "../matrix/types.js";
import type { Fields, PlannedCall } from "../types.js";
import { PREVIOUS, type World } from "../world.js";
import { type Asked, type Look, spotOf } from "./spot.js";

type Order = Extract<Sees, { as: "order" }>;

/** What is moved is the last parameter of the path. */
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

/** Undefined where the sibling is in no list that is read. */
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

function siblingOf(
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

/** The request that puts it back; undefined where nothing stands beside it that the service could be told. */
export async function putBack(
  { within, type, reference }: Order,
  asked: Asked,
  { endpoint, params }: PlannedCall,
  { spot, before }: Look,
  world: World,
): Promise<PlannedCall | undefined> {
  if (before === null) return undefined;
  const at = (side: "before" | "after", id: unknown) => ({
    endpoint,
    params,
    body: { position: { [side]: { type, [reference]: id } } },
  });
  if (before[PREVIOUS] !== null) return at("after", before[PREVIOUS]);
  const parent = within === undefined ? null : before[within];
  const all = await world.items(spot.path);
  const level = within === undefined ? all : all.filter((one) => (getPath(one, within) ?? null) === parent);
  const next = level[level.findIndex((one) => one.id === movedOf(asked)) + 1];
  if (next) return at("before", next.id);
  return within === "parent" && parent !== null ? { endpoint, params, body: { parent } } : undefined;
}
