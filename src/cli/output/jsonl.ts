import { escapeJson } from "../sanitize.js";
import type { Renderer } from "./types.js";

const line = (value: unknown): string => `${escapeJson(JSON.stringify(value) ?? "null")}\n`;

const NEWLINE = 0x0a;

/** The commas between the items become line ends. */
function lines(items: Uint8Array, starts: readonly number[]): Uint8Array {
  const text = new Uint8Array(items.length + 1);
  text.set(items);
  for (const start of starts) if (start > 0) text[start - 1] = NEWLINE;
  text[items.length] = NEWLINE;
  return text;
}

/** One JSON object a line, also on a terminal. */
export function renderer(): Renderer {
  return {
    item: line,
    begin: () => "",
    page: (items) => items.map(line).join(""),
    bytes: (items, starts) => (starts.length === 0 ? [] : [lines(items, starts)]),
    end: () => "",
  };
}
