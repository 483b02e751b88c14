/** `--sort`: a list in a different order from the service's, once all its pages have been read. */
import { usage } from "../../errors.js";
import type { Listing, Page } from "../../http/types.js";
import { checkFields } from "../output/filter/fields.js";
import { cellValue, plainText } from "../output/text/cell.js";
import type { AnyColumn } from "../output/types.js";

interface Order {
  /** A field, in the form that --fields takes. */
  field: string;
  down: boolean;
}

/** `updatedAt`, `updatedAt:desc`. @throws Failure usage */
export function orderOf(text: string): Order {
  const [, field = "", way] = /^([^:]+)(?::(asc|desc))?$/.exec(text) ?? [];
  if (field === "") throw usage(`--sort takes FIELD, FIELD:asc or FIELD:desc, not ${JSON.stringify(text)}`);
  return { field, down: way === "desc" };
}

interface SortFields {
  columns: readonly AnyColumn[] | undefined;
  documented: readonly string[] | undefined;
}

/**
 * The whole list as one page. Items without a value come last in both orders; equal ones keep their order.
 * @throws Failure usage for an unknown field, once items have been read
 */
export function sortListing<T>(source: Listing<T> | readonly T[], order: Order, known: SortFields): Listing<T> {
  async function* pages(): AsyncIterable<Page<T>> {
    const items: T[] = [];
    let last: Page<T> | undefined;
    for await (const page of readPages(source)) {
      items.push(...page.items);
      last = page;
    }
    checkFields([order.field], known, () => items);
    const { items: _, repeated: __, ...facts } = last ?? { items: [] };
    yield { ...facts, items: inOrder(items, order, known) };
  }
  return { ...("pages" in source && aboutOf(source)), pages };
}

const aboutOf = ({ of }: Listing<unknown>): Omit<Listing<unknown>, "pages"> => (of ? { of } : {});

async function* readPages<T>(source: Listing<T> | readonly T[]): AsyncIterable<Page<T>> {
  if ("pages" in source) yield* source.pages();
  else yield { items: source };
}

function inOrder<T>(items: readonly T[], { field, down }: Order, { columns }: SortFields): T[] {
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

/** Compares numbers in titles by value and ignores case; the contract's timestamps sort correctly as they are. */
const words = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

function compare(a: Key, b: Key, down: boolean): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
  const way = typeof a === "number" && typeof b === "number" ? a - b : words.compare(String(a), String(b));
  return down ? -way : way;
}

/** Lists whose order the contract leaves open, with the timestamp that matters to people. */
const NEWEST: Readonly<Record<string, string>> = {
  "/v1/spaces/{spaceId}/change-requests": "updatedAt",
  "/v1/orgs/{organizationId}/translations": "updatedAt",
  "/v1/orgs/{organizationId}/openapi/{specSlug}/versions": "createdAt",
};

/**
 * For people: newest first if time matters. Only a list of a single page is sorted: nobody should wait for more pages, and
 * continuing from a cursor follows the service's order.
 */
export function newestFirst<T>(source: Listing<T>): Listing<T> {
  const field = source.of === undefined ? undefined : NEWEST[source.of.path];
  if (field === undefined) return source;
  const order = { field, down: true };
  async function* pages(): AsyncIterable<Page<T>> {
    let first = true;
    for await (const page of source.pages()) {
      const isWhole = first && page.next === undefined;
      first = false;
      const items = isWhole ? inOrder(page.items, order, { columns: undefined, documented: [] }) : page.items;
      yield { ...page, items };
    }
  }
  return { ...aboutOf(source), pages };
}
