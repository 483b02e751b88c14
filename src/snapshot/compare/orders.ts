/** Things that are where they were, in another place of the same list. */

import { parseStored } from "../../sandbox/store/stored-json.js";
import { longestIncreasing } from "../../shared/longest-increasing.js";
import { type Item, KINDS, type Kind, type Order } from "./kinds.js";
import type { Side, StoredRow } from "./side.js";
import { changeOf, type Sides, titleOf } from "./things.js";
import type { Change } from "./types.js";

interface OrderedRow extends StoredRow {
  kind: Kind;
}

/** Things in order, by what they are in. */
type Levels = ReadonlyMap<string, readonly OrderedRow[]>;

const GROUP = "site-section-group";
const KIND_OF = new Map(KINDS.map((kind) => [kind.rows, kind]));

/** @param changes other changes of this kind: a thing that moved, too, has one row */
export function withOrder(changes: readonly Change[], kind: Kind, sides: Sides): Change[] {
  if (!kind.order) return [...changes];
  const all = new Map(changes.map((change) => [change.id, change]));
  for (const change of orderChanges(kind, kind.order, sides)) {
    const { fields = [], ...others } = all.get(change.id) ?? {};
    all.set(change.id, { ...change, ...others, change: "moved", fields: [...fields, ...change.fields] });
  }
  return [...all.values()];
}

function orderChanges(kind: Kind, order: Order, sides: Sides): Change[] {
  const [old, now] = [levelsOf(order, sides.before, sides), levelsOf(order, sides.after, sides)];
  const free = new Set([...emptyGroups(old), ...emptyGroups(now)]);
  return [...now].flatMap(([level, listed]) => {
    const [was, is] = keepCommon(old.get(level) ?? [], listed);
    const moved = findMoved(was, is, free);
    const places = placesOf(was);
    return is.flatMap((one, at): Change[] => {
      if (one.kind !== kind || !moved.has(one.id)) return [];
      const fields = [
        { name: "order", before: titlesAround(was, places.get(one.id) ?? 0), after: titlesAround(is, at) },
      ];
      return [changeOf(kind, sides.after, one, { change: "moved", fields })];
    });
  });
}

/** Only of lists that both read whole: elsewhere a place says nothing. */
function levelsOf({ rows, level }: Order, side: Side, { before, after }: Sides): Levels {
  const levels = new Map<string, OrderedRow[]>();
  const isWhole = (kind: Kind, scope: string) =>
    [before, after].every((one) => one.stateOf(kind.list(scope, one)) === "complete");
  // Parsed here: SQLite's own functions do not name damage.
  const innerOf = (json: unknown) => (level === undefined ? "" : ((parseStored(json) as Item)[level] ?? ""));
  const found = side.snapshot.db.all(
    `SELECT kind, id, scope, json FROM objects WHERE kind IN (${rows.map(() => "?")})
     ORDER BY scope, position`,
    ...rows,
  );
  for (const { kind: name, id, scope, json } of found) {
    const kind = KIND_OF.get(String(name));
    if (!kind || !isWhole(kind, String(scope))) continue;
    const key = `${scope} ${innerOf(json)}`;
    const listed = levels.get(key) ?? [];
    levels.set(key, listed);
    listed.push({ kind, id: String(id), scope: String(scope), json: String(json) });
  }
  return levels;
}

/** The lists of a service do not say where a group without sections is among sections. */
function emptyGroups(levels: Levels): string[] {
  const filled = new Set([...levels.keys()].map((key) => key.slice(key.indexOf(" ") + 1)));
  return [...levels.values()].flat().flatMap(({ kind, id }) => (kind.rows === GROUP && !filled.has(id) ? [id] : []));
}

function keepCommon(was: readonly OrderedRow[], is: readonly OrderedRow[]): [OrderedRow[], OrderedRow[]] {
  const [old, now] = [was, is].map((some) => new Set(some.map(({ id }) => id)));
  return [was.filter(({ id }) => now?.has(id)), is.filter(({ id }) => old?.has(id))];
}

/** The fewest that moved; `free` ones are compared with groups alone. */
function findMoved(was: readonly OrderedRow[], is: readonly OrderedRow[], free: ReadonlySet<string>): Set<string> {
  const moved = (isOne: (one: OrderedRow) => boolean): string[] => {
    const places = placesOf(was);
    const some = is.filter(isOne);
    const stable = longestIncreasing(some.map(({ id }) => places.get(id) ?? 0));
    return some.flatMap(({ id }, at) => (stable.has(at) ? [] : [id]));
  };
  const all = new Set(moved(({ id }) => !free.has(id)));
  if (free.size > 0) for (const id of moved((one) => one.kind.rows === GROUP && !all.has(one.id))) all.add(id);
  return all;
}

const placesOf = (listed: readonly OrderedRow[]) => new Map(listed.map(({ id }, at) => [id, at]));

/** Titles of a thing and of those beside it: those of a whole list would be too many for each thing that moved. */
const titlesAround = (listed: readonly OrderedRow[], at: number): string[] =>
  listed.slice(Math.max(0, at - 1), at + 2).map(({ kind, json }) => titleOf(kind, parseStored(json) as Item));
