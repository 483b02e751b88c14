import { cellValue, decorate, humanText, labelOf, plainText, shownValue } from "../text/cell.js";
import { sanitize, sanitizeLine } from "../text/sanitize.js";
import { pad, widthOf } from "../text/width.js";
import type { AnyColumn, RenderContext } from "../types.js";

/** One thing as labelled lines, then its bodies. What is absent takes no line. */
export async function labelled(value: unknown, columns: readonly AnyColumn[], context: RenderContext): Promise<string> {
  const lines = columns.filter((column) => !isBody(column)).flatMap((column) => row(value, column, context));
  const wide = Math.max(0, ...lines.map(([label]) => widthOf(label)));
  const head = lines.map(([label, text]) => {
    const padded = pad(context.paint("bold", label), widthOf(label), wide, false, false);
    return `${padded}  ${text}\n`;
  });
  const parts = [head.join("")];
  for (const column of columns.filter(isBody)) {
    const body = plainText(cellValue(value, column));
    if (body.trim() !== "") parts.push(await rendered(body, column, context));
  }
  return parts.filter((part) => part !== "").join("\n");
}

function row(value: unknown, column: AnyColumn, context: RenderContext): [string, string][] {
  const member = shownValue(value, column);
  const text = humanText(member, column, context);
  return text === "" ? [] : [[`${sanitizeLine(labelOf(column))}:`, decorate(text, member, column, context)]];
}

const isBody = ({ as }: AnyColumn): boolean => as === "markdown" || as === "diff";

async function rendered(body: string, { as }: AnyColumn, context: RenderContext): Promise<string> {
  if (as === "diff") return (await import("../text/diff.js")).paintDiff(body, context);
  if (!context.terminal.stdoutIsTTY) return `${sanitize(body).trimEnd()}\n`;
  const { renderMarkdown } = await import("../text/markdown.js");
  return renderMarkdown(body, {
    width: context.terminal.width,
    paint: context.paint,
    hyperlinks: context.terminal.hyperlinks === true,
    accessible: context.terminal.accessible,
  });
}
