/** Makes the snapshot whose place a new one takes a generation before it. */
import { Failure } from "../../../errors.js";
import { WITH_HISTORY } from "../../../sandbox/store/database.js";
import { MIGRATIONS, setting } from "../../../sandbox/store/schema.js";
import { suspectOf } from "../../../shared/snapshots/generation-names.js";
import type { Database } from "../../../system/sqlite.js";
import { keptDigests, refuseDamaged } from "../digests.js";
import { openSnapshotFile } from "../open-snapshot.js";
import { attachedDifference, dropCurrentContent, keepContent } from "./attached-file.js";
import { putDifference } from "./difference.js";
import { addGeneration, createHistory, describeCurrent, hasHistory, listGenerations, putChanges } from "./tables.js";

const fs = process.getBuiltinModule("node:fs");

/** Offset of the version in the header of a file, which can be read of a damaged one. */
const VERSION_AT = 60;

/**
 * The snapshot that a new one follows, checked; undefined if there is none, or one without history that is damaged. With
 * `replace` also for what is refused otherwise.
 * @throws Failure usage: it is of another organization or service; partial: it is damaged, and so is its history
 */
export function openBase(
  file: string,
  facts: { asked: string; origin: string },
  replace: boolean,
): Database | undefined {
  let db: Database | undefined;
  try {
    db = openSnapshotFile(file);
    refuseDamaged(db, file);
  } catch (error) {
    db?.close();
    if (!(error instanceof Failure)) throw error;
    if (replace || !isWithHistory(file)) return undefined;
    throw error.with({ hint: `restore it from a backup; to start over without its generations, pass --replace` });
  }
  // Written by the walk.
  const organizationOf = (asked: string | undefined) => JSON.parse(asked ?? "{}").organization;
  const [was, is] = [organizationOf(setting(db, "snapshot.asked")), organizationOf(facts.asked)];
  const origin = setting(db, "snapshot.origin");
  if (was === is && origin === facts.origin) return db;
  db.close();
  if (replace) return undefined;
  const what = was === is ? `was read from ${origin}` : `has organization ${was}`;
  throw new Failure("usage", `${file} ${what}, and keeps its generations`, {
    hint: "name another file, or pass --replace to discard its content",
  });
}

/** The snapshot that was refused last for what it lost: a generation after the latest, or a file beside it. */
export function latestSuspect(file: string, base: Database | undefined): string {
  const last = base && listGenerations(base).at(-1);
  return last?.state === "suspect" ? `${file}@${last.id}` : suspectOf(file);
}

function isWithHistory(file: string): boolean {
  if (!fs.existsSync(file)) return false;
  const header = Buffer.alloc(VERSION_AT + 4);
  const descriptor = fs.openSync(file, "r");
  try {
    fs.readSync(descriptor, header, 0, header.length, 0);
  } finally {
    fs.closeSync(descriptor);
  }
  return header.readUInt32BE(VERSION_AT) > WITH_HISTORY;
}

/** Adds the rows of `db` as a generation to those of `base`, which is attached. Runs in the caller's transaction. */
export function keepGenerations(db: Database, base: Database, isAccepted = false): void {
  createHistory(db);
  const generations = listGenerations(base);
  if (hasHistory(base)) {
    db.exec(`INSERT INTO main.generations SELECT * FROM other.generations;
      INSERT INTO main.past_content SELECT * FROM other.past_content`);
  } else {
    addGeneration(db, { id: 1, ...describeCurrent(base) });
  }
  const last = generations.find((one) => one.base === undefined)?.id ?? 1;
  const id = Math.max(...generations.map((one) => one.id)) + 1;
  addGeneration(db, { id, ...describeCurrent(db), isAccepted });
  keepContent(db);
  dropCurrentContent(db);
  const { difference, changes } = attachedDifference(db, keptDigests(base));
  putDifference(db, { id: last, base: id }, difference);
  putChanges(db, id, changes);
  markHistory(db);
}

export const markHistory = (db: Database): void => db.exec(`PRAGMA user_version = ${WITH_HISTORY + MIGRATIONS.length}`);
