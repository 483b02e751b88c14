/** An earlier snapshot for the same request: what has not changed is taken over from it. */
import { Failure } from "../../errors.js";
import { soundText } from "../../sandbox/content/pages.js";
import { versionOf } from "../../sandbox/store/database.js";
import { MIGRATIONS, setting } from "../../sandbox/store/schema.js";
import { listSources, type Source, sourceOf } from "../../sandbox/store/sources.js";
import { createStore, type Store } from "../../sandbox/store/store.js";
import { isTextMissing, whyPartial } from "../../shared/snapshots/gaps.js";
import type { Database } from "../../system/sqlite.js";
import { refuseDamaged } from "./digests.js";
import { openSnapshotFile } from "./open-snapshot.js";
import { copyRows, type Item, type Params, putMissing, ROWS, replaceRows, rowsAt } from "./store-answer.js";

/** Version of the stored form of answers (store-answer.ts). Increase it when that changes: forms must not mix. */
export const FORMAT = "1";

export interface Earlier {
  store: Store;
  /** ISO 8601: when reading began. */
  started: string;
  sources: ReadonlyMap<string, Source>;
  close(): void;
}

interface Facts {
  asked: string;
  origin: string;
}

/** Undefined if it was made for another request, service or format. Of texts and files the bytes are checked when they are taken over. */
export function earlierIn(db: Database, facts: Facts): Earlier | undefined {
  const known = { asked: facts.asked, origin: facts.origin, format: FORMAT };
  const isSame = Object.entries(known).every(([name, value]) => setting(db, `snapshot.${name}`) === value);
  const started = setting(db, "snapshot.ended") && setting(db, "snapshot.started");
  if (!isSame || started === undefined || versionOf(db) !== MIGRATIONS.length) return undefined;
  const store = createStore(db, { writable: () => false });
  const sources = new Map(listSources(store).map((source) => [source.scope, source]));
  return { store, started, sources, close: () => {} };
}

/** Undefined also if there is none, or if it is damaged. */
export function openEarlier(file: string, facts: Facts): Earlier | undefined {
  let db: Database | undefined;
  try {
    db = openSnapshotFile(file);
    const earlier = earlierIn(db, facts);
    if (earlier) refuseDamaged(db, file);
    else db.close();
    const opened = db;
    return earlier && { ...earlier, close: () => opened.close() };
  } catch (error) {
    db?.close();
    // Absent, damaged or not a snapshot: everything is read.
    if (error instanceof Failure) return undefined;
    throw error;
  }
}

/** Finds a list item in the earlier snapshot. */
export function earlierItem({ store }: Earlier, name: string, params: Params, item: Item): Item | undefined {
  const rows = ROWS[name];
  return rows && store.get<Item>(rows.kind, rows.id ? rows.id(item, params) : String(item.id));
}

interface TextPage {
  id: string;
  type?: unknown;
  updatedAt?: unknown;
  document?: string;
  pages: TextPage[];
}

const keyOf = (id: unknown, updatedAt: unknown): string => `${id} ${updatedAt}`;

/** Hashes of the page texts of a space and its change requests, by page and time of its last change. */
export function textsIn(store: Store, space: string): Map<string, string> {
  const found = new Map<string, string>();
  const collect = (pages: readonly TextPage[]): void => {
    for (const { id, updatedAt, document, pages: below } of pages) {
      if (document !== undefined && typeof updatedAt === "string") found.set(keyOf(id, updatedAt), document);
      collect(below);
    }
  };
  for (const { pages } of store.all<{ pages: TextPage[] }>("revision", space)) collect(pages);
  return found;
}

/** Copies a text. False if it is missing or does not match its hash. */
export function copyText(from: Store, to: Store, hash: string): boolean {
  if (to.scopeOf("document", hash) !== undefined) return true;
  const markdown = soundText(from, hash);
  if (markdown === undefined) return false;
  to.put("document", hash, "documents", { markdown });
  return true;
}

/** Copies a content with its texts. False if any of it is missing; with `isWhole`, also if a page never had its text. */
export function copyContent(
  from: Store,
  to: Store,
  { space, revision, isWhole }: { space: string; revision: string; isWhole: boolean },
): boolean {
  const content = from.get<{ pages: TextPage[] }>("revision", revision);
  if (!content || from.scopeOf("revision", revision) !== space) return false;
  const copied = (pages: readonly TextPage[]): boolean =>
    pages.every((page) => {
      const { document, pages: below } = page;
      // Earlier versions of this tool called contents complete without these texts.
      if (isWhole && isTextMissing(page)) return false;
      return (document === undefined || copyText(from, to, document)) && copied(below);
    });
  if (!copied(content.pages)) return false;
  to.put("revision", revision, space, content);
  return true;
}

export const textOf = (texts: ReadonlyMap<string, string>, { id, updatedAt }: Item): string | undefined =>
  texts.get(keyOf(id, updatedAt));

// Keeps what was read before of an answer that is missing or cut: it is a gap until proved otherwise.

export interface KeepOptions {
  db: Database;
  store: Store;
  earlier: Earlier | undefined;
  name: string;
  params: Params;
  /** Path of the answer. */
  scope: string;
}

/** Stores the items of a list that was not read to its end, over those that are known from before. Returns since when these are. */
export function mergeRows(options: KeepOptions, items: readonly Item[]): string | undefined {
  const { store, earlier, name, params } = options;
  const known = rowsAt(store, name, params);
  replaceRows(store, name, params, items);
  const times = [
    putMissing(store, name, params, known) > 0 && timeHere(options),
    earlier && copyRows(earlier.store, store, name, params) > 0 && timeEarlier(options, earlier),
  ];
  return oldestTime(times);
}

/** Keeps the content that is here, or the one of the earlier snapshot. Returns since when it is. */
export function keepContent(options: KeepOptions): string | undefined {
  const { store, earlier, params } = options;
  // Of a change request without edits the content is that of its space.
  if (store.scopeOf("revision", revisionOf(store, params)) !== undefined) return recordedTime(options);
  if (!earlier) return undefined;
  const [revision, { spaceId: space = "" }] = [revisionOf(earlier.store, params), params];
  if (revision === "" || !copyContent(earlier.store, store, { space, revision, isWhole: false })) return undefined;
  store.update<object>(...ownerOf(params), (value) => ({ ...value, revision }));
  return timeEarlier(options, earlier);
}

const timeHere = (options: KeepOptions): string =>
  recordedTime(options) ?? setting(options.db, "snapshot.began") ?? setting(options.db, "snapshot.started") ?? "";

/** Since when: an answer that was itself made of older ones began with the oldest. */
function recordedTime({ db, scope }: KeepOptions): string | undefined {
  const row = db.get("SELECT * FROM sources WHERE scope = ?", scope);
  return row && sourceOf(row).startedAt;
}

const timeEarlier = ({ scope }: KeepOptions, { sources, started }: Earlier): string =>
  sources.get(scope)?.startedAt ?? started;

const oldestTime = (times: readonly (string | false | undefined)[]): string | undefined =>
  times.filter((time) => typeof time === "string").sort()[0];

const OLDER = "; the rest is from ";

/** True if older data complete the reading, by the reason of its record. */
export const hasOlderParts = (reason: string | undefined): boolean => reason?.includes(OLDER) ?? false;

/** The record of an answer that older data complete: with data it is not denied, and its age survives the next run. */
export function sourceSince(source: Source, since: string | undefined): Source {
  if (since === undefined) return source;
  const state = source.state === "denied" ? "partial" : source.state;
  return {
    ...source,
    state,
    reason: `${whyPartial(source.reason ?? "")}${OLDER}${since}`,
    startedAt: since,
  };
}

const ownerOf = ({ spaceId = "", changeRequestId }: Params): [kind: string, id: string] =>
  changeRequestId === undefined ? ["space", spaceId] : ["change-request", changeRequestId];

export const revisionOf = (store: Store, params: Params): string =>
  store.get<{ revision?: string }>(...ownerOf(params))?.revision ?? "";
