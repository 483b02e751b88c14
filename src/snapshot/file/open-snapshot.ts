/** Opens a finished snapshot for reading. */
import { errorCode, Failure, usage } from "../../errors.js";
import { readSettings } from "../../sandbox/settings.js";
import { damagedFile, type FileState, fileState, openReadOnly } from "../../sandbox/store/read-only.js";
import { setting } from "../../sandbox/store/schema.js";
import { listSources, type Source } from "../../sandbox/store/sources.js";
import { createStore, type Store } from "../../sandbox/store/store.js";
import { isDamage } from "../../sandbox/store/stored-json.js";
import { fitsTemplate } from "../../shared/paths.js";
import { shellWord } from "../../shared/shell-words.js";
import { hasData } from "../../shared/snapshots/gaps.js";
import {
  DAY_NAMES,
  findGeneration,
  isGenerationName,
  parseSnapshotName,
  type SnapshotName,
} from "../../shared/snapshots/generation-names.js";
import { didYouMean } from "../../shared/text/names.js";
import { isObject, isTime, parseIfJson } from "../../shared/values.js";
import { filesOfKind, nearFile } from "../../system/files/named-file.js";
import { type BindingName, type Database, mapErrors, openBinding, sqliteProblem } from "../../system/sqlite.js";
import { refuseDamaged, type SoundnessOptions } from "./digests.js";
import { restoreGeneration } from "./generations/difference.js";
import { type Generation, listGenerations, pathTo } from "./generations/tables.js";
import { copyRows } from "./write/working-copy.js";

// Opens an earlier generation: a private copy of the rows is taken back to it and thrown away.

const fs = process.getBuiltinModule("node:fs");
const { basename, join } = process.getBuiltinModule("node:path");
const { tmpdir } = process.getBuiltinModule("node:os");

/** `latest` is the open file; it is closed where another generation is meant. @throws Failure not-found, partial, io */
function openGeneration(latest: Database, name: SnapshotName, binding: BindingName | undefined): Database {
  const generations = generationsOf(latest, name.path);
  const { id, base } = findGeneration(generations, name, Date.now());
  if (base === undefined) return latest;
  latest.close();
  return takenBack(name, () => pathTo(generations, id), binding);
}

function generationsOf(latest: Database, file: string): readonly Generation[] {
  try {
    return listGenerations(latest);
  } catch (error) {
    latest.close();
    throw explain(error, file);
  }
}

function takenBack(
  { path: file, reference }: SnapshotName,
  path: () => readonly number[],
  binding?: BindingName,
): Database {
  const named = `${file}@${reference}`;
  const folder = fs.mkdtempSync(join(tmpdir(), "docs-generation-"));
  const remove = () => fs.rmSync(folder, { recursive: true, force: true });
  let db: Database | undefined;
  try {
    const copy = join(folder, "copy.docs");
    fs.closeSync(fs.openSync(copy, "wx", 0o600));
    db = openBinding(copy, { binding, strict: true });
    db.exec("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA temp_store = MEMORY");
    copyRows(db, file);
    restoreGeneration(db, path());
    // Nobody else has it, and nothing of it outlives this process. Some versions of SQLite write to no file without a name.
    if (process.platform !== "win32") remove();
    const opened = explainErrors(db, named);
    return process.platform === "win32" ? { ...opened, close: () => [opened.close(), remove()] } : opened;
  } catch (error) {
    db?.close();
    remove();
    const problem = sqliteProblem(error);
    // The difference cannot be applied: it was not written by this program.
    if (problem === "other" || error instanceof TypeError) throw damagedFile(named, undefined, error);
    throw explain(error, named);
  }
}

const explainErrors = (db: Database, named: string): Database => mapErrors(db, (error) => explain(error, named));

function explain(error: unknown, named: string): unknown {
  if (error instanceof Failure && !isDamage(error)) return error;
  if (isDamage(error)) return damagedFile(named, undefined, error);
  if (errorCode(error) === undefined || !(error instanceof Error)) return error;
  return new Failure("io", `cannot copy ${named} to ${tmpdir()}: ${error.message}`, { cause: error });
}

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
    if (fs.existsSync(`${file}.partial`)) throw unfinishedFile(file, `${file} is not finished yet`);
    refuseReference(file);
    const others = filesOfKind(file, { called: "snapshots", ending: /\.docs$/ });
    const name = basename(file);
    const meant = isGenerationName(name) ? `a generation needs its file: FILE@${name}` : nearFile(file);
    throw error.with({ hint: meant ?? [others, MAKE].filter(Boolean).join("; ") });
  }
  if (state === "other") throw noSnapshot(file);
  if (state === "whole") return;
  if (file.endsWith(".partial")) throw unfinishedFile(file.slice(0, -".partial".length), `${file} is not finished yet`);
  throw new Failure("config", `${file} is the state of a sandbox, not a snapshot`, {
    hint: "read it with: docs --sandbox ...",
  });
}

/** The file is there, and what follows its name is no generation. @throws Failure usage */
function refuseReference(file: string): void {
  const at = file.lastIndexOf("@");
  const [path, reference] = [file.slice(0, at), file.slice(at + 1)];
  if (at < 1 || !fs.existsSync(path)) return;
  const where = `a generation is a number, -1 or a day: docs snapshots list ${shellWord(path)}`;
  const hint = didYouMean(reference, DAY_NAMES, where);
  throw usage(`${JSON.stringify(reference)} names no generation of ${path}`, hint);
}

/** True if a scope matches a pattern. The pattern itself does, too: it records what was left out. */
export function isOf(pattern: string, scope: string): boolean {
  return fitsTemplate(pattern.split("/"), scope.split("/"));
}

const noSnapshot = (file: string) => new Failure("config", `${file} is not a snapshot`, { hint: MAKE });

const unfinishedFile = (file: string, what: string) =>
  new Failure("config", what, { hint: `finish it with: docs snapshots create ${file}` });
