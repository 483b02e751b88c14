import type { Token } from "marked";
import { sanitize } from "../../../shared/text/sanitize.js";
import type { Paint, Style } from "../types.js";
import { hyperlink } from "./cell.js";
import { widthOf } from "./width.js";

export interface InlineOptions {
  paint: Paint;
  hyperlinks: boolean;
}

/** A run of text with its style; `break` ends the line after it. */
interface Run {
  text: string;
  show(text: string): string;
  break?: true;
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
  "&nbsp;": "\u00a0",
};
const asIs = (text: string): string => text;

/** Decodes the entities that the lexer leaves alone. */
function decode(text: string): string {
  return text.replace(/&(?:amp|lt|gt|quot|#39|nbsp);/g, (entity) => ENTITIES[entity] ?? entity);
}

function runsOf(tokens: readonly Token[], options: InlineOptions, show: (text: string) => string): Run[] {
  return tokens.flatMap((token) => runsOfToken(token, options, show));
}

function runsOfToken(token: Token, options: InlineOptions, show: (text: string) => string): Run[] {
  const styled = (style: Style): Run[] =>
    runsOf(token.type === "strong" || token.type === "em" ? (token.tokens ?? []) : [], options, (text) =>
      options.paint(style, show(text)),
    );
  switch (token.type) {
    case "strong":
      return styled("bold");
    case "em":
      return styled("italic");
    case "br":
      return [{ text: "", show, break: true }];
    case "codespan":
      return [{ text: `\`${token.text}\``, show: (text) => options.paint("cyan", show(text)) }];
    case "del":
      return [{ text: "~~", show }, ...runsOf(token.tokens ?? [], options, show), { text: "~~", show }];
    case "link":
      return linkRuns(token.href, runsOf(token.tokens ?? [], options, show), options);
    case "image":
      return linkRuns(token.href, [{ text: `[image: ${token.text}]`, show }], options);
    case "checkbox":
      return [{ text: token.checked === true ? "[x] " : "[ ] ", show }];
    case "text":
      if ("tokens" in token && token.tokens !== undefined) return runsOf(token.tokens, options, show);
      return [{ text: decode(token.text), show }];
    case "escape":
      return [{ text: token.text, show }];
    default:
      return [{ text: token.raw, show }];
  }
}

/** Appends the address in parentheses, unless the terminal supports links or the text shows it already. */
function linkRuns(href: string, runs: Run[], options: InlineOptions): Run[] {
  const underlined = (run: Run): Run => ({ ...run, show: (text) => options.paint("underline", run.show(text)) });
  const text = runs.map((run) => run.text).join("");
  if (options.hyperlinks && hyperlink(href, "") !== "") {
    return runs.map((run) => ({ ...run, show: (part) => hyperlink(href, underlined(run).show(part)) }));
  }
  if (text === href || `mailto:${text}` === href) return runs.map(underlined);
  return [...runs.map(underlined), { text: ` (${href})`, show: asIs }];
}

interface Word {
  text: string;
  width: number;
}

/** Words joined from adjacent runs; undefined stands for a line break. */
function wordsOf(runs: readonly Run[]): (Word | undefined)[] {
  const words: (Word | undefined)[] = [];
  let open: Word | undefined;
  for (const run of runs) {
    // The lexer decodes numeric entities: `&#27;` is an escape character by now.
    for (const [index, part] of sanitize(run.text)
      .split(/[ \t\n]+/)
      .entries()) {
      if (index > 0) open = undefined;
      if (part === "") continue;
      if (open === undefined) {
        open = { text: "", width: 0 };
        words.push(open);
      }
      // Style each word separately, so that no style crosses the end of a line.
      open.text += run.show(part);
      open.width += widthOf(part);
    }
    if (run.break === true) {
      words.push(undefined);
      open = undefined;
    }
  }
  return words;
}

/** Inline Markdown as lines of at most `width` columns; longer words stay whole. */
export function inlineLines(
  tokens: readonly Token[],
  width: number,
  options: InlineOptions,
  style: (text: string) => string = asIs,
): string[] {
  const lines: string[] = [];
  let line = "";
  let used = 0;
  for (const word of wordsOf(runsOf(tokens, options, style))) {
    if (word === undefined || (used > 0 && used + 1 + word.width > width)) {
      lines.push(line);
      line = "";
      used = 0;
    }
    if (word === undefined) continue;
    line += used === 0 ? word.text : ` ${word.text}`;
    used += word.width + (used === 0 ? 0 : 1);
  }
  if (used > 0 || lines.length === 0) lines.push(line);
  return lines;
}
