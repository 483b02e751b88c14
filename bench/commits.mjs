// Durable commits of SQLite as the sandbox makes them, without anything around. Each line of input is a number of commits;
// the answer is what one took, in milliseconds.
import { createRequire } from "node:module";
import { createInterface } from "node:readline";

const [, , path] = process.argv;
const { DatabaseSync } = process.getBuiltinModule("node:sqlite") ?? {};
const Database = DatabaseSync ?? createRequire(import.meta.url)("libsql");
const database = new Database(path);
database.exec(
  "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE thing (id TEXT PRIMARY KEY, json TEXT)",
);
database.exec("INSERT INTO thing VALUES ('a', '{}')");
const update = database.prepare("UPDATE thing SET json = ? WHERE id = 'a'");

console.log("ready");
createInterface({ input: process.stdin })
  .on("line", (line) => {
    const count = Number(line);
    const startedAt = performance.now();
    for (let number = 0; number < count; number += 1) {
      database.exec("BEGIN IMMEDIATE");
      update.run(JSON.stringify({ title: `Title ${number}`, more: "x".repeat(1000) }));
      database.exec("COMMIT");
    }
    console.log((performance.now() - startedAt) / count);
  })
  .on("close", () => process.exit(0));
