import { sanitizeNames } from "./text/sanitize.js";
import type { Out, Progress, Terminal } from "./types.js";

type Words = Pick<Out, "say" | "done" | "note" | "complain">;

/** Messages on standard error: free of control characters, and never in the middle of a spinner. */
export function createWords(
  stderr: NodeJS.WritableStream,
  terminal: Terminal,
  quiet: boolean,
  progress: Progress,
): Words {
  let used = false;
  const print = (prefix: string, message: string) => {
    progress.stop();
    // If standard error is gone, there is nobody left to tell.
    if (!used) stderr.on("error", () => {});
    used = true;
    stderr.write(`${prefix}${sanitizeNames(message)}\n`);
  };
  const mark = checkMark(terminal);
  return {
    say: (message) => void (quiet || print("", message)),
    done: (message) => quiet || print(mark, message),
    note: (message) => quiet || print("note: ", message),
    complain: (message) => print("", message),
  };
}

function checkMark(terminal: Terminal): string {
  if (!terminal.stderrIsTTY || terminal.accessible) return "";
  // Loading chalk is not worth it for one character.
  return (terminal.colorStderr ?? terminal.color) ? "\u001b[32m✓\u001b[39m " : "✓ ";
}
