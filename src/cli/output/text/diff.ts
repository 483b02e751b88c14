/** Compares two texts line by line and shows the unified diff on a terminal. */

import { sanitizeTextLine } from "../../../shared/text/sanitize.js";
import type { Paint, Style } from "../types.js";

interface LineDiff {
  /** Hunks without the lines that name the files; empty if the texts are equal. */
  lines: string[];
  added: number;
  removed: number;
}

/** Beyond this many edits one text is shown as removed and the other as added: the search takes quadratic time. */
const MOST_EDITS = 4_000;

const CONTEXT_LINES = 3;

/** Keeps three unchanged lines on each side of a change. */
export async function diffLines(before: string, after: string): Promise<LineDiff> {
  if (before === after) return { lines: [], added: 0, removed: 0 };
  const { structuredPatch } = await import("diff");
  const options = { context: CONTEXT_LINES, maxEditLength: MOST_EDITS };
  const patch = structuredPatch("a", "b", before, after, undefined, undefined, options);
  const hunks = patch?.hunks ?? [wholeHunk(before, after)];
  const lines = hunks.flatMap((hunk) => [
    `@@ -${range(hunk.oldStart, hunk.oldLines)} +${range(hunk.newStart, hunk.newLines)} @@`,
    ...hunk.lines,
  ]);
  const count = (sign: string) => hunks.flatMap((hunk) => hunk.lines).filter((line) => line.startsWith(sign)).length;
  return { lines, added: count("+"), removed: count("-") };
}

/** An empty range is given by the line before it. */
const range = (start: number, count: number): string => {
  if (count === 1) return String(start);
  return `${count === 0 ? start - 1 : start},${count}`;
};

function wholeHunk(before: string, after: string) {
  const [old, now] = [linesOf(before), linesOf(after)];
  const lines = [...old.map((line) => `-${line}`), ...now.map((line) => `+${line}`)];
  return { oldStart: 1, oldLines: old.length, newStart: 1, newLines: now.length, lines };
}

function linesOf(text: string): string[] {
  if (text === "") return [];
  return text.replace(/\n$/, "").split("\n");
}

const STYLES: readonly [start: string, style: Style][] = [
  ["diff ", "bold"],
  ["--- ", "bold"],
  ["+++ ", "bold"],
  ["@@ ", "cyan"],
  // The request of a plan's step.
  ["     @ ", "dim"],
  ["+", "green"],
  ["-", "red"],
];

/** Colors lines with signs, each of which stays one line. */
export function paintDiff(lines: readonly string[], paint: Paint): string {
  return lines
    .map((given) => {
      const line = sanitizeTextLine(given);
      const style = STYLES.find(([start]) => line.startsWith(start))?.[1];
      return `${style === undefined ? line : paint(style, line)}\n`;
    })
    .join("");
}
