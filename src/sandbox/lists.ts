/** Answers of list endpoints: the envelope with `next`, `count` and `items`, and opaque cursors. */
import { ORIGIN } from "./origin.js";
import type { Where } from "./store/store.js";
import type { HandlerContext, HandlerInput, RawJson } from "./types.js";
import { ServiceError } from "./wire/service-error.js";

const DEFAULT_PAGE_SIZE = 50;

/** A list of stored objects, answered as stored. Several scopes are listed one after the other. */
export interface StoredList {
  kind: string;
  scope: string | readonly string[];
  /** Equality on top-level members, checked by SQLite. */
  where?: Where | undefined;
  descending?: boolean | undefined;
  /** Further members of the envelope (`stats`). */
  extra?: Record<string, unknown> | undefined;
}

/** Objects that a handler found or created: the whole list, from which the page is cut here. */
export interface ItemList<T extends object = object> {
  items: readonly T[];
  /** Identifies an item in the list, so that the next page can continue after it; default: its `id`. */
  key?: ((item: T) => string) | undefined;
  /** Turns items into answers; called only for those on the page. */
  present?: ((items: readonly T[]) => readonly object[]) | undefined;
  /** In place of `present`: the items' JSON texts, as the caller sees them. */
  write?: WrittenItems<T> | undefined;
  extra?: Record<string, unknown> | undefined;
}

export interface WrittenItems<T> {
  /** The JSON texts of items with commas between them, with the origin of the request. */
  texts(items: readonly T[]): string;
  /** Replaces each NUL in the texts: what every item repeats is encoded only once. */
  repeated: Uint8Array;
}

/**
 * The page of a list requested by `input.query` (`page`, `limit`).
 * @throws ServiceError 400 for a cursor that is not from this list
 */
export function listAnswer<T extends object>(
  context: HandlerContext,
  input: HandlerInput,
  list: StoredList | ItemList<T>,
): RawJson {
  const limit = Number(input.query.limit ?? DEFAULT_PAGE_SIZE);
  const name = nameOf(input);
  const cursor = input.query.page === undefined ? undefined : decodeCursor(name, String(input.query.page));
  const page = "items" in list ? cutItems(list, limit, cursor) : readStored(context, input, list, limit, cursor);
  const next = page.next === undefined ? "" : `"next":{"page":${JSON.stringify(encodeCursor(name, page.next))}},`;
  const extra = Object.entries(list.extra ?? {}).map(
    ([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)},`,
  );
  const head = `{${next}"count":${page.count},${extra.join("")}"items":[`;
  const utf8 = (piece: string | Uint8Array) =>
    typeof piece === "string" ? Buffer.from(piece.replaceAll(ORIGIN, input.origin ?? ORIGIN)) : piece;
  const json = Buffer.concat([head, ...page.items, "]}"].map(utf8));
  const write = "write" in list ? list.write : undefined;
  return write ? { json: fillRepeated(json, write.repeated), seen: true } : { json };
}

/** `text` with `repeated` in place of each NUL; JSON itself contains none. */
function fillRepeated(text: Buffer, repeated: Uint8Array): Uint8Array {
  const places: number[] = [];
  for (let at = text.indexOf(0); at >= 0; at = text.indexOf(0, at + 1)) places.push(at);
  const whole = Buffer.allocUnsafe(text.length + places.length * (repeated.length - 1));
  let from = 0;
  let to = 0;
  for (const place of places) {
    to += text.copy(whole, to, from, place);
    whole.set(repeated, to);
    to += repeated.length;
    from = place + 1;
  }
  text.copy(whole, to, from);
  return whole;
}

/**
 * The start of the next page. Stored lists: id, position and scope of the last item. Item lists: its key, 0, and the
 * next item's key.
 */
type Cursor = readonly [id: string, position: number, more: string];

/** Query members that choose a page or its presentation, not which items there are and in which order. */
const PAGING = new Set(["page", "limit", "format", "metadata", "computed"]);

/** Identifies a list by its path and filters, in a few characters. */
function nameOf({ path = "", query }: HandlerInput): string {
  const filters = Object.entries(query).filter(([name, value]) => !PAGING.has(name) && value !== undefined);
  let hash = 0x811c9dc5;
  // FNV-1a: cursors are not secret, and loading node:crypto would cost a command 3 ms.
  for (const unit of JSON.stringify([path, ...filters.sort()])) {
    hash = Math.imul(hash ^ (unit.codePointAt(0) ?? 0), 0x01000193);
  }
  return (hash >>> 0).toString(36);
}

interface Page {
  /** The items separated by commas, in pieces: texts, or UTF-8 that already contains the request's origin. */
  items: (string | Uint8Array)[];
  count: number;
  next?: Cursor | undefined;
}

function encodeCursor(name: string, cursor: Cursor): string {
  return Buffer.from(JSON.stringify([name, ...cursor])).toString("base64url");
}

function decodeCursor(name: string, text: string): Cursor {
  try {
    const cursor: unknown = JSON.parse(Buffer.from(text, "base64url").toString());
    if (Array.isArray(cursor) && cursor[0] === name) {
      const [, id, position, more] = cursor;
      if (typeof id === "string" && Number.isSafeInteger(position) && position >= 0 && typeof more === "string") {
        return [id, position, more];
      }
    }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw badCursor();
}

const badCursor = () => new ServiceError(400, "page is not a page of this list");

function readStored(
  context: HandlerContext,
  { origin }: HandlerInput,
  list: StoredList,
  limit: number,
  cursor: Cursor | undefined,
): Page {
  const { store } = context;
  const scopes = typeof list.scope === "string" ? [list.scope] : list.scope;
  const start = cursor ? scopes.indexOf(cursor[2]) : 0;
  if (start < 0) throw badCursor();
  const counts = scopes.map((scope) => store.count(list.kind, scope, list.where));
  const items: Page["items"] = [];
  let room = limit;
  let last: Cursor | undefined;
  let follows = false;
  for (let index = start; index < scopes.length && !follows; index++) {
    const scope = scopes[index] ?? "";
    if (room === 0) {
      follows = (counts[index] ?? 0) > 0;
      continue;
    }
    const [afterId, after] = (index === start && cursor) || [];
    const slice = store.slice(list.kind, scope, { ...list, after, afterId, limit: room, origin });
    if (slice.count === 0) continue;
    items.push(...(items.length === 0 ? [] : [","]), slice.json);
    room -= slice.count;
    follows = slice.more;
    last = slice.last && [slice.last.id, slice.last.position, scope];
  }
  return { items, count: counts.reduce((sum, count) => sum + count, 0), next: follows ? last : undefined };
}

function cutItems<T extends object>(list: ItemList<T>, limit: number, cursor: Cursor | undefined): Page {
  const { items, key = idOf, present = (all) => all, write } = list;
  const start = cursor ? startAfter(items, key, cursor) : 0;
  const page = items.slice(start, start + limit);
  const [last, following] = [page.at(-1), items[start + page.length]];
  const next: Cursor | undefined = last && following && [key(last), 0, key(following)];
  const texts = write
    ? Buffer.from(write.texts(page))
    : present(page)
        .map((item) => JSON.stringify(item))
        .join(",");
  return { items: [texts], count: items.length, next };
}

/**
 * Items may be added or removed between two pages: looks for the last one seen, else for the one after it.
 * @throws ServiceError 400 if both are gone, because nothing says where to continue
 */
function startAfter<T>(items: readonly T[], key: (item: T) => string, [last, , following]: Cursor): number {
  const seen = items.findIndex((item) => key(item) === last);
  if (seen >= 0) return seen + 1;
  const start = items.findIndex((item) => key(item) === following);
  if (start < 0 && items.length > 0) throw badCursor();
  return Math.max(start, 0);
}

function idOf(item: object): string {
  if ("id" in item && typeof item.id === "string") return item.id;
  throw new Error("a list of items without an id needs a key");
}
