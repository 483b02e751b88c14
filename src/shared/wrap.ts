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

/** Stands for a space at which nothing is broken. Messages hold no control characters but those of colors. */
const KEPT = "\u0000";
const QUOTED = String.raw`"(?:[^"\\]|\\.)*"|'[^']*'`;
const WORD = String.raw`(?:${QUOTED}|[^\s;,'"]|[;,](?=\S))+`;
/** Words that follow a command in a sentence. */
const AFTER = "(?:to|for|and|or|in|of|as|with|if|is|has|does|shows?|lists?|says?|runs?|undoes|finds|again|first)\\b";

/** People copy these in one piece: commands, flags with their values, quoted paths. */
const WHOLE: readonly RegExp[] = [
  // After a colon, and on a line of its own, a command goes on to the end of its clause.
  new RegExp(String.raw`(?<=^\s*|: |\()docs(?: ${WORD})+`, "g"),
  new RegExp(String.raw`\bdocs(?: (?!${AFTER})${WORD})+`, "g"),
  new RegExp(String.raw`--[a-z-]+[ =](?:${QUOTED}|[A-Z][A-Z-]*\b)`, "g"),
  /"[~./][^"]*"/g,
];

/** Characters of two columns, roughly: measuring them exactly loads a package. */
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60]|\p{Extended_Pictographic}/gu;
const COLOR = /\u001b\[\d*m/g;

const columnsOf = (text: string): number => [...text.replace(COLOR, "").replace(WIDE, "--")].length;

/** The narrowest terminal for which messages are broken. */
const NARROWEST = 20;

/** A message with lines of at most `width` columns. What is copied stays whole, on a line of its own if it is long. */
export const wrapMessage = (message: string, width: number): string =>
  width < NARROWEST
    ? message
    : message
        .split("\n")
        .flatMap((line) => wrapLine(line, width))
        .join("\n");

/** A sentence for people: broken at a terminal, and in one piece for a screen reader or a pipe. */
export const wrapOnTerminal = (
  message: string,
  isTTY: boolean,
  { accessible, width }: { accessible: boolean; width: number },
): string => (isTTY && !accessible ? wrapMessage(message, width) : message);

function wrapLine(line: string, width: number): string[] {
  if (columnsOf(line) <= width) return [line];
  const text = line.trimStart();
  const indent = line.length - text.length;
  const keep = (whole: string) => whole.replaceAll(" ", KEPT);
  const kept = WHOLE.reduce((known, pattern) => known.replace(pattern, keep), text);
  return wrap(kept, width - indent - 2, columnsOf).map(
    (part, at) => " ".repeat(at === 0 ? indent : indent + 2) + part.replaceAll(KEPT, " "),
  );
}

/** "1 space", "3 spaces". */
export const count = (number: number, noun: string): string => `${grouped(number)} ${noun}${number === 1 ? "" : "s"}`;

/** `3,100`. Small numbers do not load what knows of separators. */
export const grouped = (number: number): string => (number < 1000 ? `${number}` : number.toLocaleString("en"));
