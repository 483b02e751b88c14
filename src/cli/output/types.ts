/** One column of a table, one labelled line of a view. */
export interface Column<T = Record<string, unknown>> {
  /** Upper-case on a terminal; also the name that --fields takes when `path` is absent. */
  header: string;
  /** Dotted path of the member shown (`urls.app`); default: the header in camel case is not guessed, so give it. */
  path: string;
  /** Cell from the item, where the member itself is not what people want to read. */
  value?: (item: T) => unknown;
  /** How the value reads: a relative time, a state with colour, a number, a boolean, an id. */
  as?: "text" | "time" | "state" | "number" | "boolean" | "id" | "user" | "url";
  /** Columns that may be dropped first when the terminal is narrow: higher goes first. Default 0, never dropped. */
  drop?: number;
}

export type Format = "table" | "json" | "jsonl" | "yaml" | "csv" | "tsv";

/** What the output layer must know about the stream that it writes to and about the person in front of it. */
export interface Terminal {
  stdoutIsTTY: boolean;
  stderrIsTTY: boolean;
  stdinIsTTY: boolean;
  /** Columns of the terminal; 80 where unknown. */
  width: number;
  color: boolean;
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
  csvRaw?: boolean;
  raw?: boolean;
  unique?: boolean;
}
