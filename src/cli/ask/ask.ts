/** Asks the person at the terminal. The library is loaded for the first question. */
import type { AnyEndpoint } from "../../catalog/endpoint.js";
import { declined, Failure, unconfirmed } from "../../errors.js";
import { importLazily } from "../../shared/import-lazily.js";
import { sanitizeLine } from "../../shared/text/sanitize.js";
import { wrapOnTerminal } from "../../shared/wrap.js";
import type { Globals } from "../argv/globals.js";
import { loadPaint } from "../output/text/color.js";
import type { Terminal } from "../output/types.js";
import type { Ask, AskOptions, Choice, Find, Key, Questions, Remark, TextOptions } from "./types.js";

export type { Ask, Choice, Find, Key, Remark };

type Prompts = typeof import("@inquirer/prompts");
interface PromptContext {
  signal: AbortSignal;
  input?: NodeJS.ReadableStream;
  output: NodeJS.WritableStream;
}

/** The columns of `? ` and ` (y/N)`, which the library adds. */
const MARKS = 9;

/** The library would break words. */
const shownIn = (message: string, { stderrIsTTY, accessible, width }: Terminal): string =>
  wrapOnTerminal(sanitizeLine(message), stderrIsTTY, { accessible, width: width - MARKS });

/** Questions that suit the terminal; `available` is false if nobody can be asked. @throws Failure canceled from each */
export function createAsk(setup: AskOptions): Ask {
  const { terminal } = setup;
  const available = terminal.stderrIsTTY && terminal.stdinIsTTY && !setup.disabled;
  // Lines that redraw themselves do not work with a screen reader, or on a terminal that cannot move its cursor.
  if (available && (terminal.accessible || terminal.animate === false)) return plainAsk(setup);
  const guarded = async <T>(
    question: (prompts: Prompts, context: PromptContext) => Promise<T>,
    input?: NodeJS.ReadableStream,
  ): Promise<T> => {
    const release = setup.hold?.();
    const leaving = untilEscape(setup.signal, input ?? process.stdin);
    try {
      const prompts = await import("@inquirer/prompts");
      const context = { signal: leaving.signal, output: setup.stderr, ...(input && { input }) };
      return await orCanceled(question(prompts, context));
    } finally {
      leaving.release();
      release?.();
    }
  };
  const text = async (message: string, { initial, validate }: TextOptions = {}) => {
    const transformer = await whileTyping(validate, terminal);
    const question = {
      message: shownIn(message, terminal),
      transformer,
      ...(initial !== undefined && { default: initial }),
      ...(validate && { validate }),
    };
    return withPaste(setup.stderr, (input) => guarded((prompts, context) => prompts.input(question, context), input));
  };
  return {
    available,
    text,
    secret: (message) => guarded((prompts, context) => prompts.password({ message, mask: "*" }, context)),
    confirm: (message) =>
      guarded((prompts, context) => prompts.confirm({ message: shownIn(message, terminal), default: false }, context)),
    pick: (message, find) =>
      guarded(async (prompts, { signal }) => {
        const { search } = await import("./search.js");
        return search(prompts, message, find, { stderr: setup.stderr, signal, terminal });
      }),
    async key(keys) {
      const release = setup.hold?.();
      const { readKey } = await import("./keys.js");
      return readKey(keys, { stderr: setup.stderr, signal: setup.signal, width: terminal.width }).finally(release);
    },
    editor: async (message, initial) =>
      (await import("./plain-ask.js")).askInEditor(text, { message, initial }, setup.hold),
  };
}

/** Asks with the input that keeps pasted lines; undefined: standard input, where no terminal is. */
async function withPaste(
  stderr: NodeJS.WritableStream,
  ask: (input: NodeJS.ReadableStream | undefined) => Promise<string>,
): Promise<string> {
  const { openPaste } = await import("./plain-ask.js");
  const pasted = openPaste(process.stdin, stderr);
  if (!pasted) return ask(undefined);
  try {
    return pasted.restore(await ask(pasted.input));
  } finally {
    pasted.close();
  }
}

/** Shows what is wrong so far before the text: after it, the cursor would be misplaced. */
async function whileTyping(validate: TextOptions["validate"], terminal: Terminal) {
  const paint = await loadPaint(terminal.colorStderr ?? terminal.color);
  return (text: string, { isFinal }: { isFinal: boolean }): string => {
    const verdict = text === "" || isFinal ? true : (validate?.(text) ?? true);
    return verdict === true ? text : `${paint("red", `[${sanitizeLine(verdict)}]`)} ${text}`;
  };
}

/** Loaded for the first question. */
function plainAsk(setup: AskOptions): Ask {
  const questions: Questions = importLazily(async () => (await import("./plain-ask.js")).createPlainAsk(setup));
  return Object.assign(Object.create(questions), { available: true });
}

/** Esc leaves a question, as Ctrl-C does. */

interface KeyPress {
  name?: string;
}

/** A signal for the question; `release` stops listening. The question itself still reads the keys. */
function untilEscape(signal: AbortSignal, input: NodeJS.ReadableStream): { signal: AbortSignal; release: () => void } {
  const left = new AbortController();
  const onKey = (_text: unknown, key: KeyPress | undefined): void => {
    if (key?.name === "escape") left.abort();
  };
  input.on("keypress", onKey);
  return {
    signal: AbortSignal.any([signal, left.signal]),
    release: () => void input.off("keypress", onKey),
  };
}

// Turns leaving a question from the library's error into a Failure.

const NAMES = ["ExitPromptError", "AbortPromptError", "CancelPromptError"];

/** @throws Failure canceled for Ctrl-C and the like; other errors unchanged */
export async function orCanceled<T>(question: Promise<T>): Promise<T> {
  try {
    return await question;
  } catch (error) {
    if (!(error instanceof Error) || !NAMES.includes(error.name)) throw error;
    throw new Failure("canceled", "canceled", { cause: error });
  }
}

// Asks before something that should not happen by accident; if nobody can be asked, --yes is required.

/**
 * `question` is only called if somebody can answer: it may cost a request. `why` is for the message if nobody can.
 * @throws Failure usage, canceled if the answer is no
 */
export type Confirm = (question: () => string | Promise<string>, why: string) => Promise<void>;

/** The sentence that a question adds if its requests cannot be undone. Its parts are loaded for a question. */
export const lossOf = (endpoints: readonly AnyEndpoint[]) => async (): Promise<string | undefined> =>
  (await import("../../changes/show/change-text.js")).formatLoss(endpoints);

/** @param loss what the question adds if it cannot be undone */
export function createConfirm({ safety }: Globals, ask: Ask, loss: () => Promise<string | undefined>): Confirm {
  return async (question, why) => {
    if (safety.yes || safety.dryRun || safety.plan !== undefined) return;
    const words = async () => [await question(), await loss()].filter((one) => one !== undefined).join(" ");
    await askFirst(ask, words, { why });
  };
}

/** @throws Failure usage if nobody can be asked, canceled if the answer is no */
export async function askFirst(
  ask: Ask,
  question: () => string | Promise<string>,
  { ways, why }: { ways?: string; why?: string } = {},
): Promise<void> {
  if (!ask.available) throw unconfirmed(ways, why);
  if (!(await ask.confirm(await question()))) throw declined();
}
