/** What a shell asks when TAB is pressed where an id belongs, and the lines that answer it. No input or output, few imports. */
import { BETWEEN, type Entry, isPlain } from "../cache/entries.js";
import { findList } from "../cache/lists.js";
import { idsInUrl } from "../targets/addresses.js";
import { isReadAsTitle } from "../targets/target-shape.js";

/** `docs __complete <kinds> --prefix=<text> --before=<target> -- <words>`, as called by the generated scripts. */
export interface Question {
  /**
   * Path parameters of the kinds that fit; or `profile`, `alias`, `setting` (the value of the setting in `before`), `path`
   * of an endpoint, `generation` of a snapshot, or `expansion` (the words for the alias in `before`).
   */
  kinds: readonly string[];
  /** The part typed so far. */
  prefix: string;
  /** The target before this one: replies are looked up by their comment. */
  before: string;
  /** The line up to the cursor, without the program name; for an expansion, what follows the alias. */
  words: readonly string[];
  flags: GivenFlags;
}

/** Flags on the line that say where to look. */
interface GivenFlags {
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

/** Passed as a flag because some shells drop empty words. */
const PREFIX = "--prefix=";
const BEFORE = "--before=";

/** Undefined for words that none of our scripts sends. */
export function parseQuestion(argv: readonly string[]): Question | undefined {
  const [kinds, prefix, before, dashes, ...words] = argv;
  if (!kinds || !prefix?.startsWith(PREFIX) || !before?.startsWith(BEFORE) || dashes !== "--") return undefined;
  return {
    kinds: kinds.split("+"),
    prefix: prefix.slice(PREFIX.length),
    before: before.slice(BEFORE.length),
    words,
    flags: givenFlags(words),
  };
}

function givenFlags(words: readonly string[]): GivenFlags {
  const flags: GivenFlags = {};
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

/** Values of the path parameters that say where things live; undefined if nothing provides one. */
export function contextValues(
  { before, flags }: Question,
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

/** One candidate per line: what to type, a tab, and what it is. */
export const candidateLine = (typed: string, about: string): string => `${typed}\t${about}\n`;

/** Those of a few words that start with the text. */
export const answerWords = (prefix: string, words: readonly string[]): string =>
  words.flatMap((word) => (word.startsWith(prefix) ? [candidateLine(word, "")] : [])).join("");

/** Many titles share words: a few suggestions help, more do not. */
const MOST_BY_TITLE = 20;

/**
 * Things whose title, number, address or id starts with the text, titles first; if there is none, things that have the
 * text somewhere in their title.
 */
export function answerThings(kind: string, prefix: string, entries: readonly Entry[]): string {
  const things = entries.map(createTitler(kind, entries));
  if (prefix === "") return things.map(preferredLine).join("");
  const wanted = prefix.toLowerCase();
  const startsByTitle = ({ title }: TitledEntry) => title?.toLowerCase().startsWith(wanted) === true;
  const starting = [
    ...things.filter(startsByTitle).map(preferredLine),
    ...things.filter((thing) => !startsByTitle(thing)).map((thing) => byWord(thing, prefix)),
  ].join("");
  if (starting !== "" || wanted.length < 2) return starting;
  const found = things.filter(({ entry }) => `${entry.name}\t${entry.title}`.toLowerCase().includes(wanted));
  return found.length > MOST_BY_TITLE ? "" : found.map(preferredLine).join("");
}

interface TitledEntry {
  entry: Entry;
  /** Names the thing, and no other; undefined if it has no such title. */
  title: string | undefined;
}

/**
 * What a shell might expand even between quotes, what separates values, and what a title contains that was cleaned or
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
    const isTyped = !described && !NOT_TYPED.test(title) && isReadAsTitle({ param: kind }, title);
    return { entry, title: isTyped && counts.get(title) === 1 ? title : undefined };
  };
}

function preferredLine({ entry, title }: TitledEntry): string {
  if (title !== undefined) return candidateLine(title, entry.title.slice(title.length + BETWEEN.length));
  return candidateLine(isPlain(entry.name) ? entry.name : entry.id, entry.title);
}

function byWord({ entry: { id, name, title } }: TitledEntry, prefix: string): string {
  const typed = isPlain(name) && name.startsWith(prefix) ? name : id;
  return typed.startsWith(prefix) ? candidateLine(typed, title) : "";
}

/** The id of what a flag names by its title; the text itself if nothing that was listed has that title. */
export function idOf(kind: string, text: string, entries: readonly Entry[]): string {
  const named = entries.map(createTitler(kind, entries)).find(({ title }) => title === text);
  return named?.entry.id ?? text;
}

/** What a setting's value is: a kind of thing, or one of a few words. */
export const SETTING_KINDS: Readonly<Record<string, string>> = {
  org: "organizationId",
  space: "spaceId",
  site: "siteId",
  me: "userId",
  output: "format",
};
