import { escapeJson } from "../../../shared/text/sanitize.js";
import type { Renderer } from "../types.js";

const line = (value: unknown): string => `${escapeJson(JSON.stringify(value) ?? "null")}\n`;

/** One JSON object per line, on a terminal too. */
export function renderer(): Renderer {
  return {
    item: line,
    begin: () => "",
    page: (items) => items.map(line).join(""),
    end: () => "",
  };
}
