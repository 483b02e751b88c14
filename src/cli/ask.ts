/** Questions to the person at the terminal. The library is loaded when the first question is asked. */
import { Failure } from "../errors.js";
import type { Terminal } from "./output/types.js";
import { sanitizeLine } from "./sanitize.js";

export interface Choice<T> {
  name: string;
  value: T;
  description?: string;
}

export interface Ask {
  /** False in scripts, with --no-input, in CI or without a terminal: then nothing may be asked (R38). */
  readonly available: boolean;
  text(message: string, options?: { validate?: (text: string) => true | string; initial?: string }): Promise<string>;
  secret(message: string): Promise<string>;
  confirm(message: string): Promise<boolean>;
  /** A searchable list; `find` is called with what was typed so far. */
  pick<T>(message: string, find: (term: string) => Promise<Choice<T>[]>): Promise<T>;
  /** A text from `$EDITOR`. */
  editor(message: string, initial?: string): Promise<string>;
}

export interface AskSetup {
  terminal: Terminal;
  /** CI, DOCS_PROMPT_DISABLED or --no-input. */
  disabled: boolean;
  stderr: NodeJS.WritableStream;
  /** Aborted by the first SIGINT. */
  signal: AbortSignal;
}

export function createAsk(setup: AskSetup): Ask {
  const context = { signal: setup.signal, output: setup.stderr };
  const guarded = async <T>(question: (prompts: typeof import("@inquirer/prompts")) => Promise<T>): Promise<T> => {
    try {
      return await question(await import("@inquirer/prompts"));
    } catch (error) {
      if (isCancel(error)) throw new Failure("canceled", "canceled", { cause: error });
      throw error;
    }
  };
  return {
    available: setup.terminal.stdinIsTTY && setup.terminal.stderrIsTTY && !setup.disabled,
    text: (message, options = {}) =>
      guarded((prompts) =>
        prompts.input(
          {
            message: sanitizeLine(message),
            ...(options.initial !== undefined && { default: options.initial }),
            ...(options.validate && { validate: options.validate }),
          },
          context,
        ),
      ),
    secret: (message) => guarded((prompts) => prompts.password({ message, mask: "*" }, context)),
    confirm: (message) =>
      guarded((prompts) => prompts.confirm({ message: sanitizeLine(message), default: false }, context)),
    pick: (message, find) =>
      guarded((prompts) => prompts.search({ message, source: async (term) => find(term ?? "") }, context)),
    editor: (message, initial) =>
      guarded((prompts) =>
        prompts.editor({ message, postfix: ".md", ...(initial !== undefined && { default: initial }) }, context),
      ),
  };
}

function isCancel(error: unknown): boolean {
  return error instanceof Error && ["ExitPromptError", "AbortPromptError", "CancelPromptError"].includes(error.name);
}
