import type { Token, Tokens } from "marked";
import { isIndex, isMarkdown, parseHref } from "../../shared/markdown/elements.js";
import { type BlockTag, cutTokens, isNote, isOwn, isTag, type MarkdownParser } from "../../shared/markdown/tokens.js";
import { decodeEntities } from "../../shared/text/markup.js";

/** Contract, "Translation": a document is blocks, a block holds blocks or text. */
export interface DocumentNode {
  object: "document" | "block" | "inline" | "text";
  type?: string;
  key?: string;
  isVoid?: boolean;
  data?: Record<string, unknown>;
  nodes?: DocumentNode[];
  leaves?: { object: "leaf"; text: string; marks: { object: "mark"; type: string }[] }[];
}

/** Says what a destination means: `url`, `anchor`, `page` or `file`. Unless it is a URL, `data.href` has it as written. */
export type RefOf = (href: string) => Record<string, unknown>;

export function text(content: string, marks: readonly string[] = []): DocumentNode {
  const leaf = {
    object: "leaf" as const,
    text: content,
    marks: marks.map((type) => ({ object: "mark" as const, type })),
  };
  return { object: "text", leaves: [leaf] };
}

const blockNode = (type: string, data: Record<string, unknown>, nodes: DocumentNode[]): DocumentNode => {
  return { object: "block", type, isVoid: nodes.length === 0, data, nodes };
};

export const inlineNode = (type: string, data: Record<string, unknown>, nodes: DocumentNode[] = []): DocumentNode => {
  return { object: "inline", type, isVoid: nodes.length === 0, data, nodes };
};

/** `data` of a node with a destination. */
function leadsTo(refOf: RefOf, href: string): Record<string, unknown> {
  const ref = refOf(href);
  return ref.kind === "url" ? { ref } : { ref, href };
}

/** The text of a node and of everything below it. */
export function textOfNode(node: DocumentNode): string {
  if (node.type === "hard-break") return "\n";
  const own = (node.leaves ?? []).map((leaf) => leaf.text).join("");
  return own + (node.nodes ?? []).map(textOfNode).join("");
}

/** Judges a destination by its text alone; only a revision can say what a path means. */
export const refAsWritten: RefOf = (href) => {
  const parsed = parseHref(href);
  if (parsed.kind === "url") return { kind: "url", url: parsed.url };
  const { path, anchor = "" } = parsed;
  if (path === "") return { kind: "anchor", anchor };
  const isPage = isMarkdown(path) || isIndex(path) || !/\.[^/.]+$/.test(path);
  return { kind: isPage ? "page" : "file", path, ...(anchor !== "" && { anchor }) };
};

/** Types of blocks that differ from the name of their tag. */
const TAG_TYPES: Record<string, string> = {
  columns: "columns",
  column: "column",
  code: "code-block",
  "content-ref": "content-ref",
  embed: "embed",
  file: "file",
  hint: "hint",
  include: "reusable-content",
  stepper: "stepper",
  step: "stepper-step",
  tabs: "tabs",
  tab: "tabs-item",
};
/** The attribute that holds a tag's destination. */
const LEADING: Record<string, string> = { "content-ref": "url", embed: "url", file: "src" };

const innerTokens = (token: Token): Token[] => ("tokens" in token && token.tokens) || [];

/** An include names reusable content, whatever its path looks like. */
const toIncludeReference = (ref: Record<string, unknown>, path: string) =>
  ref.kind === "reusable-content" ? ref : { kind: "reusable-content", path };

function tagNode({ name, argument, attributes, closed, tokens }: BlockTag, refOf: RefOf): DocumentNode {
  const key = LEADING[name];
  const { [key ?? ""]: href, ...rest } = attributes;
  const target = key === undefined ? undefined : href;
  const data = {
    ...rest,
    ...(argument !== undefined && { argument }),
    ...(target !== undefined && leadsTo(refOf, target)),
    ...(name === "include" && argument !== undefined && { ref: toIncludeReference(refOf(argument), argument) }),
    ...(!closed && { open: true }),
  };
  return blockNode(TAG_TYPES[name] ?? `tag-${name}`, data, blocks(tokens, refOf));
}

function listNode({ ordered, start, loose, items }: Tokens.List, refOf: RefOf): DocumentNode {
  const tasks = !ordered && items.every(({ task }) => task);
  const type = tasks ? "list-tasks" : ordered ? "list-ordered" : "list-unordered";
  const nodes = items.map((item) => {
    return blockNode(
      "list-item",
      item.task ? { checked: item.checked === true } : {},
      blocks(innerTokens(item), refOf),
    );
  });
  return blockNode(type, { loose, ...(ordered && Number(start) !== 1 && { start: Number(start) }) }, nodes);
}

function tableNode({ header, rows, align }: Tokens.Table, refOf: RefOf): DocumentNode {
  const row = (cells: Tokens.TableCell[]) =>
    blockNode(
      "table-row",
      {},
      cells.map((cell) => blockNode("table-cell", {}, makeInlines(cell.tokens, refOf))),
    );
  return blockNode("table", align.some((side) => side !== null) ? { align } : {}, [header, ...rows].map(row));
}

function codeNode({ text: code, lang }: Tokens.Code): DocumentNode {
  // The lexer reports one line too many if the last one is blank.
  const lines = code
    .replace(/\n$/, "")
    .split("\n")
    .map((line) => blockNode("code-line", {}, [text(line)]));
  return blockNode("code", lang ? { syntax: lang } : {}, lines);
}

function block(token: Token, refOf: RefOf): DocumentNode {
  if (isTag(token)) return tagNode(token, refOf);
  if (isOwn(token, "heading")) {
    return blockNode(`heading-${token.depth}`, {}, makeInlines(innerTokens(token), refOf));
  }
  if (isOwn(token, "code")) return codeNode(token);
  if (isOwn(token, "blockquote")) return blockNode("blockquote", {}, blocks(innerTokens(token), refOf));
  if (isOwn(token, "list")) return listNode(token, refOf);
  if (isOwn(token, "hr")) return blockNode("divider", {}, []);
  if (isOwn(token, "table")) return tableNode(token, refOf);
  if (isOwn(token, "html")) {
    const html = token.raw.trim();
    return tableOfHtml(html, refOf) ?? blockNode("html", {}, [text(html)]);
  }
  const inside = isOwn(token, "paragraph") ? innerTokens(token) : [token];
  return blockNode("paragraph", {}, makeInlines(inside, refOf));
}

const NO_BLOCKS = new Set(["space", "def", "checkbox"]);

function blocks(tokens: readonly Token[], refOf: RefOf): DocumentNode[] {
  return tokens
    .filter(({ type }) => !NO_BLOCKS.has(type))
    .flatMap((token) => (isNote(token) ? blocks(token.tokens, refOf) : [block(token, refOf)]));
}

function withKeys(nodes: DocumentNode[], prefix: string): DocumentNode[] {
  return nodes.map((node, index) => {
    const key = `${prefix}${index + 1}`;
    return { ...node, key, ...(node.nodes && { nodes: withKeys(node.nodes, `${key}.`) }) };
  });
}

/** Turns Markdown into a document object. Keys encode a node's place, so the same text always has the same keys. */
export function makeDocument(marked: MarkdownParser, markdown: string, refOf: RefOf = refAsWritten): DocumentNode {
  const nodes = withKeys(blocks(cutTokens(marked, markdown, { tags: true }), refOf), "");
  return { object: "document", data: { schemaVersion: 1 }, nodes };
}

const MARKS: Record<string, string> = { strong: "bold", em: "italic", del: "strikethrough" };

/** The text of a token; the lexer leaves character references for the renderer to decode, except in code. */
function textOf(token: Token): string {
  const written = "text" in token && typeof token.text === "string" ? token.text : token.raw;
  return token.type === "codespan" ? written : decodeEntities(written);
}

const marksOf = (node: DocumentNode) => JSON.stringify(node.leaves?.[0]?.marks);

/** Joins neighboring texts with the same marks: the lexer splits text at escapes and the like. */
function joinTexts(nodes: readonly DocumentNode[]): DocumentNode[] {
  const all: DocumentNode[] = [];
  for (const node of nodes) {
    const last = all.at(-1);
    const leaf = node.leaves?.[0];
    const before = last?.leaves?.[0];
    if (leaf && before && last && marksOf(last) === marksOf(node)) before.text += leaf.text;
    else all.push(leaf ? { ...node, leaves: [{ ...leaf }] } : node);
  }
  return all;
}

function makeInline(token: Token, refOf: RefOf, marks: readonly string[]): DocumentNode[] {
  const mark = MARKS[token.type];
  if (mark !== undefined) return parts(innerTokens(token), refOf, [...marks, mark]);
  switch (token.type) {
    case "codespan":
      return [text(textOf(token), [...marks, "code"])];
    case "br":
      return [inlineNode("hard-break", {})];
    case "html":
      return [inlineNode("html", { html: token.raw })];
    case "link":
    case "image": {
      const data = {
        ...leadsTo(refOf, decodeEntities(String(token.href))),
        ...(token.title && { title: decodeEntities(String(token.title)) }),
      };
      if (token.type === "image") return [inlineNode("inline-image", { ...data, alt: textOf(token) })];
      return [{ ...inlineNode("link", data, makeInlines(innerTokens(token), refOf, marks)), isVoid: false }];
    }
    case "text":
      return innerTokens(token).length > 0 ? parts(innerTokens(token), refOf, marks) : [text(textOf(token), marks)];
    default:
      return [text(textOf(token), marks)];
  }
}

const parts = (tokens: readonly Token[], refOf: RefOf, marks: readonly string[]): DocumentNode[] =>
  tokens.flatMap((token) => makeInline(token, refOf, marks));

/** Inline tokens as texts, links and pictures. */
const makeInlines = (tokens: readonly Token[], refOf: RefOf, marks: readonly string[] = []): DocumentNode[] =>
  joinTexts(parts(tokens, refOf, marks));

/*
 * Tables written as HTML, including cards. Whatever could not be written back exactly stays HTML: `htmlOfTable`
 * of the nodes gives the text they were read from.
 */

const TABLE = /^<table((?: [^<>]{0,500})?)>(?:<thead><tr>(.*?)<\/tr><\/thead>)?<tbody>(.*)<\/tbody><\/table>$/s;
const ROW = /<tr>(.*?)<\/tr>/gs;
const CELL = /<(th|td)((?: [^<>]{0,500})?)>(.*?)<\/\1>/gs;
const ATTRIBUTE = /([\w-]{1,100})(?:="([^"]{0,500})")?/g;
const LINK = /^<a href="([^"<>]{0,4000})">([^<>]*)<\/a>$/;
const STRONG = /^<strong>([^<>]*)<\/strong>$/;

type Attributes = Record<string, string | true>;

const readAttributes = (written: string): Attributes =>
  Object.fromEntries([...written.matchAll(ATTRIBUTE)].map(([, key = "", value]) => [key, value ?? true]));

const writeAttributes = (attributes: Attributes) =>
  Object.entries(attributes)
    .map(([key, value]) => (value === true ? ` ${key}` : ` ${key}="${value}"`))
    .join("");

/** A cell's nodes: plain text, bold text or a link; anything else stays HTML. */
function cellNodes(html: string, refOf: RefOf): DocumentNode[] {
  const [, href, name = ""] = LINK.exec(html) ?? [];
  if (href !== undefined) {
    return [inlineNode("link", { ...leadsTo(refOf, decodeEntities(href)), html }, [text(decodeEntities(name))])];
  }
  const bold = STRONG.exec(html)?.[1];
  if (bold !== undefined)
    return [inlineNode("html", { html, text: decodeEntities(bold) }, [text(decodeEntities(bold), ["bold"])])];
  if (html === "") return [];
  if (/[<&]/.test(html)) {
    const visible = decodeEntities(html.replace(/<[^<>]{0,4000}>/g, " ").replace(/\s+/g, " ")).trim();
    return [inlineNode("html", { html }, visible === "" ? [] : [text(visible)])];
  }
  return [text(html)];
}

function rowNode(type: string, html: string, refOf: RefOf): DocumentNode {
  const cells = [...html.matchAll(CELL)].map(([, tag, attributes = "", content = ""]) => {
    const given = readAttributes(attributes);
    return blockNode("table-cell", { tag, ...(attributes !== "" && { attributes: given }) }, cellNodes(content, refOf));
  });
  return blockNode(type, {}, cells);
}

const htmlOfCell = ({ data, nodes = [] }: DocumentNode): string => {
  const content = nodes.map((node) => node.data?.html ?? node.leaves?.[0]?.text ?? "").join("");
  return `<${data?.tag}${writeAttributes((data?.attributes ?? {}) as Attributes)}>${content}</${data?.tag}>`;
};

/** The HTML of a node that `tableOfHtml` made. */
export function htmlOfTable({ data, nodes = [] }: DocumentNode): string {
  const rowHtml = (row: DocumentNode) => `<tr>${(row.nodes ?? []).map(htmlOfCell).join("")}</tr>`;
  const [head, ...rows] = data?.header === true ? nodes : [undefined, ...nodes];
  const thead = head ? `<thead>${rowHtml(head)}</thead>` : "";
  const attributes = writeAttributes((data?.attributes ?? {}) as Attributes);
  return `<table${attributes}>${thead}<tbody>${rows.map((row) => row && rowHtml(row)).join("")}</tbody></table>`;
}

/** An HTML table as a node: `cards` with a `card` per row, or `table`; undefined if the HTML is not just a table. */
function tableOfHtml(html: string, refOf: RefOf): DocumentNode | undefined {
  const [whole, attributes = "", head, body = ""] = TABLE.exec(html) ?? [];
  if (whole === undefined) return undefined;
  const given = readAttributes(attributes);
  const cards = given["data-view"] === "cards";
  const header = head === undefined ? [] : [rowNode("table-row", head, refOf)];
  const rows = [...body.matchAll(ROW)].map(([, row = ""]) => rowNode(cards ? "card" : "table-row", row, refOf));
  const data = { syntax: "html", header: head !== undefined, attributes: given };
  const node = blockNode(cards ? "cards" : "table", data, [...header, ...rows]);
  return htmlOfTable(node) === html ? node : undefined;
}
