import { readFileSync, writeFileSync } from "node:fs";

/** A copy of a file with one bit flipped in the first occurrence of a text. Bit 7 leaves what is no UTF-8. */
export function flipped(from: string, to: string, text: string, bit = 7): void {
  const bytes = readFileSync(from);
  const at = bytes.indexOf(text);
  if (at < 0) throw new Error(`${from} has no "${text}"`);
  bytes[at] = (bytes[at] ?? 0) ^ (1 << bit);
  writeFileSync(to, bytes);
}
