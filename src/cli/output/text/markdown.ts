import type { MarkedToken, Token, Tokens } from "marked";
import { sanitize } from "../../../shared/text/sanitize.js";
import type { Paint, Style } from "../types.js";
import { hyperlink } from "./cell.js";
import { cut, fitWidths, GAP, pad, widthOf } from "./fit.js";

interface InlineOptions {
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

function cutRuns(tokens: readonly Token[], options: InlineOptions, show: (text: string) => string): Run[] {
  return tokens.flatMap((token) => runsOfToken(token, options, show));
}

function runsOfToken(token: Token, options: InlineOptions, show: (text: string) => string): Run[] {
  const styled = (style: Style): Run[] =>
    cutRuns(token.type === "strong" || token.type === "em" ? (token.tokens ?? []) : [], options, (text) =>
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
      return [{ text: "~~", show }, ...cutRuns(token.tokens ?? [], options, show), { text: "~~", show }];
    case "link":
      return linkRuns(token.href, cutRuns(token.tokens ?? [], options, show), options);
    case "image":
      return linkRuns(token.href, [{ text: `[image: ${token.text}]`, show }], options);
    case "checkbox":
      return [{ text: token.checked === true ? "[x] " : "[ ] ", show }];
    case "text":
      if ("tokens" in token && token.tokens !== undefined) return cutRuns(token.tokens, options, show);
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
function inlineLines(
  tokens: readonly Token[],
  width: number,
  options: InlineOptions,
  style: (text: string) => string = asIs,
): string[] {
  const lines: string[] = [];
  let line = "";
  let used = 0;
  for (const word of wordsOf(cutRuns(tokens, options, style))) {
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

interface MarkdownOptions extends InlineOptions {
  /** Width of the terminal in columns. */
  width: number;
  /** For screen readers: draw no lines. */
  accessible?: boolean;
}

/** Longer lines are hard to read, however wide the terminal is. */
const READING_WIDTH = 100;
const NARROWEST = 10;

/**
 * Markdown for a terminal: wrapped, with marks that show a line's role even without color. Ends with a newline. A text that
 * is too long or too deeply nested is shown as it is.
 */
export async function renderMarkdown(source: string, options: MarkdownOptions): Promise<string> {
  const safe = sanitize(source);
  const tokens = await readTokens(safe);
  if (tokens === undefined) return `${safe.trimEnd()}\n`;
  const lines = blocks(tokens, { ...options, width: Math.min(options.width, READING_WIDTH) });
  return `${lines.map((line) => line.trimEnd()).join("\n")}\n`;
}

/** Blocks separated by empty lines. */
function blocks(tokens: readonly Token[], options: MarkdownOptions): string[] {
  const shown = tokens.map((token) => block(token, options)).filter((lines) => lines.length > 0);
  return shown.flatMap((lines, index) => (index === 0 ? lines : ["", ...lines]));
}

function block(token: Token, options: MarkdownOptions): string[] {
  // The union also has an open member, which keeps `type` from narrowing it.
  const known = token as MarkedToken;
  switch (known.type) {
    case "space":
    case "def":
      return [];
    case "heading":
      return heading(known, options);
    case "list":
      return list(known, options);
    case "code":
      return known.text.split("\n").map((line) => `    ${options.paint("cyan", line)}`);
    case "blockquote":
      return blocks(known.tokens, narrowOptions(options, 2)).map(
        (line) => `${options.paint("dim", options.accessible ? ">" : "│")} ${line}`,
      );
    case "hr":
      return options.accessible ? ["---"] : ["─".repeat(Math.min(options.width, 40))];
    case "table":
      return table(known, options);
    case "html":
      return known.text.trimEnd().split("\n");
    case "paragraph":
      return inlineLines(known.tokens, options.width, options);
    default:
      return inlineLines([token], options.width, options);
  }
}

const narrowOptions = (options: MarkdownOptions, by: number): MarkdownOptions => ({
  ...options,
  width: Math.max(NARROWEST, options.width - by),
});

function heading({ depth, tokens }: Tokens.Heading, options: MarkdownOptions): string[] {
  const mark = `${"#".repeat(depth)} `;
  const bold = (text: string): string => options.paint("bold", text);
  const lines = inlineLines(tokens, Math.max(NARROWEST, options.width - mark.length), options, bold);
  return lines.map((line, index) => (index === 0 ? `${bold(mark.trimEnd())} ` : " ".repeat(mark.length)) + line);
}

function list({ items, ordered, start, loose }: Tokens.List, options: MarkdownOptions): string[] {
  const first = Number(start) || 1;
  const marks = items.map((_, index) => (ordered ? `${first + index}. ` : options.accessible ? "- " : "• "));
  const indent = Math.max(0, ...marks.map((mark) => mark.length));
  const shown = items.map((item, index) => {
    const lines = itemBlocks(item, loose, narrowOptions(options, indent));
    const mark = (marks[index] ?? "").padStart(ordered ? indent : 0);
    return lines.map((line, at) => (at === 0 ? mark : " ".repeat(indent)) + line);
  });
  return shown.flatMap((lines, index) => (loose && index > 0 ? ["", ...lines] : lines));
}

/** In a tight item, text and nested lists follow each other without an empty line; a checkbox comes first. */
function itemBlocks({ tokens }: Tokens.ListItem, loose: boolean, options: MarkdownOptions): string[] {
  const [box, text, ...rest] = tokens;
  if (box?.type === "checkbox" && text !== undefined && (text.type === "text" || text.type === "paragraph")) {
    const lead = inlineLines([box, ...(text.tokens ?? [text])], options.width, options);
    return [...lead, ...rest.flatMap((token) => block(token, options))];
  }
  const lines = loose ? blocks(tokens, options) : tokens.flatMap((token) => block(token, options));
  return lines.length === 0 ? [""] : lines;
}

function table({ header, rows, align }: Tokens.Table, options: MarkdownOptions): string[] {
  const plain = { paint: (_: unknown, text: string) => text, hyperlinks: false };
  const text = (cell: Tokens.TableCell): string => inlineLines(cell.tokens, Number.POSITIVE_INFINITY, plain).join(" ");
  const grid = [header, ...rows].map((row) => row.map(text));
  const columns = header.map((cell) => ({ header: cell.text, path: "" }));
  const natural = columns.map((_, at) => grid.reduce((max, row) => Math.max(max, widthOf(row[at] ?? "")), 0));
  const { widths, last } = fitWidths(columns, natural, options.width);
  const lines = grid.map((row) => {
    const cells = widths.map((width, at) => {
      const short = cut(row[at] ?? "", width);
      return pad(short, widthOf(short), width, align[at] === "right", at === last);
    });
    return cells.join(GAP);
  });
  const [head = "", ...body] = lines;
  const rule = options.accessible ? [] : [widths.map((width) => "─".repeat(width)).join(GAP)];
  return [options.paint("bold", head), ...rule, ...body];
}

/** Longer texts are not parsed. */
const LONGEST = 256 * 1024;
/** Deepest nesting: lists in quotes in lists, or emphasis in links in emphasis. */
const DEEPEST = 32;
/** Limits for the length of one paragraph and for the sum of their squares, which is the time that the lexer takes. */
const PARAGRAPH = 4 * 1024;
const WORK = 2 ** 27;

/**
 * The blocks of a Markdown text; undefined if it is too long or too deeply nested to be worth parsing. The lexer's time is
 * quadratic in the length of a paragraph, so long paragraphs stay unparsed.
 */
async function readTokens(source: string): Promise<readonly Token[] | undefined> {
  if (source.length > LONGEST) return undefined;
  const { Lexer } = await import("marked");
  const lexer = new Lexer();
  const block = lexer.blockTokens.bind(lexer);
  const inline = lexer.inlineTokens.bind(lexer);
  let blocks = 0;
  let levels = 0;
  let work = 0;
  // The lexer calls this for nested text. The overloads only differ in the type of the list.
  lexer.blockTokens = ((...given: Parameters<typeof block>) => {
    if (blocks === DEEPEST) throw new TooDeep();
    blocks += 1;
    const tokens = block(...given);
    blocks -= 1;
    return tokens;
  }) as typeof lexer.blockTokens;
  lexer.inlineTokens = (text, tokens = []) => {
    work += text.length ** 2;
    if (levels === DEEPEST || text.length > PARAGRAPH || work > WORK) {
      tokens.push({ type: "text", raw: text, text });
      return tokens;
    }
    levels += 1;
    inline(text, tokens);
    levels -= 1;
    return tokens;
  };
  try {
    return lexer.lex(source);
  } catch (error) {
    if (error instanceof TooDeep) return undefined;
    throw error;
  }
}

class TooDeep extends Error {}
