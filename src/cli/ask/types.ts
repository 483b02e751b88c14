/** Questions, whichever way they are put. */
import type { Terminal } from "../output/types.js";

export interface Choice<T> {
  name: string;
  value: T;
}

/** A line of a list that cannot be chosen. */
export interface Remark {
  name: string;
  disabled: string;
}

/** What fits the words typed so far; `signal` says that nobody waits for the answer any more. */
export type Find<T> = (term: string, signal?: AbortSignal) => Promise<readonly (Choice<T> | Remark)[]>;

export interface TextOptions {
  /** What is wrong with a text; asked while it is typed and when it is done. */
  validate?: (text: string) => true | string;
  initial?: string;
}

export interface Ask {
  /** False in scripts, with --no-input, in CI or without a terminal: then nothing may be asked (R38). */
  readonly available: boolean;
  text(message: string, options?: TextOptions): Promise<string>;
  secret(message: string): Promise<string>;
  confirm(message: string): Promise<boolean>;
  /** A searchable list; `find` is called with what was typed so far. */
  pick<T>(message: string, find: Find<T>): Promise<T>;
  /** A text from `$EDITOR`. */
  editor(message: string, initial?: string): Promise<string>;
}

export interface AskSetup {
  terminal: Terminal;
  /** CI, DOCS_PROMPT_DISABLED or --no-input. */
  disabled: boolean;
  stderr: NodeJS.WritableStream;
  /** Aborted by the first signal, while signals are held. */
  signal: AbortSignal;
  /** Holds signals: a terminal that was asked must get its ways back. */
  hold?: (() => () => void) | undefined;
}
