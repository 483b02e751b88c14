/** Keys that act at once, with their words in a line below what is shown. */
import { emitKeypressEvents } from "node:readline";
import { Failure } from "../../errors.js";
import { wrap } from "../../shared/wrap.js";
import { widthOf } from "../output/text/fit.js";
import type { AskEnds, Key } from "./types.js";

interface KeyPress {
  name?: string;
  ctrl?: boolean;
  meta?: boolean;
}

interface Around extends AskEnds {
  width: number;
}

/** The stream that is read: standard input, unless a test passes another stream. */
type Input = NodeJS.ReadableStream & { setRawMode?: (mode: boolean) => unknown; isRaw?: boolean };

const canceledKey = () => new Failure("canceled", "canceled");

/** The terminal is as before when it returns, whatever ends it. @throws Failure canceled for Ctrl-C, Ctrl-D, the end of input and a signal */
export async function readKey(
  keys: readonly Key[],
  { stderr, signal, width }: Around,
  input: Input = process.stdin,
): Promise<string> {
  if (signal.aborted) throw canceledKey();
  const lines = footer(keys, width);
  const longest = Math.max(...keys.map(({ name }) => widthOf(name)));
  // The name of the key that is pressed stands behind them, or below.
  const hasRoom = widthOf(lines.at(-1) ?? "") + 1 + longest <= width;
  stderr.write(`${lines.join("\n")}${hasRoom ? " " : "\n"}`);
  const wasRaw = input.isRaw === true;
  emitKeypressEvents(input);
  input.setRawMode?.(true);
  input.resume();
  let forget = () => {};
  try {
    const chosen = await new Promise<Key>((resolve, reject) => {
      const leave = () => reject(canceledKey());
      const onKey = (text: string | undefined, pressed: KeyPress = {}): void => {
        if (pressed.ctrl && (pressed.name === "c" || pressed.name === "d")) leave();
        // Esc alone comes as Alt with nothing.
        if (pressed.ctrl || (pressed.meta && pressed.name !== "escape")) return;
        const found = keys.find(({ key, also = [] }) => key === text || also.includes(pressed.name ?? ""));
        if (found) resolve(found);
      };
      input.on("keypress", onKey);
      input.once("end", leave);
      signal.addEventListener("abort", leave, { once: true });
      forget = () => {
        input.off("keypress", onKey);
        input.off("end", leave);
        signal.removeEventListener("abort", leave);
      };
    });
    stderr.write(`${chosen.name}\n`);
    return chosen.key;
  } catch (error) {
    stderr.write("\n");
    throw error;
  } finally {
    forget();
    input.setRawMode?.(wasRaw);
    input.pause();
  }
}

/** Each key stays beside its word. */
const footer = (keys: readonly Key[], width: number): string[] =>
  wrap(
    keys.map(({ key, name }) => `[${key}]\u00a0${name.replaceAll(" ", "\u00a0")}`).join(" "),
    width - 2,
    widthOf,
  ).map((line) => line.replaceAll("\u00a0", " "));
