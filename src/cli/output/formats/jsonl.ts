import type { RawPage } from "../../../http/types.js";
import { escapeJson } from "../text/sanitize.js";
import type { Renderer } from "../types.js";

const line = (value: unknown): string => `${escapeJson(JSON.stringify(value) ?? "null")}\n`;

const NEWLINE = 0x0a;

/** A line end behind each item, in place of the commas. The page itself stays as it is. */
function linesOf({ raw, starts }: Pick<RawPage, "raw" | "starts">): Uint8Array {
  const lines = Buffer.allocUnsafe(raw.length + 1);
  lines.set(raw);
  for (const start of starts) if (start > 0) lines[start - 1] = NEWLINE;
  lines[raw.length] = NEWLINE;
  return lines;
}

/** One JSON object a line, also on a terminal. */
export function renderer(): Renderer {
  return {
    item: line,
    begin: () => "",
    page: (items) => items.map(line).join(""),
    bytes: (page) => (page.starts.length === 0 ? [] : [linesOf(page)]),
    end: () => "",
  };
}
