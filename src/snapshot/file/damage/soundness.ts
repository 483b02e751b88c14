/** Checks that a finished snapshot is as it was written: commands that read much of it ask before they print anything. */
import { hashOf } from "../../../sandbox/content/documents.js";
import { damagedFile } from "../../../sandbox/store/read-only.js";
import type { Database, RowSource } from "../../../system/sqlite.js";
import { findChangedTables, readDigests, rowsOfKind } from "../digests.js";

export interface SoundnessOptions {
  /** The texts of pages, too, by their hashes. */
  texts?: boolean | undefined;
}

/** @throws Failure partial that names the file and what is damaged in it */
export function refuseDamaged(db: Database, file: string, { texts = false }: SoundnessOptions = {}): void {
  const problem = changeIn(db) ?? structureProblem(db) ?? (texts ? damagedText(db) : undefined);
  if (problem !== undefined) throw damagedFile(file, problem);
}

/** Finds a problem of tables and their indexes: lists would omit a row that an index lacks. */
export function structureProblem(db: RowSource): string | undefined {
  try {
    const [row] = db.all("PRAGMA integrity_check(1)");
    return row && Object.values(row)[0] === "ok" ? undefined : "its structure";
  } catch (error) {
    // The source of an index is no JSON, or SQLite cannot read the tables of the search index.
    if (error instanceof Error && /malformed JSON|fts5/.test(error.message)) return "its structure";
    throw error;
  }
}

function changeIn(db: Database): string | undefined {
  const [first] = findChangedTables(db);
  // Snapshots of older versions have no hashes; of others, this names the object.
  const isDoubtful = first !== undefined || readDigests(db) === undefined;
  return (isDoubtful ? notJson(db) : undefined) ?? first;
}

function notJson(db: Database): string | undefined {
  const found = db.get("SELECT kind, id FROM objects WHERE kind <> 'document' AND NOT json_valid(json) LIMIT 1");
  return found && `${found.kind} ${found.id} is not JSON`;
}

function damagedText(db: Database): string | undefined {
  for (const { id, json } of rowsOfKind(db, "document", "id, CAST(json AS BLOB) AS json")) {
    if (!matchesTextHash(String(id), json)) return `text ${id} does not match its hash`;
  }
  return undefined;
}

/** True if the JSON of a stored text, as bytes, has the hash that is its id. */
export function matchesTextHash(id: string, json: unknown): boolean {
  return json instanceof Uint8Array && hashOf(textIn(Buffer.from(json).toString())) === id;
}

function textIn(json: string): string {
  try {
    return String(JSON.parse(json).markdown);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return "";
  }
}
