/**
 * Characters that terminals interpret (R57), as the first and last of each range: C0 except tab and newline, DEL, C1,
 * bidi controls, line and paragraph separators.
 */
const RANGES = [
  [0x0000, 0x0008],
  [0x000b, 0x001f],
  [0x007f, 0x009f],
  [0x061c, 0x061c],
  [0x200e, 0x200f],
  [0x2028, 0x202e],
  [0x2066, 0x2069],
] as const;

const escaped = (code: number): string => `\\u${code.toString(16).padStart(4, "0")}`;

/** For a character class: `[${UNSAFE}]`. */
export const UNSAFE = RANGES.map(([first, last]) => `${escaped(first)}-${escaped(last)}`).join("");

/** The codes of all these characters. */
export const unsafeCodes: readonly number[] = RANGES.flatMap(([first, last]) =>
  Array.from({ length: last - first + 1 }, (_, at) => first + at),
);
