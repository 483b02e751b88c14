/** Opens a finished snapshot for reading. */
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
  /** Whether the snapshot has data of a scope. */
  has(scope: string): boolean;
  close(): void;
}

const WITH_DATA: ReadonlySet<SourceState | undefined> = new Set(["complete", "partial", "unsettled"]);

/** Whether a scope in this state has data. */
export const hasData = (state: SourceState | undefined): boolean => WITH_DATA.has(state);

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

/** @throws Failure config: not a snapshot, unfinished, damaged, or of a newer version; io: unreadable */
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

/** Refuses what people name by mistake, with a hint: other files, unfinished snapshots, a sandbox's state. */
function refuseOthers(file: string): void {
  let state: FileState;
  try {
    state = fileState(file);
  } catch (error) {
    const isAbsent = error instanceof Failure && errorCode(error.cause) === "ENOENT";
    if (!isAbsent) throw error;
    if (exists(`${file}.partial`)) throw unfinished(file, `${file} is not finished yet`);
    throw error.with({ hint: MAKE });
  }
  if (state === "other") throw noSnapshot(file);
  if (state === "whole") return;
  if (file.endsWith(".partial")) throw unfinished(file.slice(0, -".partial".length), `${file} is not finished yet`);
  throw new Failure("config", `${file} is the state of a sandbox, not a snapshot`, {
    hint: "read it with: docs --sandbox ...",
  });
}

/** Whether a scope matches a pattern. The pattern itself does, too: it records what was left out. */
export function isOf(pattern: string, scope: string): boolean {
  const [parts, segments] = [pattern.split("/"), scope.split("/")];
  return parts.length === segments.length && parts.every((part, at) => part.startsWith("{") || part === segments[at]);
}

const noSnapshot = (file: string) => new Failure("config", `${file} is not a snapshot`, { hint: MAKE });

const unfinished = (file: string, what: string) =>
  new Failure("config", what, { hint: `finish it with: docs snapshots create ${file}` });

const exists = (path: string): boolean => process.getBuiltinModule("node:fs").existsSync(path);
