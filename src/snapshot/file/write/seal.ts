import { quickCheck } from "../../../sandbox/store/database.js";
import type { Database } from "../../../sandbox/store/sqlite.js";

const fs = process.getBuiltinModule("node:fs");

/** Closes a file that is whole without any others beside it, checked and on the disk: it can be moved to its name. */
export function seal(db: Database, path: string): void {
  db.all("PRAGMA wal_checkpoint(TRUNCATE)");
  db.get("PRAGMA journal_mode = DELETE");
  quickCheck(db, path);
  db.close();
  const descriptor = fs.openSync(path, "r+");
  fs.fsyncSync(descriptor);
  fs.closeSync(descriptor);
  fs.chmodSync(path, 0o600);
}
