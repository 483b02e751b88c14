/** The tables of a snapshot that keeps earlier generations. The rows of the latest are where they are without any. */
import { readSettings } from "../../../sandbox/settings.js";
import { setting } from "../../../sandbox/store/schema.js";
import { parseStored } from "../../../sandbox/store/stored-json.js";
import { isFailed } from "../../../shared/snapshots/gaps.js";
import { isTime } from "../../../shared/values.js";
import { type Database, damage, type RowSource } from "../../../system/sqlite.js";
import type { ChangeCounts } from "./difference.js";

/** Suspect: it lost so much that the one before stayed the latest. */
type GenerationState = "complete" | "partial" | "suspect";

export interface Generation {
  /** 1, 2, 3 ... */
  id: number;
  state: GenerationState;
  /** ISO 8601. */
  started: string;
  ended: string;
  /** Id of the member that the token belonged to. */
  caller: string;
  /** Version of the tool that made it. */
  tool: string;
  /** True if its losses compared with earlier ones were accepted. */
  isAccepted?: boolean | undefined;
  /** Objects by kind. */
  counts: Record<string, number>;
  /** Scopes that could not be read completely. */
  gaps: number;
  /** Changes since the one before; absent for the first. */
  changes?: ChangeCounts | undefined;
  /** The generation from whose rows the patch leads here; absent for the latest. */
  base?: number | undefined;
}

/**
 * Each generation but the latest is a patch on the rows of its base (see difference.ts); texts and bytes of files that the
 * latest does not have are in `past_content`, deflated, by kind and hash.
 */
const TABLES: Readonly<Record<string, string>> = {
  generations: `CREATE TABLE generations (
    id INTEGER PRIMARY KEY, state TEXT NOT NULL, started TEXT NOT NULL, ended TEXT NOT NULL, caller TEXT NOT NULL,
    tool TEXT NOT NULL, accepted INTEGER NOT NULL, counts TEXT NOT NULL, gaps INTEGER NOT NULL, changes TEXT, base INTEGER, patch BLOB)`,
  past_content: "CREATE TABLE past_content (key TEXT PRIMARY KEY, value BLOB NOT NULL)",
};

/** As a list in SQL. */
export const HISTORY_TABLES = Object.keys(TABLES)
  .map((name) => `'${name}'`)
  .join(", ");

export function createHistory(db: Database): void {
  for (const sql of Object.values(TABLES)) db.exec(sql);
}

export const hasHistory = (db: RowSource): boolean =>
  db.all("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'generations'").length > 0;

const COLUMNS = "id, state, started, ended, caller, tool, accepted, counts, gaps, changes, base";

/** @throws Error for which `isDamage` is true */
function storedTime(value: unknown): string {
  if (isTime(String(value))) return String(value);
  throw damage("a generation has no time");
}

/** Oldest first; a file without history has one. */
export function listGenerations(db: Database): Generation[] {
  if (!hasHistory(db)) return [{ id: 1, ...describeCurrent(db) }];
  return db
    .all(`SELECT ${COLUMNS} FROM generations ORDER BY id`)
    .map(({ id, state, started, ended, caller, tool, accepted, counts, gaps, changes, base }) => ({
      id: Number(id),
      // Written by `addGeneration`, as are counts and changes.
      state: String(state) as GenerationState,
      started: storedTime(started),
      ended: storedTime(ended),
      caller: String(caller),
      tool: String(tool),
      isAccepted: accepted === 1,
      counts: parseStored(counts) as Generation["counts"],
      gaps: Number(gaps),
      ...(changes !== null && { changes: parseStored(changes) as ChangeCounts }),
      ...(base !== null && { base: Number(base) }),
    }));
}

/** Describes a generation from the rows of a file in which it is the latest. */
export function describeCurrent(db: Database): Omit<Generation, "id"> {
  const text = (name: string) => setting(db, `snapshot.${name}`) ?? "";
  const states = db.all("SELECT state, count(*) AS n FROM sources GROUP BY state");
  const failed = states.filter(({ state }) => isFailed({ state: String(state) }));
  const kinds = db.all("SELECT kind, count(*) AS n FROM objects GROUP BY kind ORDER BY kind");
  return {
    state: failed.length > 0 ? "partial" : "complete",
    counts: Object.fromEntries(kinds.map(({ kind, n }) => [String(kind), Number(n)])),
    gaps: failed.reduce((sum, { n }) => sum + Number(n), 0),
    started: text("started"),
    ended: text("ended"),
    caller: readSettings(db).caller,
    tool: text("version"),
  };
}

export function addGeneration(db: Database, generation: Generation): void {
  const { id, state, started, ended, caller, tool, isAccepted = false, counts, gaps } = generation;
  db.run(
    "INSERT INTO generations (id, state, started, ended, caller, tool, accepted, counts, gaps) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
    ...[id, state, started, ended, caller, tool, isAccepted, JSON.stringify(counts), gaps],
  );
}

/** Notes what changed since the generation before; undefined: it has none. */
export const putChanges = (db: Database, id: number, changes: ChangeCounts | undefined): number =>
  db.run("UPDATE generations SET changes = ? WHERE id = ?", changes && JSON.stringify(changes), id);

/** The generations whose differences lead from the latest to one, in turn. */
export function pathTo(generations: readonly Generation[], id: number): number[] {
  const path: number[] = [];
  for (let at: number | undefined = id; at !== undefined; ) {
    const next: Generation | undefined = generations.find((one) => one.id === at);
    if (!next || path.length > generations.length) throw damage("its base is missing");
    if (next.base !== undefined) path.unshift(next.id);
    at = next.base;
  }
  return path;
}
