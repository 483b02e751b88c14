/**
 * Earlier list results as lines of text: a header, then `id <tab> name <tab> title`, newest first. Lines rather than
 * JSON, because a key press waits for the answer.
 */
import { RESOURCES } from "../../resources/index.js";
import { isTargeted, paramsIn, pathInCr, type Resource } from "../../resources/resource.js";
import { sanitizeLine, UNSAFE } from "../../shared/text/sanitize.js";

export interface Entry {
  id: string;
  /** The text that people type instead of the id: a change request's number, a member's email. May be empty. */
  name: string;
  title: string;
}

/** Entries per file. More would not help completion; the limit bounds the cost of a key press. */
export const MOST_ENTRIES = 10_000;
const LONGEST_TITLE = 80;
/** Between the parts of a title: a person's name and address. */
export const BETWEEN = " · ";
/** Ids that every shell reads as one plain word and not as a flag. Others are not remembered. */
const ID = /^[A-Za-z0-9._@:][A-Za-z0-9._@:-]{0,255}$/;
const NAME = /^[\w.@:~+-]{1,256}$/;
/** Characters that a cleaned title never contains. Text read from a file has no lone surrogates. */
const UNCLEAN = new RegExp(`[${UNSAFE}]`);

const MARK = "docs-ids 1 ";
const headerOf = (place: string): string => MARK + place;

/** Checks whether a file with this first line holds entries of `place`, or of a place inside it. */
export const isHeaderOf = (line: string, place: string): boolean => `${line} `.startsWith(`${headerOf(place)} `);
export const placeOfHeader = (line: string): string => line.slice(MARK.length);

export const isPlain = (word: string): boolean => ID.test(word);

/** An entry in the form that a file can hold; undefined if the id is not. */
export function makeEntry(id: unknown, name: unknown, title: readonly unknown[]): Entry | undefined {
  if (typeof id !== "string" || !ID.test(id)) return undefined;
  const short = typeof name === "number" || typeof name === "string" ? String(name) : "";
  return { id, name: NAME.test(short) ? short : "", title: titleOf(title) };
}

function titleOf(parts: readonly unknown[]): string {
  const words = parts.filter((part) => part !== null && part !== undefined && part !== "").map(String);
  return shortenTitle(sanitizeLine(words.join(BETWEEN).slice(0, 4 * LONGEST_TITLE)).trim());
}

/** Cuts between characters, never inside one. */
function shortenTitle(text: string): string {
  if (text.length <= LONGEST_TITLE) return text;
  const characters = [...text];
  return characters.length <= LONGEST_TITLE ? text : `${characters.slice(0, LONGEST_TITLE - 1).join("")}…`;
}

/** The text of a file. `place` says what it holds, so that another place's file is never read by mistake. */
export function formatEntries(place: string, entries: readonly Entry[]): string {
  const lines = entries.slice(0, MOST_ENTRIES).map(({ id, name, title }) => `${id}\t${name}\t${title}\n`);
  return `${headerOf(place)}\n${lines.join("")}`;
}

/**
 * Entries in a file's text; none if it is not a file of `place` or of a place inside it. Skips malformed lines.
 * @param containing only those whose lines have this text, whatever its case: of thousands a key press needs a few
 */
export function parseEntries(text: string, place: string, containing = ""): Entry[] {
  const header = headerOf(place);
  const start = text.indexOf("\n") + 1;
  if (!text.startsWith(header) || start === 0 || !/[ \n]/.test(text.charAt(header.length))) return [];
  // The file may have been tampered with: search it once, and clean single lines only if necessary.
  const clean = !UNCLEAN.test(text);
  const entries: Entry[] = [];
  const lower = containing === "" ? text : text.toLowerCase();
  // The lower case of a few letters is longer: then no line is left out.
  const wanted = lower.length === text.length ? containing.toLowerCase() : "";
  for (let begin = start; begin < text.length && entries.length < MOST_ENTRIES; ) {
    if (wanted !== "") {
      const next = lower.indexOf(wanted, begin);
      if (next < 0) break;
      begin = text.lastIndexOf("\n", next) + 1;
    }
    const newline = text.indexOf("\n", begin);
    const end = newline < 0 ? text.length : newline;
    const entry = parseLine(text.slice(begin, end), clean);
    if (entry) entries.push(entry);
    begin = end + 1;
  }
  return entries;
}

function parseLine(line: string, clean: boolean): Entry | undefined {
  const first = line.indexOf("\t");
  const second = line.indexOf("\t", first + 1);
  if (first < 0 || second < 0) return undefined;
  const id = line.slice(0, first);
  const name = line.slice(first + 1, second);
  const title = line.slice(second + 1);
  if (!clean || title.length > LONGEST_TITLE || title.includes("\t")) return makeEntry(id, name, [title]);
  return ID.test(id) ? { id, name, title } : undefined;
}

/** The newer entries first, then the older ones that are not among them. */
export function mergeEntries(newer: readonly Entry[], older: readonly Entry[]): Entry[] {
  const known = new Set<string>();
  const merged: Entry[] = [];
  for (const entry of [...newer, ...older]) {
    if (merged.length === MOST_ENTRIES) break;
    if (known.has(entry.id)) continue;
    known.add(entry.id);
    merged.push(entry);
  }
  return merged;
}

// Lists that say what can be named and how, by the path of their endpoint.

export interface ListedKind {
  /** Path parameter that names an item: the kind of thing. */
  kind: string;
  /** Path parameters that say where the items live. */
  within: readonly string[];
  /** Member that identifies an item; default `id`. */
  id?: string;
  /** Member that people type instead of the id. */
  name?: string;
  title: readonly string[];
  /** The title only describes the thing: it is named by its id or number. */
  described?: true;
  /** Member that holds an item's children. */
  below?: string;
  /** Without query parameters the list is incomplete: things that it lacks may still exist. */
  partial?: true;
}

/** How completion shows a kind, where that is not by its title alone. */
const SHOWN: Readonly<Record<string, Partial<ListedKind>>> = {
  userId: { name: "user.email" },
  changeRequestId: { name: "number", title: ["subject", "status"], described: true, partial: true },
  commentId: { described: true, partial: true },
  commentReplyId: { described: true },
  specSlug: { title: ["lastProcessErrorCode"], described: true },
  translationId: { title: ["language", "status"] },
};

export const CACHED_LISTS: Readonly<Record<string, ListedKind>> = Object.fromEntries(
  Object.values<Resource>(RESOURCES)
    .filter(isTargeted)
    .flatMap((resource) => {
      const { param, path, id, title, below, inCr } = resource;
      const kind = { kind: param, title, ...(id && { id }), ...(below && { below }), ...SHOWN[param] };
      return [path, ...(inCr ? [pathInCr(resource)] : [])].map((list) => [list, { ...kind, within: paramsIn(list) }]);
    }),
);

/** Kinds that can be remembered, and where they live. */
export const CONTEXTS_OF_KIND: ReadonlyMap<string, readonly (readonly string[])[]> = Object.values(CACHED_LISTS).reduce(
  (kinds, { kind, within }) => kinds.set(kind, [...(kinds.get(kind) ?? []), within]),
  new Map<string, readonly (readonly string[])[]>(),
);

/** The first list in the table for a kind; undefined if there is none. */
export const findList = (kind: string): ListedKind | undefined =>
  Object.values(CACHED_LISTS).find((listed) => listed.kind === kind);

/** The same. @throws TypeError if there is none */
export function requireList(kind: string): ListedKind {
  const found = findList(kind);
  if (!found) throw new TypeError(`no list has things of the kind ${kind}`);
  return found;
}

// The place of entries in the cache folder: `ids/<profile>/<kind>/<contexts>`, in names that every file system accepts.

export interface Place {
  profile: string;
  /** Origin of the service; two services never share entries. Empty for the sandbox. */
  origin: string;
  kind: string;
  /** Values of the path parameters around the kind. */
  contexts: readonly string[];
}

/** Some file systems refuse longer names. */
const LONGEST = 200;

/** Keeps letters, digits, hyphens and underscores; the rest becomes `%xx`: no dots, separators or reserved names. */
const encodeForFileName = (text: string): string =>
  encodeURIComponent(text).replace(/[.!'()*~]/g, (mark) => `%${mark.charCodeAt(0).toString(16).padStart(2, "0")}`);

/** Path parts below the cache folder; undefined if a name would be too long. */
export function placeParts({ profile, origin, kind, contexts }: Place): [string, string, string, string] | undefined {
  const parts: [string, string, string, string] = [
    "ids",
    encodeForFileName(`${profile} ${origin}`),
    encodeForFileName(kind),
    // Start with a prefix: on Windows some bare words are device names.
    `of-${contexts.map(encodeForFileName).join(",")}`,
  ];
  return parts.some((part) => part.length > LONGEST) ? undefined : parts;
}

/** Written in the file's first line: tells apart names that a file system treats as equal. */
export const placeLabel = ({ profile, origin, kind, contexts }: Place): string =>
  [profile, origin, kind, ...contexts].map(encodeForFileName).join(" ");

/** Whose things are remembered: of a service with the profile it is reached by, or of a snapshot. */
export function ownerOf({
  profile,
  baseUrl,
  snapshot,
}: {
  profile: string;
  baseUrl: string | undefined;
  snapshot?: string | undefined;
}): { profile: string; origin: string } {
  // No profile has an empty name.
  return snapshot === undefined ? { profile, origin: originOf(baseUrl) } : { profile: "", origin: snapshot };
}

/** Empty for the sandbox and for an invalid address, from which nothing can be listed anyway. */
export const originOf = (baseUrl: string | undefined): string =>
  baseUrl !== undefined && URL.canParse(baseUrl) ? new URL(baseUrl).origin : "";
