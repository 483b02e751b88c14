/**
 * The search and link indexes of a snapshot in a private file of their own: the snapshot is only read, and indexing ten
 * thousand pages takes seconds. One process at a time has it; others index in memory.
 */
import { makePrivateFolder } from "../../system/folders.js";
import { type Database, openBinding, sqliteProblem } from "../../system/sqlite.js";
import { versionOf } from "./database.js";
import { refuseOtherSchema } from "./read-only.js";
import { createIndexTables, forgetState, MIGRATIONS } from "./schema.js";

const fs = process.getBuiltinModule("node:fs");
const path = process.getBuiltinModule("node:path");
const { pathToFileURL } = process.getBuiltinModule("node:url");

/** Files kept in the folder; the longest unused ones go. */
const MOST = 8;

/**
 * A connection whose index tables are in `index` and all others in the snapshot; undefined if another process has it or
 * it cannot be written. Names look like `<snapshot>-<state>.sqlite`: that of an older state of the snapshot is taken over
 * with what holds for any state, as most texts of a night are those of the night before.
 */
export function openWithIndex(file: string, index: string): Database | undefined {
  let db: Database | undefined;
  try {
    makePrivateFolder(path.dirname(index));
    const isTakenOver = adoptOlderIndex(index, file);
    removeOthers(index);
    db = openLocked(index);
    if (!db && isTakenOver) {
      // Whoever still reads the older snapshot keeps that file to itself.
      fs.rmSync(index);
      db = openLocked(index);
    }
    if (!db) return undefined;
    db.run("ATTACH ? AS snapshot", `${pathToFileURL(path.resolve(file)).href}?immutable=1`);
    // It may be another file than the one that was checked.
    refuseOtherSchema(db, file, "snapshot");
    const opened = db;
    return { ...opened, close: () => releaseIndex(opened) };
  } catch (error) {
    db?.close();
    if (sqliteProblem(error) === "corrupt") fs.rmSync(index, { force: true });
    return undefined;
  }
}

/** Undefined if another process has it. */
function openLocked(index: string): Database | undefined {
  fs.closeSync(fs.openSync(index, "a", 0o600));
  const db = openBinding(index, { strict: true });
  try {
    // Nothing in it is missed after a power failure.
    db.exec("PRAGMA busy_timeout = 0; PRAGMA synchronous = OFF; PRAGMA temp_store = MEMORY");
    db.get("PRAGMA locking_mode = EXCLUSIVE");
    db.exec("BEGIN EXCLUSIVE");
    prepareFor(db, path.basename(index));
    db.exec("COMMIT");
    return db;
  } catch (error) {
    db.close();
    if (sqliteProblem(error) === "busy") return undefined;
    throw error;
  }
}

/** Makes the tables; those of another state keep what does not depend on it. */
function prepareFor(db: Database, state: string): void {
  db.exec("CREATE TABLE IF NOT EXISTS index_state (name TEXT NOT NULL)");
  if (versionOf(db) !== MIGRATIONS.length) {
    createIndexTables(db);
    db.exec(`PRAGMA user_version = ${MIGRATIONS.length}`);
  } else if (db.get("SELECT name FROM index_state")?.name === state) return;
  else forgetState(db);
  db.exec("DELETE FROM index_state");
  db.run("INSERT INTO index_state (name) VALUES (?)", state);
}

/** The journal from which SQLite recovers after a crash: SQLite looks for it beside the file, by the file's name. */
const journalOf = (file: string) => `${file}-journal`;

/**
 * Renames the index of an older state of the snapshot; not one that outgrew the snapshot by texts that are gone, nor one that
 * somebody is writing, or was when they were killed.
 */
function adoptOlderIndex(index: string, snapshot: string): boolean {
  if (fs.existsSync(index)) return false;
  const most = 2 * fs.statSync(snapshot).size;
  const isFit = (file: string) => !fs.existsSync(journalOf(file)) && fs.statSync(file).size <= most;
  const older = indexesBeside(index).find(({ file, isOlder }) => isOlder && isFit(file));
  if (older) fs.renameSync(older.file, index);
  return older !== undefined;
}

/** libsql keeps its connection, and so its lock, until its statements are collected; the next read gives up the lock. */
function releaseIndex(db: Database): void {
  db.get("PRAGMA locking_mode = NORMAL");
  db.get("SELECT 1 FROM index_state LIMIT 1");
  db.close();
}

/** Other files of the folder, the latest used first; older ones are those of the same snapshot. */
function indexesBeside(index: string): { file: string; isOlder: boolean }[] {
  const [folder, name] = [path.dirname(index), path.basename(index)];
  const age = (file: string) => fs.statSync(file).mtimeMs;
  return fs
    .readdirSync(folder)
    .filter((other) => other !== name && other.endsWith(".sqlite"))
    .map((other) => ({ file: path.join(folder, other), isOlder: other.split("-")[0] === name.split("-")[0] }))
    .sort((one, other) => age(other.file) - age(one.file));
}

function removeOthers(index: string): void {
  const others = indexesBeside(index);
  const rest = others.filter(({ isOlder }) => !isOlder).slice(MOST - 1);
  for (const { file } of [...others.filter(({ isOlder }) => isOlder), ...rest])
    for (const one of [file, journalOf(file)]) fs.rmSync(one, { force: true });
}
