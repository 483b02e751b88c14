import { sanitize, sanitizeLine } from "../../../shared/text/sanitize.js";
import { wrap } from "../../../shared/wrap.js";
import { columnsOf } from "../filter/fields.js";
import { cellValue, decorate, humanText, isBody, labelOf, plainText, shownValue } from "../text/cell.js";
import { toAscii } from "../text/color.js";
import { cut, fitWidths, GAP, pad, widthOf } from "../text/fit.js";
import type { AnyColumn, RenderContext, Renderer } from "../types.js";

/** One thing as labeled lines, followed by its bodies. Absent members take no line. */
async function toLabelledLines(value: unknown, columns: readonly AnyColumn[], context: RenderContext): Promise<string> {
  const lines = columns.filter((column) => !isBody(column)).flatMap((column) => row(value, column, context));
  const wide = Math.max(0, ...lines.map(([label]) => widthOf(label)));
  const head = lines.map(([label, text, show]) => {
    const padded = pad(context.paint("bold", label), widthOf(label), wide, false, false);
    const parts = show === undefined ? [text] : wrap(text, roomBeside(wide, context), widthOf).map(show);
    return `${padded}  ${parts.join(`\n${" ".repeat(wide + 2)}`)}\n`;
  });
  const parts = [head.join("")];
  for (const column of columns.filter(isBody)) {
    const content = cellValue(value, column);
    // A diff comes as lines, of which each stays one.
    if (column.as === "diff" && Array.isArray(content)) parts.push(await paintLines(content.map(plainText), context));
    else if (plainText(content).trim() !== "") parts.push(await renderBody(plainText(content), context));
  }
  return parts.filter((part) => part !== "").join("\n");
}

/** `show` renders each line of a text that may be wrapped; absent: `text` is shown as it is. */
type Row = [label: string, text: string, show?: (line: string) => string];

function row(value: unknown, column: AnyColumn, context: RenderContext): Row[] {
  const member = shownValue(value, column);
  const text = humanText(member, column, context);
  if (text === "") return [];
  const label = `${sanitizeLine(labelOf(column))}:`;
  const show = (line: string) => decorate(line, member, column, context);
  return [WHOLE.has(column.as) ? [label, show(text)] : [label, text, show]];
}

/** Values that people copy and that must stay in one piece. */
const WHOLE: ReadonlySet<AnyColumn["as"]> = new Set(["id", "email", "url", "time", "number", "boolean"]);
/** If the terminal leaves less room than this beside the label, it wraps lines as well as we could. */
const NARROWEST = 16;

/** Columns available for a value; screen readers and programs get one line. */
function roomBeside(label: number, { terminal }: RenderContext): number {
  const room = terminal.width - label - 2;
  return terminal.stdoutIsTTY && !terminal.accessible && room >= NARROWEST ? room : Number.POSITIVE_INFINITY;
}

const paintLines = async (lines: readonly string[], context: RenderContext): Promise<string> =>
  (await import("../text/diff.js")).paintDiff(lines, context.paint);

async function renderBody(body: string, context: RenderContext): Promise<string> {
  if (!context.terminal.stdoutIsTTY) return `${sanitize(body).trimEnd()}\n`;
  const { renderMarkdown } = await import("../text/markdown.js");
  return renderMarkdown(body, {
    width: context.terminal.width,
    paint: context.paint,
    hyperlinks: context.terminal.hyperlinks === true,
    accessible: context.terminal.accessible,
  });
}

/** A table without borders, drawn page by page. */
export function renderer(context: RenderContext): Renderer {
  let columns: readonly AnyColumn[] | undefined;
  let natural: number[] | undefined;
  let draw: Draw | undefined;
  let titled = "";
  const hidden = new Set<string>();
  return {
    item: (value, chosen = columnsOf([value])) => toLabelledLines(value, chosen, context),
    begin: () => "",
    async page(items, chosen) {
      if (items.length === 0) return "";
      draw ??= await loadDraw();
      columns ??= removeEmoji(chosen ?? columnsOf(items), context);
      const headers = columns.map((column) => sanitizeLine(column.header.toUpperCase()));
      const shown = columns;
      const rows = items.map((item) => shown.map((column) => prepare(item, column, context)));
      // Widths grow from page to page and never shrink, so that pages line up with the header.
      const before = natural ?? headers.map((header) => Math.max(1, widthOf(header)));
      natural = before.map((width, index) => rows.reduce((max, row) => Math.max(max, row[index]?.width ?? 0), width));
      const below = indexesBelow(shown, natural, context);
      const places = findPlaces(shown, natural, context, below);
      const named = places.map(({ index }) => index).join();
      // Repeat the header if a wider page dropped a column.
      const isTitled = named === titled;
      titled = named;
      for (const [index, column] of shown.entries()) {
        if (!below.includes(index) && !places.some((place) => place.index === index)) hidden.add(labelOf(column));
      }
      const drawn = draw(places, [
        ...(isTitled ? [] : [places.map((place) => title(headers[place.index] ?? "", place, context))]),
        ...rows.map((row) => places.map((place) => body(row[place.index], place, context))),
      ]);
      const lead = drawn.length - rows.length;
      const more = rows.map((row) => below.map((index) => row[index]?.text ?? "").filter((text) => text !== ""));
      return drawn.map((line, at) => withTexts(line, more[at - lead] ?? [], places, context)).join("");
    },
    end: () => "",
    hidden: () => [...hidden],
  };
}

/** An emoji before a title is only drawn. */
const removeEmoji = (columns: readonly AnyColumn[], { terminal }: RenderContext): readonly AnyColumn[] =>
  terminal.ascii
    ? columns.map((column) => ({
        ...column,
        ...(column.lead && { lead: column.lead.filter((one) => one !== "emoji") }),
      }))
    : columns;

/** A column's place on the screen. */
interface Place {
  column: AnyColumn;
  index: number;
  width: number;
  right: boolean;
  last: boolean;
}

function findPlaces(
  columns: readonly AnyColumn[],
  natural: readonly number[],
  context: RenderContext,
  below: readonly number[],
): Place[] {
  const beside = columns.flatMap((column, index) => (below.includes(index) ? [] : [{ column, index }]));
  const fit = fitWidths(
    beside.map(({ column }) => column),
    beside.map(({ index }) => natural[index] ?? 0),
    context.terminal.width,
  );
  return beside.flatMap((one, at) => {
    if (!fit.shown.includes(at)) return [];
    return [{ ...one, width: fit.widths[at] ?? 0, right: one.column.as === "number", last: at === fit.last }];
  });
}

/** The columns that stand below their rows, as a line does not hold all columns. */
function indexesBelow(
  columns: readonly AnyColumn[],
  natural: readonly number[],
  { terminal }: RenderContext,
): number[] {
  const whole = natural.reduce((sum, width) => sum + width + GAP.length, -GAP.length);
  return whole <= terminal.width ? [] : columns.flatMap(({ below, asked }, index) => (below && !asked ? [index] : []));
}

const INDENT = "    ";

/** A line with the first of its texts beside it, if that fits, and the others below. */
function withTexts(
  line: string,
  texts: readonly string[],
  places: readonly Place[],
  { terminal }: RenderContext,
): string {
  const [first, ...others] = texts;
  if (first === undefined) return line;
  const used = places.reduce((sum, { width }) => sum + width + GAP.length, 0);
  const isBeside = used + widthOf(first) <= terminal.width;
  const row = line.trimEnd();
  const wide = Math.max(NARROWEST, terminal.width - INDENT.length);
  const below = (isBeside ? others : texts).flatMap((text) => wrap(text, wide, widthOf));
  return [isBeside ? row + " ".repeat(used - widthOf(row)) + first : row, ...below.map((one) => INDENT + one), ""].join(
    "\n",
  );
}

interface Cell {
  value: unknown;
  text: string;
  width: number;
}

function prepare(item: unknown, column: AnyColumn, context: RenderContext): Cell {
  const value = shownValue(item, column);
  const shown = humanText(value, column, context);
  const text = context.terminal.ascii ? toAscii(shown) : shown;
  return { value, text, width: widthOf(text) };
}

/** Cuts the text here, between characters as people see them; the library would cut between code units. */
function body(cell: Cell | undefined, { column, width }: Place, context: RenderContext): string {
  if (cell === undefined) return "";
  const text = cell.width > width ? cut(cell.text, width) : cell.text;
  return decorate(text, cell.value, column, context);
}

function title(header: string, { width, right, last }: Place, context: RenderContext): string {
  const text = cut(header, width);
  return context.paint("bold", pad(text, widthOf(text), width, right, last));
}

const BORDERS = ["top", "bottom", "mid", "left", "right", "left-mid", "mid-mid", "right-mid"];
const CORNERS = ["top-mid", "top-left", "top-right", "bottom-mid", "bottom-left", "bottom-right"];
const CHARS = { ...Object.fromEntries([...BORDERS, ...CORNERS].map((part) => [part, ""])), middle: GAP };

interface DrawnColumn {
  width: number;
  /** Aligned to the right. */
  right: boolean;
}

/** Cells fit their columns; colors and links in them take no width. Each line ends with a line break. */
type Draw = (columns: readonly DrawnColumn[], lines: readonly (readonly string[])[]) => string[];

/** Draws lines of a table without borders. */
async function loadDraw(): Promise<Draw> {
  const { default: Table } = await import("cli-table3");
  return (columns, lines) => {
    const options = {
      chars: CHARS,
      style: { head: [], border: [], "padding-left": 0, "padding-right": 0 },
      colAligns: columns.map(({ right }) => (right ? ("right" as const) : ("left" as const))),
      // Never seen: the library cuts each cell to ten columns for a debug log that nobody reads, letter by letter unless the
      // mark itself is that wide.
      truncate: "~".repeat(10),
    };
    const draw = (cells: readonly string[]) => {
      const table = new Table({ ...options, colWidths: columns.map(({ width }) => width) });
      table.push([...cells]);
      return `${table.toString().trimEnd()}\n`;
    };
    // One line at a time: the library compares every cell of a table with every other.
    return lines.map(draw);
  };
}
