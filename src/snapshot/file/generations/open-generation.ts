/** Opens an earlier generation: a private copy of the rows is taken back to it and thrown away. */
import { errorCode, Failure } from "../../../errors.js";
import { damagedFile } from "../../../sandbox/store/read-only.js";
import { isDamage } from "../../../sandbox/store/stored-json.js";
import { findGeneration, type SnapshotName } from "../../../shared/snapshots/generation-names.js";
import { type BindingName, type Database, mapErrors, openBinding, sqliteProblem } from "../../../system/sqlite.js";
import { copyRows } from "../write/working-copy.js";
import { restoreGeneration } from "./go-back.js";
import { type Generation, listGenerations, pathTo } from "./tables.js";

const fs = process.getBuiltinModule("node:fs");
const { join } = process.getBuiltinModule("node:path");
const { tmpdir } = process.getBuiltinModule("node:os");

/** `latest` is the open file; it is closed where another generation is meant. @throws Failure not-found, partial, io */
export function openGeneration(latest: Database, name: SnapshotName, binding: BindingName | undefined): Database {
  const generations = generationsOf(latest, name.path);
  const { id, base } = findGeneration(generations, name, Date.now());
  if (base === undefined) return latest;
  latest.close();
  return takenBack(name, () => pathTo(generations, id), binding);
}

function generationsOf(latest: Database, file: string): readonly Generation[] {
  try {
    return listGenerations(latest);
  } catch (error) {
    latest.close();
    throw explain(error, file);
  }
}

function takenBack(
  { path: file, reference }: SnapshotName,
  path: () => readonly number[],
  binding?: BindingName,
): Database {
  const named = `${file}@${reference}`;
  const folder = fs.mkdtempSync(join(tmpdir(), "docs-generation-"));
  const remove = () => fs.rmSync(folder, { recursive: true, force: true });
  let db: Database | undefined;
  try {
    const copy = join(folder, "copy.docs");
    fs.closeSync(fs.openSync(copy, "wx", 0o600));
    db = openBinding(copy, { binding, strict: true });
    db.exec("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA temp_store = MEMORY");
    copyRows(db, file);
    restoreGeneration(db, path());
    // Nobody else has it, and nothing of it outlives this process. Some versions of SQLite write to no file without a name.
    if (process.platform !== "win32") remove();
    const opened = explainErrors(db, named);
    return process.platform === "win32" ? { ...opened, close: () => [opened.close(), remove()] } : opened;
  } catch (error) {
    db?.close();
    remove();
    const problem = sqliteProblem(error);
    // The difference cannot be applied: it was not written by this program.
    if (problem === "other" || error instanceof TypeError) throw damagedFile(named, undefined, error);
    throw explain(error, named);
  }
}

const explainErrors = (db: Database, named: string): Database => mapErrors(db, (error) => explain(error, named));

function explain(error: unknown, named: string): unknown {
  if (error instanceof Failure && !isDamage(error)) return error;
  if (isDamage(error)) return damagedFile(named, undefined, error);
  if (errorCode(error) === undefined || !(error instanceof Error)) return error;
  return new Failure("io", `cannot copy ${named} to ${tmpdir()}: ${error.message}`, { cause: error });
}
