/**
 * The search and link indexes of a snapshot in a private file of their own: the snapshot is only read, and indexing ten
 * thousand pages takes seconds. One process at a time has it; others index in memory.
 */
import { makePrivateFolder } from "../../private-folder.js";
import { versionOf } from "./database.js";
import { createIndexTables } from "./index-tables.js";
import { MIGRATIONS } from "./schema.js";
import { type Database, openBinding, sqliteProblem } from "./sqlite.js";

const fs = process.getBuiltinModule("node:fs");
const path = process.getBuiltinModule("node:path");
const { pathToFileURL } = process.getBuiltinModule("node:url");

/** Files kept in the folder; the longest unused ones go. */
const MOST = 8;

/**
 * A connection whose index tables are in `index` and all others in the snapshot; undefined if another process has it or
 * it cannot be written. Names look like `<snapshot>-<state>.sqlite`: those of older states of a snapshot are removed.
 */
export function openWithIndex(file: string, index: string): Database | undefined {
  let db: Database | undefined;
  try {
    makePrivateFolder(path.dirname(index));
    removeOthers(index);
    fs.closeSync(fs.openSync(index, "a", 0o600));
    db = openBinding(index, { strict: true });
    // Nothing in it is missed after a power failure.
    db.exec("PRAGMA busy_timeout = 0; PRAGMA synchronous = OFF; PRAGMA temp_store = MEMORY");
    db.get("PRAGMA locking_mode = EXCLUSIVE");
    db.exec("BEGIN EXCLUSIVE");
    if (versionOf(db) !== MIGRATIONS.length) {
      createIndexTables(db);
      db.exec(`PRAGMA user_version = ${MIGRATIONS.length}`);
    }
    db.exec("COMMIT");
    db.run("ATTACH ? AS snapshot", `${pathToFileURL(path.resolve(file)).href}?immutable=1`);
    const opened = db;
    return { ...opened, close: () => letGo(opened) };
  } catch (error) {
    db?.close();
    if (sqliteProblem(error) === "corrupt") fs.rmSync(index, { force: true });
    return undefined;
  }
}

/** libsql keeps its connection, and so its lock, until its statements are collected; the next read gives up the lock. */
function letGo(db: Database): void {
  db.get("PRAGMA locking_mode = NORMAL");
  db.get("SELECT 1 FROM search_space LIMIT 1");
  db.close();
}

function removeOthers(index: string): void {
  const [folder, name] = [path.dirname(index), path.basename(index)];
  const snapshot = name.split("-")[0];
  const age = (other: string) => fs.statSync(path.join(folder, other)).mtimeMs;
  const others = fs.readdirSync(folder).filter((other) => other !== name && other.endsWith(".sqlite"));
  const older = others.filter((other) => other.split("-")[0] === snapshot);
  const rest = others.filter((other) => !older.includes(other)).sort((one, other) => age(other) - age(one));
  for (const other of [...older, ...rest.slice(MOST - 1)]) fs.rmSync(path.join(folder, other), { force: true });
}
