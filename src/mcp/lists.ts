/** One page of a list, small enough to read: chosen fields, a count, and a cursor to go on with. */
import type { AnyEndpoint } from "../catalog/endpoint.js";
import { usage } from "../errors.js";
import { getPath } from "../facts/paths.js";
import { isObject } from "../facts/values.js";
import type { ListOptions } from "../http/types.js";
import { ITEM, shorten } from "./shorten.js";
import type { Doors, Params } from "./types.js";

export interface Wanted {
  params: Params;
  query?: Readonly<Record<string, unknown>> | undefined;
  /** Dotted paths of the members to show; `["*"]`: all. */
  fields: readonly string[];
  limit?: number | undefined;
  cursor?: string | undefined;
  /** Member that holds an item's children: they are listed after it. */
  below?: string | undefined;
  /** The caller makes the items smaller. */
  whole?: true;
}

const DEFAULT_LIMIT = 20;

/** Rows of one page, with `count` and `next_cursor` as far as there are any. */
export async function listPage(
  { client }: Pick<Doors, "client">,
  endpoint: AnyEndpoint,
  wanted: Wanted,
): Promise<Record<string, unknown>> {
  const { params, query, limit = DEFAULT_LIMIT } = wanted;
  const { offset, page } = readCursor(wanted.cursor);
  // The tools name the parameters of their endpoints; the types of any endpoint cannot say so.
  const input = { params, ...(query && { query }) } as never;
  const options: ListOptions = { pageSize: limit, ahead: false, ...(page !== undefined && { page }) };
  for await (const { items, count, next } of client.list(endpoint, input, options).pages()) {
    const all = flat(items, wanted.below);
    const shown = all.slice(offset, offset + limit);
    const rest = offset + limit < all.length;
    const cursor = rest ? writeCursor(offset + limit, page) : next === undefined ? undefined : writeCursor(0, next);
    return {
      items: wanted.whole ? shown : shown.map((item) => shorten(pick(item, wanted.fields), ITEM)),
      ...(count !== undefined ? { count } : next === undefined && { count: all.length }),
      ...(cursor !== undefined && { next_cursor: cursor }),
    };
  }
  return { items: [], count: 0 };
}

function flat(items: readonly unknown[], below: string | undefined): readonly unknown[] {
  if (below === undefined) return items;
  return items.flatMap((item) => {
    const children = getPath(item, below);
    return [item, ...(Array.isArray(children) ? flat(children, below) : [])];
  });
}

/** The members at these paths, by path; absent ones are left out. */
export function pick(item: unknown, fields: readonly string[]): unknown {
  if (fields.includes("*") || !isObject(item)) return item;
  const found = fields.map((path) => [path, getPath(item, path)] as const);
  return Object.fromEntries(found.filter(([, value]) => value !== undefined && value !== null));
}

/** `<items of the page that were shown>:<the service's cursor>`: a service may answer more than it was asked for. */
const writeCursor = (offset: number, page: string | undefined): string => `${offset}:${page ?? ""}`;

/** @throws Failure usage */
function readCursor(cursor: string | undefined): { offset: number; page: string | undefined } {
  if (cursor === undefined) return { offset: 0, page: undefined };
  const [, offset, page] = /^(\d{1,7}):(.*)$/s.exec(cursor) ?? [];
  if (offset === undefined) throw usage("cursor is not a next_cursor of this tool", "leave it out to begin again");
  return { offset: Number(offset), page: page || undefined };
}
