import type { Failure } from "../../errors.js";
import type { Listing } from "../../http/types.js";
import type { Format } from "../../shared/choices.js";

export type Style = "bold" | "dim" | "italic" | "underline" | "red" | "green" | "yellow" | "blue" | "magenta" | "cyan";
/** Applies a style to a text; returns it unchanged if there is no color. */
export type Paint = (style: Style, text: string) => string;

/** One column of a table, or one labeled line of a view. */
export interface Column<T = Record<string, unknown>> {
  /** Sentence case, as on a labeled line; a table at a terminal shows it in upper case. */
  header: string;
  /** Dotted path of the member shown (`urls.app`); also its name for --fields. */
  path: string;
  /** Dotted paths of short members, such as an emoji, shown to people in front of it. Programs get the member alone. */
  lead?: readonly string[];
  /** A column of its own for programs only, in TSV and CSV; people see the value elsewhere. */
  piped?: true;
  /** Computes the cell if the member itself is not what people want to read. */
  value?(item: T): unknown;
  /** The same where only people see it: programs get the member. */
  shown?(item: T): unknown;
  /**
   * How to show the value: as a relative time, a colored state, a number, a boolean, an id, a link, an error (never hidden),
   * or as a Markdown body after the labeled lines of a view. Only texts, people and bodies are ever cut.
   */
  as?:
    | "text"
    | "time"
    | "state"
    | "number"
    | "boolean"
    | "id"
    | "email"
    | "user"
    | "url"
    | "error"
    | "markdown"
    | "diff";
  /** A `yes` deserves attention. */
  warn?: true;
  /**
   * Order in which columns are dropped on a narrow terminal: higher goes first. Default 0, never dropped; that of a thing's
   * own id goes first unless this is 0.
   */
  drop?: number;
  /** A sentence: where the line does not hold all columns, it stands below its row, and is never cut. */
  below?: true;
  /** The path parameter of the things whose ids it holds: lists for people show their titles. */
  names?: string;
  /** Requested by name: never dropped. */
  asked?: true;
}

/** A column for items of any type; only cell.ts calls its `value`. */
export type AnyColumn = Column<never>;

export type { Format };

/** Facts about the stream and the person reading it. */
export interface Terminal {
  stdoutIsTTY: boolean;
  stderrIsTTY: boolean;
  stdinIsTTY: boolean;
  /** Width of the terminal in columns; 80 if unknown. */
  width: number;
  /** Lines of a real terminal. */
  height?: number | undefined;
  /** Color on standard output. */
  color: boolean;
  /** Color on standard error; same as `color` if absent. */
  colorStderr?: boolean;
  /** The terminal is known to understand OSC 8 links. */
  hyperlinks?: boolean;
  /** A spinner may be drawn on standard error; absent: no. */
  animate?: boolean;
  accessible: boolean;
  /** The locale is C or POSIX: what is drawn is ASCII. */
  ascii?: boolean | undefined;
}

export interface OutputOptions {
  /** undefined: table on a terminal, else tsv. */
  format?: Format | undefined;
  fields?: readonly string[] | undefined;
  jq?: string | undefined;
  quiet: boolean;
  /** Milliseconds since the epoch, for relative times. */
  now: () => number;
  /** Omit the guard against formulas in CSV cells. */
  csvRaw?: boolean | undefined;
  /** Start CSV with a byte order mark. */
  bom?: boolean | undefined;
  /** Print text unchanged, control characters included; ignored if standard output is a terminal. */
  raw?: boolean | undefined;
  /** false: never start a pager. */
  pager?: boolean | undefined;
}

export interface ItemOptions<T> {
  /** Columns for people. Default: every member of the value; none (`[]`): data for formats that carry objects only. */
  columns?: readonly Column<T>[] | undefined;
  /** Names of the documented members: --fields accepts them even if the answer lacks them. */
  fields?: readonly string[] | undefined;
}

export interface ListOutputOptions<T> extends ItemOptions<T> {
  /** Message for a terminal if there is nothing to show. */
  empty?: string | undefined;
  /** In place of the global flag: `<field>`, `<field>:asc` or `<field>:desc`, for a list that has a --sort of its own. */
  sort?: string | undefined;
  /** Newest first in every format, if it comes in one page; otherwise for people alone. */
  newest?: true;
  /** Called with each page before it is written; the message that it returns is shown before the first item. */
  before?: ((page: ListPage) => Promise<string | undefined>) | undefined;
}

/** A page of a list as it is about to be written. */
export interface ListPage {
  items: readonly unknown[];
  next?: string | undefined;
}

export interface EachOptions<Target, Result> {
  /** Targets were given as a list: print results as a list even if there is one. Default: more than one target. */
  several?: boolean | undefined;
  /** Nothing is changed: answers come before names of fields are judged. */
  reads?: boolean | undefined;
  /** The work writes its own lines: print nothing else to standard output. */
  bare?: boolean | undefined;
  /** Message for a target that succeeded, on standard error. */
  done?(target: Target, result: Result): DoneMessage | undefined;
  /** How to show results as data; if absent, they are shown only if a format or --fields asks for data. */
  item?: ItemOptions<NonNullable<Result>> | undefined;
  /** Names a target in messages. Default: its string form. */
  label?(target: Target): string;
  /** Number of targets worked on at the same time. Default 1. */
  concurrency?: number | undefined;
  /** Stop at the first failure. */
  failFast?: boolean | undefined;
  /** Called with the outcome of each target as soon as it is known; if it throws, no new targets start and the run ends. */
  settled?(target: Target, settled: TargetOutcome<Result>): void;
}

/** One line, or several. A line break inside a line is text of others, and is shown as such. */
export type Message = string | readonly string[];

/** A message about something that succeeded, or one that no tick belongs to: what it says was not confirmed. */
export type DoneMessage = Message | { readonly unconfirmed: string };

export interface TextOptions {
  /** A report for a CI service: its commands are meant, and titles in it were cleaned where it was made. */
  isReport?: boolean;
}

/** The area that a screen is drawn for. */
export interface ScreenView {
  /** Columns. */
  width: number;
  paint: Paint;
  /** A screen reader reads it out: no bars. */
  accessible: boolean;
}

/** The outcome of one target. */
export type TargetOutcome<Result> = { result: Result } | { failure: Failure };

/** Messages on standard error. */
export interface Speaker {
  /** Message on standard error; silent with --quiet. */
  print(message: Message): void;
  /** Message about something that succeeded. */
  done(message: DoneMessage): void;
  /** Message worth knowing, as "note: ...". */
  note(message: Message): void;
  /** Message that --quiet does not silence (--debug, errors of one target). */
  complain(message: Message): void;
  /** Message about a failure that the error at the end has, too: where that is JSON, it is enough. */
  failed(message: Message): void;
}

/** The output of commands. Data goes to standard output, messages to standard error. */
export interface Printer extends Speaker {
  /** The format in effect; `json` with --jq. */
  readonly format: Format;
  readonly terminal: Terminal;
  readonly progress: Progress;
  /** Prints one thing. `undefined` and `null` (a 204) print nothing. */
  item<T>(value: T, options?: ItemOptions<NonNullable<T>>): Promise<void>;
  /** Prints many things page by page as they arrive. */
  list<T>(source: Listing<T> | readonly T[], options?: ListOutputOptions<NonNullable<T>>): Promise<void>;
  /** Prints text of several lines that is itself the data: a page's Markdown, a file, a report. For anything else: `lines`. */
  text(text: string, options?: TextOptions): Promise<void>;
  /** Prints lines, each of which stays one line: an address, a path, a value. */
  lines(lines: readonly string[]): Promise<void>;
  /**
   * Prints a screen for people, line by line, through the pager where it is longer than the terminal. Titles and texts of
   * others are the drawer's to clean where their width counts; whatever it left is cleaned all the same, but for colors.
   */
  screen(draw: (view: ScreenView) => readonly string[]): Promise<void>;
}

/** The output of a run, which also begins and ends it. */
export interface Out extends Printer {
  /**
   * Call before sending anything: refuses a --jq that does not compile, options that cannot be used together and, if the
   * documented members are given, unknown --fields names.
   */
  prepare<T>(options?: ItemOptions<T>): Promise<void>;
  /** Does the same for several targets; a target that was named alone behaves like a single command. */
  each<Target, Result>(
    targets: readonly Target[],
    run: (target: Target) => Promise<Result>,
    options?: EachOptions<Target, Result>,
  ): Promise<void>;
  /** Writes a piece of a file that is itself the data. */
  bytes(piece: Uint8Array): Promise<void>;
  /** Stops the spinner; resolves when all data has left the process. */
  flush(): Promise<void>;
}

export interface Progress {
  /** Shows a spinner once more than a second has passed. Changes its text if one is already running. */
  start(text: string): void;
  /** The same for a wait, which long work does not hide. */
  wait(text: string): void;
  /** Makes room: nothing may be written before that. The line of long work comes back below. */
  stop(): void;
  /** Ends what `start` announced. */
  done(): void;
  /** Long work: until its end, its line is shown. */
  count(work: CountedWork): Counter;
}

export interface CountedWork {
  /** Begins the line: `Read`. */
  verb: string;
  /** Default: `of about`; `of` is for what is known exactly. */
  of?: string;
  /** The counted things, in the plural; absent: the named targets. */
  what?: string;
  /** Lines about what Ctrl-C leaves and how to go on; absent: the command prints its own. */
  ifStopped?: readonly string[] | undefined;
}

export interface Counter {
  /** Reports the number done and, if it is known, the number left. */
  at(done: number, left?: number): void;
  end(): void;
}

/** Everything that a format needs to turn values into text. */
export interface RenderContext {
  terminal: Terminal;
  paint: Paint;
  /** Milliseconds since the epoch. */
  now: number;
  csvRaw: boolean;
  /** Print text from people unchanged, control characters included. */
  raw: boolean;
}

/** A value with the columns that show it; `columns` is undefined if the caller named none. */
export type Columns = readonly AnyColumn[] | undefined;

/** One format. Lists come as begin, page..., end; returned text is written immediately. */
export interface Renderer {
  item(value: unknown, columns: Columns): string | Promise<string>;
  begin(columns: Columns): string | Promise<string>;
  page(items: readonly unknown[], columns: Columns): string | Promise<string>;
  end(): string | Promise<string>;
  /** Headers of the columns that did not fit. */
  hidden?(): readonly string[];
}

export type RendererFactory = (context: RenderContext) => Renderer;
