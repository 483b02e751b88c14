/** A picker's searchable list: explains its keys and redraws itself when the window changes size. */
import { cut } from "../output/text/fit.js";
import type { Terminal } from "../output/types.js";
import type { AskEnds, Choice, Find, Remark } from "./types.js";

type Prompts = typeof import("@inquirer/prompts");

const TIP = "type to filter";
const LEAVE = "esc cancel";
/** Dragging a window's edge sends many sizes: wait for the last. */
const SETTLED_MS = 80;
/** The columns of `❯ `. */
const MARK = 2;
const ERASE_BELOW = "\r\u001b[J";

/** @throws the library's own error if the person leaves the question */
export async function search<T>(
  { search: ask }: Prompts,
  message: string,
  find: Find<T>,
  { stderr, signal, terminal }: AskEnds & { terminal: Terminal },
): Promise<T> {
  let typed = "";
  for (;;) {
    const resized = new AbortController();
    const context = { output: stderr, signal: AbortSignal.any([signal, resized.signal]), clearPromptOnDone: false };
    const forget = onResize(() => {
      // The terminal has rewrapped the lines, and the library would clear only as many as it wrote.
      stderr.write(ERASE_BELOW);
      context.clearPromptOnDone = true;
      resized.abort();
    });
    const source = async (term = "", { signal }: { signal: AbortSignal }) => {
      typed = term;
      return choices(await find(term, signal), terminal.width - MARK);
    };
    try {
      return await ask({ message, source, theme: THEME, ...(typed !== "" && { initialValue: typed }) }, context);
    } catch (error) {
      if (!resized.signal.aborted || signal.aborted) throw error;
    } finally {
      forget();
    }
  }
}

const THEME = {
  style: {
    keysHelpTip: (keys: [key: string, action: string][]) =>
      [TIP, ...keys.map(([key, action]) => `${key} ${action}`), LEAVE].join(" • "),
  },
};

/** The library only takes entries with a value; that of a remark is never chosen. */
const choices = <T>(found: readonly (Choice<T> | Remark)[], width: number) =>
  found.map((one) => ({ value: undefined as T, ...one, name: cut(one.name, width) }));

function onResize(act: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  const wait = (): void => {
    clearTimeout(timer);
    timer = setTimeout(act, SETTLED_MS);
  };
  process.on("SIGWINCH", wait);
  return () => {
    clearTimeout(timer);
    process.off("SIGWINCH", wait);
  };
}
