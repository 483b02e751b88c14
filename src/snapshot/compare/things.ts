/** Things of one kind in two snapshots. */
import { parseStored } from "../../sandbox/store/stored-json.js";
import { isObject } from "../../shared/values.js";
import { toPlainData } from "../export/parts.js";
import type { Item, Kind } from "./kinds.js";
import { type Change, type FieldChange, rowsOf, type Side, type StoredRow } from "./side.js";

export interface Sides {
  before: Side;
  after: Side;
}

/** Only texts that differ are parsed. Where a list was not read whole, what is not in it may be there all the same. */
export function compareThings(kind: Kind, { before, after }: Sides): Change[] {
  const [old, now] = [rowsOf(before, kind.rows), rowsOf(after, kind.rows)];
  const changes: Change[] = [];
  const isKnown = ({ scope }: StoredRow) => !kind.within || (before.hasThing(scope) && after.hasThing(scope));
  const one = (row: StoredRow, side: Side, other: Side, change: "added" | "removed") => {
    const isWhole = other.stateOf(kind.list(row.scope, { ...side, org: other.org })) === "complete";
    if (isWhole && isKnown(row)) changes.push(makeChange(kind, side, row, { change, fields: [] }));
  };
  for (const row of now.values()) {
    const was = old.get(row.id);
    if (!was) one(row, after, before, "added");
    else if (was.json !== row.json) {
      const change = compareRows(kind, { before, after }, was, row);
      if (change) changes.push(change);
    }
  }
  for (const row of old.values()) if (!now.has(row.id)) one(row, before, after, "removed");
  return changes;
}

export const titleOf = ({ title }: Kind, item: Item): string => String(title(item) ?? item.id ?? "");

export function makeChange(
  kind: Kind,
  side: Side,
  row: StoredRow,
  { change, fields, from }: Pick<Change, "change" | "fields" | "from">,
): Change {
  const item = parseStored(row.json) as Item;
  return {
    kind: kind.name,
    change,
    id: String(item.id ?? row.id),
    title: memberTitle(kind, side, item),
    place: kind.within?.(row.scope, side) ?? "",
    path: findPlace(kind, side, item),
    ...(from !== undefined && { from }),
    fields,
  };
}

/** Memberships of a team are kept by id. */
const memberTitle = (kind: Kind, side: Side, item: Item): string =>
  kind.rows === "team-membership" ? side.title("member", `${side.org}/${String(item.user)}`) : titleOf(kind, item);

/** The title of what it stands in. */
function findPlace({ place }: Kind, side: Side, item: Item): string {
  const id = place && item[place[0]];
  return place && typeof id === "string" ? side.title(place[1], id) : "";
}

function compareRows(kind: Kind, sides: Sides, was: StoredRow, is: StoredRow): Change | undefined {
  // Written by the walk from answers of the service.
  const [old, now] = [parseStored(was.json) as Item, parseStored(is.json) as Item];
  const [member] = kind.place ?? [];
  const all = makeFields(old, now, kind.ignored);
  if (all.length === 0) return undefined;
  const isMoved = all.some(({ name }) => name === member);
  const isRenamed = all.some(({ name }) => name === "title" || name === "subject");
  const fields = all.filter(({ name }) => name !== member);
  const change = isMoved ? "moved" : isRenamed ? "renamed" : "changed";
  return makeChange(kind, sides.after, is, {
    change,
    fields,
    ...(isMoved && { from: findPlace(kind, sides.before, old) }),
  });
}

/** They change with anything, or say where it is that is told otherwise. */
const ALWAYS = ["updatedAt", "object", "id", "urls.app"];

/** Members that differ between two forms of one thing, in the order of their names; `ignored` are dotted paths, with all below them. */
export function makeFields(before: Item, after: Item, ignored: readonly string[] = []): FieldChange[] {
  const [old, now] = [flattenMembers(toPlainData(before)), flattenMembers(toPlainData(after))];
  const names = [...new Set([...old.keys(), ...now.keys()])].sort();
  const left = [...ALWAYS, ...ignored];
  return names
    .filter((name) => !left.some((one) => name === one || name.startsWith(`${one}.`)))
    .filter((name) => JSON.stringify(old.get(name)) !== JSON.stringify(now.get(name)))
    .map((name) => ({ name, before: old.get(name), after: now.get(name) }));
}

/** Members by their dotted paths; lists are one value, and so is nothing. */
function flattenMembers(value: unknown, at = ""): Map<string, unknown> {
  if (!isObject(value)) return new Map([[at, value ?? undefined]]);
  return new Map(
    Object.entries(value).flatMap(([name, inner]) => [...flattenMembers(inner, at === "" ? name : `${at}.${name}`)]),
  );
}
