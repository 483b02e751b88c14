/** Finds texts that may be typed at the cursor: words of the command line, and ids and titles that were listed. */
import { foldText } from "../../shared/text/names.js";
import { BETWEEN, type Entry, findList, isPlain } from "../cache/entries.js";
import { idsInUrl, isReadAsTitle } from "../targets/target-shape.js";
import type { Candidate } from "./shells.js";
import type { CommandRow, DescribedWord, FlagRow, NounRow, Slot, Table } from "./table.js";

// Finds listed things that fit where an id belongs. No input or output, few imports.

/** Flags on the line that say where to look. */
export interface PlaceFlags {
  org?: string;
  space?: string;
  site?: string;
  cr?: string;
  profile?: string;
  baseUrl?: string;
  snapshot?: string;
  sandbox?: boolean;
}

const VALUED = {
  org: "org",
  space: "space",
  site: "site",
  cr: "cr",
  profile: "profile",
  "base-url": "baseUrl",
  snapshot: "snapshot",
} as const;

/** The flags among the words of a command line. */
export function readPlaceFlags(words: readonly string[]): PlaceFlags {
  const flags: PlaceFlags = {};
  for (const [at, word] of words.entries()) {
    if (word === "--") break;
    if (word === "--sandbox") flags.sandbox = true;
    const [, name = "", inline] = /^--([a-z-]+)(?:=(.*))?$/s.exec(word) ?? [];
    if (!Object.hasOwn(VALUED, name)) continue;
    const value = inline ?? words[at + 1];
    // The line above ensures that it is one of these names.
    if (value) flags[VALUED[name as keyof typeof VALUED]] = value;
  }
  return flags;
}

/**
 * Values of the path parameters that say where things live; undefined if nothing provides one. `before`: the target before
 * this one, as replies are looked up by their comment.
 */
export function toContextValues(
  before: string,
  flags: PlaceFlags,
  settings: { org?: string | undefined; space?: string | undefined; site?: string | undefined },
): Record<string, string | undefined> {
  const id = (param: string, given: string | undefined) => (given && idsInUrl(given)?.[param]) || given || undefined;
  const cr = id("changeRequestId", flags.cr);
  return {
    organizationId: id("organizationId", settings.org),
    // The address of a change request also names its space.
    spaceId: (flags.cr && idsInUrl(flags.cr)?.spaceId) || id("spaceId", settings.space),
    siteId: id("siteId", settings.site),
    changeRequestId: cr?.replace(/^#(?=\d+$)/, ""),
    commentId: id("commentId", before),
  };
}

/** Many titles share words: a few suggestions help, more do not. */
const MOST_BY_TITLE = 20;

/**
 * Things whose title, number, address or id starts with the text, titles first; if there is none, things that have the
 * text somewhere in their title. `entries` may be only those that have the text; `all` then are all that were listed.
 */
export function offerThings(
  kind: string,
  prefix: string,
  entries: readonly Entry[],
  all: () => readonly Entry[] = () => entries,
): Candidate[] {
  const things = entries.map(createTitler(kind, entries));
  if (prefix === "") return things.map(toCandidate);
  const wanted = foldText(prefix);
  const startsByTitle = ({ title }: TitledEntry) => title !== undefined && foldText(title).startsWith(wanted);
  const starting = [
    ...things.filter(startsByTitle).map(toCandidate),
    ...things.filter((thing) => !startsByTitle(thing)).flatMap((thing) => byWord(thing, prefix)),
  ];
  if (starting.length > 0 || wanted.length < 2) return starting;
  // The title that stands for one found by its name may be another one's, too.
  const found = all().filter(({ name, title }) => foldText(`${name}\t${title}`).includes(wanted));
  return found.length > MOST_BY_TITLE ? [] : found.map(createTitler(kind, all())).map(toCandidate);
}

interface TitledEntry {
  entry: Entry;
  /** Names the thing, and no other; undefined if it has no such title. */
  title: string | undefined;
}

/**
 * Characters that a shell might expand even between quotes, that separate values, or that a title contains that was cleaned or
 * cut for the cache: it is not what the service knows.
 */
const NOT_TYPED = /[~$`"!,\\…]/;

function createTitler(kind: string, entries: readonly Entry[]): (entry: Entry) => TitledEntry {
  const { title: parts = [], described } = findList(kind) ?? {};
  const titleOf = ({ title }: Entry): string => (parts.length > 1 ? (title.split(BETWEEN, 1)[0] ?? "") : title);
  const counts = new Map<string, number>();
  for (const entry of entries) counts.set(titleOf(entry), (counts.get(titleOf(entry)) ?? 0) + 1);
  return (entry) => {
    const title = titleOf(entry);
    const isTyped = !described && !NOT_TYPED.test(title) && isReadAsTitle(kind, title);
    return { entry, title: isTyped && counts.get(title) === 1 ? title : undefined };
  };
}

function toCandidate({ entry, title }: TitledEntry): Candidate {
  if (title !== undefined) return [title, entry.title.slice(title.length + BETWEEN.length)];
  return [isPlain(entry.name) ? entry.name : entry.id, entry.title];
}

function byWord({ entry: { id, name, title } }: TitledEntry, prefix: string): Candidate[] {
  const typed = isPlain(name) && name.startsWith(prefix) ? name : id;
  return typed.startsWith(prefix) ? [[typed, title]] : [];
}

/** The id of what a flag names by its title; the text itself if nothing that was listed has that title. */
export function makeId(kind: string, text: string, entries: readonly Entry[]): string {
  const named = entries.map(createTitler(kind, entries)).find(({ title }) => title === text);
  return named?.entry.id ?? text;
}

/** The values of a setting: a kind of thing, or a few words. */
export const SETTING_KINDS: Readonly<Record<string, string>> = {
  org: "organizationId",
  space: "spaceId",
  site: "siteId",
  me: "userId",
  output: "format",
};

// Reads a command line up to the cursor: which command it is, and what may be typed next.

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
