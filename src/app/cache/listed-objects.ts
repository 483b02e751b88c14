/** Objects that were listed: the cache for completion gets them after the output, messages suggest near matches from it. */
import {
  CACHED_LISTS,
  CONTEXTS_OF_KIND,
  type Entry,
  type ListedKind,
  MOST_ENTRIES,
  makeEntry,
  ownerOf,
  requireList,
} from "../../cli/cache/entries.js";
import type { Settings } from "../../cli/settings.js";
import type { Observer, PageEvent } from "../../http/types.js";
import { getPath } from "../../shared/paths.js";
import { cacheDir } from "../../system/folders.js";
import { redact } from "../../system/secrets.js";
import { beforeEnd, holdingSignals, receivedSignal } from "../../system/signals.js";
import { amend, readCache, remember } from "./cache-files.js";

// Notes the things in the pages of lists; the cache is written after the output.

/** The entries of one list. */
export interface ListContent {
  kind: string;
  /** Values of the path parameters that say where the things live. */
  contexts: readonly string[];
  entries: readonly Entry[];
  /** The list was complete: it replaces what was remembered before. */
  whole: boolean;
}

interface Collector {
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

// The effects of a successful write on things that were listed before: deleted, new, or renamed.

export interface Change {
  kind: string;
  /** Values of the path parameters around the thing, as far as the request has them. */
  contexts: readonly (string | undefined)[];
  /** Its id, or its name in the path. */
  id: string;
  /** Undefined: it is gone, or should no longer be offered. */
  entry: Entry | undefined;
}

interface WriteEvent {
  method: string;
  path: string;
  params: Readonly<Record<string, string>> | undefined;
  answer: unknown;
}

/** Undefined if the write says nothing about a listed thing. */
export function changeOf({ method, path, params = {}, answer }: WriteEvent): Change | undefined {
  const made = CACHED_LISTS[path];
  if (made && method !== "GET") return newThing(made, params, answer);
  const [, kind, verb] = /\{(\w+)\}(?:\/([a-z]+))?$/.exec(path) ?? [];
  const id = kind && params[kind];
  if (!kind || !id || !CONTEXTS_OF_KIND.has(kind)) return undefined;
  const contexts = (
    CONTEXTS_OF_KIND.get(kind)?.find((within) => within.every((name) => path.includes(`{${name}}`))) ??
    CONTEXTS_OF_KIND.get(kind)?.[0] ??
    []
  ).map((name) => params[name]);
  const gone = { kind, contexts, id, entry: undefined };
  if (verb === "merge" && getPath(answer, "result") !== "conflicts") return gone;
  if (verb !== undefined) return undefined;
  if (method === "DELETE") return gone;
  if (method !== "PATCH" && method !== "PUT") return undefined;
  const entry = entryFrom(requireList(kind), answer);
  return entry && (isOffered(answer) ? { ...gone, id: entry.id, entry } : gone);
}

function newThing(listed: ListedKind, params: Readonly<Record<string, string>>, answer: unknown): Change | undefined {
  const entry = entryFrom(listed, answer);
  const contexts = listed.within.map((name) => params[name]);
  return entry && { kind: listed.kind, contexts, id: entry.id, entry };
}

const entryFrom = (listed: ListedKind, answer: unknown): Entry | undefined =>
  makeEntry(
    getPath(answer, listed.id ?? "id"),
    listed.name === undefined ? undefined : getPath(answer, listed.name),
    listed.title.map((path) => getPath(answer, path)),
  );

/** Merged and archived change requests are not offered: nobody works on them. */
const isOffered = (answer: unknown): boolean => !["merged", "archived"].includes(String(getPath(answer, "status")));

/** Changes of one place together, so that its file is read and written once; in their order. */
export function byPlace(changes: readonly Change[]): Change[][] {
  const places = new Map<string, Change[]>();
  for (const change of changes) {
    const place = JSON.stringify([change.kind, change.contexts.map((context) => context ?? null)]);
    const there = places.get(place);
    if (there) there.push(change);
    else places.set(place, [change]);
  }
  return [...places.values()];
}

/** The entries after changes: the same array if nothing changed. New ones come first. */
export function applyChanges(entries: readonly Entry[], changes: readonly Change[]): readonly Entry[] {
  const all: (Entry | undefined)[] = [...entries];
  const places = new Map<string, number[]>();
  const put = (entry: Entry | undefined, at: number): void => {
    all[at] = entry;
    for (const key of entry ? new Set([entry.id, entry.name]) : []) {
      const known = places.get(key);
      if (known) known.push(at);
      else places.set(key, [at]);
    }
  };
  entries.forEach(put);
  let changed = false;
  for (const { id, entry } of changes) {
    const isIt = (one: Entry | undefined) => one && (one.id === id || one.name === id || one.id === entry?.id);
    const found = [...(places.get(id) ?? []), ...(places.get(entry?.id ?? id) ?? [])].filter((at) => isIt(all[at]));
    const same = found.some((at) => isSame(all[at], entry)) || (found.length === 0 && !entry);
    if (same) continue;
    changed = true;
    if (found.length === 0) put(entry, all.length);
    else for (const at of new Set(found)) put(entry, at);
  }
  if (!changed) return entries;
  const made = all.splice(entries.length).reverse();
  return [...made, ...all].filter((entry) => entry !== undefined);
}

const isSame = (one: Entry | undefined, other: Entry | undefined): boolean =>
  other !== undefined && one?.id === other.id && one.name === other.name && one.title === other.title;

/** Objects of `kind` in the known contexts, from the cache only; unknown contexts match any. */
export function recallFrom(
  settings: Settings,
  kind: string,
  contexts: Readonly<Record<string, string | undefined>>,
): Entry[] {
  const dir = cacheDir(process.env, process.platform);
  const service = { ...ownerOf(settings), kind };
  return (CONTEXTS_OF_KIND.get(kind) ?? []).flatMap((within) =>
    readCache(dir, { ...service, contexts: within.map((name) => contexts[name]) }),
  );
}

/**
 * Notes the items of lists and what writes change, for the cache. `debug` gets the reason if the cache cannot be written;
 * there is no message otherwise (R41).
 */
export function rememberListed(settings: Settings, debug: (message: string) => void): Observer {
  const collector = createCollector();
  const changes: Change[] = [];
  beforeEnd(async () => {
    // After Ctrl-C the command should end at once.
    if (receivedSignal() === undefined) await save(collector, changes, settings, debug);
  });
  return (event) => {
    if (event.type === "page") collector.note(event);
    if (event.type !== "answer") return;
    const { endpoint, params, answer } = event;
    const { method, path, retry } = endpoint;
    const change = retry === "safe" ? undefined : changeOf({ method, path, params, answer });
    if (change) changes.push(change);
  };
}

async function save(
  collector: Collector,
  changes: readonly Change[],
  settings: Settings,
  debug: (message: string) => void,
): Promise<void> {
  try {
    const seen = collector.seen();
    if (seen.length === 0 && changes.length === 0) return;
    const dir = cacheDir(process.env, process.platform);
    const service = ownerOf(settings);
    await holdingSignals(async () => {
      for (const { kind, contexts, ...list } of seen) {
        remember(dir, { ...service, kind, contexts }, list, redact);
      }
      for (const together of byPlace(changes)) {
        const [{ kind, contexts }] = together as [Change];
        amend(dir, { ...service, kind, contexts }, (entries) => applyChanges(entries, together), redact);
      }
    });
  } catch (error) {
    debug(`the cache was not written: ${error instanceof Error ? error.message : String(error)}`);
  }
}
