import type { Block, TextBlock } from "./blocks.js";
import { type Font, isWide, widthOf } from "./fonts.js";
import { PAGE, type PlacedText } from "./pdf-file.js";

const TOP = PAGE.height - PAGE.margin;
const LINE = 1.35;
const MARKER = 14;
const PAD = 6;

interface Style {
  font: Font;
  size: number;
}

/** Splits a word into pieces that fit. */
function cut(word: string, { font, size }: Style, width: number): string[] {
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

/** Words with the space before them; each wide character is a word, as lines may break between them. */
function wordsOf(text: string, font: Font): { blank: boolean; word: string }[] {
  if (font === "mono") return text.split(/(?= )/).map((word) => ({ blank: false, word }));
  return text
    .trim()
    .split(/\s+/)
    .flatMap((part, at) => {
      const words = /[\u1100-\uffef]/.test(part) ? splitWide(part) : [part];
      return words.map((word, index) => ({ blank: at > 0 && index === 0, word }));
    });
}

function splitWide(part: string): string[] {
  const words: string[] = [];
  let plain = "";
  for (const char of part) {
    if (!isWide(char)) plain += char;
    else {
      if (plain !== "") words.push(plain);
      plain = "";
      words.push(char);
    }
  }
  return plain === "" ? words : [...words, plain];
}

/** Lines no wider than `width`; wider words are split. */
function wrap(text: string, style: Style, width: number): string[] {
  const { font, size } = style;
  const lines: string[] = [];
  for (const paragraph of text.split("\n")) {
    let line = "";
    let used = 0;
    for (const { blank, word } of wordsOf(paragraph, font)) {
      const piece = blank && line !== "" ? ` ${word}` : word;
      const wide = widthOf(piece, font, size);
      if (used + wide <= width) {
        line += piece;
        used += wide;
        continue;
      }
      if (line !== "") lines.push(line);
      const pieces = cut(word, style, width);
      line = pieces.pop() ?? "";
      used = widthOf(line, font, size);
      lines.push(...pieces);
    }
    lines.push(line);
  }
  return lines;
}

/** Fills sheets from the top down and yields each one. */
export function* place(blocks: readonly Block[]): Generator<PlacedText[]> {
  const sheet = new Sheet();
  for (const block of blocks) {
    sheet.leave(block.gap);
    if (block.kind === "text") yield* placeText(sheet, block);
    else if (block.kind === "row") yield* placeRow(sheet, block);
  }
  yield sheet.items;
}

/** The sheet being filled. */
class Sheet {
  items: PlacedText[] = [];
  y = TOP;

  /** Leaves space above a block. */
  leave(gap: number): void {
    this.y -= this.y === TOP ? 0 : gap;
  }

  /** Moves down by `height`, onto a new sheet if there is no room. */
  *room(height: number): Generator<PlacedText[]> {
    this.y -= height;
    if (this.y >= PAGE.margin) return;
    yield this.items;
    this.items = [];
    this.y = TOP - height;
  }
}

function* placeText(sheet: Sheet, block: TextBlock): Generator<PlacedText[]> {
  const { font, size, indent } = block;
  const x = PAGE.margin + indent;
  const lines = wrap(block.text, block, PAGE.width - PAGE.margin - x);
  for (const [index, text] of lines.entries()) {
    yield* sheet.room(size * LINE);
    const line = { font, size, y: sheet.y };
    if (index === 0 && block.marker) sheet.items.push({ ...line, text: block.marker, x: x - MARKER });
    sheet.items.push({ ...line, text, x });
  }
}

/** Cells side by side; a row longer than a sheet continues on the next one. */
function* placeRow(sheet: Sheet, block: Extract<Block, { kind: "row" }>): Generator<PlacedText[]> {
  const { cells, widths, font, size, indent } = block;
  const whole = PAGE.width - 2 * PAGE.margin - indent;
  const columns = widths.map((share, column) => wrap(cells[column] ?? "", block, share * whole - PAD));
  const height = Math.max(1, ...columns.map((lines) => lines.length));
  for (let line = 0; line < height; line += 1) {
    yield* sheet.room(size * LINE);
    let x = PAGE.margin + indent;
    for (const [column, lines] of columns.entries()) {
      const text = lines[line] ?? "";
      if (text !== "") sheet.items.push({ text, font, size, x, y: sheet.y });
      x += (widths[column] ?? 0) * whole;
    }
  }
}
