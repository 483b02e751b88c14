/** Removes generations from a file, in one step: a copy without them takes its place. */
import { damagedFile } from "../../../sandbox/store/read-only.js";
import { isDamage } from "../../../sandbox/store/stored-json.js";
import { refuseDamaged } from "../damage/soundness.js";
import { openSnapshotFile } from "../open-snapshot.js";
import { inTransaction } from "../write/transaction.js";
import { openCopy, seal } from "../write/working-copy.js";
import { forgetGenerations } from "./forget.js";

const fs = process.getBuiltinModule("node:fs");

/** Makes `next`, the same file without some generations; returns how many bytes it is smaller. @throws Failure partial, io */
export function writeWithout(file: string, next: string, forgotten: ReadonlySet<number>): number {
  const latest = openSnapshotFile(file);
  try {
    refuseDamaged(latest, file);
  } finally {
    latest.close();
  }
  const db = openCopy(file, next);
  try {
    inTransaction(db, () => forgetGenerations(db, forgotten));
    db.exec("VACUUM");
    seal(db, next);
  } catch (error) {
    db.close();
    fs.rmSync(next, { force: true });
    throw isDamage(error) ? damagedFile(file, "earlier generations", error) : error;
  }
  return fs.statSync(file).size - fs.statSync(next).size;
}
