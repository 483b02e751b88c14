/*
 * The sanitizer: makes text from others harmless for terminals and logs (R57, R90). Unsafe characters and lone surrogates
 * become visible escapes, and so does the start of what a CI service would take for a command. Used where text leaves the
 * program (cli/output); call it earlier only where the length of the result matters.
 */
import { UNSAFE, withoutInvisible } from "./unsafe-characters.js";

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
