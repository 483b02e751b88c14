/**
 * What was listed before, as lines of text: a header, then `id <tab> name <tab> title` with the newest first. Lines, not
 * JSON: a key press waits for the answer, and ten thousand lines are searched without parsing them.
 */
import { sanitizeLine } from "../sanitize.js";

export interface Entry {
  id: string;
  /** What people type instead of the id: the number of a change request, a member's e-mail address. May be empty. */
  name: string;
  title: string;
}

/** Entries of one file. More is of no use for completion, and bounds what a key press costs. */
export const MOST_ENTRIES = 10_000;
const LONGEST_TITLE = 80;
/** Nothing that a shell, a terminal or the file's own format could take for more than a word. */
const ID = /^[\w.@:~+-]{1,256}$/;

const headerOf = (place: string): string => `docs-ids 1 ${place}`;

/** An entry that is fit for the file, or undefined where the id is not. */
export function entryOf(id: unknown, name: unknown, title: readonly unknown[]): Entry | undefined {
  if (typeof id !== "string" || !ID.test(id)) return undefined;
  const short = typeof name === "number" || typeof name === "string" ? String(name) : "";
  return { id, name: ID.test(short) ? short : "", title: titleOf(title) };
}

function titleOf(parts: readonly unknown[]): string {
  const words = parts.filter((part) => part !== null && part !== undefined && part !== "").map(String);
  return short(sanitizeLine(words.join(" · ").slice(0, 4 * LONGEST_TITLE)).trim());
}

/** Cut between characters, never inside one. */
function short(text: string): string {
  if (text.length <= LONGEST_TITLE) return text;
  const characters = [...text];
  return characters.length <= LONGEST_TITLE ? text : `${characters.slice(0, LONGEST_TITLE - 1).join("")}…`;
}

/** The text of a file. `place` says what it holds, so that a file of another place is never read for it. */
export function formatEntries(place: string, entries: readonly Entry[]): string {
  const lines = entries.slice(0, MOST_ENTRIES).map(({ id, name, title }) => `${id}\t${name}\t${title}\n`);
  return `${headerOf(place)}\n${lines.join("")}`;
}

/**
 * Entries of a file's text that `wanted` takes; none where it is not a file of `place` or of a place within it. Lines that
 * do not fit are passed over.
 */
export function parseEntries(text: string, place: string, wanted: (line: string) => boolean = () => true): Entry[] {
  const header = headerOf(place);
  const start = text.indexOf("\n") + 1;
  if (!text.startsWith(header) || start === 0 || !/[ \n]/.test(text.charAt(header.length))) return [];
  const entries: Entry[] = [];
  for (let at = start; at < text.length && entries.length < MOST_ENTRIES; ) {
    const newline = text.indexOf("\n", at);
    const end = newline < 0 ? text.length : newline;
    const line = text.slice(at, end);
    at = end + 1;
    if (!wanted(line)) continue;
    const [id, name, ...title] = line.split("\t");
    // Somebody else may have written the file: it is cleaned again.
    const entry = title.length === 1 ? entryOf(id, name, title) : undefined;
    if (entry) entries.push(entry);
  }
  return entries;
}

/** The newer entries first, then those of the older that are not among them. */
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
