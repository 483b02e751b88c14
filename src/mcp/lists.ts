/** Reads one page of a list, small enough for a model: chosen fields, a count, and a cursor to continue with. */
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
  /** The member with an item's children, which are listed after it. */
  below?: string | undefined;
  /** Leaves the items as they are: the caller shortens them. */
  whole?: true;
}

const DEFAULT_LIMIT = 20;

/** The items of one page, with `count` and `next_cursor` if there are any. */
export async function listPage(
  { client }: Pick<Doors, "client">,
  endpoint: AnyEndpoint,
  wanted: Wanted,
): Promise<Record<string, unknown>> {
  const { params, query, limit = DEFAULT_LIMIT } = wanted;
  const { offset, page } = readCursor(wanted.cursor);
  // Tools pass the parameters of their own endpoints, which the type of any endpoint cannot express.
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

/** `<number of items of the page shown>:<the service's cursor>`: a page may have more items than requested. */
const writeCursor = (offset: number, page: string | undefined): string => `${offset}:${page ?? ""}`;

/** @throws Failure usage */
function readCursor(cursor: string | undefined): { offset: number; page: string | undefined } {
  if (cursor === undefined) return { offset: 0, page: undefined };
  const [, offset, page] = /^(\d{1,7}):(.*)$/s.exec(cursor) ?? [];
  if (offset === undefined) throw usage("cursor is not a next_cursor of this tool", "leave it out to start over");
  return { offset: Number(offset), page: page || undefined };
}
