import { sanitizeLine } from "../../shared/text/sanitize.js";
import type { Messages } from "./held-messages.js";
import type { Message, Out, Progress, Terminal } from "./types.js";

type Words = Pick<Out, "say" | "done" | "note" | "complain" | "failed">;

export interface MessageOptions {
  terminal: Terminal;
  quiet: boolean;
  progress: Progress;
}

/** Messages on standard error: each line stays one line that controls nothing, and never in the middle of a spinner. */
export function createWords(messages: Messages, { terminal, quiet, progress }: MessageOptions): Words {
  const print = (prefix: string, message: Message) => {
    const lines = typeof message === "string" ? [message] : message;
    if (!messages.isHeld()) progress.stop();
    messages.print(prefix + lines.map(sanitizeLine).join("\n  "));
  };
  const mark = checkMark(terminal);
  return {
    say: (message) => void (quiet || print("", message)),
    done: (message) => quiet || print(mark, message),
    note: (message) => quiet || print("note: ", message),
    complain: (message) => print("", message),
    failed: (message) => void (messages.isHeld() || print("", message)),
  };
}

function checkMark(terminal: Terminal): string {
  if (!terminal.stderrIsTTY || terminal.accessible) return "";
  // Loading chalk is not worth it for one character.
  return (terminal.colorStderr ?? terminal.color) ? "\u001b[32m✓\u001b[39m " : "✓ ";
}
