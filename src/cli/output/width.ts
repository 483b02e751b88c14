import stringWidth from "string-width";

const ASCII = /^[\x20-\x7e]*$/;
const ELLIPSIS = "…";
const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** Columns that a text without escapes takes on a terminal. */
export function widthOf(text: string): number {
  return ASCII.test(text) ? text.length : stringWidth(text);
}

/** The text if it fits, else as much of it as fits with an ellipsis; never half a character. */
export function cut(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  if (width <= 0) return "";
  if (ASCII.test(text)) return text.slice(0, width - 1).trimEnd() + ELLIPSIS;
  let kept = "";
  let used = 0;
  for (const { segment } of graphemes.segment(text)) {
    used += widthOf(segment);
    if (used > width - 1) break;
    kept += segment;
  }
  return kept.trimEnd() + ELLIPSIS;
}

/** Spaces up to `width`; a last column that is aligned left needs none. */
export function pad(text: string, used: number, width: number, right: boolean, last: boolean): string {
  const space = " ".repeat(Math.max(0, width - used));
  if (right) return space + text;
  return last ? text : text + space;
}
