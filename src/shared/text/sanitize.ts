/*
 * The sanitizer: makes text from others harmless for terminals and logs (R57, R90). Unsafe characters and lone surrogates
 * become visible escapes, and so does the start of what a CI service would take for a command. Used where text leaves the
 * program (cli/output); call it earlier only where the length of the result matters.
 */

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

const HOSTILE = new RegExp(`[${UNSAFE}]|\\p{Surrogate}`, "gu");
/** The same, except lone surrogates, which JSON.stringify escapes itself. A newline between tokens stays. */
const HOSTILE_JSON = new RegExp(`[${UNSAFE}]`, "g");
const BREAKS = /[\t\n]/g;

function escapeCharacter(character: string): string {
  const code = character.charCodeAt(0);
  return code < 0x100 ? `\\x${code.toString(16).padStart(2, "0")}` : `\\u${code.toString(16).padStart(4, "0")}`;
}

/** Matches most text, which needs no change: one test instead of two searches. */
const HARMLESS = /^[\t\n -~]*$/;

/** For text in which commands of CI services are meant: our own reports. */
export const escapeControls = (text: string): string =>
  HARMLESS.test(text) ? text : text.replaceAll("\r\n", "\n").replace(HOSTILE, escapeCharacter);

const sanitizeCharacters = (text: string): string =>
  HARMLESS.test(text) ? text : withoutInvisible(escapeControls(text));

/** For text of several lines. Newlines and tabs stay; a Windows line ending becomes a newline. */
export const sanitize = (text: string): string => withoutCommands(escapeControls(text), false);

/**
 * For titles and names in data of several lines (a cell of CSV), which must not look alike: invisible characters become
 * escapes too. In the text of a page they stay.
 */
export const sanitizeNames = (text: string): string => withoutCommands(sanitizeCharacters(text), false);

/** For one line or one table cell: newlines and tabs become escapes too, so that it stays one line. */
export const sanitizeLine = (text: string): string =>
  withoutCommands(
    sanitizeCharacters(text).replace(BREAKS, (character) => (character === "\n" ? "\\n" : "\\t")),
    true,
  );

/** For one line of a page's text in a diff: tabs stay. */
export const sanitizeTextLine = (text: string): string =>
  withoutCommands(sanitizeCharacters(text).replaceAll("\n", "\\n"), true);

/** Checks whether `sanitize` would change the text. */
export const isHostile = (text: string): boolean =>
  text.search(HOSTILE) !== -1 || withoutCommands(text, false) !== text;

/** JSON text without characters that a terminal acts on, and without commands of CI services; parses to the same value. */
export function escapeJson(json: string): string {
  const safe = json.replace(HOSTILE_JSON, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
  // No line of JSON starts with a text: only the sign that counts anywhere in a line is left.
  return safe.includes("##") ? safe.replace(HASHES, "\\u0023#") : safe;
}

/*
 * CI services act on lines of a log: GitHub Actions on `::error::text` at the start of a line, after any white space, and on
 * `##[error]text` anywhere in it; Azure Pipelines on `##vso[...]`, TeamCity on `##teamcity[...]`. Text of others must not
 * start a group, hide our own annotations or mask words there.
 */

/** Most text has neither sign: two searches instead of two expressions. */
const mayHold = (text: string): boolean => text.includes("::") || text.includes("##");

/** Counts anywhere in a line. */
const HASHES = /##(?=(?:vso|teamcity)?\[[a-z])/gi;
const AT_LINE_START = /^([^\S\n]*)::(?=[a-z][^\n]*?::)/gim;
/** A line may be wrapped later, at any space. */
const AT_WORD_START = /(^|\s)::(?=[a-z][^\n]*?::)/gi;

/** Shows the first sign of such a command as an escape. `line`: the text is one line, or a part of one. */
function withoutCommands(text: string, line: boolean): string {
  if (!mayHold(text)) return text;
  return text.replace(HASHES, "\\x23#").replace(line ? AT_WORD_START : AT_LINE_START, "$1\\x3a:");
}
