import { type DocumentNode, textOfNode } from "../document/node.js";
import { plainText } from "../text/outline.js";
import { type Font, isWide } from "./fonts.js";

/** How a block is placed: `gap` is the space above. */
interface Placing {
  indent: number;
  gap: number;
}

/** Text before line breaking; `marker`, such as a bullet, precedes the first line. */
export interface TextBlock extends Placing {
  kind: "text";
  text: string;
  font: Font;
  size: number;
  marker?: string;
}

export type Block =
  | TextBlock
  | (Placing & { kind: "row"; cells: string[]; font: Font; size: number; widths: number[] })
  | (Placing & { kind: "space" });

const SIZES = [20, 16, 14, 12, 11, 11];
export const BODY = { kind: "text", font: "regular", size: 10.5, gap: 7 } as const;
const STEP = 18;

const hrefOf = ({ data }: DocumentNode) => String(data?.href ?? (data?.ref as { url?: string } | undefined)?.url ?? "");

/** Text of a node; a picture is shown by its description. */
function shownText(node: DocumentNode): string {
  if (node.type === "inline-image") return `[${String(node.data?.alt ?? "") || hrefOf(node)}]`;
  if (node.type === "html" && node.object === "inline" && node.isVoid)
    return /^<br\b/i.test(String(node.data?.html)) ? "\n" : "";
  if (node.object === "inline" && node.type !== "hard-break") return (node.nodes ?? []).map(shownText).join("");
  return node.type === "hard-break" ? "\n" : textOfNode(node).replaceAll("\n", " ");
}

const visibleText = (nodes: readonly DocumentNode[]) => nodes.map(shownText).join("");

function textBlocks(nodes: readonly DocumentNode[], indent: number, style: Partial<TextBlock> = {}): Block[] {
  const text = visibleText(nodes);
  return text.trim() === "" ? [] : [{ ...BODY, ...style, text, indent }];
}

function listBlocks(node: DocumentNode, indent: number): Block[] {
  const first = Number(node.data?.start ?? 1);
  return (node.nodes ?? []).flatMap((item, index): Block[] => {
    const { checked } = item.data ?? {};
    const bullet = node.type === "list-ordered" ? `${first + index}.` : "•";
    const marker = checked === undefined ? bullet : checked ? "[x]" : "[ ]";
    const [head, ...rest] = blocksOf(item.nodes ?? [], indent + STEP);
    if (head?.kind !== "text") return head ? [head, ...rest] : [];
    return [{ ...head, marker, gap: Math.min(head.gap, 4) }, ...rest];
  });
}

const widthIn = (text: string) => [...text].reduce((sum, char) => sum + (isWide(char) ? 2 : 1), 0);

/** Column widths in proportion to their texts, none too narrow to read. */
function widthsOf(rows: readonly string[][]): number[] {
  const columns = Math.max(0, ...rows.map((cells) => cells.length));
  const asked = Array.from({ length: columns }, (_, column) => {
    const longest = Math.max(4, ...rows.map((cells) => Math.min(60, widthIn(cells[column] ?? ""))));
    // Beside it: what one more character and the space between columns take.
    return longest + 3;
  });
  const sum = asked.reduce((total, width) => total + width, 0);
  return asked.map((width) => width / sum);
}

/** A column that describes others: a card's target or cover. */
const isHidden = ({ data }: DocumentNode) =>
  (data?.attributes as Record<string, unknown> | undefined)?.["data-hidden"] !== undefined;

function tableBlocks(node: DocumentNode, indent: number): Block[] {
  const hidden = (node.nodes?.[0]?.nodes ?? []).map(isHidden);
  const all = (node.nodes ?? []).map((row) =>
    (row.nodes ?? [])
      .filter((_, column) => hidden[column] !== true)
      .map((cell) => visibleText(cell.nodes ?? []).trim()),
  );
  const hasHeader = node.data?.syntax !== "html" || node.data.header === true;
  const rows = all.filter((cells, index) => cells.some((text) => text !== "") || (index > 0 && cells.length > 0));
  const header = hasHeader && rows[0] === all[0];
  const widths = widthsOf(rows);
  return rows.map((cells, index): Block => {
    const font = header && index === 0 ? "bold" : "regular";
    return {
      kind: "row",
      cells,
      font,
      size: 9.5,
      widths,
      indent,
      gap: index === 0 ? 8 : 3,
    };
  });
}

function codeBlocks(node: DocumentNode, indent: number): Block[] {
  return (node.nodes ?? []).map((line, index): Block => {
    const text = textOfNode(line).replaceAll("\t", "  ");
    return {
      kind: "text",
      text,
      font: "mono",
      size: 9,
      indent: indent + 8,
      gap: index === 0 ? 8 : 0,
    };
  });
}

/** Visible text of HTML. */
function htmlBlocks(html: string, indent: number): Block[] {
  const text = plainText(html.replace(/>\s*</g, "> <")).replace(/\s+/g, " ").trim();
  return text === "" ? [] : [{ ...BODY, text, indent }];
}

/** The label above a block's content: a tab's title, a reference's destination. */
function labelOf({ type, data, nodes = [] }: DocumentNode): string | undefined {
  if (typeof data?.title === "string") return data.title;
  const href = data?.href ?? (data?.ref as { url?: unknown; path?: unknown } | undefined)?.url;
  if (type === "reusable-content") return `[${String(data?.argument)}]`;
  return nodes.length === 0 && typeof href === "string" ? href : undefined;
}

function containerBlocks(node: DocumentNode, indent: number): Block[] {
  const inner = indent + (node.type === "hint" ? 8 : 0);
  const label = labelOf(node);
  const head: Block[] = label === undefined ? [] : [{ ...BODY, font: "bold", text: label, indent: inner }];
  return [...head, ...blocksOf(node.nodes ?? [], inner)];
}

function blockOf(node: DocumentNode, indent: number): Block[] {
  const { type = "", nodes = [] } = node;
  if (type.startsWith("heading-")) {
    const size = SIZES[Number(type.slice(8)) - 1] ?? 11;
    return textBlocks(nodes, indent, { font: "bold", size, gap: size });
  }
  if (type.startsWith("list-")) return listBlocks(node, indent);
  switch (type) {
    case "paragraph":
      return textBlocks(nodes, indent);
    case "code":
      return codeBlocks(node, indent);
    case "blockquote":
      return blocksOf(nodes, indent + STEP);
    case "divider":
      return [{ kind: "space", indent, gap: 14 }];
    case "table":
    case "cards":
      return tableBlocks(node, indent);
    case "html":
      return htmlBlocks(textOfNode(node), indent);
    default:
      return containerBlocks(node, indent);
  }
}

/** Turns a document's nodes into blocks for the sheets. */
export const blocksOf = (nodes: readonly DocumentNode[], indent: number): Block[] =>
  nodes.flatMap((node) => blockOf(node, indent));
