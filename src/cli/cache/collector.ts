/** Notes which things lists answered while they pass, for the cache that is written after the output. */
import { getPath } from "../../facts/paths.js";
import type { Page, RawPage } from "../../http/types.js";
import { type Entry, entryOf, MOST_ENTRIES } from "./entries.js";
import { LISTED, type Listed } from "./lists.js";

/** What one list told. */
export interface Seen {
  kind: string;
  /** Values of the path parameters that say where the things live. */
  contexts: readonly string[];
  entries: readonly Entry[];
  /** These are all there are: what was remembered before is replaced. */
  whole: boolean;
}

type AnyPage = Page<unknown> | RawPage;

/** Of a long list that passes through unparsed so many are remembered: it is not known as a whole anyway. */
const SOME = 250;

export interface Request {
  path: string;
  params?: Readonly<Record<string, string>> | undefined;
  /** Something was asked for besides "all of them": a filter, a cursor to start from. */
  narrowed: boolean;
}

export interface Collector {
  /** Passes the pages of a list on as they come. */
  watch<P extends AnyPage>(request: Request, pages: AsyncIterable<P>): AsyncIterable<P>;
  /** What the lists told; asked for once the output is written. */
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
  // Bytes that pass through unparsed stay so: only the first page is kept, and read when everything is written.
  let unread: RawPage | undefined;
  let complete = true;
  let last: P | undefined;
  try {
    for await (const page of pages) {
      last = page;
      if (page.raw === undefined) collect(listed, page.items, entries);
      else if (unread === undefined) {
        unread = page;
        // No page of a list that is remembered as a whole is that long.
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

/** Not held against the schema: only ids and titles are wanted. */
function itemsIn({ raw, starts }: RawPage, most: number | undefined): readonly unknown[] {
  const behind = most === undefined ? undefined : starts[most];
  const bytes = behind === undefined ? raw : raw.subarray(0, behind - 1);
  // The bytes are the inside of a JSON array: they were looked through before they were offered.
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
