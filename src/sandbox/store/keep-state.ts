/** Keeps a copy of the state beside it, before something else takes its place. */

import { openBinding } from "../../system/sqlite.js";
import { backup, closeDatabase, refuseForeignState } from "./database.js";

/** Returns the path of the copy, `<file>.old`; undefined if there was no state yet. An older copy is replaced. */
export function keepState(file: string): string | undefined {
  const fs = process.getBuiltinModule("node:fs");
  refuseForeignState(file);
  if (!fs.existsSync(file)) return undefined;
  const copy = `${file}.old`;
  // Of a damaged state an earlier version is put aside whole, with its log.
  for (const end of ["-wal", "-shm"]) fs.rmSync(copy + end, { force: true });
  const db = openBinding(file);
  try {
    backup(db, copy);
  } finally {
    closeDatabase(db, false);
  }
  return copy;
}
