/** Reads one page of a list, small enough for a model: chosen fields, a count, and a cursor to continue with. */
import type { AnyEndpoint } from "../catalog/endpoint.js";
import { usage } from "../errors.js";
import type { ListOptions, Reader } from "../http/types.js";
import { getPath } from "../shared/paths.js";
import { isObject } from "../shared/values.js";
import { ITEM, shorten } from "./shorten.js";
import type { Params, ToolDependencies } from "./types.js";

interface ListRequest {
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

/** The most pages of 1,000 items read of one list. */
const MOST_PAGES = 20;

export interface WholeList {
  items: readonly unknown[];
  /** Why it may lack something; undefined: it is complete. */
  gap?: string;
}

/** A list to its end. */
export async function readWhole(
  client: Pick<Reader, "list">,
  endpoint: AnyEndpoint,
  { params, query }: Pick<ListRequest, "params" | "query">,
): Promise<WholeList> {
  const items: unknown[] = [];
  let pages = 0;
  // As below.
  const listing = client.list(endpoint, { params, ...(query && { query }) } as never, { pageSize: 1000 });
  for await (const page of listing.pages()) {
    pages += 1;
    items.push(...page.items);
    if (page.gap !== undefined) return { items, gap: page.gap };
    if (pages === MOST_PAGES && page.next !== undefined) {
      return { items, gap: `the list is too long: ${items.length} were read` };
    }
  }
  return { items };
}

/** The items of one page, with `count` and `next_cursor` if there are any. `incomplete` says why there are too few. */
export async function listPage(
  { client }: Pick<ToolDependencies, "client">,
  endpoint: AnyEndpoint,
  wanted: ListRequest,
): Promise<Record<string, unknown>> {
  const { params, query, limit = DEFAULT_LIMIT } = wanted;
  const { before, offset, page } = readCursor(wanted.cursor);
  // Tools pass the parameters of their own endpoints, which the type of any endpoint cannot express.
  const input = { params, ...(query && { query }) } as never;
  const from = page !== undefined && { page, listedBefore: before };
  const options: ListOptions = { pageSize: limit, ahead: false, ...from };
  for await (const { items, count, next, repeated = 0, gap } of client.list(endpoint, input, options).pages()) {
    const all = flattenItems(items, wanted.below);
    const shown = all.slice(offset, offset + limit);
    const rest = offset + limit < all.length;
    const isLast = next === undefined;
    const read = before + items.length - repeated;
    const cursor = rest
      ? writeCursor({ before, offset: offset + limit, page })
      : isLast
        ? undefined
        : writeCursor({ before: read, offset: 0, page: next });
    // The service counts items, not what is below them.
    const known =
      wanted.below === undefined ? (count ?? (isLast ? read : undefined)) : belowCount(all, isLast && before === 0);
    return {
      items: wanted.whole ? shown : shown.map((item) => shorten(pick(item, wanted.fields), ITEM)),
      ...(known !== undefined && { count: known }),
      ...(cursor !== undefined && { next_cursor: cursor }),
      ...(gap !== undefined && !rest && { incomplete: gap }),
    };
  }
  return { items: [] };
}

const belowCount = (all: readonly unknown[], isWhole: boolean): number | undefined =>
  isWhole ? all.length : undefined;

function flattenItems(items: readonly unknown[], below: string | undefined): readonly unknown[] {
  if (below === undefined) return items;
  return items.flatMap((item) => {
    const children = getPath(item, below);
    return [item, ...(Array.isArray(children) ? flattenItems(children, below) : [])];
  });
}

/** The members at these paths, by path; absent ones are left out. */
export function pick(item: unknown, fields: readonly string[]): unknown {
  if (fields.includes("*") || !isObject(item)) return item;
  const found = fields.map((path) => [path, getPath(item, path)] as const);
  return Object.fromEntries(found.filter(([, value]) => value !== undefined && value !== null));
}

interface Cursor {
  /** Items of earlier pages. */
  before: number;
  /** Items of this page that were shown: it may have more than requested. */
  offset: number;
  /** The service's cursor. */
  page: string | undefined;
}

const writeCursor = ({ before, offset, page }: Cursor): string => `${before}/${offset}:${page ?? ""}`;

/** @throws Failure usage */
function readCursor(cursor: string | undefined): Cursor {
  if (cursor === undefined) return { before: 0, offset: 0, page: undefined };
  const [, before, offset, page] = /^(\d{1,9})\/(\d{1,7}):(.*)$/s.exec(cursor) ?? [];
  if (offset === undefined) throw usage("cursor is not a next_cursor of this tool", "omit it to start over");
  return { before: Number(before), offset: Number(offset), page: page || undefined };
}
