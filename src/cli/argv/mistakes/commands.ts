/** Suggestions for a first or second word that is not a command. Loaded for a mistake only. */
import { type Failure, usage } from "../../../errors.js";
import { shellWord } from "../../../shared/shell-words.js";
import { closestWord } from "../../../shared/text/names.js";
import { type AnyCommand, argsOf, flagsOf, type NounEntry } from "../../command.js";
import type { Flags } from "../../flags.js";
import { isAddress } from "../../targets/target-shape.js";
import { findRemoved } from "../parse.js";
import { nearestFlag } from "./flags.js";
import {
  FILE_COMMANDS,
  FLAG_WORDS,
  NAME_FLAGS,
  NOUN_WORDS,
  PAGE_WAYS,
  PAGE_WRITES,
  VERB_HINTS,
  VERB_WORDS,
  WORDS,
} from "./hints.js";

/** List no more commands than this by name. */
const MOST_NAMED = 4;

const ownMember = <T>(table: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;

const isNamed = (name: string) => (noun: NounEntry) => noun.name === name || noun.aliases.includes(name);

/** Words up to the first flag: what follows may be a secret and must not be repeated. */
function wordsBefore(rest: readonly string[]): string[] {
  const flag = rest.findIndex((word) => word.startsWith("-"));
  return flag < 0 ? [...rest] : rest.slice(0, flag);
}

/** A hint that is a command without arguments takes those that were typed. */
const BARE_COMMAND = /^did you mean: docs [a-z-]+ [a-z-]+$/;

const line = (...words: string[]): string => words.map(shellWord).join(" ");
/** Verbs for what a list does with --search. */
const SEARCHES: ReadonlySet<string> = new Set(["search", "find", "grep"]);

const GUESS = "did you mean: ";
const formatGuess = (lines: readonly string[]): string => `${GUESS}${lines.join(", or ")}`;

type VerbsOf = (command: AnyCommand) => readonly string[];

/** A command with its names. */
interface Verb {
  names: readonly string[];
  command: AnyCommand;
}

/** As many of the words as the command takes: more would be another mistake. */
function taken({ command }: Verb, words: readonly string[]): readonly string[] {
  const args = argsOf(command).map(([, arg]) => arg);
  const isOpen = args.some((arg) => "several" in arg || "joined" in arg || ("arity" in arg && arg.arity === "many"));
  return isOpen ? words : words.slice(0, args.length + (command.textField === undefined ? 0 : 1));
}

/** The command line, if the noun has the verb. */
function withVerb(noun: NounEntry, name: string, rest: readonly string[], verbs: readonly Verb[]): string | undefined {
  const verb = verbs.find(({ names }) => names.includes(name));
  return verb && line("docs", noun.name, name, ...taken(verb, rest));
}

/** `rest`: the words that follow. `verbsOf`: the names of a noun's commands, including aliases. */
export async function unknownNoun(
  name: string,
  rest: readonly string[],
  nouns: readonly NounEntry[],
  verbsOf: VerbsOf,
): Promise<Failure> {
  const removed = findRemoved(name);
  if (removed) return removed;
  const hint = await nounHint(name, wordsBefore(rest), nouns, verbsOf);
  return usage(`unknown command ${JSON.stringify(name)}`, hint ?? "see: docs --help");
}

async function nounHint(
  name: string,
  rest: readonly string[],
  nouns: readonly NounEntry[],
  verbsOf: VerbsOf,
): Promise<string | undefined> {
  if (isAddress(name)) return "a URL goes behind a command: docs spaces view URL --web opens that of a space";
  const renamed = ownMember(NOUN_WORDS, name.toLowerCase());
  const meant = nouns.find(isNamed(renamed ?? ""));
  if (meant !== undefined) return ofNoun(meant, rest, verbsOf);
  const [second = "", ...others] = rest;
  const noun = nouns.find(isNamed(second)) ?? nouns.find(isNamed(ownMember(NOUN_WORDS, second) ?? ""));
  // `get teams`, as of kubectl: all of them.
  const verb = others.length === 0 && /^(get|show|view|describe)$/.test(name) && /s$/.test(second) ? "list" : name;
  const swapped = noun && !noun.direct ? verbHint(verb, noun, await verbsIn(noun, verbsOf), others) : undefined;
  if (swapped !== undefined) return swapped;
  const word = ownMember(WORDS, name) ?? ofFile(name);
  if (word !== undefined) return word;
  const [verbOfNoun = "", ...behind] = others;
  const turned =
    noun === undefined || noun.direct
      ? undefined
      : withVerb(noun, verbOfNoun, [name, ...behind], await verbsIn(noun, verbsOf));
  if (turned !== undefined) return formatGuess([turned]);
  return (await inOneWord(name, rest, nouns, verbsOf)) ?? verbFirst(name, rest, nouns, verbsOf);
}

/** The noun whose things are called so, whatever else has the verb. */
function nounOf(word: string): string | undefined {
  const forms = {
    cr: /^#?\d+$/,
    comments: /^c\d+$/i,
    members: /^\S+@\S+$/,
    snapshots: /\.docs(?:@.*)?$/,
    plans: /\.plan$/,
  };
  return Object.entries(forms).find(([, form]) => form.test(word))?.[0];
}

/** `docs cr-merge 42`, `docs cr:merge 42`. */
async function inOneWord(
  name: string,
  rest: readonly string[],
  nouns: readonly NounEntry[],
  verbsOf: VerbsOf,
): Promise<string | undefined> {
  for (const { index } of name.matchAll(/[-_:./]/g)) {
    const noun = nouns.find(isNamed(name.slice(0, index)));
    if (noun === undefined || noun.direct) continue;
    const verb = name.slice(index + 1);
    const found = withVerb(noun, verb, rest, await verbsIn(noun, verbsOf));
    if (found !== undefined) return formatGuess([found]);
  }
  return undefined;
}

/** A verb where the noun belongs, or a misspelled noun. */
async function verbFirst(
  name: string,
  rest: readonly string[],
  nouns: readonly NounEntry[],
  verbsOf: VerbsOf,
): Promise<string | undefined> {
  const synonyms = ownMember(VERB_WORDS, name) ?? [];
  const all = await Promise.all([name, ...synonyms].map((verb) => findHomes(verb, rest, nouns, verbsOf)));
  const homes = all.find((found) => found.length > 0) ?? [];
  const own = all.flat().find((home) => home.startsWith(`docs ${nounOf(rest[0] ?? "")} `));
  if (own !== undefined) return formatGuess([own]);
  if (homes.length > MOST_NAMED) {
    const [one, other] = homes.map((home) => home.split(" ").slice(0, 3).join(" "));
    return `the noun comes first: ${one}, ${other}, ...; see: docs --help`;
  }
  if (homes.length > 0) return formatGuess(homes);
  const like = closestWord(
    name,
    nouns.flatMap((entry) => [entry.name, ...entry.aliases]),
  );
  const noun = like === undefined ? undefined : nouns.find(isNamed(like));
  return noun && ofNoun(noun, rest, verbsOf);
}

/** The lines of all nouns that have the verb. */
async function findHomes(
  verb: string,
  rest: readonly string[],
  nouns: readonly NounEntry[],
  verbsOf: VerbsOf,
): Promise<string[]> {
  const homes: string[] = [];
  for (const noun of nouns.filter(({ direct }) => !direct)) {
    const home = withVerb(noun, verb, rest, await verbsIn(noun, verbsOf));
    if (home !== undefined) homes.push(home);
  }
  return homes;
}

/** The line with the noun that was meant, whose verb may be another mistake. */
async function ofNoun(noun: NounEntry, [verb, ...rest]: readonly string[], verbsOf: VerbsOf): Promise<string> {
  if (noun.direct || verb === undefined)
    return formatGuess([line("docs", noun.name, ...(verb === undefined ? [] : [verb, ...rest]))]);
  const verbs = await verbsIn(noun, verbsOf);
  const found = withVerb(noun, verb, rest, verbs);
  if (found !== undefined) return formatGuess([found]);
  return verbHint(verb, noun, verbs, rest) ?? `see: docs ${noun.name} --help`;
}

async function verbsIn(noun: NounEntry, verbsOf: VerbsOf): Promise<Verb[]> {
  const { default: module } = await noun.load();
  return module.commands.map((command) => ({ names: verbsOf(command), command }));
}

function verbHint(
  name: string,
  noun: NounEntry,
  verbs: readonly Verb[],
  rest: readonly string[] = [],
): string | undefined {
  const hint = ownMember(VERB_HINTS, `${noun.name} ${name}`);
  if (hint !== undefined)
    return BARE_COMMAND.test(hint)
      ? `${hint}${rest.map((word) => ` ${shellWord(word)}`).join("")}`
      : withTyped(hint, rest);
  const names = verbs.flatMap((verb) => verb.names);
  // A verb that people use is no misspelling of another one: "set" does not mean "get".
  const meant = names.includes(name) ? [name] : ownMember(VERB_WORDS, name);
  const like = meant ? meant.find((verb) => names.includes(verb)) : closestWord(name, names);
  const verb = verbs.find((one) => one.names.some((each) => each === like));
  if (verb === undefined || like === undefined) return undefined;
  const [old = "", title, ...others] = rest;
  const isSearch = SEARCHES.has(name) && like === "list" && "search" in flagsOf(verb.command) && rest.length === 1;
  if (isSearch) return formatGuess([line("docs", noun.name, like, "--search", old)]);
  const isNewName = name === "rename" && like === "edit" && title !== undefined && others.length === 0;
  const words = isNewName ? [old, NAME_FLAGS[noun.name] ?? "--title", title] : taken(verb, rest);
  return formatGuess([line("docs", noun.name, like, ...words)]);
}

/** A word that a hint leaves open: `USER`, or the change request of an example. */
const OPEN_WORD = /\b(?:[A-Z][A-Z-]*|42)\b/g;

/** The commands of a hint that take as many words as were typed, with these words. */
function withTyped(hint: string, typed: readonly string[]): string {
  if (!hint.startsWith(GUESS) || typed.length === 0) return hint;
  const fitting = hint
    .slice(GUESS.length)
    .split(", or ")
    .filter((command) => command.match(OPEN_WORD)?.length === typed.length)
    .map((command) => {
      const words = typed.map(shellWord);
      return command.replace(OPEN_WORD, () => words.shift() ?? "");
    });
  return fitting.length === 0 ? hint : formatGuess(fitting);
}

/** The command that takes such a file, for the noun or any other. */
function ofFile(name: string, noun?: string): string | undefined {
  const takes = FILE_COMMANDS.find((one) => one.ending.test(name) && [noun, undefined].includes(one.noun));
  return takes && formatGuess([`docs ${takes.command} ${shellWord(name)}`]);
}

/** `docs config space X`, `docs alias co 'cr view'`: as many words as its set takes, or a name for its get. */
function ofSetting(words: readonly string[], noun: NounEntry, verbs: readonly Verb[]): string | undefined {
  const name = words.length === 1 ? "get" : "set";
  const verb = verbs.find(({ names }) => names.includes(name));
  const args = verb === undefined ? [] : argsOf(verb.command).map(([, arg]) => arg);
  const fits = args.length === words.length && args.every((arg) => "word" in arg);
  return verb && fits ? formatGuess([line("docs", noun.name, name, ...words)]) : undefined;
}

/** `rest`: the words that follow. `verbsOf`: the names of a command, including aliases. */
export async function unknownVerb(
  name: string,
  noun: NounEntry,
  rest: readonly string[],
  nouns: readonly NounEntry[],
  verbsOf: VerbsOf,
): Promise<Failure> {
  const removed = findRemoved(name, noun.name);
  if (removed) return removed;
  const write = ["pages", "content"].includes(noun.name) ? ownMember(PAGE_WRITES, name) : undefined;
  if (write !== undefined) return noPageWrites(write, noun, wordsBefore(rest));
  const message = `unknown command ${JSON.stringify(name)} for docs ${noun.name}`;
  // A word behind a verb for logging in may be a token.
  const kept = noun.name === "auth" ? [] : wordsBefore(rest);
  const verbs = await verbsIn(noun, verbsOf);
  const hint =
    (await ofOtherNoun(name, noun, kept, nouns, verbsOf)) ??
    (nounOf(name) === noun.name ? undefined : verbHint(name, noun, verbs, kept)) ??
    ofFile(name, noun.name) ??
    ofThing(name, noun, verbs, kept) ??
    (noun.name === "auth" ? undefined : ofSetting([name, ...kept], noun, verbs));
  return usage(message, hint ?? `see: docs ${noun.name} --help`);
}

/** `docs cr 42`, `docs pages Battery`: what a verb is never called is the thing itself. */
function ofThing(name: string, noun: NounEntry, verbs: readonly Verb[], rest: readonly string[]): string | undefined {
  const isCr = nounOf(name) === "cr";
  const [text, ...more] = rest;
  if (noun.name === "comments" && isCr && text !== undefined && more.length === 0)
    return formatGuess([line("docs", "cr", "comment", name.replace("#", ""), text)]);
  if (["comments", "pages"].includes(noun.name) && isCr)
    return formatGuess([line("docs", noun.name, "list", "--cr", name.replace("#", ""))]);
  const isThing = nounOf(name) === noun.name || (nounOf(name) === undefined && /^\p{Lu}\p{Ll}|\s/u.test(name));
  const view = isThing ? withVerb(noun, "view", [name, ...rest], verbs) : undefined;
  return view && formatGuess([view]);
}

/** `docs cr cr merge 42`, `docs spaces members list`: the second noun is the one that has the verb behind it. */
async function ofOtherNoun(
  name: string,
  before: NounEntry,
  [verb = "", ...rest]: readonly string[],
  nouns: readonly NounEntry[],
  verbsOf: VerbsOf,
): Promise<string | undefined> {
  const noun = nouns.find(isNamed(name));
  if (noun === undefined || noun.direct || Object.hasOwn(VERB_HINTS, `${before.name} ${name}`)) return undefined;
  const verbs = await verbsIn(noun, verbsOf);
  const found = withVerb(noun, verb, rest, verbs);
  if (found !== undefined) return formatGuess([found]);
  if (noun === before) return `see: docs ${noun.name} --help`;
  // The first noun may be a verb of the second one.
  const swapped = verbs.find(({ names }) => names.some((one) => isNamed(one)(before)));
  const words = verb === "" ? [] : [verb, ...rest];
  return swapped && formatGuess([line("docs", noun.name, swapped.command.name, ...taken(swapped, words))]);
}

/** `before`: what precedes the flag; `rest`: what follows its value. */
export function flagBeforeCommand(
  flag: string,
  before: readonly string[],
  rest: readonly string[],
  flags: Flags,
): Failure {
  const words = wordsBefore(rest);
  const [name = flag] = FLAG_WORDS[flag]?.split(", ") ?? [];
  const near = name === flag ? nearestFlag(flag, flags) : undefined;
  if (near !== undefined) return usage(`unknown flag ${flag}`, `did you mean: ${near}`);
  const next =
    words.length === 0
      ? `see: ${line(...before)} --help`
      : `flags of a command follow it: ${line(...before, ...words, name)} VALUE`;
  return usage(`unknown flag ${flag}`, next);
}

function noPageWrites(write: string, noun: NounEntry, [page = "PAGE"]: readonly string[]): Failure {
  const isOfPage = noun.name === "pages" && write !== "created";
  const open = isOfPage ? `docs pages view ${shellWord(page)} --web` : "docs spaces view --web";
  return usage(
    [`pages cannot be ${write} through this interface, only read and imported`, `in the app: ${open}`, PAGE_WAYS.git],
    PAGE_WAYS.import,
  );
}
