/*
 * Makes text from others harmless for terminals (R57): unsafe characters and lone surrogates become visible
 * escapes.
 */
import { UNSAFE } from "../../../facts/unsafe-characters.js";
import { withoutInvisible } from "./invisible.js";

const HOSTILE = new RegExp(`[${UNSAFE}]|\\p{Surrogate}`, "gu");
/** The same, except lone surrogates, which JSON.stringify escapes itself. A newline between tokens stays. */
const HOSTILE_JSON = new RegExp(`[${UNSAFE}]`, "g");
const BREAKS = /[\t\n]+/g;

function visible(character: string): string {
  const code = character.charCodeAt(0);
  return code < 0x100 ? `\\x${code.toString(16).padStart(2, "0")}` : `\\u${code.toString(16).padStart(4, "0")}`;
}

/** Matches most text, which needs no change: one test instead of two searches. */
const HARMLESS = /^[\t\n -~]*$/;

/** For text of several lines. Newlines and tabs stay; a Windows line ending becomes a newline. */
export function sanitize(text: string): string {
  if (HARMLESS.test(text)) return text;
  return text.replaceAll("\r\n", "\n").replace(HOSTILE, visible);
}

/**
 * For messages with titles and names, which must not look alike: invisible characters become escapes too. In the text of a
 * page they stay.
 */
export function sanitizeNames(text: string): string {
  if (HARMLESS.test(text)) return text;
  return withoutInvisible(sanitize(text));
}

/** For one line or one table cell: newlines and tabs become one space. */
export function sanitizeLine(text: string): string {
  return sanitizeNames(text).replace(BREAKS, " ");
}

/** Whether `sanitize` would change the text. */
export function isHostile(text: string): boolean {
  return text.search(HOSTILE) !== -1;
}

/** JSON text without characters that a terminal acts on; parses to the same value. */
export function escapeJson(json: string): string {
  return json.replace(HOSTILE_JSON, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** A terminal link (OSC 8) around text that is already safe; plain text if the URL is not http or https. */
export function hyperlink(url: string, text: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed?.protocol !== "http:" && parsed?.protocol !== "https:") return text;
  return `\u001b]8;;${parsed.href}\u001b\\${text}\u001b]8;;\u001b\\`;
}
