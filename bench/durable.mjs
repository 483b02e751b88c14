// Durable SQLite commits, as the sandbox makes them: the same binding, WAL, synchronous=FULL, one object per commit.
import { createRequire } from "node:module";

/** Returns a function that replaces the text of one object. */
export function commits(path) {
  const { DatabaseSync } = process.getBuiltinModule("node:sqlite") ?? {};
  const Database = DatabaseSync ?? createRequire(import.meta.url)("libsql");
  const database = new Database(path);
  database.exec(
    "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE thing (id TEXT PRIMARY KEY, json TEXT)",
  );
  database.exec("INSERT INTO thing VALUES ('a', '{}')");
  const update = database.prepare("UPDATE thing SET json = ? WHERE id = 'a'");
  return (text) => {
    database.exec("BEGIN IMMEDIATE");
    update.run(text);
    database.exec("COMMIT");
  };
}
