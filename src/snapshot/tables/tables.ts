/** Writes the views of a snapshot as files of one day: `organization=<id>/date=<day>/<view>.parquet`. */
import { join } from "node:path";
import type { View } from "../../resources/view.js";
import { VIEWS } from "../../resources/views.js";
import { setting } from "../../sandbox/store/schema.js";
import type { Database } from "../../system/sqlite.js";
import { type OpenSnapshot, openSnapshot } from "../file/open-snapshot.js";
import { viewGaps } from "../query/view-gaps.js";
import { createViews, fillViews } from "../query/views.js";
import { LOAD_SCRIPT, loadScript } from "./load-script.js";
import { parquetTables } from "./parquet-writer.js";
import { openPartition } from "./partition.js";
import { type OpenTable, openCsv, openNdjson } from "./text-writers.js";
import { type TableColumn, type TypedValue, typedValue } from "./typed-values.js";

type TableFormat = "parquet" | "csv" | "ndjson";

export interface TablesOptions {
  format: TableFormat;
  /** Path of the snapshot's link index; absent: it is made in memory. */
  index?: string | undefined;
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
  { format, index, progress }: TablesOptions,
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
      return { folder: root, organization, date, format, replaced: partition.finish(), tables };
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
