/** Help as a terminal shows it: within its width, with bold headings. A pipe gets the text as it was rendered. */
import { wrap } from "../../facts/wrap.js";

/** Prose that was broken by hand is this long, and goes on in the next line. */
const HAND_BROKEN = 90;
/** A description beside its flag needs this many columns; in fewer it stands below. */
const BESIDE = 28;
const BELOW = 8;

/** Help for a terminal that is `width` columns wide. Commands to paste stay whole. */
export function layOut(text: string, width: number, bold: boolean): string {
  const lines = joined(text.split("\n"));
  const shown = lines.flatMap((line, at) => {
    if (isHeading(lines, at)) return [bold ? `\u001b[1m${line}\u001b[22m` : line];
    return isCommand(lines, at) ? [line] : fitted(line, width);
  });
  return shown.join("\n");
}

/** The same with what the environment says of styles, for what the program was not loaded for. */
export function forTerminal(text: string, width: number, env: Readonly<Record<string, string | undefined>>): string {
  return layOut(text, width, !env.NO_COLOR && env.CLICOLOR !== "0" && env.TERM !== "dumb");
}

/** A line at the margin above indented ones. */
function isHeading(lines: readonly string[], at: number): boolean {
  const next = lines.slice(at + 1).find((line) => line !== "");
  return /^\S/.test(lines[at] ?? "") && next?.startsWith(" ") === true;
}

/** Examples, and what a topic sets apart. */
function isCommand(lines: readonly string[], at: number): boolean {
  const line = lines[at] ?? "";
  if (/^ {4,}(?!also: )[^-\s]/.test(line)) return true;
  return lines.slice(0, at).findLast((one) => /^\S/.test(one)) === "Examples";
}

function joined(lines: readonly string[]): string[] {
  const whole: string[] = [];
  for (const line of lines) {
    const before = whole.at(-1) ?? "";
    const last = before.slice(before.lastIndexOf("\n") + 1);
    const isProse = last.length > HAND_BROKEN && indentOf(last) === indentOf(line) && line.trim() !== "";
    if (isProse && !hasGap(last) && !hasGap(line)) whole[whole.length - 1] = `${before}\n${line}`;
    else whole.push(line);
  }
  return whole.map((line) => line.replace(/\n */g, " "));
}

const indentOf = (line: string): number => line.length - line.trimStart().length;
const hasGap = (line: string): boolean => /\S {2,}\S/.test(line);

function fitted(line: string, width: number): string[] {
  const indent = indentOf(line);
  const row = /^( *\S.*?)( {2,})(\S.*)$/.exec(line);
  const [, left = "", gap = "", right = ""] = row ?? [];
  const column = left.length + gap.length;
  // All rows of a section have one column: they stand below together.
  if (line.length <= width && !(row && width - column < BESIDE)) return [line];
  if (row && width - column >= BESIDE) return hanging(left + gap, right, column, width);
  if (row) return [...hanging(" ".repeat(indent), left.trim(), indent + 2, width), ...below(right, width)];
  return hanging(" ".repeat(indent), line.trim(), indent, width);
}

const below = (text: string, width: number): string[] => hanging(" ".repeat(BELOW), text, BELOW, width);

function hanging(lead: string, text: string, indent: number, width: number): string[] {
  return wrap(text, Math.max(width - indent, 1)).map((part, at) => (at === 0 ? lead : " ".repeat(indent)) + part);
}
