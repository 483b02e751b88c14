import type { Token, Tokens } from "marked";
import { type Marked, tokensOf } from "./text/markdown.js";

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

const MARKS: Record<string, string> = { strong: "bold", em: "italic", del: "strikethrough", codespan: "code" };

const ENTITIES: Record<string, string> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'" };

/** The text of a token; the lexer leaves character references to the renderer. */
export function textOf(token: Token): string {
  if (token.type === "br") return "\n";
  const text = "text" in token && typeof token.text === "string" ? token.text : token.raw;
  return text.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity] ?? entity);
}

const inner = (token: Token): Token[] => ("tokens" in token && token.tokens) || [];

function text(content: string, marks: readonly string[]): DocumentNode {
  const leaf = {
    object: "leaf" as const,
    text: content,
    marks: marks.map((type) => ({ object: "mark" as const, type })),
  };
  return { object: "text", leaves: [leaf] };
}

/** Inline tokens as texts, links and pictures. */
function inlines(tokens: readonly Token[], marks: readonly string[] = []): DocumentNode[] {
  return tokens.flatMap((token): DocumentNode[] => {
    const mark = MARKS[token.type];
    if (token.type === "codespan") return [text(textOf(token), [...marks, "code"])];
    if (mark !== undefined) return inlines(inner(token), [...marks, mark]);
    if (token.type === "link") {
      const ref = { kind: "url", url: String(token.href) };
      return [{ object: "inline", type: "link", isVoid: false, data: { ref }, nodes: inlines(inner(token), marks) }];
    }
    if (token.type === "image") {
      const data = { ref: { kind: "url", url: String(token.href) }, alt: textOf(token) };
      return [{ object: "inline", type: "inline-image", isVoid: true, data, nodes: [] }];
    }
    if (token.type === "text" && inner(token).length > 0) return inlines(inner(token), marks);
    return [text(textOf(token), marks)];
  });
}

type Build = (token: Token) => Omit<DocumentNode, "object" | "key" | "isVoid">;

// The tokens of a type are marked's own: no extension is used.
const BLOCKS: Record<string, Build> = {
  heading: (token) => ({ type: `heading-${(token as Tokens.Heading).depth}`, nodes: inlines(inner(token)) }),
  code: (token) => {
    const { text: code, lang } = token as Tokens.Code;
    const lines = code
      .split("\n")
      .map((line) => ({ object: "block" as const, type: "code-line", nodes: [text(line, [])] }));
    return { type: "code", data: lang ? { syntax: lang } : {}, nodes: lines };
  },
  blockquote: (token) => ({ type: "blockquote", nodes: blocks(inner(token)) }),
  list: (token) => {
    const { ordered, items } = token as Tokens.List;
    return { type: ordered ? "list-ordered" : "list-unordered", nodes: items.map(block) };
  },
  list_item: (token) => ({ type: "list-item", nodes: blocks(inner(token)) }),
  hr: () => ({ type: "divider", nodes: [] }),
  table: (token) => {
    const { header, rows } = token as Tokens.Table;
    const row = (cells: Tokens.TableCell[]): DocumentNode => ({
      object: "block",
      type: "table-row",
      nodes: cells.map((cell) => ({ object: "block", type: "table-cell", nodes: inlines(cell.tokens) })),
    });
    return { type: "table", nodes: [header, ...rows].map(row) };
  },
  html: (token) => ({ type: "html", nodes: [text(token.raw.trim(), [])] }),
  note: (token) => ({ type: "paragraph", nodes: inlines(inner(token)) }),
  paragraph: (token) => ({ type: "paragraph", nodes: inlines(inner(token)) }),
};

function block(token: Token): DocumentNode {
  const build = BLOCKS[token.type] ?? ((other) => ({ type: "paragraph", nodes: inlines([other]) }));
  return { object: "block", isVoid: token.type === "hr", data: {}, ...build(token) };
}

function blocks(tokens: readonly Token[]): DocumentNode[] {
  return tokens.filter(({ type }) => !["space", "def", "checkbox"].includes(type)).map(block);
}

function withKeys(nodes: DocumentNode[], prefix: string): DocumentNode[] {
  return nodes.map((node, index) => {
    const key = `${prefix}${index + 1}`;
    return { ...node, key, ...(node.nodes && { nodes: withKeys(node.nodes, `${key}.`) }) };
  });
}

/** Markdown as a document object. Keys name a node's place, so the same text has the same keys. */
export function documentOf(marked: Marked, markdown: string): DocumentNode {
  const nodes = withKeys(blocks(tokensOf(marked, markdown)), "");
  return { object: "document", data: { schemaVersion: 1 }, nodes };
}
