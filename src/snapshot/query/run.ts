/** One reading SQL statement over the documented views of a snapshot. */

import { Failure, usage } from "../../errors.js";
import type { View } from "../../resources/resource.js";
import { VIEWS } from "../../resources/views.js";
import type { Source } from "../../sandbox/store/sources.js";
import { didYouMean } from "../../shared/text/names.js";
import { type BindingName, type Database, openBinding, type Row, sqliteProblem } from "../../system/sqlite.js";
import { openSnapshot } from "../file/open-snapshot.js";
import { readingStatement } from "./statement.js";
import { allowedIn, createViews, fillViews, isHistory, refuseFunctions, viewGaps, viewsUsed } from "./views.js";

export interface QueryInput {
  file: string;
  sql: string;
  /** Rows at most. */
  limit: number;
  /** Path of the snapshot's link index; absent: it is made in memory. */
  index?: string | undefined;
  /** Bytes that SQLite may take, in the whole process and from then on; absent: as many as there are. */
  heap?: number | undefined;
  binding?: BindingName | undefined;
}

export interface QueryResult {
  /** In their order; two of one name are `id` and `id:1`. */
  columns: string[];
  rows: Row[];
  /** There are more rows than the limit. */
  more: boolean;
  /** Gaps of the named views, in words for people. */
  gaps: string[];
}

/** Views that are made of the texts of pages. */
const TEXTS: ReadonlySet<string> = new Set(["page_texts", "links"]);
/** Characters of an answer at most. */
const ANSWER = 64 * 1024 * 1024;

/**
 * It may take any time: whoever calls it has to be able to end it.
 * @throws Failure usage for SQL that is refused or wrong, not-in-snapshot for a view of which nothing was read; config, io
 */
export async function runQuery({ file, sql: text, limit, index, heap, binding }: QueryInput): Promise<QueryResult> {
  const statement = readingStatement(text);
  // Before the file is looked through, which takes its time.
  const memory = openBinding(":memory:", { binding });
  try {
    refuseFunctions(memory, statement);
  } finally {
    memory.close();
  }
  const views = withSqlErrors(() => viewsUsed(statement));
  const { db, sources, close } = openSnapshot(file, { binding, texts: views.some(({ name }) => TEXTS.has(name)) });
  try {
    createViews(db);
    const [past, present] = [views.filter(isHistory), views.filter((view) => !isHistory(view))];
    const gaps = findGaps(file, sources, present);
    await fillViews(db, views, { file, index });
    gaps.push(...findGaps(file, sources, past, ({ name }) => db.get(`SELECT 1 FROM temp.${name}`) !== undefined));
    if (heap !== undefined) db.get(`PRAGMA hard_heap_limit = ${heap}`);
    db.get("PRAGMA query_only = ON");
    db.restrict?.(allowedIn(db));
    return { ...read(db, statement.sql, limit), gaps };
  } finally {
    close();
  }
}

function read(db: Database, sql: string, limit: number): Omit<QueryResult, "gaps"> {
  return withSqlErrors(() => {
    // As a part of another statement it cannot be more than a query, and no two columns have one name.
    const query = `SELECT * FROM (\n${sql}\n)`;
    const columns = Object.keys(db.get(`SELECT q.* FROM (SELECT 1) LEFT JOIN (${query} LIMIT 0) AS q`) ?? {});
    const rows = db.all(`SELECT ${columns.map(exact).join(", ")} FROM (${query} LIMIT ${limit + 1})`);
    if (sizeOf(rows) > ANSWER) throw usage("the answer has more than 64 MiB", "ask for fewer rows or columns");
    return { columns, rows: rows.slice(0, limit), more: rows.length > limit };
  });
}

/** A column whose whole numbers are text where a double cannot hold them. */
function exact(column: string): string {
  const name = `"${column.replaceAll('"', '""')}"`;
  const isLong = `typeof(${name}) = 'integer' AND ${name} NOT BETWEEN ${Number.MIN_SAFE_INTEGER} AND ${Number.MAX_SAFE_INTEGER}`;
  return `CASE WHEN ${isLong} THEN CAST(${name} AS TEXT) ELSE ${name} END AS ${name}`;
}

function sizeOf(rows: readonly Row[]): number {
  const sizes = (row: Row) =>
    Object.values(row).map((value) => (typeof value === "object" ? (value?.length ?? 0) * 2 : String(value).length));
  return rows.reduce((sum, row) => sizes(row).reduce((total, size) => total + size, sum), 0);
}

/** Guesses the meant name in a statement. */
function nearInSql(message: string): string | undefined {
  const [, kind, name = ""] = /no such (table|column): (?:\w+\.)?(\w+)/.exec(message) ?? [];
  if (kind === undefined) return undefined;
  const names = VIEWS.flatMap((view) => (kind === "table" ? [view.name] : view.columns.map(([column]) => column)));
  return didYouMean(name, names, "docs help snapshots lists views and columns");
}

/** @throws Failure usage for what SQLite has against a statement */
function withSqlErrors<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Error) || !(error instanceof RangeError || sqliteProblem(error) !== undefined)) throw error;
    throw usage(`SQL: ${error.message}`, nearInSql(error.message));
  }
}

/**
 * Gaps of the views of a statement, a line each: of their own lists, and of those that name the things whose
 * lists they are. `hasRows`: other generations read what this one did not.
 * @throws Failure not-in-snapshot for a view of which nothing was read
 */
function findGaps(
  file: string,
  sources: readonly Source[],
  views: readonly View[],
  hasRows: (view: View) => boolean = () => false,
): string[] {
  return views.flatMap((view) => {
    const { missing, lines } = viewGaps(sources, view);
    if (missing && !hasRows(view)) {
      throw new Failure("not-in-snapshot", `not in this snapshot: ${view.name} (${missing.reason ?? missing.state})`, {
        hint: `docs snapshots view ${file} shows what is in it`,
      });
    }
    return lines;
  });
}
