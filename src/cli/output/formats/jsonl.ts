import type { RawPage } from "../../../http/types.js";
import { escapeJson } from "../../../shared/text/sanitize.js";
import type { Renderer } from "../types.js";

const line = (value: unknown): string => `${escapeJson(JSON.stringify(value) ?? "null")}\n`;

const NEWLINE = 0x0a;

/** Puts a newline after each item, in place of the commas. The page itself is not modified. */
function linesOf({ raw, starts }: Pick<RawPage, "raw" | "starts">): Uint8Array {
  const lines = Buffer.allocUnsafe(raw.length + 1);
  lines.set(raw);
  for (const start of starts) if (start > 0) lines[start - 1] = NEWLINE;
  lines[raw.length] = NEWLINE;
  return lines;
}

/** One JSON object per line, on a terminal too. */
export function renderer(): Renderer {
  return {
    item: line,
    begin: () => "",
    page: (items) => items.map(line).join(""),
    bytes: (page) => (page.starts.length === 0 ? [] : [linesOf(page)]),
    end: () => "",
  };
}
