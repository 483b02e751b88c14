/** The model as tables that every script contains: what each word stands for and what may follow it. */
import type { FlagWord, Model, Slot, Verb } from "./model.js";

/** A word with what shells show beside it. */
export type DescribedWord = readonly [name: string, describe: string];

export const describeFlags = (flags: readonly FlagWord[]): DescribedWord[] =>
  flags.map(({ name, describe }) => [name, describe]);

/** A command by its canonical name: `cr merge`, or `api`. */
interface CommandRow {
  path: string;
  verb: Verb;
}

const commandRows = ({ nouns }: Model): CommandRow[] =>
  nouns.flatMap((noun) =>
    noun.direct
      ? [{ path: noun.name, verb: noun.direct }]
      : noun.verbs.map((verb) => ({ path: `${noun.name} ${verb.name}`, verb })),
  );

/** Words with the same answer share a row: `[["space", "spaces"], "spaces"]`. Canonical names come first. */
export type Rows<T = string> = readonly (readonly [words: readonly string[], answer: T])[];

export const nounRows = ({ nouns }: Model): Rows => nouns.map(({ name, aliases }) => [[name, ...aliases], name]);

/** Maps noun and verb as typed to the command: `cr ls` to `cr list`. */
export const verbRows = ({ nouns }: Model): Rows =>
  nouns.flatMap((noun) =>
    noun.verbs.map(({ name, aliases }): [string[], string] => [
      [name, ...aliases].map((word) => `${noun.name} ${word}`),
      `${noun.name} ${name}`,
    ]),
  );

/** What a target may be: `replies view 0`, or `cr view *` for a target that repeats. Rows with `*` come last. */
export function targetRows(model: Model): Rows<Slot> {
  const exact: [string, Slot][] = [];
  const repeated: [string, Slot][] = [];
  for (const { path, verb } of commandRows(model)) {
    for (const [at, slot] of verb.slots.entries()) {
      if (verb.repeats && at === verb.slots.length - 1) repeated.push([`${path} *`, slot]);
      else if (slot !== "-") exact.push([`${path} ${at}`, slot]);
    }
  }
  return [...groupBySlot(exact), ...groupBySlot(repeated)].filter(([, slot]) => slot !== "-");
}

/**
 * What may follow a flag: `cr list --status`. Flags that take a value have a row, switches have none. A flag that means
 * the same in every command that has it uses `*` in place of the command; those rows come last.
 */
export function valueRows(model: Model): { own: Rows<Slot>; general: Rows<Slot> } {
  const meanings = new Map<string, Set<Slot | undefined>>();
  const all: [path: string, flag: FlagWord][] = [
    ...model.root.map((flag): [string, FlagWord] => ["", flag]),
    ...commandRows(model).flatMap(({ path, verb }) => verb.flags.map((flag): [string, FlagWord] => [path, flag])),
  ];
  for (const [, { name, slot }] of all) meanings.set(name, (meanings.get(name) ?? new Set()).add(slot));
  const own: [string, Slot][] = commandRows(model).flatMap(({ path, verb }) =>
    verb.values.map(([flag, slot]): [string, Slot] => [`${path} ${flag}`, slot]),
  );
  const general = new Map<string, Slot>();
  for (const [path, { name, slot }] of all) {
    const same = meanings.get(name)?.size === 1;
    if (slot === undefined && (same || path === "")) continue;
    if (same || path === "") general.set(name, slot ?? "");
    // Empty: here it is a switch, although it takes a value elsewhere.
    else own.push([`${path} ${name}`, slot ?? ""]);
  }
  return { own: groupBySlot(own), general: groupBySlot([...general]) };
}

/** The flags of every command, and those of each command; `quiet` ones are kept in a separate table. */
export function flagRows(model: Model, quiet: boolean): Rows<readonly FlagWord[]> {
  const chosen = (flags: readonly FlagWord[]) => flags.filter((flag) => flag.quiet === quiet);
  return commandRows(model)
    .map(({ path, verb }): [string[], FlagWord[]] => [[path], chosen(verb.flags)])
    .filter(([, flags]) => flags.length > 0);
}

function groupBySlot(pairs: readonly (readonly [string, Slot])[]): Rows<Slot> {
  const rows = new Map<Slot, string[]>();
  for (const [word, slot] of pairs) rows.set(slot, [...(rows.get(slot) ?? []), word]);
  return [...rows].map(([slot, words]) => [words, slot]);
}
