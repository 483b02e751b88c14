/** Notes the things in the pages of lists; the cache is written after the output. */

import type { PageEvent } from "../../http/types.js";
import { getPath } from "../../shared/paths.js";
import { type Entry, MOST_ENTRIES, makeEntry } from "./entries.js";
import { CACHED_LISTS, type ListedKind } from "./lists.js";

/** The entries of one list. */
export interface ListContent {
  kind: string;
  /** Values of the path parameters that say where the things live. */
  contexts: readonly string[];
  entries: readonly Entry[];
  /** The list was complete: it replaces what was remembered before. */
  whole: boolean;
}

export interface Collector {
  note(page: Pick<PageEvent, "endpoint" | "params" | "listing" | "narrowed" | "page">): void;
  /** The entries of all lists; call after the output is written. */
  seen(): ListContent[];
}

export function createCollector(): Collector {
  const lists = new Map<number, ListContent & { entries: Entry[] }>();
  return {
    note({ endpoint, params, listing, narrowed, page }) {
      const listed = CACHED_LISTS[endpoint.path];
      if (!listed) return;
      const { entries } = lists.get(listing) ?? { entries: [] };
      collect(listed, page.items, entries);
      const isLast = page.next === undefined && !page.skipped && page.gap === undefined;
      const whole = isLast && !listed.partial && !narrowed && entries.length < MOST_ENTRIES;
      const contexts = listed.within.map((name) => params?.[name] ?? "");
      lists.set(listing, { kind: listed.kind, contexts, entries, whole });
    },
    seen: () => [...lists.values()].filter(({ entries, whole }) => whole || entries.length > 0),
  };
}

function collect(listed: ListedKind, items: readonly unknown[], entries: Entry[]): void {
  for (const item of items) {
    if (entries.length >= MOST_ENTRIES) return;
    const id = getPath(item, listed.id ?? "id");
    const name = listed.name === undefined ? undefined : getPath(item, listed.name);
    const entry = makeEntry(
      id,
      name,
      listed.title.map((path) => getPath(item, path)),
    );
    if (entry) entries.push(entry);
    const below = listed.below === undefined ? undefined : getPath(item, listed.below);
    if (Array.isArray(below)) collect(listed, below, entries);
  }
}
