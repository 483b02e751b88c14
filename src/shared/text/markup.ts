/** Escapes and reads signs of HTML and Markdown. */
import { sanitizeLine } from "./sanitize.js";

/** The HTML character references that are common in texts. */
const NAMED: Record<string, string> = {
  amp: "&",
  apos: "'",
  copy: "©",
  gt: ">",
  hellip: "…",
  laquo: "«",
  ldquo: "“",
  lsquo: "‘",
  lt: "<",
  mdash: "—",
  nbsp: "\u00a0",
  ndash: "–",
  quot: '"',
  raquo: "»",
  rdquo: "”",
  rsquo: "’",
};

const REFERENCE = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8}));/gi;

/** Decodes the character references in a text; unknown ones stay. */
export function decodeEntities(text: string): string {
  return text.replace(REFERENCE, (written, decimal, hexadecimal, name) => {
    if (name !== undefined) return NAMED[String(name).toLowerCase()] ?? written;
    const code = decimal === undefined ? Number.parseInt(hexadecimal, 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : written;
  });
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Escapes foreign text for HTML, and makes control characters visible. */
export const escapeHtml = (text: string): string =>
  sanitizeLine(text).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? "");

/** The hash by which a Content-Security-Policy allows one inline style or script. */
export function policyHash(text: string): string {
  const { createHash } = process.getBuiltinModule("node:crypto");
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

// Foreign text in Markdown: set as code or escaped, it makes no links or markup; as code, no mentions either.

/** The longest run of backquotes. */
const longestFence = (text: string): number => Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));

/** One line as inline code, even if it contains backquotes; longer text is cut. */
export function inlineCode(text: string, most = Number.POSITIVE_INFINITY): string {
  const line = sanitizeLine(text.trim());
  const shown = line.length > most ? `${line.slice(0, most)}…` : line;
  const longest = longestFence(shown);
  const fence = "`".repeat(longest + 1);
  return longest > 0 || shown === "" ? `${fence} ${shown} ${fence}` : `${fence}${shown}${fence}`;
}

/** Lines as a block of code that none of them can end. */
export function codeBlock(lines: readonly string[], language = ""): string {
  const text = lines.map(sanitizeLine).join("\n");
  const fence = "`".repeat(Math.max(3, longestFence(text) + 1));
  return `${fence}${language}\n${text}\n${fence}`;
}

/** Other starts of an address, of which Markdown makes a link with all that follows. */
const ADDRESS = /(?<=https?|ftp):(?=\/\/)|(?<=www)\./gi;

/** A name or a sentence as it is: nothing in it is markup, and its line ends are shown as such. */
export const escapeMarkdown = (text: string): string =>
  sanitizeLine(text)
    .replace(/[\\`*_[\]<>#|~]/g, "\\$&")
    .replace(/&(?=[#\w]+;)/g, "&amp;")
    .replace(ADDRESS, "\\$&");
