/** A snapshot being created: a state file filled with another service's answers, scope by scope. */
import { errorCode, Failure } from "../../errors.js";
import { putDocument } from "../content/documents.js";
import { type StateSettings, writeSettings } from "../settings.js";
import { quickCheck, versionOf } from "../store/database.js";
import { MIGRATIONS, setSetting, setting } from "../store/schema.js";
import { listSources, putSource, type Source, type SourceState } from "../store/sources.js";
import { type Database, openBinding, sqliteProblem } from "../store/sqlite.js";
import { createStore, type Store } from "../store/store.js";
import { withoutKeys } from "./keys.js";
import { type Item, type Params, ROWS } from "./rows.js";
import { arrangeGroups, clearRows, putContent, putRows } from "./store-answer.js";

const fs = process.getBuiltinModule("node:fs");

/** What a snapshot says about itself, apart from its scopes. */
export interface SnapshotFacts {
  /** ISO 8601. */
  started: string;
  /** Version of the tool that creates it. */
  version: string;
  /** What was requested (the walk's `asked`) as JSON: a different request cannot resume this file. */
  asked: string;
}

export interface Answered {
  /** Export name of the endpoint. */
  name: string;
  params: Params;
  /** The items of a list, or a single thing. */
  items: readonly Item[];
  source: Source;
  /** For contents: hashes of the pages' texts by page id. */
  documents?: ReadonlyMap<string, string> | undefined;
}

export interface SnapshotWriter {
  /** The same command began this file before: what it contains is not read again. */
  resumed: boolean;
  stateOf(scope: string): SourceState | undefined;
  /** The items of a list as answered. */
  items(name: string, params: Params): Item[];
  /** Stores a text and returns its hash. */
  document(markdown: string): string;
  /** The page texts of a space that was read, by page id, with the time of their last change. */
  texts(space: string): Map<string, { updatedAt: unknown; document: string }>;
  /** In one transaction: replaces what was there with the answer, and records the state of its scope. */
  write(answered: Answered): void;
  note(sources: readonly Source[]): void;
  /** Marks the scopes below a path to be read again. */
  forget(scope: string): void;
  /** The last step: completes the file and moves it to its final name. */
  finish(end: { ended: string; settings: StateSettings }): void;
  close(): void;
}

const PARTIAL = ".partial";

/**
 * Starts a snapshot in `<file>.partial`, or resumes it.
 * The caller ensures that no other process has it open.
 * @throws Failure usage: one of another request is there; config, io: it cannot be opened
 */
export function openSnapshotWriter(file: string, facts: SnapshotFacts & { origin: string }): SnapshotWriter {
  const path = `${file}${PARTIAL}`;
  const db = open(path);
  try {
    const resumed = prepare(db, path, facts);
    return writerOn(db, { file, path, resumed });
  } catch (error) {
    db.close();
    throw error;
  }
}

function open(path: string): Database {
  try {
    fs.closeSync(fs.openSync(path, "wx", 0o600));
  } catch (error) {
    if (errorCode(error) !== "EEXIST") throw cannot("write", path, error);
  }
  let db: Database | undefined;
  try {
    db = openBinding(path);
    db.exec("PRAGMA synchronous = NORMAL; PRAGMA cache_size = -8000");
    db.get("PRAGMA journal_mode = WAL");
    return db;
  } catch (error) {
    db?.close();
    throw cannot("write", path, error);
  }
}

function cannot(what: string, path: string, error: unknown): unknown {
  const problem = sqliteProblem(error);
  if (problem === "busy") {
    return new Failure("io", `another process is writing ${path}`, { hint: "wait for it", cause: error });
  }
  if (problem === "corrupt") {
    return new Failure("config", `${path} is damaged or not a snapshot`, { hint: "remove it and run it again" });
  }
  const code = errorCode(error);
  if (problem === undefined && code === undefined) return error;
  const why = code === "ENOENT" ? "no such folder" : error instanceof Error ? error.message : String(error);
  return new Failure("io", `cannot ${what} ${path}: ${why}`, { cause: error });
}

/** True if the existing file is the start of the same request. */
function prepare(db: Database, path: string, { origin, asked, started, version }: SnapshotFacts & { origin: string }) {
  const found = versionOf(db);
  if (found === 0) {
    within(db, () => {
      for (const migrate of MIGRATIONS) migrate(db);
      db.exec(`PRAGMA user_version = ${MIGRATIONS.length}`);
      for (const [name, value] of Object.entries({ asked, started, version, origin })) {
        setSetting(db, `snapshot.${name}`, value);
      }
    });
    return false;
  }
  const same =
    found === MIGRATIONS.length && setting(db, "snapshot.asked") === asked && setting(db, "snapshot.origin") === origin;
  if (same) return true;
  throw new Failure("usage", `${path} was begun with other options, or for another organization`, {
    hint: "remove it, or name another file",
  });
}

function within<T>(db: Database, work: () => T): T {
  db.exec("BEGIN IMMEDIATE");
  try {
    const result = work();
    db.exec("COMMIT");
    return result;
  } catch (error) {
    db.exec("ROLLBACK");
    throw error;
  }
}

function writerOn(db: Database, place: { file: string; path: string; resumed: boolean }): SnapshotWriter {
  const store = createStore(db);
  const states = new Map(listSources(store).map(({ scope, state }) => [scope, state]));
  let closed = false;
  const withKeys = (setting(db, "snapshot.asked") ?? "").includes('"share-keys"');
  const put = (source: Source) => {
    putSource(store, source);
    states.set(source.scope, source.state);
  };
  return {
    resumed: place.resumed,
    stateOf: (scope) => states.get(scope),
    items: (name, params) => itemsOf(store, name, params),
    document: (markdown) => putDocument(store, markdown),
    texts: (space) => textsOf(store, space),
    write: ({ name, params, items, source, documents }) =>
      within(db, () => {
        const clean = withKeys ? items : items.map(withoutKeys);
        if (documents) putContent(store, params, clean[0] ?? {}, documents);
        else {
          clearRows(store, name, params);
          putRows(store, name, params, clean);
          if (name === "listSiteSections" || name === "listSiteSectionGroups")
            arrangeGroups(store, params.siteId ?? "");
        }
        put(source);
      }),
    note: (sources) => within(db, () => sources.forEach(put)),
    forget: (scope) =>
      within(db, () => {
        for (const name of states.keys()) {
          if (!name.startsWith(`${scope}/`)) continue;
          store.sql.run("DELETE FROM sources WHERE scope = ?", name);
          states.delete(name);
        }
      }),
    finish: (end) => {
      finish(db, place, end);
      closed = true;
    },
    close: () => {
      if (closed) return;
      closed = true;
      db.close();
      // Nothing was read, so there is nothing to resume.
      if (![...states.values()].includes("complete"))
        for (const end of ["", "-wal", "-shm"]) fs.rmSync(place.path + end, { force: true });
    },
  };
}

function itemsOf(store: Store, name: string, params: Params): Item[] {
  const rows = ROWS[name];
  if (!rows) return [];
  if (rows.scope) return store.all<Item>(rows.kind, rows.scope(params));
  // Things with several places are all listed: a file holds a single organization.
  return store.sql
    .all("SELECT json FROM objects WHERE kind = ? ORDER BY scope, position", rows.kind)
    .map(({ json }) => JSON.parse(String(json)) as Item);
}

interface TextPage {
  id: string;
  updatedAt?: unknown;
  document?: string;
  pages: TextPage[];
}

function textsOf(store: Store, space: string): ReturnType<SnapshotWriter["texts"]> {
  const revision = store.get<{ revision?: string }>("space", space)?.revision ?? "";
  const found: ReturnType<SnapshotWriter["texts"]> = new Map();
  const collect = (pages: readonly TextPage[]): void => {
    for (const { id, updatedAt, document, pages: below } of pages) {
      if (document !== undefined) found.set(id, { updatedAt, document });
      collect(below);
    }
  };
  collect(store.get<{ pages: TextPage[] }>("revision", revision)?.pages ?? []);
  return found;
}

function finish(
  db: Database,
  { file, path }: { file: string; path: string },
  { ended, settings }: { ended: string; settings: StateSettings },
): void {
  within(db, () => {
    writeSettings(db, settings);
    setSetting(db, "snapshot.ended", ended);
  });
  db.all("PRAGMA wal_checkpoint(TRUNCATE)");
  db.get("PRAGMA journal_mode = DELETE");
  quickCheck(db, path);
  db.close();
  const descriptor = fs.openSync(path, "r+");
  fs.fsyncSync(descriptor);
  fs.closeSync(descriptor);
  fs.chmodSync(path, 0o600);
  fs.renameSync(path, file);
}
