import { escapeJson } from "../sanitize.js";
import type { Renderer } from "./types.js";

const line = (value: unknown): string => `${escapeJson(JSON.stringify(value) ?? "null")}\n`;

const NEWLINE = 0x0a;

/**
 * The commas between the items become line ends. The page itself stays as it is, for the cache; the copies take turns
 * with two pieces of memory, as one is written while the next is made.
 */
function liner(): (items: Uint8Array, starts: Int32Array) => Uint8Array {
  let memory = new Uint8Array();
  let other = new Uint8Array();
  return (items, starts) => {
    [memory, other] = [other, memory];
    if (memory.length <= items.length) memory = new Uint8Array(Math.ceil(items.length * 1.25) + 1);
    memory.set(items);
    for (const start of starts) if (start > 0) memory[start - 1] = NEWLINE;
    memory[items.length] = NEWLINE;
    return memory.subarray(0, items.length + 1);
  };
}

/** One JSON object a line, also on a terminal. */
export function renderer(): Renderer {
  const lines = liner();
  return {
    item: line,
    begin: () => "",
    page: (items) => items.map(line).join(""),
    bytes: ({ raw, starts }) => (starts.length === 0 ? [] : [lines(raw, starts)]),
    end: () => "",
  };
}
