/** Answers of list endpoints: the envelope with `next`, `count` and `items`, and opaque cursors. */
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
  const page = "items" in list ? cutItems(list.items, limit, cursor) : readStored(context, list, limit, cursor);
  const next = page.next === undefined ? "" : `"next":{"page":${JSON.stringify(encodeCursor(page.next))}},`;
  const extra = Object.entries(list.extra ?? {}).map(
    ([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)},`,
  );
  return { json: `{${next}"count":${page.count},${extra.join("")}"items":[${page.texts.join(",")}]}` };
}

/**
 * Where the next page starts. Stored lists: id, position and scope of the last item. Found lists: its id, the next
 * item's offset and id.
 */
type Cursor = readonly [id: string, number: number, more: string];

interface PageTexts {
  texts: string[];
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

function readStored(context: HandlerContext, list: StoredList, limit: number, cursor: Cursor | undefined): PageTexts {
  const { store } = context;
  const scopes = typeof list.scope === "string" ? [list.scope] : list.scope;
  const start = cursor ? scopes.indexOf(cursor[2]) : 0;
  if (start < 0) throw badCursor();
  const texts: string[] = [];
  let last: Cursor | undefined;
  let next: Cursor | undefined;
  for (let index = start; index < scopes.length && !next; index++) {
    const scope = scopes[index] ?? "";
    const [afterId, after] = (index === start && cursor) || [];
    // One more than wanted tells whether another page follows.
    const rows = store.slice(list.kind, scope, { ...list, after, afterId, limit: limit - texts.length + 1 });
    for (const row of rows) {
      if (texts.length === limit) {
        next = last;
        break;
      }
      texts.push(row.json);
      last = [row.id, row.position, scope];
    }
  }
  const count = scopes.reduce((sum, scope) => sum + store.count(list.kind, scope, list.where), 0);
  return { texts, count, next };
}

function cutItems(items: readonly object[], limit: number, cursor: Cursor | undefined): PageTexts {
  const start = cursor ? startAfter(items, cursor) : 0;
  const page = items.slice(start, start + limit);
  const end = start + page.length;
  const next: Cursor | undefined = end < items.length ? [keyOf(page.at(-1)), end, keyOf(items[end])] : undefined;
  return { texts: page.map((item) => JSON.stringify(item)), count: items.length, next };
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
