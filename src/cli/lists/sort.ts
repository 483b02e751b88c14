/** `--sort`: a list in another order than the service's, once all of its pages are there. */
import { usage } from "../../errors.js";
import type { Form, Listing, Page, PageOf, RawPage } from "../../http/types.js";
import { checkFields } from "../output/filter/fields.js";
import { cellValue, plainText } from "../output/text/cell.js";
import type { AnyColumn } from "../output/types.js";

export interface Order {
  /** As --fields takes it. */
  field: string;
  down: boolean;
}

/** `updatedAt`, `updatedAt:desc`. @throws Failure usage */
export function orderOf(text: string): Order {
  const [, field = "", way] = /^([^:]+)(?::(asc|desc))?$/.exec(text) ?? [];
  if (field === "") throw usage(`--sort takes <field>, <field>:asc or <field>:desc, not ${JSON.stringify(text)}`);
  return { field, down: way === "desc" };
}

interface Known {
  columns: readonly AnyColumn[] | undefined;
  documented: readonly string[];
  /** Rows of a table may be drawn as a tree, which another order takes apart. */
  drawn?: boolean;
}

/**
 * The whole list as one page. What has no value comes last in both orders, what is equal stays as it came.
 * @throws Failure usage for a field that nothing knows, once items were read
 */
export function sorted<T>(source: Listing<T> | readonly T[], order: Order, known: Known): Listing<T> {
  async function* pages<F extends Form = "items">(): AsyncIterable<PageOf<T, F>> {
    const items: T[] = [];
    let last: Page<T> | undefined;
    for await (const page of pagesOf(source)) {
      items.push(...(known.drawn ? page.items.map(withoutBranch) : page.items));
      last = page;
    }
    checkFields([order.field], known, () => items);
    const { items: _, repeated: __, ...facts } = last ?? { items: [] };
    // Items are one of the two forms, whichever was asked for.
    yield { ...facts, items: inOrder(items, order, known) } as PageOf<T, F>;
  }
  return { ...("pages" in source && source.of && { of: source.of }), pages };
}

function withoutBranch<T>(item: T): T {
  if (typeof item !== "object" || item === null || !("lead" in item)) return item;
  const { lead: _, ...rest } = item;
  // The branch was added for the table alone.
  return rest as T;
}

async function* pagesOf<T>(source: Listing<T> | readonly T[]): AsyncIterable<Page<T>> {
  if ("pages" in source) yield* source.pages();
  else yield { items: source };
}

function inOrder<T>(items: readonly T[], { field, down }: Order, { columns }: Known): T[] {
  const column = columns?.find(({ path }) => path === field) ?? { header: field, path: field };
  const keyed = items.map((item) => ({ item, key: keyOf(cellValue(item, column)) }));
  return keyed.sort((a, b) => compare(a.key, b.key, down)).map(({ item }) => item);
}

type Key = number | string | undefined;

function keyOf(value: unknown): Key {
  if (typeof value === "number") return value;
  if (typeof value === "boolean") return value ? 1 : 0;
  const text = plainText(value);
  return text === "" ? undefined : text;
}

/** Numbers in titles by their value, letters whatever their case; times of the contract are in order as they are. */
const words = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

function compare(a: Key, b: Key, down: boolean): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
  const way = typeof a === "number" && typeof b === "number" ? a - b : words.compare(String(a), String(b));
  return down ? -way : way;
}

/** Lists whose order the contract leaves open, and the time that people look for. */
const NEWEST: Readonly<Record<string, string>> = {
  "/v1/spaces/{spaceId}/change-requests": "updatedAt",
  "/v1/orgs/{organizationId}/translations": "updatedAt",
  "/v1/orgs/{organizationId}/openapi/{specSlug}/versions": "createdAt",
};

/**
 * For people: the newest first where time matters. Only what came in one page is sorted: nobody waits for more pages, and
 * whoever goes on with a cursor gets the order of the service.
 */
export function newestFirst<T>(source: Listing<T>): Listing<T> {
  const field = source.of === undefined ? undefined : NEWEST[source.of.path];
  if (field === undefined) return source;
  const order = { field, down: true };
  async function* pages<F extends Form = "items">(): AsyncIterable<PageOf<T, F>> {
    let first = true;
    for await (const page of source.pages() as AsyncIterable<Page<T> | RawPage>) {
      const isWhole = first && page.next === undefined && page.items !== undefined;
      first = false;
      // The form is that of the source: a table takes items.
      const known = { columns: undefined };
      yield (isWhole ? { ...page, items: inOrder(page.items, order, { ...known, documented: [] }) } : page) as PageOf<
        T,
        F
      >;
    }
  }
  return { ...(source.of && { of: source.of }), pages };
}
