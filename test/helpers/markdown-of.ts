import { type DocumentNode, htmlOfTable } from "../../src/sandbox/content/document.js";

/*
 * A document as Markdown: what shows that it has lost nothing. One way of writing each thing: `-` and `*a*`, ATX
 * headings, fences, a blank line between blocks.
 */

const TAGS: Record<string, string> = {
  columns: "columns",
  column: "column",
  "code-block": "code",
  "content-ref": "content-ref",
  embed: "embed",
  file: "file",
  hint: "hint",
  "reusable-content": "include",
  stepper: "stepper",
  "stepper-step": "step",
  tabs: "tabs",
  "tabs-item": "tab",
};
const SIGNS: Record<string, string> = { bold: "**", italic: "*", strikethrough: "~~" };

const SPECIAL = /[\\`*_[\]<>|~&]|(?<=\w):(?=\/\/)|(?<=www)\.|@/g;
const LINE_START = /^(\s*)([#+-]|\d+[.)]|={1,}|:|!)/gm;

const escapeText = (text: string) =>
  text
    .replace(SPECIAL, (sign) => ("\\`*_[]<>|~".includes(sign) ? `\\${sign}` : `&#${sign.charCodeAt(0)};`))
    .replace(/!(?=\\\[)/g, "\\!")
    .replace(LINE_START, (_, blank: string, sign: string) => {
      return /^\d/.test(sign) ? `${blank}${sign.slice(0, -1)}\\${sign.at(-1)}` : `${blank}\\${sign}`;
    });

/** `{% name %}` stays as it is. */
const plainText = (text: string) =>
  text.replace(/\{%.*?%\}|\{\{.*?\}\}|[^{]+|\{/gs, (part) => (/^\{[%{]/.test(part) ? part : escapeText(part)));

function code(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const ticks = "`".repeat(longest + 1);
  const pad = text.startsWith("`") || text.endsWith("`") || /^ .*[^ ].* $/s.test(text) ? " " : "";
  return `${ticks}${pad}${text}${pad}${ticks}`;
}

const hrefOf = ({ data }: DocumentNode) => String(data?.href ?? (data?.ref as { url?: string } | undefined)?.url ?? "");

function destination(node: DocumentNode): string {
  const href = hrefOf(node).replace(/&(?=#?\w+;)/g, "&amp;");
  const title =
    node.data?.title === undefined
      ? ""
      : ` "${String(node.data.title).replace(/["\\]/g, "\\$&").replace(/&/g, "&amp;")}"`;
  const written = /^[^\s()<>\\]+$/.test(href) ? href : `<${href.replace(/[<>\\]/g, "\\$&")}>`;
  return `${written}${title}`;
}

const marksOf = (node: DocumentNode): string[] => {
  const leaf = node.leaves?.[0];
  if (leaf) return leaf.marks.map(({ type }) => type);
  const below = (node.nodes ?? []).map(marksOf);
  const [first = []] = below;
  return node.type === "link"
    ? first.filter((mark) => mark !== "code" && below.every((marks) => marks.includes(mark)))
    : [];
};

/** Runs of nodes with the same outermost mark are in it together. */
function inline(nodes: readonly DocumentNode[], depth = 0): string {
  let written = "";
  for (let at = 0; at < nodes.length; ) {
    const node = nodes[at] as DocumentNode;
    const mark = marksOf(node)[depth];
    if (mark !== undefined && mark !== "code") {
      let end = at;
      while (end < nodes.length && marksOf(nodes[end] as DocumentNode)[depth] === mark) end += 1;
      const sign = SIGNS[mark] ?? "";
      written += `${sign}${inline(nodes.slice(at, end), depth + 1)}${sign}`;
      at = end;
      continue;
    }
    written += inlineNode(node, mark === "code", depth);
    at += 1;
  }
  return written;
}

function inlineNode(node: DocumentNode, isCode: boolean, depth: number): string {
  const leaf = node.leaves?.[0];
  if (leaf) return isCode ? code(leaf.text) : plainText(leaf.text);
  if (node.type === "hard-break") return "\\\n";
  if (node.type === "html") return String(node.data?.html);
  if (node.type === "inline-image") return `![${escapeText(String(node.data?.alt))}](${destination(node)})`;
  const name = inline(node.nodes ?? [], depth);
  const href = hrefOf(node);
  const bare = node.nodes?.length === 1 && node.nodes[0]?.leaves?.[0]?.text === href && name === plainText(href);
  if (bare && /^https?:[^\s<>]+$/.test(href)) return `<${href}>`;
  return `[${name}](${destination(node)})`;
}

const indent = (text: string, by: string) => text.replace(/\n(?=[^\n])/g, `\n${by}`);

function list(node: DocumentNode, sign: string): string {
  const ordered = node.type === "list-ordered";
  const loose = node.data?.loose === true;
  const items = (node.nodes ?? []).map((item, index) => {
    const marker = ordered ? `${Number(node.data?.start ?? 1) + index}. ` : `${sign} `;
    const { checked } = item.data ?? {};
    const check = checked === undefined ? "" : checked ? "[x] " : "[ ] ";
    return `${marker}${check}${indent(blocks(item.nodes ?? [], loose ? "\n\n" : "\n"), " ".repeat(marker.length))}`;
  });
  return items.join(loose ? "\n\n" : "\n");
}

function table(node: DocumentNode): string {
  const align = (node.data?.align ?? []) as (string | null)[];
  // Code may not hold a bar there, but an escaped one.
  const cellOf = (cell: DocumentNode) => inline(cell.nodes ?? []).replace(/(?<!\\)\|/g, "\\|");
  const rows = (node.nodes ?? []).map((row) => `| ${(row.nodes ?? []).map(cellOf).join(" | ")} |`);
  const width = node.nodes?.[0]?.nodes?.length ?? 0;
  const rule = Array.from({ length: width }, (_, index) => {
    const side = align[index] ?? null;
    return side === "center" ? ":-:" : side === "left" ? ":--" : side === "right" ? "--:" : "---";
  });
  return [rows[0], `| ${rule.join(" | ")} |`, ...rows.slice(1)].join("\n");
}

function fenced(node: DocumentNode): string {
  const lines = (node.nodes ?? []).map((line) => line.nodes?.[0]?.leaves?.[0]?.text ?? "");
  const longest = Math.max(2, ...lines.map((line) => /^ *(`+)/.exec(line)?.[1]?.length ?? 0));
  const ticks = "`".repeat(longest + 1);
  return [`${ticks}${node.data?.syntax ?? ""}`, ...lines, ticks].join("\n");
}

function tag(node: DocumentNode, name: string): string {
  const { argument, href, ref, open, ...attributes } = node.data ?? {};
  const leading = name === "file" ? "src" : "url";
  const target = ref !== undefined && name !== "include" ? { [leading]: hrefOf(node) } : {};
  const given = Object.entries({ ...target, ...attributes }).map(([key, value]) => ` ${key}="${value}"`);
  const head = `{% ${name}${argument === undefined ? "" : ` "${argument}"`}${given.join("")} %}`;
  if (open === true) return head;
  const content = blocks(node.nodes ?? [], "\n\n");
  return `${head}\n${content === "" ? "" : `${content}\n`}{% end${name} %}`;
}

function block(node: DocumentNode): string {
  const type = node.type ?? "";
  const nodes = node.nodes ?? [];
  const name = TAGS[type] ?? /^tag-(.*)$/.exec(type)?.[1];
  if (name !== undefined) return tag(node, name);
  if (type.startsWith("heading-")) return `${"#".repeat(Number(type.slice(8)))} ${inline(nodes)}`.trim();
  if (node.data?.syntax === "html" && type !== "code") return htmlOfTable(node);
  switch (type) {
    case "code":
      return fenced(node);
    case "blockquote":
      return `> ${blocks(nodes, "\n\n").replace(/\n/g, "\n> ")}`;
    case "divider":
      return "***";
    case "table":
      return table(node);
    case "html":
      return nodes[0]?.leaves?.[0]?.text ?? "";
    default:
      return inline(nodes);
  }
}

/** A list right after another one has another sign: it would be more of the same. */
function blocks(nodes: readonly DocumentNode[], between: string): string {
  const isList = (one: DocumentNode | undefined) => one?.type?.startsWith("list-") === true;
  let sign = "-";
  return nodes
    .map((node, index) => {
      sign = isList(node) && isList(nodes[index - 1]) && sign === "-" ? "*" : "-";
      return isList(node) ? list(node, sign) : block(node);
    })
    .join(between);
}

export const markdownOfDocument = ({ nodes = [] }: DocumentNode): string => `${blocks(nodes, "\n\n")}\n`;
