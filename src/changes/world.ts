/** A model of the service while a plan is made: each address is read once, and steps are simulated on it. */
import { cannotTell, type Proofs, readList } from "../absence/absence.js";
import { Failure } from "../errors.js";
import type { Reader } from "../http/types.js";
import { getPath } from "../shared/paths.js";
import { isSameName } from "../shared/text/names.js";
import { isObject } from "../shared/values.js";
import { type Address, addressOf } from "./endpoints.js";
import type { Fields, Selector, ThingSelector } from "./types.js";

/** A field: the id of the preceding sibling; null for the first. */
export const PREVIOUS = "$previous";

export interface ThingReader {
  /** The whole thing; null if it is not to be seen. */
  thing(selector: ThingSelector): Promise<Record<string, unknown> | null>;
}

interface LookUps extends ThingReader {
  /** The fields as they are; null if the thing is not to be seen, absent or not. */
  peek(selector: Selector): Promise<Fields>;
  /** For a thing that `peek` did not see. @throws Failure cannot-tell if it may be out of sight */
  proveAbsent(selector: ThingSelector): Promise<void>;
  /** The items of a list that the token reads; none if what it belongs to is absent. @throws Failure cannot-tell */
  items(path: string): Promise<Record<string, unknown>[]>;
  /** The same, of a list that has all that the service counts. @throws Failure cannot-tell */
  whole(path: string): Promise<Record<string, unknown>[]>;
  /** The items of a list that is complete: what is not in it does not exist. @throws Failure cannot-tell */
  complete(path: string): Promise<Record<string, unknown>[]>;
}

export interface World extends LookUps {
  /** The fields as they are; null if the thing is absent. @throws Failure of the requests; cannot-tell if it may be out of sight */
  readFields(selector: Selector): Promise<Fields>;
  /** How many items a list has, as the service counts; undefined if it does not say, or the list is not found. */
  counted(path: string): Promise<number | undefined>;
  /** The items of a list that match, without what was simulated; undefined if the list is not found. */
  matching(path: string, query: Readonly<Record<string, string>>): Promise<Record<string, unknown>[] | undefined>;
  /** Simulates a change: from now on the fields are as in `after`. */
  project(selector: Selector, after: Fields): Promise<void>;
}

type WorldState = Record<string, unknown> | Record<string, unknown>[] | null;

/** Answers so far. Worlds that share one read each address once. */
export interface Memory {
  held: Map<string, Promise<WorldState>>;
  /** Why lists must have more items than were read. */
  gaps: Map<string, string>;
  /** Paths that steps have changed: an absence there is expected. */
  played: Set<string>;
}

export const createMemory = (): Memory => ({ held: new Map(), gaps: new Map(), played: new Set() });

/** Paths of files are checked when they are parsed: the ids in any other path were answered. */
const unusableId = (reason: string) =>
  new Failure("invalid-answer", `the service sent an id that no request can use: ${reason}`);

export function createWorld(client: Reader, absence: Proofs, memory: Memory = createMemory()): World {
  const { held, played } = memory;
  const read = (path: string): Promise<WorldState> => {
    const known = held.get(path);
    if (known) return known;
    const asked = ask(client, addressOf(path, unusableId), (gap) => memory.gaps.set(path, gap));
    held.set(path, asked);
    // A failed read is repeated.
    asked.catch(() => held.delete(path));
    return asked;
  };
  const seen = createLookUps(read, memory, absence);
  return {
    ...seen,
    counted: (path) => unlessNotFound(() => readCount(client, addressOf(path, unusableId))),
    matching: (path, query) =>
      unlessNotFound(async () => {
        const { endpoint, params } = addressOf(path, unusableId);
        return (await readList(client, endpoint, params, query)).items;
      }),
    async readFields(selector) {
      const found = await seen.peek(selector);
      if (found === null) await seen.proveAbsent(selector);
      return found;
    },
    async project(selector, after) {
      played.add(keyOf(selector));
      const found = await read(selector.path);
      if (Array.isArray(found)) {
        projectOnList(found, selector, after);
        await showIn(selector.path, found, seen.items);
      } else held.set(selector.path, Promise.resolve(after && withFields(found ?? {}, after)));
    },
  };
}

function createLookUps(
  read: (path: string) => Promise<WorldState>,
  { gaps, played }: Memory,
  absence: Proofs,
): LookUps {
  const items = async (path: string) => {
    const found = await read(path);
    if (found === null && isList(path)) await absence.proveList(path);
    return Array.isArray(found) ? found : [];
  };
  const whole = async (path: string, subject = path) => {
    const found = await items(path);
    const gap = gaps.get(path);
    if (gap !== undefined) throw cannotTell(subject, gap);
    return found;
  };
  const complete = async (path: string, subject = path) => {
    const found = await whole(path, subject);
    await absence.proveComplete(path, subject);
    return found;
  };
  const thing: World["thing"] = async ({ path, item }) => {
    const found = await read(path);
    if (!Array.isArray(found)) return found;
    return (item && found.find((one) => itemMatches(one, item))) ?? null;
  };
  return {
    thing,
    items,
    whole: (path) => whole(path),
    complete: (path) => complete(path),
    async peek(selector) {
      const found = await thing(selector);
      return found && makeFields(found, selector, await items(selector.path));
    },
    async proveAbsent(selector) {
      const path = plainOf(selector.path);
      if (played.has(keyOf(selector))) return;
      if (isList(path)) await complete(selector.path, subjectOf(path, selector.item));
      else await absence.proveThing(path);
    },
  };
}

const keyOf = ({ path, item }: ThingSelector): string => JSON.stringify([path, item ?? null]);

/** A path without its query. */
const plainOf = (path: string): string => path.split("?")[0] ?? "";

/** The address that a thing in a list would have, for messages. */
const subjectOf = (list: string, item: Record<string, string> = {}): string =>
  `${list}/${encodeURIComponent(Object.values(item)[0] ?? "")}`;

export const isList = (path: string): boolean => addressOf(plainOf(path)).endpoint.items !== undefined;

const ask = async (
  client: Reader,
  { endpoint, params, query }: Address,
  noteGap: (gap: string) => void,
): Promise<WorldState> =>
  (await unlessNotFound(async (): Promise<WorldState> => {
    // `addressOf` took the parameters from the endpoint's own path.
    if (!endpoint.items) return { ...((await client.call(endpoint, { params, query })) as object) };
    const all = await readList(client, endpoint, params, query);
    if (all.gap !== undefined) noteGap(all.gap);
    // Projected steps replace members of the items, and change nothing inside of them.
    return all.items.map((item) => ({ ...item }));
  })) ?? null;

async function readCount(client: Reader, { endpoint, params }: Address): Promise<number | undefined> {
  for await (const page of client.list(endpoint, { params }, { limit: 1, ahead: false }).pages()) return page.count;
  return undefined;
}

async function unlessNotFound<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof Failure && error.kind === "not-found") return undefined;
    throw error;
  }
}

/** True if an item has these values; emails match in any case. */
export const itemMatches = (one: unknown, item: Record<string, string>): boolean =>
  Object.entries(item).every(([path, value]) => {
    const found = getPath(one, path);
    return path.endsWith("email") && typeof found === "string"
      ? isSameName(found, value)
      : String(found ?? null) === value;
  });

function makeFields(found: object, { fields, within }: Selector, siblings: readonly object[]): Record<string, unknown> {
  return Object.fromEntries(
    fields.map((field) => [
      field,
      field === PREVIOUS ? previousId(found, within, siblings) : (getPath(found, field) ?? null),
    ]),
  );
}

function previousId(found: object, within: string | undefined, siblings: readonly object[]): unknown {
  const around = within === undefined ? siblings : siblings.filter((one) => sameAt(one, found, within));
  return getPath(around[around.indexOf(found) - 1], "id") ?? null;
}

const sameAt = (a: object, b: object, path: string): boolean =>
  (getPath(a, path) ?? null) === (getPath(b, path) ?? null);

function projectOnList(list: Record<string, unknown>[], { item = {}, within }: Selector, after: Fields): void {
  const at = list.findIndex((one) => itemMatches(one, item));
  if (after !== null && typeof after.id === "string" && item.id === undefined) {
    moveMark(list, at, item, after.id);
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
function moveMark(list: Record<string, unknown>[], at: number, item: Record<string, string>, id: string): void {
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
