import type { Token } from "marked";
import { decodeEntities } from "../text/entities.js";
import { type DocumentNode, inlineNode, leadsTo, type RefOf, text } from "./node.js";

const MARKS: Record<string, string> = { strong: "bold", em: "italic", del: "strikethrough" };

const inner = (token: Token): Token[] => ("tokens" in token && token.tokens) || [];

/** The text of a token; the lexer leaves character references for the renderer to decode, except in code. */
export function textOf(token: Token): string {
  const written = "text" in token && typeof token.text === "string" ? token.text : token.raw;
  return token.type === "codespan" ? written : decodeEntities(written);
}

const marksOf = (node: DocumentNode) => JSON.stringify(node.leaves?.[0]?.marks);

/** Joins neighboring texts with the same marks: the lexer splits text at escapes and the like. */
function joined(nodes: readonly DocumentNode[]): DocumentNode[] {
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

function inlineOf(token: Token, refOf: RefOf, marks: readonly string[]): DocumentNode[] {
  const mark = MARKS[token.type];
  if (mark !== undefined) return parts(inner(token), refOf, [...marks, mark]);
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
      return [{ ...inlineNode("link", data, inlinesOf(inner(token), refOf, marks)), isVoid: false }];
    }
    case "text":
      return inner(token).length > 0 ? parts(inner(token), refOf, marks) : [text(textOf(token), marks)];
    default:
      return [text(textOf(token), marks)];
  }
}

const parts = (tokens: readonly Token[], refOf: RefOf, marks: readonly string[]): DocumentNode[] =>
  tokens.flatMap((token) => inlineOf(token, refOf, marks));

/** Inline tokens as texts, links and pictures. */
export const inlinesOf = (tokens: readonly Token[], refOf: RefOf, marks: readonly string[] = []): DocumentNode[] =>
  joined(parts(tokens, refOf, marks));
