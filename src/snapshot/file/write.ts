/** A snapshot being created: a state file filled with another service's answers, scope by scope. */
import { hashOf } from "../../sandbox/content/pages.js";
import { setting } from "../../sandbox/store/schema.js";
import { listSources, putSource, type Source, type SourceState } from "../../sandbox/store/sources.js";
import { createStore, type Store } from "../../sandbox/store/store.js";
import { storedJson } from "../../sandbox/store/stored-json.js";
import { withoutKeys } from "../../shared/keys.js";
import { WITHOUT_ID } from "../../shared/list-gap.js";
import { isTextMissing } from "../../shared/snapshots/gaps.js";
import type { Database } from "../../system/sqlite.js";
import { rowsOfKind } from "./digests.js";
import {
  copyContent,
  copyText,
  type Earlier,
  earlierIn,
  earlierItem,
  type KeepOptions,
  keepContent,
  mergeRows,
  openEarlier,
  revisionOf,
  sourceSince,
  textOf,
  textsIn,
} from "./earlier-snapshot.js";
import { copyFileBytes, fileBytesId, hasFileBytes, hasFileRow, keepFileBytes, putFileBytes } from "./file-bytes.js";
import { latestSuspect, openBase } from "./generations/keep-generations.js";
import {
  type End,
  type FinishResult,
  finishPartial,
  openPartial,
  type PartialFile,
  type Place,
  removePartial,
  type SnapshotFacts,
} from "./partial-file.js";
import {
  copyRows,
  type Item,
  makeItems,
  type Params,
  putContent,
  ROWS,
  replaceRows,
  storeArranged,
  usableItems,
} from "./store-answer.js";
import { noteLeft, removeUnproven } from "./write/interrupted-run.js";
import { inTransaction } from "./write/working-copy.js";

// Removes what belongs to things that are no longer listed.

/** The places that still have answers of a reading. */
interface RemainingPlaces {
  /** Export name of the endpoint. */
  name: string;
  places: readonly Params[];
}

function keepOnly(store: Store, kept: readonly RemainingPlaces[]): void {
  const scopes = new Map<string, Set<string>>();
  for (const { name, places } of kept) {
    const { kind, scope } = ROWS[name] ?? {};
    if (kind === undefined || !scope) continue;
    // Comments on spaces and on change requests are of one kind.
    const all = scopes.get(kind) ?? new Set();
    for (const params of places) all.add(scope(params));
    scopes.set(kind, all);
  }
  for (const [kind, all] of scopes) removeOthers(store, kind, all);
  const sites = kept.find(({ name }) => name === "listSiteSpaces")?.places.map(({ siteId = "" }) => siteId);
  if (sites) {
    removeOthers(store, "site-space", new Set([...sites, ...sites.flatMap((id) => store.ids("site-section", id))]));
  }
  removeContents(store);
}

function removeOthers(store: Store, kind: string, scopes: ReadonlySet<string>): void {
  for (const { scope } of store.sql.all("SELECT DISTINCT scope FROM objects WHERE kind = ?", kind)) {
    if (!scopes.has(String(scope))) store.removeAll(kind, String(scope));
  }
}

/** Removes revisions without a space or change request, then the texts and file bytes that no revision uses. */
function removeContents(store: Store): void {
  store.sql.run(
    `DELETE FROM objects WHERE kind = 'revision' AND id NOT IN (
       SELECT json_extract(json, '$.revision') FROM objects
       WHERE kind IN ('space', 'change-request') AND json_extract(json, '$.revision') IS NOT NULL)`,
  );
  const used = { texts: new Set<string>(), files: new Set<string>() };
  const collect = (pages: readonly { document?: string; pages: [] }[]): void => {
    for (const { document, pages: below } of pages) {
      if (document !== undefined) used.texts.add(document);
      collect(below);
    }
  };
  for (const { scope, json } of rowsOfKind(store.sql, "revision", "id, scope, json")) {
    const { pages, files = [] } = JSON.parse(String(json));
    collect(pages);
    for (const { id } of files) used.files.add(fileBytesId(String(scope), id));
  }
  for (const id of store.ids("document", "documents")) if (!used.texts.has(id)) store.remove("document", id);
  keepFileBytes(store, used.files);
}

// Holds page texts in memory, a few megabytes at most, until their content is stored.

interface Texts {
  /** Adds a text and returns its hash. */
  add(markdown: string): string;
  /** Stores the added texts in the caller's transaction. */
  flush(): void;
}

/** The most characters held in memory; then `full` has to flush them. */
const MOST = 8_000_000;

const INSERT =
  "INSERT OR IGNORE INTO objects (kind, id, scope, position, json) VALUES ('document', ?, 'documents', ?, ?)";

export function createTexts(store: Store, full: () => void): Texts {
  const waiting = new Map<string, string>();
  let size = 0;
  return {
    add: (markdown) => {
      const hash = hashOf(markdown);
      if (waiting.has(hash)) return hash;
      waiting.set(hash, markdown);
      size += markdown.length;
      if (size > MOST) full();
      return hash;
    },
    flush: () => {
      if (waiting.size === 0) return;
      const [last] = store.sql.all("SELECT max(position) AS position FROM objects WHERE scope = 'documents'");
      let position = Number(last?.position ?? 0);
      // With the position at hand a text takes half of what one statement for all of them did, as JSON.
      for (const [hash, markdown] of waiting) {
        position += 1;
        store.sql.run(INSERT, hash, position, storedJson({ markdown }));
      }
      waiting.clear();
      size = 0;
    },
  };
}

// The records of scopes: those of this run, and those that an interrupted run left. The latter count only once the walk has
// found that nothing changed since.

interface Records {
  stateOf(scope: string): SourceState | undefined;
  put(source: Source): void;
  /** The record of a scope by an interrupted run. */
  left(scope: string): Source | undefined;
  /** Makes the record of an interrupted run one of this run. */
  confirm(scope: string): void;
  /** Removes the records of a scope and of all below it. */
  forget(scope: string): void;
  /** Removes the records of an interrupted run that nothing confirmed. */
  removeLeft(): void;
}

export function createRecords(store: Store): Records {
  const left = new Map(listSources(store).map((source) => [source.scope, source]));
  const states = new Map<string, SourceState>();
  const remove = (scope: string) => {
    store.sql.run("DELETE FROM sources WHERE scope = ?", scope);
    left.delete(scope);
    states.delete(scope);
  };
  return {
    stateOf: (scope) => states.get(scope),
    put: (source) => {
      putSource(store, source);
      left.delete(source.scope);
      states.set(source.scope, source.state);
    },
    left: (scope) => left.get(scope),
    confirm: (scope) => {
      const source = left.get(scope);
      if (!source) return;
      left.delete(scope);
      states.set(scope, source.state);
    },
    forget: (scope) => {
      for (const name of [...states.keys(), ...left.keys()]) {
        if (name === scope || name.startsWith(`${scope}/`)) remove(name);
      }
    },
    removeLeft: () => {
      for (const scope of [...left.keys()]) remove(scope);
    },
  };
}

interface Page {
  type?: unknown;
  document?: string;
  pages: Page[];
}

/** True if a content is here with all of its texts. */
function hasContent(store: Store, space: string, revision: string): boolean {
  const content = store.get<{ pages: Page[] }>("revision", revision);
  const isWhole = (pages: readonly Page[]): boolean =>
    pages.every(
      (page) =>
        !isTextMissing(page) &&
        (page.document === undefined || store.scopeOf("document", page.document) !== undefined) &&
        isWhole(page.pages),
    );
  return content !== undefined && store.scopeOf("revision", revision) === space && isWhole(content.pages);
}

interface Answer {
  /** Export name of the endpoint. */
  name: string;
  params: Params;
  /** The items of a list, or a single thing. */
  items: readonly Item[];
  source: Source;
  /** How the bytes of a content's files were read, where they were asked for. */
  files?: Source | undefined;
  /** For contents: hashes of the pages' texts by page id. */
  documents?: ReadonlyMap<string, string> | undefined;
  /** The list was read to its end, whatever its state: what it does not name is gone. */
  isListed?: boolean | undefined;
  /** Scopes that have to be read again because of this answer, with all below them. */
  outdated?: readonly string[] | undefined;
}

interface ScopeWriter {
  /** Replaces what was there with the answer and records the state of its scope, in one transaction. */
  write(answered: Answer): void;
  /** Records the state of scopes. */
  note(sources: readonly Source[]): void;
  /** Takes over a scope with its times from an interrupted run or that snapshot. False if it is incomplete there and has to be read. */
  takeOver(name: string, params: Params, scope: string): boolean;
}

export interface SnapshotWriter extends ScopeWriter {
  /** True if an interrupted run of the same command began this file: its content counts where nothing changed since. */
  resumed: boolean;
  stateOf(scope: string): SourceState | undefined;
  /** True if an interrupted run read the scope to its end, and this one has not looked at it yet. */
  isLeft(scope: string): boolean;
  /** The items of a list as answered. */
  items(name: string, params: Params): Item[];
  /** Finds a list item in the snapshot that is to be replaced; absent without a usable one. */
  before?: ((name: string, params: Params, item: Item) => Item | undefined) | undefined;
  /** Stores a text and returns its hash. */
  document(markdown: string): string;
  /** A function from a page of a tree to the hash of its text; undefined if that has to be read. */
  texts(space: string): (page: Item) => string | undefined;
  /** Stores the bytes of a file of a space or one of its change requests. */
  bytes(space: string, file: Item, bytes: Uint8Array): void;
  /** True if the bytes are here already, or in the snapshot that is to be replaced. */
  hasBytes(space: string, file: Item): boolean;
  /** Counts the requests of reading a scope again that had not changed. */
  again(scope: string, requests: number): void;
  /** Marks a scope and those below it to be read again. */
  forget(scope: string): void;
  /** Sets the revision that a space is shown with. */
  revise(space: string, revision: string): void;
  /** Removes what belongs to things that are no longer listed. */
  keepOnly(kept: readonly RemainingPlaces[]): void;
  /** The last step: completes the file and moves it to its final name, or beside an older one that has much more. */
  finish(end: End): FinishResult;
  close(): void;
}

/** The scope of the bytes of a content's files. */
const filesScope = (content: string): string => `${content}/files/{fileId}`;

interface WriterOptions {
  /** Nothing of the existing snapshot is used. */
  full?: boolean | undefined;
  /** A snapshot that was refused for what it lost is preferred to the one that stayed. */
  acceptShrink?: boolean | undefined;
  /** The existing snapshot and its generations are not kept. */
  replace?: boolean | undefined;
}

/**
 * Starts a snapshot in `<file>.partial`, or resumes it. The caller ensures that no other process has it open.
 * @throws Failure usage: one of another request is there; config, io: it cannot be opened; partial: the existing one is damaged
 */
export function openSnapshotWriter(file: string, facts: SnapshotFacts, options: WriterOptions = {}): SnapshotWriter {
  const { full = false, acceptShrink, replace = false } = options;
  const partial = openPartial(file, facts);
  try {
    const base = openBase(file, facts, replace);
    const suspect = acceptShrink && !full ? openEarlier(latestSuspect(file, base), facts) : undefined;
    const earlier = () => suspect ?? (base ? earlierIn(base, facts) : openEarlier(file, facts));
    return writerOn(partial, { base, replace, earlier: full ? undefined : earlier(), full });
  } catch (error) {
    partial.db.close();
    if (!partial.resumed) removePartial(partial.path);
    throw error;
  }
}

interface Older extends Place {
  earlier: Earlier | undefined;
  full: boolean;
}

function writerOn(partial: PartialFile, { base, replace, earlier, full }: Older): SnapshotWriter {
  const { db } = partial;
  const store = createStore(db);
  if (partial.resumed) inTransaction(db, () => removeUnproven(store));
  if (full) forgetTakenOver(db);
  const texts = createTexts(store, () => inTransaction(db, () => texts.flush()));
  const records = createRecords(store);
  let closed = false;
  const close = () => {
    closed = true;
    earlier?.close();
    base?.close();
  };
  return {
    resumed: partial.resumed,
    stateOf: records.stateOf,
    isLeft: (scope) => records.left(scope)?.state === "complete",
    items: (name, params) => makeItems(store, name, params),
    before: earlier && ((name, params, item) => earlierItem(earlier, name, params, item)),
    ...contents({ db, store, earlier, texts }),
    ...scopes({ db, store, earlier, texts, records }),
    again: (scope, requests) => {
      db.run("UPDATE sources SET requests = requests + ? WHERE scope = ?", requests, scope);
    },
    forget: (scope) => inTransaction(db, () => records.forget(scope)),
    revise: (space, revision) => {
      store.update<object>("space", space, (value) => ({ ...value, revision }));
    },
    keepOnly: (kept) =>
      inTransaction(db, () => {
        keepOnly(store, kept);
        records.removeLeft();
      }),
    finish: (end) => {
      closed = true;
      earlier?.close();
      return finishPartial(partial, end, { base, replace });
    },
    close: () => {
      if (closed) return;
      close();
      const isBegun = db.get("SELECT 1 FROM sources WHERE state = 'complete'") !== undefined;
      db.close();
      if (!isBegun) removePartial(partial.path);
    },
  };
}

/** Forgets data that the interrupted runs took over and did not read. */
const forgetTakenOver = (db: Database): number =>
  db.run("DELETE FROM sources WHERE ended_at < ?", setting(db, "snapshot.began"));

interface Parts {
  db: Database;
  store: Store;
  earlier: Earlier | undefined;
  texts: Texts;
  records: Records;
}

/** Texts of pages and bytes of files. */
function contents({ db, store, earlier, texts }: Omit<Parts, "records">) {
  return {
    document: texts.add,
    texts: (space) => knownTexts(store, earlier, space),
    bytes: (space, file, bytes) => inTransaction(db, () => putFileBytes(store, space, file, bytes)),
    hasBytes: (space, file) =>
      earlier ? copyFileBytes(earlier.store, store, space, file) : hasFileBytes(store, space, file),
  } satisfies Partial<SnapshotWriter>;
}

/** The methods that put scopes into the file. */
function scopes({ db, store, earlier, texts, records }: Parts): ScopeWriter {
  const withKeys = (setting(db, "snapshot.asked") ?? "").includes('"share-keys"');
  const { put } = records;
  const write = ({ name, params, items, source: read, files, documents, isListed, outdated = [] }: Answer): void => {
    outdated.forEach(records.forget);
    const { usable, source } = documents ? { usable: items, source: read } : withIds(name, params, items, read);
    const clean = withKeys ? usable : usable.map(withoutKeys);
    const options: KeepOptions = { db, store, earlier, name, params, scope: source.scope };
    const isCut = source.state !== "complete" && !isListed;
    let since: string | undefined;
    if (documents) {
      texts.flush();
      putContent(store, params, clean[0] ?? {}, documents);
    } else if (!ROWS[name]) {
      since = keepContent(options);
    } else {
      storeArranged(store, name, params, () => {
        if (isCut) since = mergeRows(options, clean);
        else replaceRows(store, name, params, clean);
      });
    }
    if (files) put(files);
    put(sourceSince(source, since));
    noteLeft(store, name, params, [source.scope, ...(files ? [files.scope] : [])]);
  };
  return {
    write: (answered) => inTransaction(db, () => write(answered)),
    note: (sources) => inTransaction(db, () => sources.forEach(put)),
    takeOver: (name, params, scope) => {
      if (records.left(scope)) return confirmScope(store, records, { name, params, scope });
      const source = earlier?.sources.get(scope);
      if (!earlier || source?.state !== "complete") return false;
      const files = earlier.sources.get(filesScope(scope));
      if (files && files.state !== "complete") return false;
      return inTransaction(db, () => {
        if (!copyEarlier(store, earlier, name, params)) return false;
        const both = [source, ...(files ? [files] : [])];
        for (const one of both) put({ ...one, requests: 0 });
        noteLeft(
          store,
          name,
          params,
          both.map((one) => one.scope),
        );
        return true;
      });
    },
  };
}

/** Leaves out what cannot be stored, and says so. */
function withIds(name: string, params: Params, items: readonly Item[], source: Source) {
  const { usable, gap } = usableItems(name, params, items);
  if (gap === undefined) return { usable, source };
  const reason = [gap, source.reason].filter((one) => one !== undefined && one !== WITHOUT_ID).join("; ");
  return {
    usable,
    source: { ...source, state: source.state === "denied" ? source.state : "partial", reason } as const,
  };
}

/** Confirms a scope if all that an interrupted run read of it is there; then it counts as read. */
function confirmScope(
  store: Store,
  records: Records,
  { name, params, scope }: { name: string; params: Params; scope: string },
): boolean {
  const files = records.left(filesScope(scope));
  if (records.left(scope)?.state !== "complete" || (files && files.state !== "complete")) return false;
  if (!ROWS[name] && !hasContent(store, params.spaceId ?? "", revisionOf(store, params))) return false;
  for (const one of [scope, filesScope(scope)]) records.confirm(one);
  return true;
}

function copyEarlier(store: Store, earlier: Earlier, name: string, params: Params): boolean {
  const { spaceId = "" } = params;
  if (!ROWS[name]) {
    const revision = revisionOf(store, params);
    if (!copyContent(earlier.store, store, { space: spaceId, revision, isWhole: true })) return false;
    const { files = [] } = store.get<{ files?: Item[] }>("revision", revision) ?? {};
    // Bytes that are missing or damaged there are downloaded again, along with their content.
    const isWhole = (file: Item) =>
      copyFileBytes(earlier.store, store, spaceId, file) || !hasFileRow(earlier.store, spaceId, file);
    return files.every(isWhole);
  }
  replaceRows(store, name, params, []);
  copyRows(earlier.store, store, name, params);
  return true;
}

function knownTexts(store: Store, earlier: Earlier | undefined, space: string): ReturnType<SnapshotWriter["texts"]> {
  const here = textsIn(store, space);
  const there = earlier && textsIn(earlier.store, space);
  return (page) => {
    const known = textOf(here, page);
    if (known !== undefined || !earlier || !there) return known;
    const hash = textOf(there, page);
    return hash !== undefined && copyText(earlier.store, store, hash) ? hash : undefined;
  };
}
