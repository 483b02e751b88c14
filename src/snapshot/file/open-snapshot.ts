/** Opens a finished snapshot for reading. */
import { errorCode, Failure } from "../../errors.js";
import { readSettings } from "../../sandbox/settings.js";
import { damagedFile, type FileState, fileState, openReadOnly } from "../../sandbox/store/read-only.js";
import { setting } from "../../sandbox/store/schema.js";
import { listSources, type Source } from "../../sandbox/store/sources.js";
import { createStore, type Store } from "../../sandbox/store/store.js";
import { fitsTemplate } from "../../shared/path-template.js";
import { parseSnapshotName } from "../../shared/snapshots/generation-names.js";
import { isObject, isTime, parseIfJson } from "../../shared/values.js";
import { hasData } from "../../shared/views/scope-states.js";
import type { BindingName, Database } from "../../system/sqlite.js";
import { refuseDamaged, type SoundnessOptions } from "./damage/soundness.js";
import { openGeneration } from "./generations/open-generation.js";

const MAKE = "to make one: docs snapshots create FILE";

export interface OpenSnapshot {
  file: string;
  db: Database;
  store: Store;
  /** Id of the organization. */
  org: string;
  sources: readonly Source[];
  /** True if the snapshot has data of a scope. */
  has(scope: string): boolean;
  close(): void;
}

interface OpenOptions extends SoundnessOptions {
  binding?: BindingName | undefined;
}

/**
 * Opens a snapshot for those who read much of it.
 * @throws as `openSnapshotFile`; also if anything in it is not as it was written, texts only with `texts`
 */
export function openSnapshot(file: string, { binding, texts }: OpenOptions = {}): OpenSnapshot {
  const db = openSnapshotFile(file, binding);
  try {
    refuseDamaged(db, file, { texts });
    const sources = listSources({ sql: db });
    const withData = new Set(sources.filter(hasData).map(({ scope }) => scope));
    return {
      file,
      db,
      store: createStore(db, { writable: () => false }),
      org: readSettings(db).defaults.org,
      sources,
      has: (scope) => withData.has(scope),
      close: () => db.close(),
    };
  } catch (error) {
    db.close();
    throw error;
  }
}

/**
 * Opens the generation that a name means: see shared/snapshots/generation-names.ts.
 * @throws Failure config: not a snapshot, unfinished, or of a newer version; partial: damaged; io: unreadable; not-found
 */
export function openSnapshotFile(file: string, binding?: BindingName): Database {
  const name = parseSnapshotName(file);
  const latest = openLatest(name.path, binding);
  const db = name.reference === undefined ? latest : openGeneration(latest, name, binding);
  try {
    refuseFacts(db, file);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Times and JSON that are none were written by somebody else. @throws Failure partial */
function refuseFacts(db: Database, file: string): void {
  const isJson = (text: string) => isObject(parseIfJson(text));
  const facts = { started: isTime, ended: isTime, asked: isJson, pages: isJson };
  for (const [name, isGood] of Object.entries(facts)) {
    const text = setting(db, `snapshot.${name}`);
    if (text === undefined || isGood(text)) continue;
    const what = `the setting snapshot.${name} is damaged`;
    throw damagedFile(file, what, undefined, { damage: [{ check: "contents", what }] });
  }
}

function openLatest(file: string, binding: BindingName | undefined): Database {
  refuseOthers(file);
  const db = openReadOnly(file, binding);
  try {
    if (setting(db, "snapshot.ended") === undefined) {
      throw setting(db, "snapshot.format") === undefined
        ? noSnapshot(file)
        : damagedFile(file, "what it says of itself");
    }
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
    if (exists(`${file}.partial`)) throw unfinishedFile(file, `${file} is not finished yet`);
    throw error.with({ hint: MAKE });
  }
  if (state === "other") throw noSnapshot(file);
  if (state === "whole") return;
  if (file.endsWith(".partial")) throw unfinishedFile(file.slice(0, -".partial".length), `${file} is not finished yet`);
  throw new Failure("config", `${file} is the state of a sandbox, not a snapshot`, {
    hint: "read it with: docs --sandbox ...",
  });
}

/** True if a scope matches a pattern. The pattern itself does, too: it records what was left out. */
export function isOf(pattern: string, scope: string): boolean {
  return fitsTemplate(pattern.split("/"), scope.split("/"));
}

const noSnapshot = (file: string) => new Failure("config", `${file} is not a snapshot`, { hint: MAKE });

const unfinishedFile = (file: string, what: string) =>
  new Failure("config", what, { hint: `finish it with: docs snapshots create ${file}` });

const exists = (path: string): boolean => process.getBuiltinModule("node:fs").existsSync(path);
