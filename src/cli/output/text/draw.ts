import { GAP } from "./fit.js";

const BORDERS = ["top", "bottom", "mid", "left", "right", "left-mid", "mid-mid", "right-mid"];
const CORNERS = ["top-mid", "top-left", "top-right", "bottom-mid", "bottom-left", "bottom-right"];
const CHARS = { ...Object.fromEntries([...BORDERS, ...CORNERS].map((part) => [part, ""])), middle: GAP };

export interface DrawnColumn {
  width: number;
  /** Aligned to the right. */
  right: boolean;
}

/** Cells fit their columns; colors and links in them take no width. */
export type Draw = (columns: readonly DrawnColumn[], lines: readonly (readonly string[])[]) => string;

/** Draws lines of a table without borders. */
export async function loadDraw(): Promise<Draw> {
  const { default: Table } = await import("cli-table3");
  return (columns, lines) => {
    const options = {
      chars: CHARS,
      style: { head: [], border: [], "padding-left": 0, "padding-right": 0 },
      colAligns: columns.map(({ right }) => (right ? ("right" as const) : ("left" as const))),
      // Never seen: the library cuts each cell to ten columns for a debug log that nobody reads, letter by letter unless the
      // mark itself is that wide.
      truncate: "~".repeat(10),
    };
    const draw = (cells: readonly string[]) => {
      const table = new Table({ ...options, colWidths: columns.map(({ width }) => width) });
      table.push([...cells]);
      return `${table.toString().trimEnd()}\n`;
    };
    // One line at a time: the library compares every cell of a table with every other.
    return lines.map(draw).join("");
  };
}
