/** The cache of ids on disk: best effort, never a reason to fail (R41). Holds ids, names and titles, no tokens. */
import { readdirSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import {
  type Entry,
  formatEntries,
  isHeaderOf,
  mergeEntries,
  type Place,
  parseEntries,
  placeLabel,
  placeOfHeader,
  placeParts,
} from "../../cli/cache/entries.js";
import { errorCode } from "../../errors.js";
import { readText } from "../../system/files/own-text.js";
import { replaceFile } from "../../system/files/write-file.js";
import { isPrivate, makePrivateFolder } from "../../system/folders.js";

/** A place to search; an undefined context matches any. */
interface Search extends Omit<Place, "contexts"> {
  contexts: readonly (string | undefined)[];
}

/** How many files of one kind are searched if a context is unknown. */
const MOST_FILES = 20;

/** Remembered entries, newest first; none if the cache cannot be read. `containing`: only those with this text. */
export function readCache(dir: string | undefined, search: Search, containing = ""): Entry[] {
  const contexts = search.contexts.filter((context) => context !== undefined);
  const place = { ...search, contexts };
  const path = pathOf(dir, place);
  if (path === undefined) return [];
  if (contexts.length === search.contexts.length)
    return parseEntries(readText(path) ?? "", placeLabel(place), containing);
  const anywhere = placeLabel({ ...place, contexts: [] });
  const found = filesIn(dirname(path)).map((file) => parseEntries(readText(file) ?? "", anywhere, containing));
  return mergeEntries(found.flat(), []);
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => /^of-[\w%,-]*$/.test(name))
      .slice(0, MOST_FILES)
      .map((name) => join(folder, name));
  } catch {
    // Not there yet.
    return [];
  }
}

/**
 * Remembers the entries of a list. `clean` removes what must not be stored on disk.
 * @throws the file system's own error, which the caller shows under --debug only
 */
export function remember(
  dir: string | undefined,
  place: Place,
  seen: { entries: readonly Entry[]; whole: boolean },
  clean: (text: string) => string = (text) => text,
): void {
  const path = pathOf(dir, place);
  if (path === undefined) return;
  const label = placeLabel(place);
  const before = readText(path);
  const listed = clean(formatEntries(label, mergeEntries(seen.entries, [])));
  // The usual case: the list is the same as last time. Skips parsing thousands of older lines.
  if (seen.whole ? before === listed : before?.startsWith(listed)) return;
  const older = seen.whole || before === undefined ? [] : parseEntries(before, label);
  const text = older.length === 0 ? listed : clean(formatEntries(label, mergeEntries(seen.entries, older)));
  if (text === before || (before === undefined && seen.entries.length === 0)) return;
  makePrivateFolder(dirname(path));
  // Not synced to disk: losing a cache in a crash does not matter.
  replaceFile(path, text);
}

/**
 * Edits what is remembered of a kind, wherever its contexts let it be; a place of which nothing is remembered stays so.
 * @throws the file system's own error: the caller tells it to --debug only.
 */
export function amend(
  dir: string | undefined,
  search: Search,
  edit: (entries: readonly Entry[]) => readonly Entry[],
  clean: (text: string) => string = (text) => text,
): void {
  const contexts = search.contexts.filter((context) => context !== undefined);
  const isKnown = contexts.length === search.contexts.length;
  const path = pathOf(dir, { ...search, contexts });
  if (path === undefined) return;
  const label = placeLabel({ ...search, contexts: isKnown ? contexts : [] });
  for (const file of isKnown ? [path] : filesIn(dirname(path))) {
    const text = readText(file);
    const [header = ""] = text?.split("\n", 1) ?? [];
    if (text === undefined || !isHeaderOf(header, label)) continue;
    const before = parseEntries(text, label);
    const after = edit(before);
    if (after !== before) replaceFile(file, clean(formatEntries(placeOfHeader(header), after)));
  }
}

/** Forgets a service's entries when its data is gone. Best effort: at worst, completion offers stale ids. */
export function forget(dir: string | undefined, service: { profile: string; origin: string }): void {
  const parts = placeParts({ ...service, kind: "", contexts: [] });
  if (dir === undefined || parts === undefined || !isUsable(dir)) return;
  try {
    rmSync(join(dir, parts[0], parts[1]), { recursive: true, force: true });
  } catch {
    // A cache that cannot be removed is no reason to fail (R41).
  }
}

function pathOf(dir: string | undefined, place: Place): string | undefined {
  const parts = placeParts(place);
  return dir === undefined || parts === undefined || !isUsable(dir) ? undefined : join(dir, ...parts);
}

/** A folder that others can write to is not used: their entries would end up on the user's command line. */
export function isUsable(dir: string): boolean {
  try {
    const stats = statSync(dir, { throwIfNoEntry: false });
    return stats === undefined || isPrivate(stats);
  } catch (error) {
    // A folder that cannot be inspected is not used (R41), except where a file is in its place: the writer reports that.
    return errorCode(error) === "ENOTDIR";
  }
}
