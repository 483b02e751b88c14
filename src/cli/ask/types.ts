/** The questions that commands can ask, in whatever form they are shown. */
import type { Terminal } from "../output/types.js";

export interface Choice<T> {
  name: string;
  value: T;
}

/** A list line that cannot be chosen. */
export interface Remark {
  name: string;
  disabled: string;
}

/** Choices that match what was typed so far; `signal` aborts when the answer is no longer needed. */
export type Find<T> = (term: string, signal?: AbortSignal) => Promise<readonly (Choice<T> | Remark)[]>;

export interface TextOptions {
  /** Says what is wrong with a text; called while it is typed and when it is submitted. */
  validate?: (text: string) => true | string;
  initial?: string;
}

/** A key that does something, and the word for it. */
export interface Key {
  key: string;
  name: string;
  /** Keys of a keyboard that mean the same, as Node names them: `right`, `escape`. */
  also?: readonly string[];
}

export interface Questions {
  text(message: string, options?: TextOptions): Promise<string>;
  secret(message: string): Promise<string>;
  confirm(message: string): Promise<boolean>;
  /** A searchable list; `find` is called with the text typed so far. */
  pick<T>(message: string, find: Find<T>): Promise<T>;
  /** One of these keys, without Enter; in plain prompts the key or its word, with Enter. */
  key(keys: readonly Key[]): Promise<string>;
  /** Text from `$EDITOR`. */
  editor(message: string, initial?: string): Promise<string>;
}

export interface Ask extends Questions {
  /** False in scripts, with --no-input, in CI or without a terminal: then nothing may be asked (R38). */
  readonly available: boolean;
}

/** The streams and signals of questions. */
export interface AskEnds {
  stderr: NodeJS.WritableStream;
  /** Aborted by the first signal, while signals are held. */
  signal: AbortSignal;
  /** Holds signals while a question is open, so that the terminal's settings can be restored. */
  hold?: (() => () => void) | undefined;
}

export interface AskOptions extends AskEnds {
  terminal: Terminal;
  /** Turned off by CI, DOCS_PROMPT_DISABLED or --no-input. */
  disabled: boolean;
}
