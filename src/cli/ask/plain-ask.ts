/** Questions as plain lines, one after the other: nothing is redrawn, so a screen reader can follow. */
import { createInterface } from "node:readline/promises";
import { Transform, Writable } from "node:stream";
import { StringDecoder } from "node:string_decoder";
import { errorCode, Failure } from "../../errors.js";
import { isSameName } from "../../shared/text/names.js";
import { sanitizeLine } from "../../shared/text/sanitize.js";
import { commandWords, findStart } from "../../system/programs.js";
import type { AskEnds, Choice, Find, Questions, Remark, TextOptions } from "./types.js";

// A text from the person's editor.

/**
 * One line typed in place of it, or the text as the editor leaves it in a private file, which is removed.
 * @throws Failure canceled from the question and from an editor that ends with a failure; usage if it cannot be started
 */
export async function askInEditor(
  text: Questions["text"],
  { message, initial = "" }: { message: string; initial?: string | undefined },
  hold: AskEnds["hold"],
): Promise<string> {
  const typed = await text(`${message} (Enter opens the editor)`);
  if (typed.trim() !== "") return typed;
  const release = hold?.();
  try {
    return await edit(initial);
  } finally {
    release?.();
  }
}

/** An empty variable means none. VISUAL comes first, as everywhere. */
function editorCommand({ env, platform }: NodeJS.Process): string[] {
  const requested = env.VISUAL || env.EDITOR || (platform === "win32" ? "notepad" : "vi");
  const words = commandWords(requested);
  if (words?.[0]) return words;
  throw new Failure("usage", `EDITOR: ${JSON.stringify(requested)} is no command`, { hint: "check its quotes" });
}

async function edit(initial: string): Promise<string> {
  const command = editorCommand(process);
  const { mkdtemp, readFile, rm, writeFile } = await import("node:fs/promises");
  const [{ tmpdir }, { join }] = [await import("node:os"), await import("node:path")];
  const folder = await mkdtemp(join(tmpdir(), "docs-text-"));
  try {
    const file = join(folder, "text.md");
    await writeFile(file, initial, { mode: 0o600 });
    await run(command, file, folder);
    return await readFile(file, "utf8");
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function run(command: readonly string[], file: string, folder: string): Promise<void> {
  const { spawn } = await import("node:child_process");
  // On Windows a name alone: the person's folders may have characters that a command processor reads.
  const [named, cwd] = process.platform === "win32" ? ["text.md", folder] : [file, undefined];
  const fail = (why: string, cause?: Error) =>
    new Failure("usage", `cannot start the editor ${JSON.stringify(command[0])} (${why})`, {
      hint: "set EDITOR to another one",
      cause,
    });
  const start = findStart([...command, named], process.env);
  if (start === undefined) throw fail("ENOENT");
  const ended = await new Promise<number | null>((resolve, reject) => {
    const child = spawn(start.file, start.args, { stdio: "inherit", cwd, ...start.options });
    child.once("error", (error) => reject(fail(errorCode(error) ?? error.message, error)));
    child.once("close", resolve);
  });
  if (ended !== 0) throw new Failure("canceled", "canceled: the editor ended with a failure; nothing was sent");
}

// Bracketed paste: a terminal marks what is pasted, so that a line break in it is text and not Enter.

const [ON, OFF] = ["\u001b[?2004h", "\u001b[?2004l"];
const [START, END] = ["\u001b[200~", "\u001b[201~"];
/** Shown where a pasted line ends: questions have one line. */
const LINE_END = "␤";
/** A mark that a later piece may complete. Less of it may be the Esc key. */
const CUT_MARK = /\u001b\[2\d{0,2}$/;

type Input = NodeJS.ReadableStream & { isTTY?: boolean; setRawMode?: (mode: boolean) => unknown };

interface PasteInput {
  /** Read this in place of the terminal. */
  input: NodeJS.ReadableStream;
  /** The text with its line breaks. */
  restore(text: string): string;
  close(): void;
}

/** Undefined where nothing is typed at a terminal. */
export function openPaste(stdin: Input, stderr: NodeJS.WritableStream): PasteInput | undefined {
  if (stdin.isTTY !== true) return undefined;
  let isPasted = false;
  const rewrite = createRewriter(() => {
    isPasted = true;
  });
  const decoder = new StringDecoder("utf8");
  const input = new Transform({
    transform: (piece: Buffer, _encoding, done) => done(null, rewrite(decoder.write(piece))),
  });
  Object.assign(input, { isTTY: true, setRawMode: (mode: boolean) => stdin.setRawMode?.(mode) });
  stderr.write(ON);
  stdin.pipe(input);
  return {
    input,
    restore: (text) => (isPasted ? text.replaceAll(LINE_END, "\n") : text),
    close() {
      stdin.unpipe(input);
      stdin.pause();
      stderr.write(OFF);
    },
  };
}

/** Takes the marks out, and shows line breaks between them. */
function createRewriter(onLineEnd: () => void): (piece: string) => string {
  let isInside = false;
  let held = "";
  return (piece) => {
    const text = held + piece;
    held = CUT_MARK.exec(text)?.[0] ?? "";
    let out = "";
    for (let rest = text.slice(0, text.length - held.length); rest !== ""; ) {
      const mark = isInside ? END : START;
      const at = rest.indexOf(mark);
      const part = at < 0 ? rest : rest.slice(0, at);
      if (isInside && /[\r\n]/.test(part)) onLineEnd();
      out += isInside ? part.replace(/\r\n?|\n/g, LINE_END) : part;
      if (at < 0) break;
      isInside = !isInside;
      rest = rest.slice(at + mark.length);
    }
    return out;
  };
}

/** Number of list lines to read out at once. */
const AT_ONCE = 20;

/** `input` is standard input unless a test passes another stream. */
export function createPlainAsk(
  { stderr, signal, hold }: AskEnds,
  input: NodeJS.ReadableStream = process.stdin,
): Questions {
  const print = (text: string): void => void stderr.write(text);
  const read = async (prompt: string, output: NodeJS.WritableStream = stderr): Promise<string> => {
    const release = hold?.();
    const pasted = openPaste(input, stderr);
    try {
      const line = await readLine(prompt, { input: pasted?.input ?? input, output, signal, print });
      return pasted?.restore(line) ?? line;
    } finally {
      pasted?.close();
      release?.();
    }
  };
  const text = async (message: string, { validate, initial }: TextOptions = {}): Promise<string> => {
    const preset = initial === undefined ? "" : ` (${sanitizeLine(initial)})`;
    for (;;) {
      const answer = (await read(`${sanitizeLine(message)}${preset}: `)) || (initial ?? "");
      const verdict = validate?.(answer) ?? true;
      if (verdict === true) return answer;
      print(`${sanitizeLine(verdict)}\n`);
    }
  };
  return {
    text,
    async secret(message) {
      print(`${message} (not shown): `);
      const hidden = new Writable({ write: (_chunk, _encoding, done) => done() });
      const answer = await read("", hidden);
      print("\n");
      return answer;
    },
    async confirm(message) {
      return /^y(es)?$/i.test((await read(`${sanitizeLine(message)} (y/N) `)).trim());
    },
    pick: (message, find) => pick(message, find, read, print),
    async key(keys) {
      print(`${keys.map(({ key, name }) => `${key} ${name}`).join(", ")}\n`);
      for (;;) {
        const typed = await read("What next? ");
        const chosen = keys.find(({ key, name }) => [key, name].some((one) => isSameName(one, typed)));
        if (chosen) return chosen.key;
        print(`Type one of: ${keys.map(({ key }) => key).join(", ")}\n`);
      }
    },
    editor: (message, initial) => askInEditor(text, { message, initial }, hold),
  };
}

async function pick<T>(
  message: string,
  find: Find<T>,
  read: (prompt: string) => Promise<string>,
  print: (text: string) => void,
): Promise<T> {
  let shown = await show(await find(""), print);
  for (;;) {
    const typed = (await read(`${message} Number, or text to search for: `)).trim();
    const chosen = /^\d+$/.test(typed) ? shown[Number(typed) - 1] : undefined;
    if (chosen) return chosen.value;
    // A number that is not one of the list is that of a change request, which its line has without the #.
    const [, number] = /^#?(\d+)$/.exec(typed) ?? [];
    const found = await find(number ?? typed);
    const [only, ...others] = number === undefined ? [] : found;
    if (only && others.length === 0 && "value" in only) return only.value;
    shown = await show(found, print);
  }
}

async function show<T>(found: readonly (Choice<T> | Remark)[], print: (text: string) => void): Promise<Choice<T>[]> {
  const all = found.filter((one): one is Choice<T> => "value" in one);
  const shown = all.slice(0, AT_ONCE);
  for (const [at, { name }] of shown.entries()) print(`${at + 1}. ${name}\n`);
  if (shown.length === 0) print("nothing found\n");
  else if (found.length > shown.length) print("There are more: type part of the name.\n");
  return shown;
}

interface Line {
  input: NodeJS.ReadableStream;
  output: NodeJS.WritableStream;
  signal: AbortSignal;
  print: (text: string) => void;
}

/** @throws Failure canceled for Ctrl-C, Ctrl-D and the end of the input. */
async function readLine(prompt: string, { input, output, signal, print }: Line): Promise<string> {
  const lines = createInterface({ input, output, terminal: true, historySize: 0 });
  const gone = new AbortController();
  lines.once("SIGINT", () => gone.abort());
  lines.once("close", () => gone.abort());
  try {
    return await lines.question(prompt, { signal: AbortSignal.any([signal, gone.signal]) });
  } catch (error) {
    if (!signal.aborted && !gone.signal.aborted) throw error;
    print("\n");
    throw new Failure("canceled", "canceled", { cause: error });
  } finally {
    lines.close();
  }
}
