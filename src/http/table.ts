import { type Kernel, LAYOUT } from "./kernel.js";

/** How rows are written: cells as they are and tabs, or by RFC 4180, with or without a guard against formulas. */
export const DIALECTS = { tabs: 0, guarded: 1, commas: 2 } as const;
export type Dialect = keyof typeof DIALECTS;

/** The items of a page whose values were found but not built. Good until the scanner's next scan. */
export interface Table {
  readonly length: number;
  /** Items of one shape have the same members in the same order, with values of the same kinds. */
  shapeOf(item: number): number;
  /** JSON of one item. */
  textOf(item: number): string;
  /**
   * Rows from item `first` on, for as long as the items have its shape and no cell needs a second look: one that is
   * written otherwise than it stands there. A column is the numbers of its values, counted within the item from 0; those
   * that are not empty are put into its cell with a space between them.
   */
  rows(first: number, columns: readonly (readonly number[])[], dialect: Dialect): { count: number; text: Uint8Array };
}

export function createTable(kernel: Kernel, length: number, textOf: (item: number) => string): Table {
  const { words, records } = kernel;
  const [from, end] = kernel.out;
  let free = from;
  return {
    length,
    // A number holds 53 of the 64 bits.
    shapeOf: (item) => ((records[item * 4 + 1] ?? 0) & 0x1fffff) * 2 ** 32 + ((records[item * 4] ?? 0) >>> 0),
    textOf,
    rows(first, columns, dialect) {
      const numbers = columns.flatMap((parts) => (parts.length === 0 ? [-1] : parts.map(toBeContinued)));
      if (numbers.length === 0 || numbers.length > LAYOUT.mostColumns) return { count: 0, text: new Uint8Array() };
      words.set(numbers, LAYOUT.columns / 4);
      const count = kernel.rows(first, length, numbers.length, DIALECTS[dialect], free, end);
      const written = words[LAYOUT.written / 4] ?? free;
      const text = new Uint8Array(words.buffer, free, written - free);
      free = written;
      return { count, text };
    },
  };
}

/** Marks all parts of a cell but its last one. */
const toBeContinued = (number: number, index: number, parts: readonly number[]): number =>
  index + 1 < parts.length ? number | LAYOUT.more : number;
