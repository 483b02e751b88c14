/** Notes the things in lists as they pass through; the cache is written after the output. */

import type { Page } from "../../http/types.js";
import { getPath } from "../../shared/paths.js";
import { type Entry, entryOf, MOST_ENTRIES } from "./entries.js";
import { LISTED, type Listed } from "./lists.js";

/** What one list contained. */
export interface Seen {
  kind: string;
  /** Values of the path parameters that say where the things live. */
  contexts: readonly string[];
  entries: readonly Entry[];
  /** The list was complete: it replaces what was remembered before. */
  whole: boolean;
}

interface Request {
  path: string;
  params?: Readonly<Record<string, string>> | undefined;
  /** The request had a filter or a starting cursor, so the list is not complete. */
  narrowed: boolean;
}

export interface Collector {
  /** Passes the pages of a list through unchanged. */
  watch<T>(request: Request, pages: AsyncIterable<Page<T>>): AsyncIterable<Page<T>>;
  /** What the lists contained; call after the output is written. */
  seen(): Seen[];
}

export function createCollector(): Collector {
  const finished: Seen[] = [];
  return {
    watch(request, pages) {
      const listed = LISTED[request.path];
      if (!listed) return pages;
      const contexts = listed.within.map((name) => request.params?.[name] ?? "");
      return observe(listed, pages, (entries, whole) => {
        finished.push({ kind: listed.kind, contexts, entries, whole: whole && !request.narrowed });
      });
    },
    seen: () => finished.filter(({ entries, whole }) => whole || entries.length > 0),
  };
}

async function* observe<T>(
  listed: Listed,
  pages: AsyncIterable<Page<T>>,
  done: (entries: readonly Entry[], whole: boolean) => void,
): AsyncIterable<Page<T>> {
  const entries: Entry[] = [];
  let last: Page<T> | undefined;
  try {
    for await (const page of pages) {
      last = page;
      collect(listed, page.items, entries);
      yield page;
    }
  } finally {
    const ended = last !== undefined && last.next === undefined && !last.skipped;
    done(entries, ended && !listed.partial && entries.length < MOST_ENTRIES);
  }
}

function collect(listed: Listed, items: readonly unknown[], entries: Entry[]): void {
  for (const item of items) {
    if (entries.length >= MOST_ENTRIES) return;
    const id = getPath(item, listed.id ?? "id");
    const name = listed.name === undefined ? undefined : getPath(item, listed.name);
    const entry = entryOf(
      id,
      name,
      listed.title.map((path) => getPath(item, path)),
    );
    if (entry) entries.push(entry);
    const below = listed.below === undefined ? undefined : getPath(item, listed.below);
    if (Array.isArray(below)) collect(listed, below, entries);
  }
}
