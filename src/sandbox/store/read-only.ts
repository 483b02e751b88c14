/** State files that are only read: nothing is written beside them, so their folder may be read-only. */
import { errorCode, Failure } from "../../errors.js";
import { quickCheck, versionOf } from "./database.js";
import { type BindingName, type Database, openBinding, sqliteProblem } from "./sqlite.js";

const fs = process.getBuiltinModule("node:fs");
const path = process.getBuiltinModule("node:path");
const { pathToFileURL } = process.getBuiltinModule("node:url");

const MAGIC = "SQLite format 3\0";
/** Offset of the journal mode in the header of a file; WAL is 2. */
const MODE_AT = 18;
const WAL = 2;

export interface ReadOnlyOptions {
  file: string;
  /** The newest schema version that this program knows; older ones are read as they are. */
  newest: number;
  /** Check the whole file for damage first. */
  check?: boolean | undefined;
  binding?: BindingName | undefined;
}

/**
 * Opens a finished state file without changing its mode or migrating it.
 * @throws Failure of kind config: not a state file, damaged, in use, or written by a newer version; io: unreadable
 */
export function openReadOnly({ file, newest, check, binding }: ReadOnlyOptions): Database {
  try {
    refuseOthers(file);
    // Immutable: otherwise SQLite would create locks and replay a journal that it finds.
    const db = openBinding(`${pathToFileURL(path.resolve(file)).href}?immutable=1`, { binding });
    try {
      const version = versionOf(db);
      if (version === 0) throw unusable(file, "is no state of a sandbox");
      if (version > newest) throw unusable(file, "was written by a newer version of docs", "update docs");
      if (check) quickCheck(db, file);
      db.exec("PRAGMA temp_store = MEMORY");
      return db;
    } catch (error) {
      db.close();
      throw error;
    }
  } catch (error) {
    if (sqliteProblem(error) === "corrupt") throw unusable(file, "is damaged");
    const code = errorCode(error);
    if (error instanceof Failure || code === undefined) throw error;
    throw new Failure("io", `cannot read ${file}: ${code === "ENOENT" ? "no such file" : code}`, { cause: error });
  }
}

/** Checks the file's header first: SQLite would create a missing file, and ignore the contents of a WAL beside it. */
function refuseOthers(file: string): void {
  const header = Buffer.alloc(MODE_AT + 1);
  const descriptor = fs.openSync(file, "r");
  try {
    fs.readSync(descriptor, header, 0, header.length, 0);
  } finally {
    fs.closeSync(descriptor);
  }
  if (!header.toString("latin1").startsWith(MAGIC)) throw unusable(file, "is no state of a sandbox");
  if (header[MODE_AT] === WAL) throw unusable(file, "may be changed while it is read: it is a sandbox's own state");
}

const unusable = (file: string, why: string, hint?: string) => new Failure("config", `${file} ${why}`, { hint });
