/** The formats that the scripts of the shells send and read. They know no command: each calls `docs __complete` and shows what it answers. */
import { splitWords } from "../../shared/shell-words.js";

export const SHELLS = ["bash", "zsh", "fish", "powershell"] as const;
export type Shell = (typeof SHELLS)[number];

/** The text to type, and its description. */
export type Candidate = readonly [typed: string, about: string];

/** A command line up to the cursor. */
export interface TypedLine {
  shell: Shell;
  /** The words before the one at the cursor, without the program's name and without quotes. */
  words: readonly string[];
  /** The word at the cursor so far, without quotes. */
  word: string;
  /** bash replaces a part of the line itself, in the quotes that are open there. */
  bash?: { raw: RawWord; replaced: string; type: string };
}

/** The offers of a shell. */
export interface Reply {
  /** Files and folders are the shell's own to list. */
  kind: "words" | "files" | "folders";
  candidates: readonly Candidate[];
  /** Things have their titles beside them in bash, too. */
  areThings: boolean;
  /** The characters before the text in the same word, and the text. */
  lead: string;
  text: string;
}

const WORD = "--word=";
const LINE = "--line=";
const TYPE = "--type=";

/**
 * The arguments of `docs __complete`: `bash --line=<line> --word=<what bash replaces> --type=<COMP_TYPE>`, or
 * `<shell> --word=<word> -- <words before it>`. Words are flags as some shells drop empty arguments. Undefined for
 * arguments that none of the scripts sends.
 */
export function readTypedLine([name, first, second, ...rest]: readonly string[]): TypedLine | undefined {
  const shell = SHELLS.find((one) => one === name);
  if (shell === undefined || first === undefined || second === undefined) return undefined;
  if (shell !== "bash") {
    if (!first.startsWith(WORD) || second !== "--") return undefined;
    return { shell, words: rest, word: plainWord(shell, first.slice(WORD.length)) };
  }
  const [type] = rest;
  if (!first.startsWith(LINE) || !second.startsWith(WORD) || !type?.startsWith(TYPE)) return undefined;
  return readBashLine(first.slice(LINE.length), { replaced: second.slice(WORD.length), type: type.slice(TYPE.length) });
}

/** zsh sends the word without quotes. A backslash separates folders in PowerShell. */
function plainWord(shell: Shell, word: string): string {
  if (shell === "fish") return unquote(word).text;
  return shell === "powershell" ? word.replace(/^['"]/, "") : word;
}

function readBashLine(line: string, { replaced, type }: { replaced: string; type: string }): TypedLine {
  const start = lastWordStart(line);
  const [, ...words] = splitWords(line.slice(0, start)) ?? [];
  const raw = unquote(line.slice(start));
  return { shell: "bash", words, word: raw.text, bash: { raw, replaced, type } };
}

function lastWordStart(line: string): number {
  let start = 0;
  for (const match of line.matchAll(/\s+|\\.|'[^']*(?:'|$)|"(?:[^"\\]|\\.)*(?:"|$)|./gs)) {
    if (match[0].trim() === "") start = match.index + match[0].length;
  }
  return start;
}

interface RawWord {
  raw: string;
  text: string;
  /** For each character of the text, and for its end: where it is in `raw`, and which quote is open there. */
  places: readonly { at: number; quote: string }[];
}

/** A word whose last quote may be open still. */
function unquote(raw: string): RawWord {
  const places: RawWord["places"][number][] = [];
  let [text, quote] = ["", ""];
  for (let at = 0; at < raw.length; at += 1) {
    const character = raw.charAt(at);
    if (character === quote) quote = "";
    else if (quote === "" && /["']/.test(character)) quote = character;
    else {
      places.push({ at, quote });
      if (character === "\\" && quote !== "'") at += 1;
      text += raw.charAt(at);
    }
  }
  return { raw, text, places: [...places, { at: raw.length, quote }] };
}

/**
 * The first line says what kind of words follow, whether the word goes on after them (`open`) and whether some of them begin
 * otherwise than the text (`other`); for shells other than bash, after tabs, the lead and the text. Each further line is a
 * candidate and what it is, with a tab between; for bash, what takes the place of what it replaces.
 */
export function formatReply(line: TypedLine, reply: Reply): string {
  const { candidates, kind, lead, text } = reply;
  const marks = [
    kind,
    ...(candidates.length === 1 && candidates[0]?.[0].endsWith("/") ? ["open"] : []),
    ...(candidates.some(([typed]) => !typed.startsWith(text)) ? ["other"] : []),
  ];
  if (line.bash) return [marks.join(" "), ...bashLines(line.bash, reply)].map((one) => `${one}\n`).join("");
  return [[marks.join(" "), lead, text], ...candidates].map((one) => `${one.join("\t")}\n`).join("");
}

/** COMP_TYPE where the choices are only shown, and where each is put on the line in turn. */
const SHOWN = "63";
const INSERTED = ["37", "42"];

function bashLines({ raw, replaced, type }: NonNullable<TypedLine["bash"]>, reply: Reply): string[] {
  const { candidates, areThings, lead, text } = reply;
  const { at, quote } = raw.places[lead.length] ?? { at: 0, quote: "" };
  const head = raw.raw.endsWith(replaced) ? raw.raw.slice(0, raw.raw.length - replaced.length) : "";
  const isOne = candidates.length === 1;
  const lines = candidates.map(([typed, about]) => {
    // A second TAB only shows the choices: without backslashes.
    const quoted = !isOne && type === SHOWN ? typed : quoteForBash(typed, quote);
    const isShown = areThings && about !== "" && !isOne && !INSERTED.includes(type);
    const whole = `${raw.raw.slice(0, at)}${quoted}${isShown ? `  ${about}` : ""}`;
    return whole.startsWith(head) ? whole.slice(head.length) : whole;
  });
  // They begin otherwise: bash would put what they have in common in place of what was typed.
  const isOther = !isOne && candidates.some(([typed]) => !typed.startsWith(text));
  return isOther ? [...lines, " "] : lines;
}

/** Inside double quotes, what bash would expand is never offered. */
function quoteForBash(text: string, quote: string): string {
  if (quote === "'") return text.replaceAll("'", "'\\''");
  return quote === '"' ? text : text.replace(/[^\w.,:@/{}+~=\u0080-\uffff-]/g, "\\$&");
}
