/** Notes the things in lists as they pass through; the cache is written after the output. */

import type { Page, RawPage } from "../../http/types.js";
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

type AnyPage = Page<unknown> | RawPage;

/** Items remembered from a long list that passes through unparsed; such a list is never remembered as complete. */
const SOME = 250;

export interface Request {
  path: string;
  params?: Readonly<Record<string, string>> | undefined;
  /** The request had a filter or a starting cursor, so the list is not complete. */
  narrowed: boolean;
}

export interface Collector {
  /** Passes the pages of a list through unchanged. */
  watch<P extends AnyPage>(request: Request, pages: AsyncIterable<P>): AsyncIterable<P>;
  /** What the lists contained; call after the output is written. */
  seen(): Seen[];
}

export function createCollector(): Collector {
  const finished: (() => Seen)[] = [];
  return {
    watch(request, pages) {
      const listed = LISTED[request.path];
      if (!listed) return pages;
      const contexts = listed.within.map((name) => request.params?.[name] ?? "");
      return observe(listed, pages, (entries, whole) => {
        finished.push(() => ({ kind: listed.kind, contexts, entries: entries(), whole: whole && !request.narrowed }));
      });
    },
    seen: () => finished.map((result) => result()).filter(({ entries, whole }) => whole || entries.length > 0),
  };
}

async function* observe<P extends AnyPage>(
  listed: Listed,
  pages: AsyncIterable<P>,
  done: (entries: () => Entry[], whole: boolean) => void,
): AsyncIterable<P> {
  const entries: Entry[] = [];
  // Keep bytes unparsed while they pass through: only the first page is kept, and parsed once everything is written.
  let unread: RawPage | undefined;
  let complete = true;
  let last: P | undefined;
  try {
    for await (const page of pages) {
      last = page;
      if (page.raw === undefined) collect(listed, page.items, entries);
      else if (unread === undefined) {
        unread = page;
        // A page with more items belongs to a list that is too long to be remembered as complete.
        complete = page.starts.length <= MOST_ENTRIES;
      } else complete = false;
      yield page;
    }
  } finally {
    const ended = last !== undefined && last.next === undefined && !last.skipped;
    const read = (): Entry[] => {
      if (unread) collect(listed, itemsIn(unread, complete ? undefined : SOME), entries);
      return entries;
    };
    done(read, complete && ended && !listed.partial && entries.length < MOST_ENTRIES);
  }
}

/** Not validated against the schema: only ids and titles are needed. */
function itemsIn({ raw, starts }: RawPage, most: number | undefined): readonly unknown[] {
  const behind = most === undefined ? undefined : starts[most];
  const bytes = behind === undefined ? raw : raw.subarray(0, behind - 1);
  // The bytes are the inside of a JSON array; they were checked before the page was passed on.
  return JSON.parse(`[${new TextDecoder().decode(bytes)}]`) as unknown[];
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
