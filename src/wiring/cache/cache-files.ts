/** The cache of ids on disk: best effort, never a reason to fail (R41). Holds ids, names and titles, no tokens. */
import { closeSync, constants, fstatSync, openSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Seen } from "../../cli/cache/collector.js";
import { type Entry, formatEntries, mergeEntries, parseEntries } from "../../cli/cache/entries.js";
import { type Place, placeLabel, placeParts } from "../../cli/cache/file-name.js";
import { errorCode } from "../../errors.js";
import { isPrivate, makePrivateFolder } from "../../private-folder.js";
import { replaceFile } from "../files/replace-file.js";

/** No file of ours is larger: ten thousand entries with long ids and titles. */
const MAX_BYTES = 8 * 1024 * 1024;

/** A place to look in; a context that is undefined may be any. */
export interface Search extends Omit<Place, "contexts"> {
  contexts: readonly (string | undefined)[];
}

/** Files of one kind that are looked through when a context is not known. */
const MOST_FILES = 20;

/** What was remembered and starts with `prefix`, the newest first; nothing where the cache cannot be read. */
export function readCache(dir: string | undefined, search: Search, prefix = ""): Entry[] {
  const contexts = search.contexts.filter((context) => context !== undefined);
  const place = { ...search, contexts };
  const path = pathOf(dir, place);
  if (path === undefined) return [];
  if (contexts.length === search.contexts.length) return parseEntries(readText(path) ?? "", placeLabel(place), prefix);
  const anywhere = placeLabel({ ...place, contexts: [] });
  const found = filesIn(dirname(path)).map((file) => parseEntries(readText(file) ?? "", anywhere, prefix));
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
 * Remembers what a list told. `clean` takes out what must not lie on a disk.
 * @throws the file system's own error: the caller tells it to --debug only.
 */
export function remember(
  dir: string | undefined,
  place: Place,
  seen: Pick<Seen, "entries" | "whole">,
  clean: (text: string) => string = (text) => text,
): void {
  const path = pathOf(dir, place);
  if (path === undefined) return;
  const label = placeLabel(place);
  const before = readText(path);
  const listed = clean(formatEntries(label, mergeEntries(seen.entries, [])));
  // The usual case: a list as it was the last time. Thousands of older lines need not be read for that.
  if (seen.whole ? before === listed : before?.startsWith(listed)) return;
  const older = seen.whole || before === undefined ? [] : parseEntries(before, label);
  const text = older.length === 0 ? listed : clean(formatEntries(label, mergeEntries(seen.entries, older)));
  if (text === before || (before === undefined && seen.entries.length === 0)) return;
  makePrivateFolder(dirname(path));
  // Lost on a crash is fine.
  replaceFile(path, text);
}

/** What was seen of a service is not there any more. Best effort: without it, completion offers what is gone. */
export function forget(dir: string | undefined, service: Pick<Place, "profile" | "origin">): void {
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

/** What others can write to would put their words on the person's command line; theirs is not touched. */
function isUsable(dir: string): boolean {
  try {
    const stats = statSync(dir, { throwIfNoEntry: false });
    return stats === undefined || isPrivate(stats);
  } catch (error) {
    // What cannot be looked at cannot be used (R41). A file in the place of a folder is told by whoever writes.
    return errorCode(error) === "ENOTDIR";
  }
}

/** Undefined for whatever cannot be read: a cache that is not there is the usual case. */
function readText(path: string): string | undefined {
  let file: number;
  try {
    // Non-blocking: a pipe in the file's place must not hang a key press.
    file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch {
    return undefined;
  }
  try {
    const stats = fstatSync(file);
    return stats.isFile() && stats.size <= MAX_BYTES ? readFileSync(file, "utf8") : undefined;
  } catch {
    return undefined;
  } finally {
    closeSync(file);
  }
}
