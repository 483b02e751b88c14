/*
 * Text that came from others, made harmless for terminals (R57): unsafe characters and lone surrogates become visible
 * escapes.
 */
import { UNSAFE } from "../../../facts/unsafe-characters.js";
import { withoutInvisible } from "./invisible.js";

const HOSTILE = new RegExp(`[${UNSAFE}]|\\p{Surrogate}`, "gu");
/** The same without lone surrogates, which JSON.stringify escapes itself. A newline between tokens stays. */
const HOSTILE_JSON = new RegExp(`[${UNSAFE}]`, "g");
const BREAKS = /[\t\n]+/g;

function visible(character: string): string {
  const code = character.charCodeAt(0);
  return code < 0x100 ? `\\x${code.toString(16).padStart(2, "0")}` : `\\u${code.toString(16).padStart(4, "0")}`;
}

/** Most text is this and stays as it is: one look instead of two searches. */
const HARMLESS = /^[\t\n -~]*$/;

/** Text of several lines for people. Newlines and tabs stay; a Windows line end becomes a newline. */
export function sanitize(text: string): string {
  if (HARMLESS.test(text)) return text;
  return text.replaceAll("\r\n", "\n").replace(HOSTILE, visible);
}

/**
 * Words with titles and names in them, which must not look alike: characters that nobody sees become escapes, too. In the
 * text of a page they stay.
 */
export function sanitizeNames(text: string): string {
  if (HARMLESS.test(text)) return text;
  return withoutInvisible(sanitize(text));
}

/** The same for one line or one table cell: newlines and tabs become one space. */
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

/** A link for terminals (OSC 8) around text that is safe already; plain text when the URL is not http or https. */
export function hyperlink(url: string, text: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed?.protocol !== "http:" && parsed?.protocol !== "https:") return text;
  return `\u001b]8;;${parsed.href}\u001b\\${text}\u001b]8;;\u001b\\`;
}
