/** Questions as plain lines, one after the other: nothing is redrawn, so a screen reader can follow. */

import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { Failure } from "../../errors.js";
import { isSameName } from "../../shared/text/names.js";
import { sanitizeLine } from "../../shared/text/sanitize.js";
import { askInEditor } from "./editor.js";
import { openPaste } from "./paste.js";
import type { Ask, AskOptions, Choice, Find, Remark, TextOptions } from "./types.js";

/** Number of list lines to read out at once. */
const AT_ONCE = 20;

/** `input` is standard input unless a test passes another stream. */
export function createPlainAsk(
  { stderr, signal, hold }: Pick<AskOptions, "stderr" | "signal" | "hold">,
  input: NodeJS.ReadableStream = process.stdin,
): Omit<Ask, "available"> {
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
    const found = await find(typed);
    // A number that is not one of the list is that of a change request, which its line has.
    const [only, ...others] = /^\d+$/.test(typed) ? found : [];
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
