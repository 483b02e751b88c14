import type { PageTable } from "../../http/types.js";
import { getPath, isObject } from "./fields.js";
import type { AnyColumn } from "./types.js";

/** How many shapes of items are remembered. */
const MOST_SHAPES = 1000;

/** For each column the values of its cell, by their place in an item; none where the item lacks the member. */
type Numbers = readonly (readonly number[])[];

/** Writes rows as `rowOf` does, from the values that stand in a page where nothing has to be changed in them. */
export function createRows(
  dialect: Parameters<PageTable["rows"]>[2],
  rowOf: (item: unknown, columns: readonly AnyColumn[]) => string,
) {
  const known = new Map<number, Numbers>();
  const numbersOf = (table: PageTable, index: number, columns: readonly AnyColumn[]) => {
    const shape = table.shapeOf(index);
    const before = known.get(shape);
    if (before) return before;
    const numbers = numbersIn(table, index, columns);
    if (numbers && known.size < MOST_SHAPES) known.set(shape, numbers);
    return numbers;
  };
  /** Undefined where most rows need more than copying: the page is better read as a whole. */
  return (table: PageTable, columns: readonly AnyColumn[]): (string | Uint8Array)[] | undefined => {
    if (columns.length === 0 || columns.some(({ path, value }) => path === "" || value !== undefined)) return undefined;
    const parts: (string | Uint8Array)[] = [];
    let single = 0;
    for (let at = 0; at < table.length; ) {
      const numbers = numbersOf(table, at, columns);
      const { count, text } = numbers ? table.rows(at, numbers, dialect) : { count: 0, text: "" };
      parts.push(count > 0 ? text : rowOf(table.item(at), columns));
      if (count === 0) single += 1;
      if (single > 8 + table.length / 8) return undefined;
      at += Math.max(count, 1);
    }
    return parts;
  };
}

/** As all items of this one's shape have them; undefined where a value is more than one text. */
function numbersIn(table: PageTable, index: number, columns: readonly AnyColumn[]): Numbers | undefined {
  // Each item of the shape is as documented if this one is.
  const item = table.item(index);
  // A name that comes twice, or names that the parser puts in another order: values cannot be counted.
  if (JSON.stringify(item) !== table.textOf(index)) return undefined;
  let count = 0;
  const numbered = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(numbered);
    if (!isObject(value)) return count++;
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, numbered(member)]));
  };
  const all = numbered(item);
  const numbers = columns.map(({ lead = [], path }) =>
    [...lead, path].map((name) => getPath(all, name)).filter((number) => number !== undefined),
  );
  return isNumbers(numbers) ? numbers : undefined;
}

const isNumbers = (found: readonly (readonly unknown[])[]): found is Numbers =>
  found.every((parts) => parts.every((part) => typeof part === "number"));
