/** The tables of a snapshot that keeps earlier generations. The rows of the latest are where they are without any. */
import { readSettings } from "../../../sandbox/settings.js";
import { setting } from "../../../sandbox/store/schema.js";
import type { Database } from "../../../sandbox/store/sqlite.js";
import { isFailed } from "../../../shared/views/scope-states.js";

/** Suspect: it lost so much that the one before stayed the latest. */
export type GenerationState = "complete" | "partial" | "suspect";

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
  /** What it lost compared with earlier ones was accepted. */
  isAccepted?: boolean | undefined;
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
    tool TEXT NOT NULL, accepted INTEGER NOT NULL, base INTEGER, patch BLOB)`,
  past_content: "CREATE TABLE past_content (key TEXT PRIMARY KEY, value BLOB NOT NULL)",
};

/** As a list in SQL. */
export const HISTORY_TABLES = Object.keys(TABLES)
  .map((name) => `'${name}'`)
  .join(", ");

export function createHistory(db: Database): void {
  for (const sql of Object.values(TABLES)) db.exec(sql);
}

export const hasHistory = (db: Pick<Database, "get">): boolean =>
  db.get("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'generations'") !== undefined;

/** Oldest first; a file without history has one. */
export function listGenerations(db: Database): Generation[] {
  if (!hasHistory(db)) return [{ id: 1, ...describeCurrent(db) }];
  return db
    .all("SELECT id, state, started, ended, caller, tool, accepted, base FROM generations ORDER BY id")
    .map(({ id, state, started, ended, caller, tool, accepted, base }) => ({
      id: Number(id),
      // Written by `addGeneration`.
      state: String(state) as GenerationState,
      started: String(started),
      ended: String(ended),
      caller: String(caller),
      tool: String(tool),
      isAccepted: accepted === 1,
      ...(base !== null && { base: Number(base) }),
    }));
}

/** What a generation says of itself, from the rows of a file in which it is the latest. */
export function describeCurrent(db: Database): Omit<Generation, "id"> {
  const text = (name: string) => setting(db, `snapshot.${name}`) ?? "";
  const states = db.all("SELECT DISTINCT state FROM sources").map(({ state }) => ({ state: String(state) }));
  return {
    state: states.some(isFailed) ? "partial" : "complete",
    started: text("started"),
    ended: text("ended"),
    caller: readSettings(db).caller,
    tool: text("version"),
  };
}

export function addGeneration(db: Database, generation: Generation): void {
  const { id, state, started, ended, caller, tool, isAccepted = false } = generation;
  db.run(
    "INSERT INTO generations (id, state, started, ended, caller, tool, accepted) VALUES (?, ?, ?, ?, ?, ?, ?)",
    ...[id, state, started, ended, caller, tool, isAccepted],
  );
}
