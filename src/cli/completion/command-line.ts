/** Reads a command line up to the cursor: which command it is, and what may be typed next. */
import type { CommandRow, DescribedWord, FlagRow, NounRow, Slot, Table } from "./table.js";

/** The place in the table to which the words before the cursor lead. */
interface Position {
  /** Without the program's name, and with what an alias stands for in its place. */
  words: readonly string[];
  /** Index of the noun among the words; -1 if there is none. */
  nounAt: number;
  noun: NounRow | "help" | "unknown" | undefined;
  command: CommandRow | "unknown" | undefined;
  /** The targets so far; after `help`, its words. */
  targets: readonly string[];
  /** The value of this flag comes next. */
  flag: Slot | undefined;
  /** Flags were ended by `--`. */
  isEnded: boolean;
}

/** The choices at the cursor: some words, or the values of a slot. */
export interface Place {
  /** The first group that has a word with the beginning that was typed is offered. */
  groups: readonly (readonly DescribedWord[])[];
  slot: Slot | undefined;
  /** The characters before the text in the same word, such as `--space=` or earlier values of a list. */
  lead: string;
  text: string;
}

/** `expandAlias`: the words for an alias, given those that follow it; undefined if it is none. */
export function readPosition(
  table: Table,
  words: readonly string[],
  expandAlias: (name: string, following: readonly string[]) => readonly string[] | undefined,
): Position {
  const typed = walk(table, words);
  if (typed.noun !== "unknown") return typed;
  const expanded = expandAlias(words[typed.nounAt] ?? "", words.slice(typed.nounAt + 1));
  return expanded === undefined ? typed : walk(table, [...words.slice(0, typed.nounAt), ...expanded]);
}

function walk(table: Table, words: readonly string[]): Position {
  const start: Position = {
    ...{ words, nounAt: -1, noun: undefined, command: undefined },
    ...{ targets: [], flag: undefined, isEnded: false },
  };
  return words.reduce((position, word, at) => step(table, position, word, at), start);
}

function step(table: Table, position: Position, word: string, at: number): Position {
  const { noun, command, flag, isEnded, targets } = position;
  if (flag) return { ...position, flag: undefined };
  if (!isEnded && word === "--") return { ...position, isEnded: true };
  if (!isEnded && word.length > 1 && word.startsWith("-")) {
    return { ...position, flag: word.includes("=") ? undefined : findFlag(table, position, word) };
  }
  if (noun === undefined) return { ...position, nounAt: at, ...findNoun(table, word) };
  if (noun === "help" || command !== undefined) return { ...position, targets: [...targets, word] };
  return { ...position, command: findCommand(noun, word) };
}

function findNoun(table: Table, word: string): Pick<Position, "noun" | "command"> {
  if (word === "help") return { noun: "help", command: undefined };
  const name = table.root.nouns.find((noun) => noun.name === word || noun.aliases.includes(word))?.name;
  const noun = name === undefined ? undefined : table.findNoun(name);
  if (!noun) return { noun: "unknown", command: "unknown" };
  return { noun, command: noun.direct ? noun.commands[0] : undefined };
}

const findCommand = (noun: Position["noun"], word: string): Position["command"] =>
  (typeof noun === "object" && noun.commands.find(({ name, aliases }) => name === word || aliases.includes(word))) ||
  "unknown";

/** The slot of a flag; undefined for a switch. The command's own meaning of a flag comes first. */
function findFlag({ root }: Table, { command }: Position, name: string): Slot | undefined {
  if (typeof command !== "object") return slotOf([...root.flags, ...root.quietFlags, ...root.earlyFlags], name);
  if (name === "--fields" && command.fields) return command.fields;
  return slotOf([...command.flags, ...command.quietFlags, ...root.flags, ...root.quietFlags], name);
}

const slotOf = (flags: readonly FlagRow[], name: string): Slot | undefined =>
  flags.find(([flag]) => flag === name)?.[2];

const HELP: DescribedWord = ["help", "help on nouns, verbs and topics"];

/** `typed`: the word at the cursor so far, without quotes. `findExtensions`: programs that can stand where nouns do. */
export function findPlace(
  table: Table,
  position: Position,
  typed: string,
  findExtensions: () => readonly DescribedWord[],
): Place {
  const { noun, command, flag, isEnded, targets } = position;
  const words = (...groups: Place["groups"][number][]): Place => ({ groups, slot: undefined, lead: "", text: typed });
  if (flag) return toSlotPlace(flag, "", typed);
  const [, name, value] = (!isEnded && /^(--[^=]+)=(.*)$/s.exec(typed)) || [];
  if (name !== undefined) return toSlotPlace(findFlag(table, position, name), `${name}=`, value ?? "");
  if (!isEnded && typed.startsWith("-")) return words(...offerFlags(table, command, typed));
  if (noun === undefined) return words(...offerNames(table.root.nouns, [HELP, ...findExtensions()]));
  if (noun === "help") return words(...offerHelp(table, targets));
  if (noun === "unknown" || command === "unknown") return words();
  if (command === undefined) return words(...offerNames(noun.commands));
  const { slots, repeats } = command;
  return toSlotPlace(slots[targets.length] ?? (repeats ? slots.at(-1) : undefined), "", typed);
}

function toSlotPlace(slot: Slot | undefined, lead: string, typed: string): Place {
  const comma = slot?.several ? typed.lastIndexOf(",") + 1 : 0;
  return { groups: [], slot, lead: lead + typed.slice(0, comma), text: typed.slice(comma) };
}

function offerFlags({ root }: Table, command: Position["command"], typed: string): DescribedWord[][] {
  const own = typeof command === "object" ? command : undefined;
  // A flag of the command means what the command says.
  const merge = (rows: readonly FlagRow[] = [], shared: readonly FlagRow[]): DescribedWord[] => {
    const names = new Set(rows.map(([name]) => name));
    return [...rows, ...shared.filter(([name]) => !names.has(name))].map(([name, about]) => [name, about]);
  };
  const common = merge(own?.flags, root.flags);
  const quiet = merge(own?.quietFlags, root.quietFlags);
  return typed.startsWith("--no-") ? [[...common, ...quiet]] : [common, quiet];
}

/** Aliases are offered if no name fits. */
function offerNames(
  rows: readonly { name: string; aliases: readonly string[]; about: string }[],
  more: readonly DescribedWord[] = [],
): DescribedWord[][] {
  return [
    [...rows.map(({ name, about }): DescribedWord => [name, about]), ...more],
    rows.flatMap(({ aliases, about }) => aliases.map((name): DescribedWord => [name, about])),
  ];
}

function offerHelp(table: Table, [word, ...more]: readonly string[]): DescribedWord[][] {
  const { nouns, topics } = table.root;
  if (word === undefined) {
    const [names = []] = offerNames(nouns);
    return [[...names, ...topics.map((topic): DescribedWord => [topic, "help topic"])]];
  }
  const { noun } = findNoun(table, word);
  return more.length === 0 && typeof noun === "object" && !noun.direct ? offerNames(noun.commands).slice(0, 1) : [];
}
