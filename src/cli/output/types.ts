import type { Failure } from "../../errors.js";
import type { Format } from "../../facts/formats.js";
import type { Listing, Page, RawPage } from "../../http/types.js";

export type Style = "bold" | "dim" | "italic" | "underline" | "red" | "green" | "yellow" | "blue" | "magenta" | "cyan";
/** Text with a style; the text itself where there is no color. */
export type Paint = (style: Style, text: string) => string;

/** One column of a table, one labelled line of a view. */
export interface Column<T = Record<string, unknown>> {
  /** Upper-case on a terminal's table, as it is on a labelled line. */
  header: string;
  /** Dotted path of the member shown (`urls.app`); also the name that --fields takes. */
  path: string;
  /** Dotted paths of short members that people see before it in its cell, with a space: an emoji. Programs get the member alone. */
  lead?: readonly string[];
  /** A column of its own for programs, in TSV and CSV; people see it elsewhere. */
  piped?: true;
  /** Cell from the item, where the member itself is not what people want to read. */
  value?(item: T): unknown;
  /**
   * How the value reads: a relative time, a state with color, a number, a boolean, an id, a link, an error (never hidden),
   * or a Markdown body that follows the labelled lines of a view. Only texts, people and bodies are ever cut.
   */
  as?: "text" | "time" | "state" | "number" | "boolean" | "id" | "user" | "url" | "error" | "markdown" | "diff";
  /** A `yes` that somebody should look at. */
  warn?: true;
  /** Columns that may be dropped first when the terminal is narrow: higher goes first. Default 0, never dropped. */
  drop?: number;
  /** The path parameter of the things whose id it is: people see the title of each in a list. */
  names?: string;
  /** Asked for by name: never dropped. */
  asked?: true;
}

/** A column of items of any type; its `value` is called in cell.ts only. */
export type AnyColumn = Column<never>;

export type { Format };

/** What the output layer must know about the stream that it writes to and about the person in front of it. */
export interface Terminal {
  stdoutIsTTY: boolean;
  stderrIsTTY: boolean;
  stdinIsTTY: boolean;
  /** Columns of the terminal; 80 where unknown. */
  width: number;
  /** Color on standard output. */
  color: boolean;
  /** Color on standard error; as `color` when absent. */
  colorStderr?: boolean;
  /** The terminal is known to understand OSC 8 links. */
  hyperlinks?: boolean;
  /** A spinner may be drawn on standard error; absent: no. */
  animate?: boolean;
  accessible: boolean;
}

export interface OutputOptions {
  /** undefined: table on a terminal, tsv otherwise. */
  format?: Format | undefined;
  fields?: readonly string[] | undefined;
  jq?: string | undefined;
  quiet: boolean;
  /** Milliseconds since the epoch, for relative times. */
  now: () => number;
  /** Leave out the guard against formulas in CSV cells. */
  csvRaw?: boolean | undefined;
  /** Text as it came, control characters included; ignored when standard output is a terminal. */
  raw?: boolean | undefined;
  /** Leave out items of a list whose id was seen before. */
  unique?: boolean | undefined;
  /** false: never start a pager. */
  pager?: boolean | undefined;
}

export interface ItemOptions<T> {
  /** What people read. Default: every member of the value; none (`[]`): data for the formats that carry objects only. */
  columns?: readonly Column<T>[] | undefined;
  /** Names of the documented members: valid for --fields even when the answer lacks them. */
  fields?: readonly string[] | undefined;
}

export interface ListOutputOptions<T> extends ItemOptions<T> {
  /** Words for a terminal when there is nothing to show. */
  empty?: string | undefined;
  /** Called with each page of items before it is written; the words that it answers are said before the first. */
  before?: ((page: ListPage) => Promise<string | undefined>) | undefined;
}

/** A page of a list as it is about to be written. */
export type ListPage = Pick<Page<unknown>, "items" | "next">;

export interface EachOptions<Target, Result> {
  /** A list was given: its results are one, whatever the count. Default: more than one target. */
  several?: boolean | undefined;
  /** The work writes its own lines: nothing else goes to standard output. */
  bare?: boolean | undefined;
  /** Words for one target that went well, on standard error. */
  done?(target: Target, result: Result): string | undefined;
  /** How results are shown as data; without it they are data only where data was asked for, by a format or --fields. */
  item?: ItemOptions<NonNullable<Result>> | undefined;
  /** How a target is called in messages. Default: as a string. */
  label?(target: Target): string;
  /** Targets worked on at the same time. Default 1. */
  concurrency?: number | undefined;
  /** Stop at the first failure. */
  failFast?: boolean | undefined;
  /** Told what became of a target, as soon as it is known; what it throws starts nothing new and ends the run. */
  settled?(target: Target, settled: Settled<Result>): void;
}

/** How the work on one target ended. */
export type Settled<Result> = { result: Result } | { failure: Failure };

/** Everything that a command may say. Data goes to standard output, words to standard error. */
export interface Out {
  /** The format in effect. With --jq it is `json`. */
  readonly format: Format;
  readonly terminal: Terminal;
  readonly progress: Progress;
  /**
   * Before anything is sent: refuse a --jq that does not compile, options that cannot be used together and, where the
   * documented members are given, --fields names that are none of them.
   */
  prepare<T>(options?: ItemOptions<T>): Promise<void>;
  /** One thing. `undefined` and `null` (a 204) print nothing. */
  item<T>(value: T, options?: ItemOptions<NonNullable<T>>): Promise<void>;
  /** Many things, written page by page while they come. */
  list<T>(source: Listing<T> | readonly T[], options?: ListOutputOptions<NonNullable<T>>): Promise<void>;
  /** The same for several targets; exactly one that was named alone is a single command. */
  each<Target, Result>(
    targets: readonly Target[],
    run: (target: Target) => Promise<Result>,
    options?: EachOptions<Target, Result>,
  ): Promise<void>;
  /** Text that is itself the data: Markdown, a URL. */
  text(text: string): Promise<void>;
  /** A piece of a file that is itself the data. */
  bytes(piece: Uint8Array): Promise<void>;
  /** Words on standard error; silent with --quiet. */
  say(message: string): void;
  /** Words for something that went well. */
  done(message: string): void;
  /** Words for something worth knowing, as "note: ...". */
  note(message: string): void;
  /** Words that --quiet does not silence. */
  complain(message: string): void;
  /** Takes the spinner away; resolves when all data has left the process. */
  flush(): Promise<void>;
}

export interface Progress {
  /** Show a spinner once more than a second has passed. Changes the text when one runs already. */
  start(text: string): void;
  /** Take it away; nothing may be written before. */
  stop(): void;
}

/** What every format needs to turn values into text. */
export interface RenderContext {
  terminal: Terminal;
  paint: Paint;
  /** Milliseconds since the epoch. */
  now: number;
  csvRaw: boolean;
  /** Text of people as it came, control characters included. */
  raw: boolean;
}

/** A value with the columns that show it; `columns` is undefined where the caller named none. */
export type Columns = readonly AnyColumn[] | undefined;

/** One format. Lists come as begin, page..., end; what is returned is written at once. */
export interface Renderer {
  item(value: unknown, columns: Columns): string | Promise<string>;
  begin(columns: Columns): string | Promise<string>;
  page(items: readonly unknown[], columns: Columns): string | Promise<string>;
  /** A page whose items were not parsed. A format without it is given none. */
  bytes?(page: Pick<RawPage, "raw" | "starts">): readonly (string | Uint8Array)[];
  end(): string | Promise<string>;
  /** Headers of the columns that did not fit. */
  hidden?(): readonly string[];
}

export type RendererFactory = (context: RenderContext) => Renderer;
