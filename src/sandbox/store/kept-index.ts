/**
 * The search and link indexes of a snapshot in a private file of their own: the snapshot is only read, and indexing ten
 * thousand pages takes seconds. One process at a time has it; others index in memory.
 */
import { makePrivateFolder } from "../../private-folder.js";
import { versionOf } from "./database.js";
import { createIndexTables, forgetState } from "./index-tables.js";
import { MIGRATIONS } from "./schema.js";
import { type Database, openBinding, sqliteProblem } from "./sqlite.js";

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
    const isOlder = takeOver(index, 2 * fs.statSync(file).size);
    removeOthers(index);
    db = openLocked(index);
    // Whoever still reads the older snapshot keeps that file to itself.
    if (!db && isOlder) {
      fs.rmSync(index);
      db = openLocked(index);
    }
    db?.run("ATTACH ? AS snapshot", `${pathToFileURL(path.resolve(file)).href}?immutable=1`);
    if (!db) return undefined;
    const opened = db;
    return { ...opened, close: () => letGo(opened) };
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

/** Renames the index of an older state of the snapshot; not one that outgrew the snapshot by texts that are gone. */
function takeOver(index: string, most: number): boolean {
  if (fs.existsSync(index)) return false;
  const [older] = indexesBeside(index).filter(({ file, isOlder }) => isOlder && fs.statSync(file).size <= most);
  if (!older) return false;
  fs.renameSync(older.file, index);
  return true;
}

/** libsql keeps its connection, and so its lock, until its statements are collected; the next read gives up the lock. */
function letGo(db: Database): void {
  db.get("PRAGMA locking_mode = NORMAL");
  db.get("SELECT 1 FROM search_space LIMIT 1");
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
  for (const { file } of [...others.filter(({ isOlder }) => isOlder), ...rest]) fs.rmSync(file, { force: true });
}
