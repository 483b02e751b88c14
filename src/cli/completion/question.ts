/** What a shell asks when TAB is pressed where an id belongs, and the lines that answer it. No input or output, few imports. */
import { type Entry, isPlain } from "../cache/entries.js";
import { idsInUrl } from "../targets/addresses.js";

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

/** One candidate per line: what to type, a tab, its title. The cache only holds plain words, safe for every shell. */
export function answerLines(kind: string, prefix: string, entries: readonly Entry[]): string {
  const lines: string[] = [];
  for (const { id, name, title } of entries) {
    // Only a change request can be named by its number in every command.
    const typed = kind === "changeRequestId" && name.startsWith(prefix) && isPlain(name) ? name : id;
    if (typed.startsWith(prefix)) lines.push(`${typed}\t${title}\n`);
  }
  return lines.join("");
}

/** Many titles share words: a few suggestions help, more do not. */
const MOST_BY_TITLE = 20;

/** If nothing starts with the text: things whose title or name contains it. */
export function answerTitle(kind: string, prefix: string, entries: readonly Entry[]): string {
  const wanted = prefix.toLowerCase();
  if (wanted.length < 2) return "";
  const found = entries.filter(({ name, title }) => `${name}\t${title}`.toLowerCase().includes(wanted));
  return found.length > MOST_BY_TITLE ? "" : answerLines(kind, "", found);
}

/** What a setting's value is: a kind of thing, or one of a few words. */
export const SETTING_KINDS: Readonly<Record<string, string>> = {
  org: "organizationId",
  space: "spaceId",
  site: "siteId",
  me: "userId",
  output: "format",
};
