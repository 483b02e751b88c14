/** What the generators share: quoting, and tables as branches of a `case`. */
import { quote } from "../../shared/shell-words.js";
import type { Rows } from "./tables.js";

/** In fish, a backslash is an escape even inside single quotes. */
export const fishQuote = (text: string): string => `'${text.replace(/[\\']/g, "\\$&")}'`;
export const powershellQuote = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** A pattern that matches one text; a `*` in it matches anything. */
export const pattern = (text: string, quoted = quote): string =>
  text
    .split("*")
    .map((part) => (part === "" ? "" : quoted(part)))
    .join("*");

/** Words of long rows are wrapped at about this width. */
const WIDTH = 110;

/** Joins words with `separator`, broken into lines that end with `broken`. */
export function wrap(words: readonly string[], separator: string, broken: string, indent: string): string {
  const lines: string[] = [];
  let line = "";
  for (const word of words) {
    if (line !== "" && line.length + word.length > WIDTH) {
      lines.push(line);
      line = "";
    }
    line += (line === "" ? "" : separator) + word;
  }
  return [...lines, line].join(`${broken}\n${indent}`);
}

/** Branches of a `case` in bash and zsh: `'a'|'b') <does> ;;`. */
export const cases = <T>(rows: Rows<T>, does: (answer: T) => string, indent = "    "): string =>
  rows
    .map(
      ([words, answer]) =>
        `${indent}${wrap(
          words.map((word) => pattern(word)),
          "|",
          "|\\",
          indent,
        )}) ${does(answer)} ;;\n`,
    )
    .join("");

/** The first lines of each script. */
export const banner = (shell: string): string =>
  `# ${shell} completion for docs. Written from the definitions of the commands by scripts/completions.mjs: do not edit.\n` +
  `# Nouns, verbs, flags and values are in here; titles and ids come from "docs __complete", which reads what was listed before.\n` +
  `# Nothing that the service answered is ever evaluated.\n`;
