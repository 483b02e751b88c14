/** Restores the nesting of collections and the places of spaces, from the root down. */

import { createCollection, moveCollection, updateCollection } from "../../catalog/collections.js";
import { moveSpace } from "../../catalog/spaces.js";
import { count } from "../../shared/wrap.js";
import { endpointNamed, pathOf } from "../endpoints.js";
import { inheritedLevel } from "../make/inverse.js";
import { type Move, planMoves } from "../site/order.js";
import { type Reference, referenceTo } from "../types.js";
import { byLevel, fromRoot, parentOf, restoreFields } from "./fields.js";
import {
  findMissing,
  idOf,
  inApp,
  noteNew,
  type RestoreContext,
  type Thing,
  whyIncomplete,
} from "./restore-context.js";

interface Kind {
  part: "collections" | "spaces";
  list: string;
  thing: string;
  move: typeof moveSpace | typeof moveCollection;
  param: "spaceId" | "collectionId";
}

const COLLECTIONS: Kind = {
  part: "collections",
  list: "listOrgCollections",
  thing: "collection",
  move: moveCollection,
  param: "collectionId",
};
const SPACES: Kind = { part: "spaces", list: "listOrgSpaces", thing: "space", move: moveSpace, param: "spaceId" };

/** The tree after the steps so far: ordered ids by parent collection. */
export interface Tree {
  levels: { collections: Map<string, string[]>; spaces: Map<string, string[]> };
  /** Placeholders for the ids of collections that steps create. */
  made: Map<string, Reference>;
}

/** Restores one kind; spaces continue with the tree that collections left. @throws Failure of the reads */
export async function restoreTree(back: RestoreContext, part: "collections" | "spaces", tree: Tree): Promise<void> {
  const kind = part === "spaces" ? SPACES : COLLECTIONS;
  const before = await readList(back.past, back, kind);
  const today = await readList(back.now, back, kind);
  const collections = fromRoot(await readList(back.past, back, COLLECTIONS));
  const list = pathOf(endpointNamed(kind.list), { organizationId: back.organization });
  if (part === "collections")
    await remake(back, tree, await findMissing(back, list, "collection", { before: collections, today }));
  const levels = ["", ...collections.map(idOf)];
  for (const level of levels) await restoreLevel(back, tree, kind, level, before);
  await restoreFields(back, part);
  await noteNew(back, list, kind.thing, { before, today });
}

const readList = async (
  world: RestoreContext["past"],
  { organization }: RestoreContext,
  { list }: Kind,
): Promise<Thing[]> => [...(await world.items(pathOf(endpointNamed(list), { organizationId: organization })))];

/** The tree as it is today. @throws Failure of the reads */
export async function readTree(back: RestoreContext): Promise<Tree> {
  const idsOf = (things: readonly Thing[]) =>
    new Map([...byLevel(things)].map(([level, inside]) => [level, inside.map(idOf)]));
  return {
    levels: {
      collections: idsOf(await readList(back.now, back, COLLECTIONS)),
      spaces: idsOf(await readList(back.now, back, SPACES)),
    },
    made: new Map(),
  };
}

const newIdOf = ({ made }: Tree, id: string): string | Reference => made.get(id) ?? id;

/** Creates collections that are gone. */
async function remake(back: RestoreContext, tree: Tree, gone: readonly Thing[]): Promise<void> {
  const params = { organizationId: back.organization };
  for (const one of gone) {
    const level = parentOf(one);
    const body = { title: one.title, ...(level !== "" && { parent: newIdOf(tree, level) }) };
    const step = await back.planner.add({ endpoint: createCollection, params, body });
    const made = referenceTo(step.id);
    tree.made.set(idOf(one), made);
    tree.levels.collections.set(level, [...(tree.levels.collections.get(level) ?? []), idOf(one)]);
    const inherits = one.defaultLevel === (await inheritedLevel(back.past, back.organization, one));
    const fields = {
      ...(typeof one.description === "string" && one.description !== "" && { description: one.description }),
      ...(typeof one.defaultLevel === "string" && !inherits && { defaultLevel: one.defaultLevel }),
    };
    if (Object.keys(fields).length === 0) continue;
    await back.planner.add({ endpoint: updateCollection, params: { collectionId: made }, body: fields });
  }
}

/** Orders what is at the level already, then moves in the rest, each beside a neighbor that is in place. */
async function restoreLevel(
  back: RestoreContext,
  tree: Tree,
  kind: Kind,
  level: string,
  before: readonly Thing[],
): Promise<void> {
  const there = new Set([...tree.levels[kind.part].values()].flat());
  const wanted = before.filter((one) => parentOf(one) === level).map(idOf);
  const present = wanted.filter((id) => there.has(id));
  const here = () => tree.levels[kind.part].get(level) ?? [];
  const staying = present.filter((id) => here().includes(id));
  if (level !== "" && ![...tree.levels.collections.values()].flat().includes(level)) {
    const outside = count(present.filter((id) => !here().includes(id)).length, kind.thing);
    if (present.every((id) => here().includes(id))) return;
    const why = await whyIncomplete(
      back.now,
      pathOf(endpointNamed(COLLECTIONS.list), { organizationId: back.organization }),
    );
    const belonged = `${outside} belonged to collection ${level}`;
    if (why !== undefined) back.unclear.push(`${belonged}, which cannot be seen: ${why}; left in place`);
    else back.left.push(`${belonged}, which is gone: include collections to create it again`);
    return;
  }
  for (const move of planMoves(here(), staying)) await moveBeside(back, tree, kind, level, move);
  for (const [at, id] of present.entries()) {
    if (here().includes(id)) continue;
    const previous = present.slice(0, at).findLast((one) => here().includes(one));
    const next = present.slice(at + 1).find((one) => here().includes(one));
    const of = previous ?? next;
    if (of !== undefined) {
      const side = previous === undefined ? "before" : "after";
      await moveBeside(back, tree, kind, level, { what: id, side, of });
    } else await moveInto(back, tree, kind, level, id);
  }
}

async function moveBeside(
  back: RestoreContext,
  tree: Tree,
  kind: Kind,
  level: string,
  { what, side, of }: Move<string>,
) {
  await move(back, tree, kind, what, { position: { [side]: { type: "space", space: newIdOf(tree, of) } } });
  const list = leaveLevel(tree, kind, level, what);
  list.splice(list.indexOf(of) + (side === "after" ? 1 : 0), 0, what);
}

/** Moves the first of its kind to a level. The root can only be named by something that is there. */
async function moveInto(back: RestoreContext, tree: Tree, kind: Kind, level: string, id: string): Promise<void> {
  const other = kind === SPACES ? COLLECTIONS : SPACES;
  const neighbor = tree.levels[other.part].get("")?.[0];
  if (level !== "") await move(back, tree, kind, id, { parent: newIdOf(tree, level) });
  else if (neighbor !== undefined)
    await move(back, tree, kind, id, { position: { after: { type: "space", space: newIdOf(tree, neighbor) } } });
  else {
    const name = `${kind.thing} ${id}`;
    back.left.push(
      `${name} was outside collections, where it has no neighbor to be placed beside: move it ${inApp(back.app)}`,
    );
    return;
  }
  leaveLevel(tree, kind, level, id).push(id);
}

/** Takes an id out of its level. Returns the list of its new level. */
function leaveLevel({ levels }: Tree, { part }: Kind, level: string, id: string): string[] {
  for (const [key, ids] of levels[part])
    levels[part].set(
      key,
      ids.filter((one) => one !== id),
    );
  const list = levels[part].get(level) ?? [];
  levels[part].set(level, list);
  return list;
}

async function move(
  back: RestoreContext,
  tree: Tree,
  { move: endpoint, param }: Kind,
  id: string,
  body: object,
): Promise<void> {
  await back.planner.add({ endpoint, params: { [param]: newIdOf(tree, id) }, body: { ...body } });
}
