/** Keeps a snapshot that lost much as a generation beside the latest, which stays. */
import { setSetting } from "../../../sandbox/store/schema.js";
import { keptDigests } from "../digests.js";
import { openSnapshotFile } from "../open-snapshot.js";
import { inTransaction } from "../write/transaction.js";
import { nextOf, openCopy, seal } from "../write/working-copy.js";
import { attachedDifference, keepContent, withAttached } from "./attached-file.js";
import { putDifference } from "./difference.js";
import { markHistory } from "./keep-generations.js";
import { addGeneration, createHistory, describeCurrent, hasHistory, listGenerations } from "./tables.js";

const fs = process.getBuiltinModule("node:fs");

/** Adds the snapshot in `suspect` to those in `file`, in one step; returns its number. */
export function keepSuspect(file: string, suspect: string): number {
  const next = nextOf(file);
  const other = openSnapshotFile(suspect);
  const described = describeCurrent(other);
  other.close();
  const db = openCopy(file, next);
  try {
    const generations = listGenerations(db);
    const latest = generations.find((one) => one.base === undefined)?.id ?? 1;
    const id = Math.max(...generations.map((one) => one.id)) + 1;
    withAttached(db, suspect, () =>
      inTransaction(db, () => {
        if (!hasHistory(db)) {
          createHistory(db);
          addGeneration(db, { id: 1, ...describeCurrent(db) });
          // Differences are of what it says of itself, too: from here on that stays.
          const digests = keptDigests(db);
          if (digests) setSetting(db, digests.name, digests.value);
        }
        addGeneration(db, { id, ...described, state: "suspect" });
        keepContent(db);
        putDifference(db, { id, base: latest }, attachedDifference(db).difference);
        markHistory(db);
      }),
    );
    seal(db, next);
    fs.renameSync(next, file);
    return id;
  } finally {
    db.close();
    fs.rmSync(next, { force: true });
  }
}
