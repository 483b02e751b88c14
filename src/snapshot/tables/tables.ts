/** Writes the views of a snapshot as files of one day: `organization=<id>/date=<day>/<view>.parquet`. */
import { join } from "node:path";
import { errorCode, Failure, reasonOf, usage } from "../../errors.js";
import type { ColumnType, View } from "../../resources/resource.js";
import { VIEWS } from "../../resources/views.js";
import { setting } from "../../sandbox/store/schema.js";
import { shellWord } from "../../shared/shell-words.js";
import { isOwn, makePrivateFolder } from "../../system/folders.js";
import type { Database } from "../../system/sqlite.js";
import { type OpenSnapshot, openSnapshot } from "../file/open-snapshot.js";
import { createViews, fillViews, viewGaps } from "../query/views.js";
import {
  type OpenTable,
  openCsv,
  openNdjson,
  parquetTables,
  type TableColumn,
  type TypedValue,
  typedValue,
} from "./writers.js";

// The folder of one organization and day: it is there whole, or as it was before.

type Outcome = "new" | "replaced" | "kept";

interface Partition {
  /** Folder for files being written; nobody looks for tables there. */
  folder: string;
  /** Puts them in their place. Returns what became of the day; `kept` (with `keep`): it was there before, and stays. */
  finish(options?: { keep?: boolean }): Outcome;
  /** Removes what was not finished. */
  close(): void;
}

const TEMPORARY = ".docs-tables-";
/** Codes of a rename that another run was faster than. */
const OVERTAKEN: ReadonlySet<string> = new Set(["ENOENT", "ENOTEMPTY", "EEXIST"]);
const TRIES = 10;
/** Names that may be a part of a path. */
const NAME = /^\w[\w.-]{0,99}$/;

/**
 * @param isOurs says of a file's name whether a run like this one writes it
 * @throws Failure usage for a place that has other things in it, config for somebody else's
 */
export function openPartition(
  root: string,
  { organization, date }: { organization: string; date: string },
  isOurs: (name: string) => boolean,
): Partition {
  const { mkdirSync, mkdtempSync, rmSync } = process.getBuiltinModule("node:fs");
  if (![organization, date].every((name) => NAME.test(name)))
    throw new Failure("config", `"${organization}" and "${date}" cannot be names of folders`);
  makePrivateFolder(root);
  ownFolder(root);
  const above = join(root, `organization=${organization}`);
  mkdirSync(above, { recursive: true, mode: 0o700 });
  ownFolder(above);
  const place = join(above, `date=${date}`);
  refuseOthers(place, isOurs);
  // In the same file system, and where no pattern of partitions finds it. For the owner only.
  const work = mkdtempSync(join(root, TEMPORARY));
  const folder = join(work, "new");
  mkdirSync(folder, { mode: 0o700 });
  const day: Day = { place, folder, work, isOurs };
  return {
    folder,
    finish: ({ keep = false } = {}) => replaceDay(day, keep),
    close: () => {
      if (day.lost === undefined) rmSync(work, { recursive: true, force: true });
    },
  };
}

interface Day {
  place: string;
  /** The new one. */
  folder: string;
  work: string;
  isOurs: (name: string) => boolean;
  /** The day that was there, if nobody could put it back. */
  lost?: string;
}

function replaceDay(day: Day, keep: boolean): Outcome {
  const { renameSync } = process.getBuiltinModule("node:fs");
  const { place, folder, work, isOurs } = day;
  let outcome: Outcome = "new";
  let moved: string | undefined;
  // Another run may write the same day between two of these steps: each puts a whole day there, and the last one stays.
  for (let tries = 1; ; tries += 1) {
    try {
      if (refuseOthers(place, isOurs)) {
        if (keep && isWritten(place)) return "kept";
        outcome = "replaced";
        const old = join(work, `old-${tries}`);
        renameSync(place, old);
        moved = old;
      }
      renameSync(folder, place);
      return outcome;
    } catch (error) {
      if (tries < TRIES && OVERTAKEN.has(errorCode(error) ?? "")) continue;
      if (moved === undefined || putBack(moved, place)) throw error;
      day.lost = moved;
      throw new Failure("io", `cannot write ${place}: ${reasonOf(error)}; the day that was there is in ${moved}`, {
        hint: `to put it back: mv ${shellWord(moved)} ${shellWord(place)}`,
        cause: error,
      });
    }
  }
}

/** True if a whole day is in the place again: the one that was there, or that of another run. */
function putBack(moved: string, place: string): boolean {
  const { existsSync, renameSync } = process.getBuiltinModule("node:fs");
  try {
    renameSync(moved, place);
    return true;
  } catch {
    return existsSync(place);
  }
}

/** A run that writes a day writes the table about the tables, in whatever format. */
const isWritten = (place: string): boolean =>
  ENDINGS.some((end) => process.getBuiltinModule("node:fs").existsSync(join(place, `${ABOUT}.${end}`)));

/** Days of an organization that are in the folder. */
export function writtenDays(root: string, organization: string): ReadonlySet<string> {
  const { existsSync, readdirSync } = process.getBuiltinModule("node:fs");
  const above = join(root, `organization=${organization}`);
  const names = NAME.test(organization) && existsSync(above) ? readdirSync(above) : [];
  return new Set(names.filter((name) => isWritten(join(above, name))).map((name) => name.replace("date=", "")));
}

/** A link would lead elsewhere. */
function ownFolder(path: string): void {
  const stats = process.getBuiltinModule("node:fs").lstatSync(path);
  if (!stats.isDirectory()) throw usage(`${path} is not a folder`, "name another folder");
  if (!isOwn(stats)) throw new Failure("config", `${path} belongs to another user`, { hint: "name another folder" });
}

/** True if the day is there. @throws Failure usage if anything else is in it */
function refuseOthers(place: string, isOurs: (name: string) => boolean): boolean {
  const { lstatSync, readdirSync } = process.getBuiltinModule("node:fs");
  if (!lstatSync(place, { throwIfNoEntry: false })) return false;
  ownFolder(place);
  const other = readdirSync(place).find((name) => !isOurs(name));
  if (other === undefined) return true;
  throw usage(`${join(place, other)} is not a table, and would be removed`, "move it elsewhere");
}

// `load.sql` beside CSV: with it, psql loads a day into PostgreSQL.

const LOAD_SCRIPT = "load.sql";

interface LoadedTable {
  name: string;
  /** Absent: nothing of it was read, so it has no file. */
  columns?: readonly TableColumn[];
}

const TYPES: Record<ColumnType, string> = {
  text: "text",
  time: "timestamptz",
  boolean: "boolean",
  integer: "bigint",
};

const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/**
 * Makes tables and columns that are not there, and puts the day in the place of what was loaded of it before: all of
 * it, or nothing. File names are relative to the working directory of psql.
 */
function loadScript(
  { organization, date }: { organization: string; date: string },
  tables: readonly LoadedTable[],
): string {
  const lines = tables.flatMap(({ name, columns }) => {
    const table = quoteName(name);
    const isThere = `CREATE TABLE IF NOT EXISTS ${table} ("organization" text, "date" date);`;
    const before = `DELETE FROM ${table} WHERE "organization" = '${organization}' AND "date" = '${date}';`;
    if (!columns) return [isThere, before];
    const typed = columns.map((one) => `ADD COLUMN IF NOT EXISTS ${quoteName(one.name)} ${TYPES[one.type]}`);
    const all = ["organization", "date", ...columns.map((one) => one.name)].map(quoteName).join(", ");
    return [
      isThere,
      `ALTER TABLE ${table} ${typed.join(", ")};`,
      before,
      `\\copy ${table} (${all}) FROM '${name}.csv' WITH (FORMAT csv, HEADER)`,
    ];
  });
  return [
    "-- In this folder: psql -f load.sql",
    "\\set ON_ERROR_STOP on",
    "SET client_encoding = 'UTF8';",
    "SET client_min_messages = warning;",
    "BEGIN;",
    ...lines,
    "COMMIT;",
    "",
  ].join("\n");
}

type TableFormat = "parquet" | "csv" | "ndjson";

export interface TablesOptions {
  format: TableFormat;
  /** Path of the snapshot's link index; absent: it is made in memory. */
  index?: string | undefined;
  /** A day that another run has put there meanwhile stays. */
  keep?: boolean | undefined;
  /** Called before each table. */
  progress?: ((table: string) => void) | undefined;
}

/** One table of the day. */
interface TableReport {
  table: string;
  /** `missing`: nothing of it was read, so there is no file. */
  state: "complete" | "partial" | "missing";
  rows: number;
  /** Values that are none of their column's type; they are null. */
  untyped: number;
  reason: string | null;
}

export interface TablesReport {
  folder: string;
  organization: string;
  /** Day on which the reading began, in UTC. */
  date: string;
  format: TableFormat;
  /** The day was there before. */
  replaced: boolean;
  /** Another run has put the day there meanwhile, and it stays. */
  kept: boolean;
  tables: TableReport[];
}

/** The table about the tables. */
const ABOUT = "tables";
const ABOUT_COLUMNS: readonly TableColumn[] = [
  { name: "table_name", type: "text" },
  { name: "state", type: "text" },
  { name: "rows", type: "integer" },
  { name: "untyped", type: "integer" },
  { name: "reason", type: "text" },
];
/** Added to each table: whether all of it was read. */
const COMPLETE: TableColumn = { name: "complete", type: "boolean" };
/** Columns for readers that do not see the path. */
const PLACE: readonly TableColumn[] = [
  { name: "organization", type: "text" },
  { name: "date", type: "text" },
];

/** Rows read at once; of texts fewer. */
const ROWS = 1000;
const TEXTS = 50;

/** @throws Failure usage, config, io, partial: see openSnapshot and openPartition */
export async function writeTables(
  file: string,
  root: string,
  { format, index, keep, progress }: TablesOptions,
): Promise<TablesReport> {
  const open = await opener(format);
  const snapshot = openSnapshot(file, { texts: true });
  try {
    const organization = snapshot.org;
    const date = (setting(snapshot.db, "snapshot.started") ?? "").slice(0, 10);
    const names = new Set([
      ...[...VIEWS.map(({ name }) => name), ABOUT].flatMap((name) => ENDINGS.map((end) => `${name}.${end}`)),
      LOAD_SCRIPT,
    ]);
    const partition = openPartition(root, { organization, date }, (name) => names.has(name));
    try {
      const place = format === "parquet" ? [] : [organization, date];
      // The rows of a view may be most of the file: in the temporary folder, in files that only this process can open.
      snapshot.db.exec("PRAGMA temp_store = FILE");
      createViews(snapshot.db);
      const tables: TableReport[] = [];
      for (const view of VIEWS) {
        progress?.(view.name);
        tables.push(
          await writeView({
            snapshot,
            view,
            open,
            place,
            index,
            path: join(partition.folder, `${view.name}.${format}`),
          }),
        );
      }
      writeAbout(open, join(partition.folder, `${ABOUT}.${format}`), place, tables);
      if (format === "csv") writeLoadScript(partition.folder, { organization, date }, tables);
      const outcome = partition.finish({ keep: keep ?? false });
      const [replaced, kept] = [outcome === "replaced", outcome === "kept"];
      return { folder: root, organization, date, format, replaced, kept, tables };
    } finally {
      partition.close();
    }
  } finally {
    snapshot.close();
  }
}

const ENDINGS: readonly TableFormat[] = ["parquet", "csv", "ndjson"];

async function opener(format: TableFormat): Promise<OpenTable> {
  if (format === "parquet") return parquetTables();
  return format === "csv" ? openCsv : openNdjson;
}

const columnsOf = ({ columns }: View): TableColumn[] => columns.map(([name, , , type = "text"]) => ({ name, type }));

function writeLoadScript(
  folder: string,
  day: { organization: string; date: string },
  reports: readonly TableReport[],
): void {
  const { writeFileSync } = process.getBuiltinModule("node:fs");
  const isMissing = new Set(reports.filter(({ state }) => state === "missing").map(({ table }) => table));
  const views = VIEWS.map((view) => ({
    name: view.name,
    ...(!isMissing.has(view.name) && { columns: [...columnsOf(view), COMPLETE] }),
  }));
  const script = loadScript(day, [...views, { name: ABOUT, columns: ABOUT_COLUMNS }]);
  writeFileSync(join(folder, LOAD_SCRIPT), script, { mode: 0o600, flag: "wx", flush: true });
}

interface WriteViewOptions {
  snapshot: OpenSnapshot;
  view: View;
  open: OpenTable;
  path: string;
  place: readonly string[];
  index: string | undefined;
}

async function writeView({ snapshot, view, open, path, place, index }: WriteViewOptions): Promise<TableReport> {
  const { db, sources, file } = snapshot;
  const { missing, lines, leftOut } = viewGaps(sources, view);
  const reasons = [...lines, ...leftOut].map((line) => line.replace(/^.*? is incomplete(?=[:,])[:,] /, ""));
  const table = view.name;
  if (missing) return { table, state: "missing", rows: 0, untyped: 0, reason: missing.reason ?? missing.state };
  await fillViews(db, [view], { file, index });
  const types = columnsOf(view);
  const isComplete = reasons.length === 0;
  const writer = open(path, [...(place.length > 0 ? PLACE : []), ...types, COMPLETE]);
  let [rows, untyped] = [0, 0];
  for (const part of partsOf(db, view)) {
    const typed = part.map((row) => {
      const values = types.map(({ name, type }): TypedValue => {
        const value = typedValue(type, row[name]);
        if (value === undefined) untyped += 1;
        return value ?? null;
      });
      return [...place, ...values, isComplete];
    });
    writer.write(typed);
    rows += typed.length;
  }
  writer.finish();
  return { table, state: isComplete ? "complete" : "partial", rows, untyped, reason: reasons.join("; ") || null };
}

/**
 * The rows of a view, a part at a time: what SQLite works out is in its own temporary file, and not in memory. Each
 * table has a name of its own, as statements are kept by their text.
 */
function* partsOf(db: Database, { name, kept, columns }: View) {
  const table = kept ? `temp.${name}` : `temp.rows_of_${name}`;
  if (!kept) db.exec(`CREATE TEMP TABLE rows_of_${name} AS SELECT * FROM ${name}`);
  const size = columns.some(([column]) => column === "markdown") ? TEXTS : ROWS;
  try {
    for (let at = 0; ; ) {
      const rows = db.all(`SELECT rowid AS row_at, * FROM ${table} WHERE rowid > ? ORDER BY rowid LIMIT ${size}`, at);
      if (rows.length > 0) yield rows;
      if (rows.length < size) return;
      at = Number(rows.at(-1)?.row_at);
    }
  } finally {
    if (!kept) db.exec(`DROP TABLE ${table}`);
  }
}

function writeAbout(open: OpenTable, path: string, place: readonly string[], tables: readonly TableReport[]): void {
  const writer = open(path, [...(place.length > 0 ? PLACE : []), ...ABOUT_COLUMNS]);
  writer.write(
    tables.map(({ table, state, rows, untyped, reason }) => [
      ...place,
      ...[table, state, BigInt(rows), BigInt(untyped), reason],
    ]),
  );
  writer.finish();
}
