/** Answers of list endpoints: the envelope with `next`, `count` and `items`, and opaque cursors. */
import { ORIGIN } from "./origin.js";
import { ServiceError } from "./service-error.js";
import type { Where } from "./store.js";
import type { HandlerContext, HandlerInput, RawJson } from "./types.js";

const DEFAULT_PAGE_SIZE = 50;

/** Stored objects that are answered as they are kept. Several scopes are listed one after the other. */
export interface StoredList {
  kind: string;
  scope: string | readonly string[];
  /** Equality on top-level members, checked by SQLite. */
  where?: Where | undefined;
  descending?: boolean | undefined;
  /** Further members of the envelope (`stats`). */
  extra?: Record<string, unknown> | undefined;
}

/** Objects that a handler found or made; the whole list, the page is cut here. */
export interface ItemList {
  items: readonly object[];
  extra?: Record<string, unknown> | undefined;
}

/**
 * The page of a list that `input.query` asks for (`page`, `limit`).
 * @throws ServiceError 400 for a cursor that this list did not give out.
 */
export function listAnswer(context: HandlerContext, input: HandlerInput, list: StoredList | ItemList): RawJson {
  const limit = Number(input.query.limit ?? DEFAULT_PAGE_SIZE);
  const cursor = input.query.page === undefined ? undefined : decodeCursor(String(input.query.page));
  const page = "items" in list ? cutItems(list.items, limit, cursor) : readStored(context, input, list, limit, cursor);
  const next = page.next === undefined ? "" : `"next":{"page":${JSON.stringify(encodeCursor(page.next))}},`;
  const extra = Object.entries(list.extra ?? {}).map(
    ([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)},`,
  );
  const head = `{${next}"count":${page.count},${extra.join("")}"items":[`;
  const utf8 = (piece: string | Uint8Array) =>
    typeof piece === "string" ? Buffer.from(piece.replaceAll(ORIGIN, input.origin ?? ORIGIN)) : piece;
  return { json: Buffer.concat([head, ...page.items, "]}"].map(utf8)) };
}

/**
 * Where the next page starts. Stored lists: id, position and scope of the last item. Found lists: its id, the next
 * item's offset and id.
 */
type Cursor = readonly [id: string, number: number, more: string];

interface Page {
  /** The items with commas between them, in pieces: texts, or UTF-8 with the origin of the request in it. */
  items: (string | Uint8Array)[];
  count: number;
  next?: Cursor | undefined;
}

function encodeCursor(cursor: Cursor): string {
  return Buffer.from(JSON.stringify(cursor)).toString("base64url");
}

function decodeCursor(text: string): Cursor {
  try {
    const cursor: unknown = JSON.parse(Buffer.from(text, "base64url").toString());
    if (Array.isArray(cursor)) {
      const [id, number, more] = cursor;
      if (typeof id === "string" && Number.isSafeInteger(number) && typeof more === "string") return [id, number, more];
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

function cutItems(items: readonly object[], limit: number, cursor: Cursor | undefined): Page {
  const start = cursor ? startAfter(items, cursor) : 0;
  const page = items.slice(start, start + limit);
  const end = start + page.length;
  const next: Cursor | undefined = end < items.length ? [keyOf(page.at(-1)), end, keyOf(items[end])] : undefined;
  return { items: [page.map((item) => JSON.stringify(item)).join(",")], count: items.length, next };
}

/** Items may come and go between two pages: the last one seen is looked for, then the one after it, then the offset. */
function startAfter(items: readonly object[], [last, offset, next]: Cursor): number {
  if (offset < 0) throw badCursor();
  const indexOf = (key: string) => (key === "" ? -1 : items.findIndex((item) => keyOf(item) === key));
  const seen = indexOf(last);
  if (seen >= 0) return seen + 1;
  const following = indexOf(next);
  return following >= 0 ? following : offset;
}

function keyOf(item: object | undefined): string {
  return item && "id" in item && typeof item.id === "string" ? item.id : "";
}
