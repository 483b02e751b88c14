import type { Token, Tokens } from "marked";
import { textOf } from "../document/inlines.js";
import { type Marked, tokensOf } from "../text/markdown.js";
import { plainText } from "../text/outline.js";
import { type Font, PAGE, type Placed, widthOf, writePdf } from "./pdf-file.js";

/** A page of documentation: it begins a new sheet. */
export interface Chapter {
  title: string;
  description?: string | undefined;
  markdown: string;
}

/** Text before it is cut into lines. `gap` is the space above. */
interface Block {
  text: string;
  font: Font;
  size: number;
  indent: number;
  gap: number;
  /** Put before the first line, such as a bullet. */
  marker?: string;
}

const SIZES = [20, 16, 14, 12, 11, 11];
const BODY = { font: "regular", size: 10.5, gap: 7 } as const;
const STEP = 18;

/** The text of inline tokens; pictures by their description. */
function inlineText(tokens: readonly Token[]): string {
  return tokens
    .map((token): string => {
      if (token.type === "html") return "";
      if (token.type === "image") return `[${textOf(token) || token.href}]`;
      return "tokens" in token && token.tokens ? inlineText(token.tokens) : textOf(token);
    })
    .join("");
}

function listBlocks(list: Tokens.List, indent: number): Block[] {
  return list.items.flatMap((item, index): Block[] => {
    const marker = list.ordered ? `${Number(list.start || 1) + index}.` : "•";
    const [first, ...rest] = blocksOf(item.tokens, indent + STEP);
    return first ? [{ ...first, marker, gap: Math.min(first.gap, 4) }, ...rest] : [];
  });
}

/** Text of the blocks of a page. The casts name marked's own tokens: no extension adds others. */
function blocksOf(tokens: readonly Token[], indent: number): Block[] {
  return tokens.flatMap((token): Block[] => {
    const line = (text: string): Block[] => (text.trim() === "" ? [] : [{ ...BODY, text, indent }]);
    switch (token.type) {
      case "heading": {
        const size = SIZES[(token as Tokens.Heading).depth - 1] ?? 11;
        return [{ text: inlineText(token.tokens ?? []), font: "bold", size, indent, gap: size }];
      }
      case "code":
        return (token as Tokens.Code).text.split("\n").map((text, index): Block => {
          return {
            text: text.replaceAll("\t", "  "),
            font: "mono",
            size: 9,
            indent: indent + 8,
            gap: index === 0 ? 8 : 0,
          };
        });
      case "list":
        return listBlocks(token as Tokens.List, indent);
      case "blockquote":
        return blocksOf(token.tokens ?? [], indent + STEP);
      case "table": {
        const { header, rows } = token as Tokens.Table;
        const text = (cells: Tokens.TableCell[]) => cells.map((cell) => inlineText(cell.tokens)).join(" | ");
        return [
          { ...BODY, font: "bold", text: text(header), indent },
          ...rows.map((cells): Block => ({ ...BODY, gap: 3, text: text(cells), indent })),
        ];
      }
      case "html":
        return line(plainText(token.raw).replace(/\s+/g, " "));
      case "paragraph":
      case "text":
        return line("tokens" in token && token.tokens ? inlineText(token.tokens) : textOf(token));
      default:
        return [];
    }
  });
}

/** Pieces of a word, each as wide as fits. */
function cut(word: string, { font, size }: Block, width: number): string[] {
  const pieces: string[] = [];
  let piece = "";
  let used = 0;
  for (const char of word) {
    const wide = widthOf(char, font, size);
    if (used + wide > width && piece !== "") {
      pieces.push(piece);
      piece = "";
      used = 0;
    }
    piece += char;
    used += wide;
  }
  return [...pieces, piece];
}

/** Lines no wider than `width`; a word that is wider is cut. */
function wrap(text: string, block: Block, width: number): string[] {
  const { font, size } = block;
  const fits = (line: string) => widthOf(line, font, size) <= width;
  const lines: string[] = [];
  for (const paragraph of text.split("\n")) {
    let line = "";
    for (const word of font === "mono" ? paragraph.split(/(?= )/) : paragraph.split(/\s+/)) {
      const longer = line === "" ? word : font === "mono" ? line + word : `${line} ${word}`;
      if (fits(longer)) {
        line = longer;
        continue;
      }
      if (line !== "") lines.push(line);
      const pieces = cut(word, block, width);
      line = pieces.pop() ?? "";
      lines.push(...pieces);
    }
    lines.push(line);
  }
  return lines;
}

/** Place blocks on sheets from the top down. */
function place(blocks: readonly Block[]): Placed[][] {
  const sheets: Placed[][] = [[]];
  const top = PAGE.height - PAGE.margin;
  let y = top;
  for (const block of blocks) {
    y -= y === top ? 0 : block.gap;
    const x = PAGE.margin + block.indent;
    wrap(block.text, block, PAGE.width - PAGE.margin - x).forEach((text, index) => {
      y -= block.size * 1.35;
      if (y < PAGE.margin) {
        sheets.push([]);
        y = top - block.size * 1.35;
      }
      const line = { font: block.font, size: block.size, y };
      if (index === 0 && block.marker) sheets.at(-1)?.push({ ...line, text: block.marker, x: x - STEP + 4 });
      sheets.at(-1)?.push({ ...line, text, x });
    });
  }
  return sheets;
}

/** A PDF of pages: each begins a sheet with its title, which is not repeated when the text begins with it. */
export function pdfOf(marked: Marked, title: string, chapters: readonly Chapter[]): Buffer {
  const sheets = chapters.flatMap((chapter) => {
    const tokens = tokensOf(marked, chapter.markdown).filter(({ type }) => type !== "space");
    const [first, ...rest] = tokens;
    const repeated = first?.type === "heading" && inlineText(first.tokens ?? []) === chapter.title;
    const heading: Block = { text: chapter.title, font: "bold", size: 24, indent: 0, gap: 0 };
    const description = chapter.description ? [{ ...BODY, text: chapter.description, indent: 0 }] : [];
    return place([heading, ...description, ...blocksOf(repeated ? rest : tokens, 0)]);
  });
  return writePdf(title, sheets.length > 0 ? sheets : [[]]);
}
