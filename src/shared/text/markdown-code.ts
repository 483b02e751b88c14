/** Foreign text in Markdown: set as code or escaped, it makes no links or markup; as code, no mentions either. */
import { sanitizeLine } from "./sanitize.js";

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
