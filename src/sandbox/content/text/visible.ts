import { decodeEntities } from "../../../shared/markdown/entities.js";
import { aroundCode, FENCE, MAX_LINE, plainLine, withoutComments } from "../../../shared/markdown/outline.js";

/*
 * What a reader sees of a Markdown text, for the search: no markup from Markdown, HTML or blocks such as `{% hint %}`,
 * but all of code, where markup is the content.
 */

const BLOCK = /\{%[^%]{0,2000}%\}/g;
const TITLE = /\btitle="([^"]{0,500})"/;
const TAG = /(?<!\\)<\/?([a-z][a-z0-9-]*)\b[^<>]{0,4000}>/gi;
/** Elements that can occur within a word: all others separate words. */
const INLINE = new Set(
  "a abbr b bdi bdo code del dfn em font i ins kbd mark q s small span strong sub sup u var".split(" "),
);
const DEFINITION = /^ {0,3}\[(?!\^)[^\]\n]{1,999}\]:[ \t]*\S.{0,2000}$/gm;
const NOTE = /\[\^[^\]\s]{1,200}\]:?/g;
const TABLE_RULE = /^[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;
const MARKER = /^[ \t]*(?:(?:>|[*+-]|\d{1,9}[.)])[ \t]+|>)+(?:\[[ xX]\][ \t]+)?/;

function visibleLine(line: string): string {
  if (line.length > MAX_LINE) return line;
  if (TABLE_RULE.test(line)) return "";
  const cells = /^[ \t]*\|/.test(line) ? line.replace(/\\\||\|/g, (bar) => (bar === "|" ? " " : "|")) : line;
  return plainLine(cells.replace(MARKER, ""));
}

const prose = (text: string) => aroundCode(text, bareProse);

function bareProse(text: string): string {
  let bare = text;
  if (bare.includes("{%")) bare = bare.replace(BLOCK, (block) => ` ${TITLE.exec(block)?.[1] ?? ""} `);
  if (bare.includes("<")) bare = bare.replace(TAG, (_, name: string) => (INLINE.has(name.toLowerCase()) ? "" : " "));
  if (bare.includes("]:")) bare = bare.replace(DEFINITION, "");
  if (bare.includes("[^")) bare = bare.replace(NOTE, "");
  return decodeEntities(bare.split("\n").map(visibleLine).join("\n"));
}

export function visibleText(markdown: string): string {
  const shown: string[] = [];
  let lines: string[] = [];
  let fence = "";
  const flush = () => {
    shown.push(prose(lines.join("\n")));
    lines = [];
  };
  for (const line of withoutComments(markdown).split(/\r?\n/)) {
    const mark = FENCE.exec(line)?.[1];
    if (fence === "" && mark === undefined) lines.push(line);
    else if (fence === "" && mark !== undefined) {
      flush();
      fence = mark;
    } else if (mark?.startsWith(fence) && line.trim() === mark) fence = "";
    else shown.push(line);
  }
  flush();
  return shown
    .join("\n")
    .replace(/[ \t]+/g, " ")
    .trim();
}
