/** Suggestions for a first or second word that is not a command. Loaded for a mistake only. */
import { type Failure, usage } from "../../../errors.js";
import { shellWord } from "../../../shared/shell-words.js";
import { closestWord } from "../../../shared/text/names.js";
import type { AnyCommand, NounEntry } from "../../command.js";
import type { Flags } from "../../flags.js";
import { isAddress } from "../../targets/addresses.js";
import { findRemoved } from "../parse.js";
import { nearestFlag } from "./flags.js";
import { FLAG_WORDS, NAME_FLAGS, NOUN_WORDS, PAGE_WAYS, PAGE_WRITES, VERB_HINTS, VERB_WORDS, WORDS } from "./hints.js";

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
const formatGuess = (lines: readonly string[]): string => `did you mean: ${lines.join(", or ")}`;

type VerbsOf = (command: AnyCommand) => readonly string[];

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
  if (renamed !== undefined) return formatGuess([line("docs", renamed, ...rest)]);
  const [second = "", ...others] = rest;
  const noun = nouns.find(isNamed(second)) ?? nouns.find(isNamed(ownMember(NOUN_WORDS, second) ?? ""));
  const swapped = noun && !noun.direct ? verbHint(name, noun, await verbsIn(noun, verbsOf), others) : undefined;
  if (swapped !== undefined) return swapped;
  const word = ownMember(WORDS, name);
  if (word !== undefined) return word;
  return verbFirst(name, rest, nouns, verbsOf);
}

/** A verb where the noun belongs, or a misspelled noun. */
async function verbFirst(
  name: string,
  rest: readonly string[],
  nouns: readonly NounEntry[],
  verbsOf: VerbsOf,
): Promise<string | undefined> {
  const homes: string[] = [];
  for (const noun of nouns.filter(({ direct }) => !direct)) {
    if ((await verbsIn(noun, verbsOf)).includes(name)) homes.push(noun.name);
  }
  if (homes.length > MOST_NAMED) {
    return `the noun comes first: docs ${homes[0]} ${name}, docs ${homes[1]} ${name}, ...; see: docs --help`;
  }
  if (homes.length > 0) return formatGuess(homes.map((home) => line("docs", home, name, ...rest)));
  const like = closestWord(
    name,
    nouns.flatMap((entry) => [entry.name, ...entry.aliases]),
  );
  const noun = like === undefined ? undefined : nouns.find(isNamed(like));
  return noun && formatGuess([line("docs", noun.name, ...rest)]);
}

async function verbsIn(noun: NounEntry, verbsOf: VerbsOf): Promise<string[]> {
  const { default: module } = await noun.load();
  return module.commands.flatMap(verbsOf);
}

function verbHint(
  name: string,
  noun: NounEntry,
  verbs: readonly string[],
  rest: readonly string[] = [],
): string | undefined {
  const hint = ownMember(VERB_HINTS, `${noun.name} ${name}`);
  if (hint !== undefined)
    return BARE_COMMAND.test(hint) ? `${hint}${rest.map((word) => ` ${shellWord(word)}`).join("")}` : hint;
  const like = closestWord(name, verbs) ?? ownMember(VERB_WORDS, name)?.find((verb) => verbs.includes(verb));
  const [old = "", title, ...others] = rest;
  const isNewName = name === "rename" && like === "edit" && title !== undefined && others.length === 0;
  const words = isNewName ? [old, NAME_FLAGS[noun.name] ?? "--title", title] : rest;
  return like && formatGuess([line("docs", noun.name, like, ...words)]);
}

/** `verbs`: the names of the noun's commands, including aliases. `rest`: the words that follow. */
export function unknownVerb(
  name: string,
  noun: NounEntry,
  verbs: readonly string[],
  rest: readonly string[] = [],
): Failure {
  const removed = findRemoved(name, noun.name);
  if (removed) return removed;
  const write = ["pages", "content"].includes(noun.name) ? ownMember(PAGE_WRITES, name) : undefined;
  if (write !== undefined) return noPageWrites(write, noun, wordsBefore(rest));
  const message = `unknown command ${JSON.stringify(name)} for docs ${noun.name}`;
  // A word behind a verb for logging in may be a token.
  const kept = noun.name === "auth" ? [] : wordsBefore(rest);
  return usage(message, verbHint(name, noun, verbs, kept) ?? `see: docs ${noun.name} --help`);
}

/** `before`: what precedes the flag; `rest`: what follows its value. */
export function flagBeforeCommand(
  flag: string,
  before: readonly string[],
  rest: readonly string[],
  flags: Flags,
): Failure {
  const words = wordsBefore(rest);
  const name = FLAG_WORDS[flag] ?? flag;
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
