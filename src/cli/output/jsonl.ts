import { escapeJson } from "../sanitize.js";
import type { Renderer } from "./types.js";

const line = (value: unknown): string => `${escapeJson(JSON.stringify(value) ?? "null")}\n`;

/** One JSON object a line, also on a terminal. */
export function renderer(): Renderer {
  return {
    item: line,
    begin: () => "",
    page: (items) => items.map(line).join(""),
    bytes: ({ lines, starts }) => (starts.length === 0 ? [] : [lines()]),
    end: () => "",
  };
}
