/** Finds listed things that fit where an id belongs. No input or output, few imports. */

import { foldText } from "../../shared/text/names.js";
import { BETWEEN, type Entry, isPlain } from "../cache/entries.js";
import { findList } from "../cache/lists.js";
import { idsInUrl } from "../targets/addresses.js";
import { isReadAsTitle } from "../targets/target-shape.js";
import type { Candidate } from "./shells.js";

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
    const isTyped = !described && !NOT_TYPED.test(title) && isReadAsTitle({ param: kind }, title);
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
export function idOf(kind: string, text: string, entries: readonly Entry[]): string {
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
