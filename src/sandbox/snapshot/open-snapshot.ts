/** A finished snapshot, open for reading. */
import { errorCode, Failure } from "../../errors.js";
import { readSettings } from "../settings.js";
import { type FileState, fileState, openReadOnly } from "../store/read-only.js";
import { MIGRATIONS, setting } from "../store/schema.js";
import { listSources, type Source, type SourceState } from "../store/sources.js";
import type { BindingName, Database } from "../store/sqlite.js";
import { createStore, type Store } from "../store/store.js";

const MAKE = "make one: docs snapshots create <file>";

export interface OpenSnapshot {
  file: string;
  db: Database;
  store: Store;
  /** Id of the organization. */
  org: string;
  sources: readonly Source[];
  /** Whether something of a scope was read. */
  has(scope: string): boolean;
  close(): void;
}

const DATA: ReadonlySet<SourceState | undefined> = new Set(["complete", "partial", "unsettled"]);

/** Whether something of a scope in this state was read. */
export const hasData = (state: SourceState | undefined): boolean => DATA.has(state);

/** @throws as `openSnapshotFile` */
export function openSnapshot(file: string, binding?: BindingName): OpenSnapshot {
  const db = openSnapshotFile(file, binding);
  try {
    const sources = listSources({ sql: db });
    const states = new Map(sources.map(({ scope, state }) => [scope, state]));
    return {
      file,
      db,
      store: createStore(db, { writable: () => false }),
      org: readSettings(db).defaults.org,
      sources,
      has: (scope) => hasData(states.get(scope)),
      close: () => db.close(),
    };
  } catch (error) {
    db.close();
    throw error;
  }
}

/** @throws Failure config: no snapshot, unfinished, damaged, of a newer version; io: not readable */
export function openSnapshotFile(file: string, binding?: BindingName): Database {
  refuseOthers(file);
  const db = openReadOnly({ file, newest: MIGRATIONS.length, binding });
  try {
    const isOne = db.get("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'sources'") !== undefined;
    if (!isOne || setting(db, "snapshot.ended") === undefined) throw noSnapshot(file);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** What people name by mistake in place of a snapshot. */
function refuseOthers(file: string): void {
  let state: FileState;
  try {
    state = fileState(file);
  } catch (error) {
    const isAbsent = error instanceof Failure && errorCode(error.cause) === "ENOENT";
    if (!isAbsent) throw error;
    if (exists(`${file}.partial`)) throw unfinished(file, `${file} is not made yet`);
    throw error.with({ hint: MAKE });
  }
  if (state === "other") throw noSnapshot(file);
  if (state === "whole") return;
  if (file.endsWith(".partial")) throw unfinished(file.slice(0, -".partial".length), `${file} is not whole yet`);
  throw new Failure("config", `${file} is a sandbox's own state, not a snapshot`, {
    hint: "read it with: docs --sandbox ...",
  });
}

/** Whether a scope is of a pattern; the pattern itself stands for what was left out of it. */
export function isOf(pattern: string, scope: string): boolean {
  const [parts, segments] = [pattern.split("/"), scope.split("/")];
  return parts.length === segments.length && parts.every((part, at) => part.startsWith("{") || part === segments[at]);
}

const noSnapshot = (file: string) => new Failure("config", `${file} is not a snapshot`, { hint: MAKE });

const unfinished = (file: string, what: string) =>
  new Failure("config", what, { hint: `go on with: docs snapshots create ${file}` });

const exists = (path: string): boolean => process.getBuiltinModule("node:fs").existsSync(path);
