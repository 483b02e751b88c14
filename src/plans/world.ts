/** A model of the service while a plan is made: each address is read once, and steps are simulated on it. */
import { Failure } from "../errors.js";
import { getPath } from "../facts/paths.js";
import { isObject } from "../facts/values.js";
import type { Client } from "../http/types.js";
import { type Address, addressOf } from "./endpoints.js";
import type { Fields, Read } from "./types.js";

/** What to read and compare. */
export type Spot = Pick<Read, "path" | "item" | "within" | "fields">;

/** A field: the id of the preceding sibling; null for the first. */
export const PREVIOUS = "$previous";

export type Reader = Pick<Client, "call" | "list">;

export interface World {
  /** The fields as they are; null if the thing does not exist. @throws Failure of the requests */
  look(spot: Spot): Promise<Fields>;
  /** The whole thing; null if it does not exist. */
  thing(spot: Pick<Spot, "path" | "item">): Promise<Record<string, unknown> | null>;
  /** The items of a list; none if the list does not exist. */
  items(path: string): Promise<Record<string, unknown>[]>;
  /** Simulates a change: from now on the fields are as in `after`. */
  play(spot: Spot, after: Fields): Promise<void>;
}

type Held = Record<string, unknown> | Record<string, unknown>[] | null;

export function createWorld(client: Reader): World {
  const held = new Map<string, Promise<Held>>();
  const read = (path: string): Promise<Held> => {
    const known = held.get(path);
    if (known) return known;
    const asked = ask(client, addressOf(path));
    held.set(path, asked);
    return asked;
  };
  const items = async (path: string) => {
    const found = await read(path);
    return Array.isArray(found) ? found : [];
  };
  const thing: World["thing"] = async ({ path, item }) => {
    const found = await read(path);
    if (!Array.isArray(found)) return found;
    return (item && found.find((one) => matches(one, item))) ?? null;
  };
  return {
    thing,
    items,
    async look(spot) {
      const found = await thing(spot);
      return found && fieldsOf(found, spot, await items(spot.path));
    },
    async play(spot, after) {
      const found = await read(spot.path);
      if (Array.isArray(found)) {
        playOnList(found, spot, after);
        await showIn(spot.path, found, items);
      } else held.set(spot.path, Promise.resolve(after && withFields(found ?? {}, after)));
    },
  };
}

async function ask(client: Reader, { endpoint, params, query }: Address): Promise<Held> {
  // `addressOf` took the parameters from the endpoint's own path.
  const input = { params, query } as never;
  try {
    if (!endpoint.items) return structuredClone((await client.call(endpoint, input)) as Record<string, unknown>);
    const all: Record<string, unknown>[] = [];
    for await (const page of client.list(endpoint, input).pages()) {
      all.push(...structuredClone(page.items as Record<string, unknown>[]));
    }
    return all;
  } catch (error) {
    if (error instanceof Failure && error.kind === "not-found") return null;
    throw error;
  }
}

/** Whether an item has these values; e-mail addresses match in any case. */
const matches = (one: unknown, item: Record<string, string>): boolean =>
  Object.entries(item).every(([path, value]) => {
    const found = getPath(one, path);
    return path.endsWith("email") && typeof found === "string"
      ? found.toLowerCase() === value.toLowerCase()
      : String(found) === value;
  });

function fieldsOf(found: object, { fields, within }: Spot, siblings: readonly object[]): Record<string, unknown> {
  return Object.fromEntries(
    fields.map((field) => [
      field,
      field === PREVIOUS ? previous(found, within, siblings) : (getPath(found, field) ?? null),
    ]),
  );
}

function previous(found: object, within: string | undefined, siblings: readonly object[]): unknown {
  const around = within === undefined ? siblings : siblings.filter((one) => sameAt(one, found, within));
  return getPath(around[around.indexOf(found) - 1], "id") ?? null;
}

const sameAt = (a: object, b: object, path: string): boolean =>
  (getPath(a, path) ?? null) === (getPath(b, path) ?? null);

function playOnList(list: Record<string, unknown>[], { item = {}, within }: Spot, after: Fields): void {
  const at = list.findIndex((one) => matches(one, item));
  if (after !== null && typeof after.id === "string" && item.id === undefined) {
    passOn(list, at, item, after.id);
    return;
  }
  if (after === null) {
    if (at >= 0) list.splice(at, 1);
    return;
  }
  const { [PREVIOUS]: sibling, ...fields } = after;
  const thing = withFields(list[at] ?? {}, { ...(at < 0 && item), ...fields });
  if (at < 0) list.push(thing);
  else list[at] = thing;
  if (sibling !== undefined) reorder(list, thing, sibling, within);
}

/** Lists whose items also appear in those of another list: in `member`, if their `by` is the id of the other item. */
const SHOWN_IN: readonly { list: string; in: string; member: string; by: string }[] = [
  { list: "/site-spaces", in: "/sections", member: "siteSpaces", by: "section" },
  { list: "/sections", in: "/section-groups", member: "sections", by: "sectionGroup" },
];

async function showIn(path: string, list: readonly Record<string, unknown>[], items: World["items"]): Promise<void> {
  const link = SHOWN_IN.find((one) => path.endsWith(one.list) && path.includes("/sites/"));
  if (!link) return;
  const around = await items(`${path.slice(0, -link.list.length)}${link.in}`);
  for (const one of around) one[link.member] = list.filter((each) => each[link.by] === one.id);
}

/** Moves the mark that `item` selects by (such as `default`) to another thing. */
function passOn(list: Record<string, unknown>[], at: number, item: Record<string, string>, id: string): void {
  const marks = Object.keys(item).filter((name) => item[name] === "true");
  const mark = (position: number, value: boolean) => {
    const thing = list[position];
    if (thing) list[position] = withFields(thing, Object.fromEntries(marks.map((name) => [name, value])));
  };
  mark(at, false);
  mark(
    list.findIndex((one) => one.id === id),
    true,
  );
}

function reorder(list: Record<string, unknown>[], thing: object, sibling: unknown, within: string | undefined): void {
  const [moved] = list.splice(list.indexOf(thing as Record<string, unknown>), 1);
  if (!moved) return;
  const first = list.findIndex((one) => within === undefined || sameAt(one, moved, within));
  const at = sibling === null ? first : list.findIndex((one) => one.id === sibling) + 1;
  list.splice(at < 0 ? list.length : at, 0, moved);
}

/** A copy with these fields at their dotted paths; a member with dots in its name is taken as it is. */
function withFields(thing: Record<string, unknown>, fields: Record<string, unknown>): Record<string, unknown> {
  return Object.entries(fields).reduce((all, [path, value]) => withField(all, path.split("."), value), thing);
}

function withField(thing: Record<string, unknown>, steps: readonly string[], value: unknown): Record<string, unknown> {
  const [step = "", ...rest] = steps;
  const inner = Object.hasOwn(thing, step) ? thing[step] : undefined;
  const next = rest.length === 0 ? value : withField(isObject(inner) ? inner : {}, rest, value);
  return Object.fromEntries([...Object.entries(thing).filter(([name]) => name !== step), [step, next]]);
}
