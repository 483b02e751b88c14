/** Fits help to a terminal: its width, bold headings. A pipe gets the text as rendered. */
import { isOn } from "../../shared/switches.js";
import { wrap } from "../../shared/wrap.js";

/** A line at least this long was wrapped by hand and continues in the next one. */
const HAND_BROKEN = 90;
/** With fewer columns than this beside a flag, its description goes below. */
const BESIDE = 28;
const BELOW = 8;

/** Help for a terminal of `width` columns. Commands are not wrapped, so that they can be pasted. */
export function layOut(text: string, width: number, bold: boolean): string {
  const lines = joinLines(text.split("\n"));
  const shown = lines.flatMap((line, at) => {
    if (isHeading(lines, at)) return [bold ? `\u001b[1m${line}\u001b[22m` : line];
    return isCommand(lines, at) ? [line] : fitLine(line, width);
  });
  return shown.join("\n");
}

/** The same, reading styles from the environment directly, for pages printed before the program is loaded. */
export function forTerminal(text: string, width: number, env: Readonly<Record<string, string | undefined>>): string {
  return layOut(text, width, !env.NO_COLOR && (!env.CLICOLOR || isOn(env.CLICOLOR)) && env.TERM !== "dumb");
}

/** An unindented line above indented ones. */
function isHeading(lines: readonly string[], at: number): boolean {
  const next = lines.slice(at + 1).find((line) => line !== "");
  return /^\S/.test(lines[at] ?? "") && next?.startsWith(" ") === true;
}

/** Sections of commands. */
const WHOLE = /^(Usage|Examples|Learn more|Endpoints)$/;

/** A command, or a line that a topic sets apart: one line at any width. */
function isCommand(lines: readonly string[], at: number): boolean {
  const line = lines[at] ?? "";
  if (/^ {4,}(?!also: )[^-\s]/.test(line)) return true;
  const section = lines.slice(0, at).findLast((one) => /^\S/.test(one)) ?? "";
  return WHOLE.test(section) || (section === "Global flags" && line.startsWith("  docs "));
}

function joinLines(lines: readonly string[]): string[] {
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

function fitLine(line: string, width: number): string[] {
  const indent = indentOf(line);
  const row = /^( *\S.*?)( {2,})(\S.*)$/.exec(line);
  const [, left = "", gap = "", right = ""] = row ?? [];
  const column = left.length + gap.length;
  // All rows of a section look alike: their descriptions go below together.
  if (line.length <= width && !(row && width - column < BESIDE)) return [line];
  if (row && width - column >= BESIDE) return wrapHanging(left + gap, right, column, width);
  if (row) return [...wrapHanging(" ".repeat(indent), left.trim(), indent + 2, width), ...wrapBelow(right, width)];
  return wrapHanging(" ".repeat(indent), line.trim(), indent, width);
}

const wrapBelow = (text: string, width: number): string[] => wrapHanging(" ".repeat(BELOW), text, BELOW, width);

function wrapHanging(lead: string, text: string, indent: number, width: number): string[] {
  return wrap(text, Math.max(width - indent, 1)).map((part, at) => (at === 0 ? lead : " ".repeat(indent)) + part);
}
