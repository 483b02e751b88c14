import { sanitize, sanitizeLine } from "../../../shared/text/sanitize.js";
import { wrap } from "../../../shared/wrap.js";
import { cellValue, decorate, humanText, isBody, labelOf, plainText, shownValue } from "../text/cell.js";
import { pad, widthOf } from "../text/width.js";
import type { AnyColumn, RenderContext } from "../types.js";

/** One thing as labeled lines, followed by its bodies. Absent members take no line. */
export async function toLabelledLines(
  value: unknown,
  columns: readonly AnyColumn[],
  context: RenderContext,
): Promise<string> {
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
  (await import("../text/diff.js")).paintDiff(lines, context);

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
