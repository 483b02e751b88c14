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

/** A code point as it is written in a text of JavaScript, and in an expression. */
function escapeCode(code: number): string {
  const digits = code.toString(16).padStart(4, "0");
  return digits.length > 4 ? `\\u{${digits}}` : `\\u${digits}`;
}

/** For a character class: `[${UNSAFE}]`. */
export const UNSAFE = RANGES.map(([first, last]) => `${escapeCode(first)}-${escapeCode(last)}`).join("");

/*
 * Characters that nobody sees and that make two titles look alike: zero width spaces, word joiners, soft hyphens, fillers
 * and other format characters. Those that writing needs are kept: joiners inside emoji and in scripts whose letters join,
 * variation selectors of emoji and of Han characters, flags of regions, and the number signs of Arabic.
 */

const EMOJI = "[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\ufe0f]";
const SCRIPTS = "Arab Syrc Nkoo Mong Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Khmr Mymr Tibt".split(" ");
const JOINING = `[${SCRIPTS.map((script) => `\\p{Script_Extensions=${script}}`).join("")}]`;

const NEEDED = [
  `(?<=${EMOJI})\\u200d(?=\\p{Extended_Pictographic})`,
  `(?<=${JOINING})[\\u200c\\u200d](?=${JOINING})`,
  "(?<=\\p{Extended_Pictographic})[\\ufe0e\\ufe0f]",
  "(?<=[0-9#*])\\ufe0f(?=\\u20e3)",
  "(?<=\\p{Script=Han})[\\u{e0100}-\\u{e01ef}]",
  "(?<=\\u{1f3f4})[\\u{e0030}-\\u{e0039}\\u{e0061}-\\u{e007a}]{2,6}\\u{e007f}",
  "[\\u0600-\\u0605\\u06dd\\u070f\\u0890\\u0891\\u08e2\\u{110bd}\\u{110cd}]",
].join("|");

const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/u;
// Created when there is something to look for.
let pattern: RegExp | undefined;

/** The text with these characters shown as escapes. */
export function withoutInvisible(text: string): string {
  if (!INVISIBLE.test(text)) return text;
  pattern ??= new RegExp(`(${NEEDED})|[\\p{Cf}\\p{Default_Ignorable_Code_Point}]`, "gu");
  return text.replace(
    pattern,
    (character, needed: string | undefined) => needed ?? escapeCode(character.codePointAt(0) ?? 0),
  );
}
