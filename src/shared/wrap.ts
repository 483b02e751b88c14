/**
 * A text as lines of at most `width` columns, broken between words; a longer word stays whole. A text that fits stays as it
 * is. `widthOf` tells how many columns a text takes; without it each character takes one.
 */
export function wrap(text: string, width: number, widthOf = (part: string): number => part.length): string[] {
  if (widthOf(text) <= width) return [text];
  const lines: string[] = [];
  let line = "";
  let used = 0;
  for (const word of text.split(/ +/)) {
    const size = widthOf(word);
    if (line !== "" && used + 1 + size > width) {
      lines.push(line);
      line = "";
      used = 0;
    }
    used += size + (line === "" ? 0 : 1);
    line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

/** Wrapped text behind a lead; lines after the first are indented further. */
export const wrapBehind = (lead: string, text: string, width: number): string[] =>
  wrap(text, Math.max(20, width - lead.length - 2)).map(
    (line, at) => `${at === 0 ? lead : `${" ".repeat(lead.length)}  `}${line}`,
  );

/** "1 space", "3 spaces". */
export const count = (number: number, noun: string): string => `${grouped(number)} ${noun}${number === 1 ? "" : "s"}`;

/** `3,100`. Small numbers do not load what knows of separators. */
export const grouped = (number: number): string => (number < 1000 ? `${number}` : number.toLocaleString("en"));
