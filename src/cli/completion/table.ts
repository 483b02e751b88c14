/**
 * The table of the commands for completion. The build writes it as lines of JSON (`build-table.ts`), so that a key press
 * reads two of them and loads no command.
 */

/** The values of a place; `{}` is any text. */
export interface Slot {
  /** One of these. */
  values?: readonly string[];
  /**
   * Path parameters of the kinds whose ids and titles fit; or `profile`, `alias`, `setting` (the value of the setting
   * before it), `path` of an endpoint, `generation` of a snapshot.
   */
  kinds?: readonly string[];
  /** With kinds: a file whose name may go on with an `@`. */
  path?: "files" | "folders";
  /** Several of these, separated by commas. */
  several?: true;
}

export type DescribedWord = readonly [word: string, about: string];

/** `--status` or `-o`; a switch has no slot. */
export type FlagRow = readonly [name: string, about: string, slot?: Slot];

export interface CommandRow {
  name: string;
  aliases: readonly string[];
  about: string;
  flags: readonly FlagRow[];
  /** Offered only after `--no-` is typed or if nothing else fits: negations and short forms. */
  quietFlags: readonly FlagRow[];
  /** The names that --fields takes. */
  fields?: Slot;
  /** Slots of the targets, in order. */
  slots: readonly Slot[];
  /** The last slot repeats. */
  repeats: boolean;
}

export interface NounRow {
  noun: string;
  /** The noun is itself its only command. */
  direct: boolean;
  commands: readonly CommandRow[];
}

interface RootRow {
  nouns: readonly { name: string; aliases: readonly string[]; about: string }[];
  topics: readonly string[];
  /** Flags that every command takes. */
  flags: readonly FlagRow[];
  quietFlags: readonly FlagRow[];
  /** Flags that take a value and may stand before the noun, when the command is not known yet. */
  earlyFlags: readonly FlagRow[];
  /** Paths of the endpoints, for `docs api`. */
  paths: readonly string[];
}

export interface Table {
  root: RootRow;
  /** By its name, not by an alias. */
  findNoun(name: string): NounRow | undefined;
}

export const formatTable = (root: RootRow, nouns: readonly NounRow[]): string =>
  [root, ...nouns].map((row) => `${JSON.stringify(row)}\n`).join("");

/** Parses the line of a noun only when it is asked for. */
export function openTable(text: string): Table {
  const parseLine = (start: number): unknown => JSON.parse(text.slice(start, text.indexOf("\n", start)));
  return {
    // Both were written by `formatTable` from these types.
    root: parseLine(0) as RootRow,
    findNoun(name) {
      const start = text.indexOf(`\n{"noun":${JSON.stringify(name)},`);
      return start < 0 ? undefined : (parseLine(start + 1) as NounRow);
    },
  };
}
