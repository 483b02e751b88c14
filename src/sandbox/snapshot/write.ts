/** A snapshot being created: a state file filled with another service's answers, scope by scope. */
import { withoutKeys } from "../../facts/keys.js";
import { count } from "../../facts/wrap.js";
import type { StateSettings } from "../settings.js";
import { setting } from "../store/schema.js";
import { listSources, putSource, type Source, type SourceState } from "../store/sources.js";
import type { Database } from "../store/sqlite.js";
import { createStore, type Store } from "../store/store.js";
import { before, copyContent, copyText, type Earlier, openEarlier, textOf, textsIn } from "./earlier.js";
import { copyFileBytes, hasFileBytes, putFileBytes } from "./file-bytes.js";
import { type Kept, keepOnly } from "./keep-only.js";
import {
  finishPartial,
  openPartial,
  type PartialFile,
  removePartial,
  type SnapshotFacts,
  within,
} from "./partial-file.js";
import { type Item, type Params, ROWS } from "./rows.js";
import { arrangeGroups, clearRows, copyRows, isUsable, itemsOf, putContent, putRows } from "./store-answer.js";
import { createTexts, type Texts } from "./texts.js";

export interface Answered {
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
}

export interface SnapshotWriter {
  /** Whether an earlier run of the same command began this file: what it contains is not read again. */
  resumed: boolean;
  stateOf(scope: string): SourceState | undefined;
  /** The items of a list as answered. */
  items(name: string, params: Params): Item[];
  /** What a list item was in the snapshot that is to be replaced; absent without a usable one. */
  before?: ((name: string, params: Params, item: Item) => Item | undefined) | undefined;
  /** Takes over a scope with its times from that snapshot. False if it is incomplete there and has to be read. */
  takeOver(name: string, params: Params, scope: string): boolean;
  /** Stores a text and returns its hash. */
  document(markdown: string): string;
  /** A function from a page of a tree to the hash of its text; undefined if that has to be read. */
  texts(space: string): (page: Item) => string | undefined;
  /** Stores the bytes of a file of a space or one of its change requests. */
  bytes(space: string, file: Item, bytes: Uint8Array): void;
  /** Whether the bytes are here already, or in the snapshot that is to be replaced. */
  hasBytes(space: string, file: Item): boolean;
  /** Replaces what was there with the answer and records the state of its scope, in one transaction. */
  write(answered: Answered): void;
  /** Records the state of scopes. */
  note(sources: readonly Source[]): void;
  /** Counts the requests of reading a scope again that had not changed. */
  again(scope: string, requests: number): void;
  /** Marks a scope and those below it to be read again. */
  forget(scope: string): void;
  /** Sets the revision that a space is shown with. */
  revise(space: string, revision: string): void;
  /** Removes what belongs to things that are no longer listed. */
  keepOnly(kept: readonly Kept[]): void;
  /** The last step: completes the file and moves it to its final name. */
  finish(end: { ended: string; settings: StateSettings }): void;
  close(): void;
}

/** The scope of the bytes of a content's files. */
export const filesScope = (content: string): string => `${content}/files/{fileId}`;

/**
 * Starts a snapshot in `<file>.partial`, or resumes it. With `full`, the existing snapshot is not used.
 * The caller ensures that no other process has it open.
 * @throws Failure usage: one of another request is there; config, io: it cannot be opened
 */
export function openSnapshotWriter(
  file: string,
  facts: SnapshotFacts,
  { full = false }: { full?: boolean } = {},
): SnapshotWriter {
  const partial = openPartial(file, facts);
  return writerOn(partial, full ? undefined : openEarlier(file, facts), full);
}

function writerOn(partial: PartialFile, earlier: Earlier | undefined, full: boolean): SnapshotWriter {
  const { db } = partial;
  const store = createStore(db);
  // What an earlier run took over was not read by it.
  if (full) db.run("DELETE FROM sources WHERE ended_at < ?", setting(db, "snapshot.started"));
  const texts = createTexts(store, () => within(db, () => texts.flush()));
  const states = new Map(listSources(store).map(({ scope, state }) => [scope, state]));
  let closed = false;
  const close = () => {
    closed = true;
    earlier?.close();
  };
  const put = (source: Source) => {
    putSource(store, source);
    states.set(source.scope, source.state);
  };
  return {
    resumed: partial.resumed,
    stateOf: (scope) => states.get(scope),
    items: (name, params) => itemsOf(store, name, params),
    before: earlier && ((name, params, item) => before(earlier, name, params, item)),
    ...contents({ db, store, earlier, texts, put }),
    ...scopes({ db, store, earlier, texts, put }),
    again: (scope, requests) => {
      db.run("UPDATE sources SET requests = requests + ? WHERE scope = ?", requests, scope);
    },
    forget: (scope) =>
      within(db, () => {
        for (const name of states.keys()) {
          if (name !== scope && !name.startsWith(`${scope}/`)) continue;
          store.sql.run("DELETE FROM sources WHERE scope = ?", name);
          states.delete(name);
        }
      }),
    revise: (space, revision) => {
      store.update<object>("space", space, (value) => ({ ...value, revision }));
    },
    keepOnly: (kept) => within(db, () => keepOnly(store, kept)),
    finish: (end) => {
      close();
      finishPartial(partial, end);
    },
    close: () => {
      if (closed) return;
      close();
      db.close();
      if (![...states.values()].includes("complete")) removePartial(partial);
    },
  };
}

interface Parts {
  db: Database;
  store: Store;
  earlier: Earlier | undefined;
  texts: Texts;
  put: (source: Source) => void;
}

/** Texts of pages and bytes of files. */
function contents({ db, store, earlier, texts }: Parts) {
  return {
    document: texts.add,
    texts: (space) => knownTexts(store, earlier, space),
    bytes: (space, file, bytes) => within(db, () => putFileBytes(store, space, file, bytes)),
    hasBytes: (space, file) =>
      earlier ? copyFileBytes(earlier.store, store, space, file) : hasFileBytes(store, space, file),
  } satisfies Partial<SnapshotWriter>;
}

/** The methods that put scopes into the file. */
function scopes({ db, store, earlier, texts, put }: Parts): Pick<SnapshotWriter, "write" | "note" | "takeOver"> {
  const withKeys = (setting(db, "snapshot.asked") ?? "").includes('"share-keys"');
  const write = ({ name, params, items, source: read, files, documents }: Answered): void => {
    const { usable, source } = documents ? { usable: items, source: read } : withIds(name, params, items, read);
    const clean = withKeys ? usable : usable.map(withoutKeys);
    if (documents) {
      texts.flush();
      putContent(store, params, clean[0] ?? {}, documents);
    } else if (ROWS[name] && source.state !== "denied") {
      clearRows(store, name, params);
      putRows(store, name, params, clean);
      if (name === "listSiteSections" || name === "listSiteSectionGroups") arrangeGroups(store, params.siteId ?? "");
    }
    if (files) put(files);
    const isLeft = source.state !== "complete" && source.status !== 404;
    const kept = earlier && isLeft && keepEarlier(store, earlier, { name, params });
    put(kept ? { ...source, reason: `${source.reason}; the rest is from ${earlier.started}` } : source);
  };
  return {
    write: (answered) => within(db, () => write(answered)),
    note: (sources) => within(db, () => sources.forEach(put)),
    takeOver: (name, params, scope) => {
      const source = earlier?.sources.get(scope);
      if (!earlier || source?.state !== "complete") return false;
      const files = earlier.sources.get(filesScope(scope));
      if (files && files.state !== "complete") return false;
      return within(db, () => {
        if (!copied(store, earlier, name, params)) return false;
        for (const one of [source, files]) if (one) put({ ...one, requests: 0 });
        return true;
      });
    },
  };
}

/** Leaves out items that nothing can be asked about, and says so. */
function withIds(name: string, params: Params, items: readonly Item[], source: Source) {
  const usable = ROWS[name] ? items.filter((item) => isUsable(name, params, item)) : items;
  const left = items.length - usable.length;
  if (left === 0) return { usable, source };
  const why = source.reason === undefined ? "" : `; ${source.reason}`;
  const reason = `${left} of ${count(items.length, "item")} had no id that can be asked for${why}`;
  return {
    usable,
    source: { ...source, state: source.state === "denied" ? source.state : "partial", reason } as const,
  };
}

function copied(store: Store, earlier: Earlier, name: string, params: Params): boolean {
  const { spaceId = "" } = params;
  if (!ROWS[name]) {
    const revision = revisionOf(store, params);
    if (!copyContent(earlier.store, store, spaceId, revision)) return false;
    const { files = [] } = store.get<{ files?: Item[] }>("revision", revision) ?? {};
    for (const file of files) copyFileBytes(earlier.store, store, spaceId, file);
    return true;
  }
  clearRows(store, name, params);
  copyRows(earlier.store, store, name, params);
  return true;
}

/** Fills in what could not be read from the earlier snapshot. False if it has nothing, either. */
function keepEarlier(store: Store, earlier: Earlier, { name, params }: Pick<Answered, "name" | "params">): boolean {
  if (ROWS[name]) return copyRows(earlier.store, store, name, params) > 0;
  if (store.scopeOf("revision", revisionOf(store, params)) !== undefined) return false;
  const revision = revisionOf(earlier.store, params);
  if (revision === "" || !copyContent(earlier.store, store, params.spaceId ?? "", revision)) return false;
  store.update<object>(...ownerOf(params), (value) => ({ ...value, revision }));
  return true;
}

const ownerOf = ({ spaceId = "", changeRequestId }: Params): [kind: string, id: string] =>
  changeRequestId === undefined ? ["space", spaceId] : ["change-request", changeRequestId];

const revisionOf = (store: Store, params: Params): string =>
  store.get<{ revision?: string }>(...ownerOf(params))?.revision ?? "";

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
