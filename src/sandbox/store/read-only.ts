/** State files that are only read: nothing is written beside them, so their folder may be read-only. */
import { errorCode, Failure, kindOfReadError, reasonOf } from "../../errors.js";
import { type BindingName, type Database, damage, mapErrors, openBinding, sqliteProblem } from "../../system/sqlite.js";
import { WITH_HISTORY } from "./database.js";
import { FORMATS, type Format, NEWEST_FORMAT, schemaProblems } from "./formats.js";

const fs = process.getBuiltinModule("node:fs");
const path = process.getBuiltinModule("node:path");
const { pathToFileURL } = process.getBuiltinModule("node:url");

const MAGIC = "SQLite format 3\0";
/** Offset of the journal mode in the header of a file; WAL is 2. */
const MODE_AT = 18;
const WAL = 2;

/**
 * Opens a finished snapshot without changing its mode. Its schema is compared with that of its format before anything else.
 * @throws Failure of kind config: not a snapshot, in use, or written by a newer version; partial: damaged; io: unreadable
 */
export function openReadOnly(file: string, binding?: BindingName): Database {
  const state = fileState(file);
  if (state === "other") throw unusableFile(file, "is not a snapshot");
  if (state === "live") throw unusableFile(file, "may be changed while it is read: it is a sandbox's own state");
  let db: Database | undefined;
  try {
    // Immutable: otherwise SQLite would create locks and replay a journal that it finds.
    db = openBinding(`${pathToFileURL(path.resolve(file)).href}?immutable=1`, { binding, strict: true });
    refuseOtherSchema(db, file);
    db.exec("PRAGMA temp_store = MEMORY");
    return guardReads(db, file);
  } catch (error) {
    db?.close();
    if (sqliteProblem(error) === "corrupt") throw damagedFile(file, undefined, error);
    throw error;
  }
}

/** Classifies a file by its header: no database of SQLite, one that may have a log beside it, or one that is whole. */
export type FileState = "other" | "live" | "whole";

/** Read from the header, as SQLite would create a missing file, and ignore the contents of a WAL beside it. @throws Failure config, io */
export function fileState(file: string): FileState {
  const header = Buffer.alloc(MODE_AT + 1);
  try {
    // Non-blocking: opening a pipe would wait for somebody to write into it.
    const descriptor = fs.openSync(file, fs.constants.O_RDONLY | (fs.constants.O_NONBLOCK ?? 0));
    try {
      const stats = fs.fstatSync(descriptor);
      if (!stats.isFile())
        throw unusableFile(
          file,
          stats.isDirectory() ? "is a folder" : "is not a regular file",
          "name a snapshot's file",
        );
      fs.readSync(descriptor, header, 0, header.length, 0);
    } finally {
      fs.closeSync(descriptor);
    }
  } catch (error) {
    if (error instanceof Failure || errorCode(error) === undefined) throw error;
    const why = reasonOf(error, { ENOENT: "no such file" });
    throw new Failure(kindOfReadError(error), `cannot read ${file}: ${why}`, { cause: error });
  }
  if (!header.toString("latin1").startsWith(MAGIC)) return "other";
  return header[MODE_AT] === WAL ? "live" : "whole";
}

/**
 * Refuses a schema that is not the one of the file's format. `at` names an attached file.
 * @throws Failure config, partial with what is foreign in its details
 */
export function refuseOtherSchema(db: Database, file: string, at: "main" | "other" | "snapshot" = "main"): Format {
  const number = Number(db.get(`PRAGMA ${at}.user_version`)?.user_version);
  const format = FORMATS.get(number);
  if (format) {
    const problems = schemaProblems(db, format, at);
    if (problems.length === 0) return format;
    throw damagedFile(file, problems[0], undefined, { damage: problems.map((what) => ({ check: "schema", what })) });
  }
  if (number % WITH_HISTORY > NEWEST_FORMAT)
    throw unusableFile(file, "was written by a newer version of docs", "update docs");
  throw unusableFile(file, "is not a snapshot");
}

/** Damage is met where it is read, which may be late. */
const guardReads = (db: Database, file: string): Database =>
  mapErrors(db, (error) => (sqliteProblem(error) === "corrupt" ? damagedFile(file, undefined, error) : error));

/** How damage of a file is named, whatever meets it; `isDamage` is true for it. */
export const damagedFile = (
  file: string,
  what?: string,
  cause: unknown = damage(what ?? "damage"),
  details?: Record<string, unknown>,
): Failure =>
  new Failure("partial", `${file} is damaged${what === undefined ? "" : `: ${what}`}`, {
    hint: `to see all damage: docs snapshots verify ${file}`,
    cause,
    details,
  });

const unusableFile = (file: string, why: string, hint?: string) => new Failure("config", `${file} ${why}`, { hint });
