/** The documented views in a snapshot that is open: temporary, in memory. */

import { type Database, openBinding, sqliteProblem } from "../../sandbox/store/sqlite.js";
import { VIEWS, type View, type ViewColumn } from "../../shared/views/index.js";
import { allowedIn } from "./functions.js";
import { fillLinks, type LinksPlace } from "./links.js";
import type { Statement } from "./statement.js";

const expression = (sql: string): string => (sql.startsWith("$.") ? `json ->> '${sql}'` : sql);

const select = ({ using, columns, from }: View): string => {
  const list = columns.map(([name, sql]: ViewColumn) => `${expression(sql)} AS ${name}`).join(", ");
  return `${using === undefined ? "" : `WITH ${using} `}SELECT ${list} FROM ${from}`;
};

/** Create all views; those that are kept are empty yet. */
export function createViews(db: Database): void {
  for (const view of VIEWS) {
    if (view.kept) db.exec(`CREATE TEMP TABLE ${view.name} (${namesOf(view)})`);
    else db.exec(`CREATE TEMP VIEW ${view.name} AS ${select(view)}`);
  }
}

/**
 * Views that a statement is about: without them it means nothing. A column may be called as one of the others.
 * @throws an error of SQLite where the statement means nothing with all of them; tables of the file are not known here
 */
export function viewsUsed({ sql, names }: Pick<Statement, "sql" | "names">): View[] {
  explainWithout(undefined, sql);
  const used = VIEWS.filter((view) => {
    if (!names.has(view.name)) return false;
    try {
      explainWithout(view, sql);
      return false;
    } catch (error) {
      if (sqliteProblem(error) === undefined) throw error;
      return true;
    }
  });
  return VIEWS.filter(({ name }) => used.some((view) => view.name === name || view.needs?.includes(name)));
}

/** Compile a statement beside all views but one. */
function explainWithout(left: View | undefined, sql: string): void {
  const db = openBinding(":memory:");
  try {
    for (const view of VIEWS) if (view !== left) db.exec(`CREATE TABLE ${view.name} (${namesOf(view)})`);
    db.restrict?.(allowedIn(db));
    db.all(`EXPLAIN ${sql}`);
  } finally {
    db.close();
  }
}

const namesOf = ({ columns }: View): string => columns.map(([name]) => name).join(", ");

/** Fill what is kept of these views. */
export async function fillViews(db: Database, views: readonly View[], place: LinksPlace): Promise<void> {
  for (const view of views) {
    if (view.kept && view.from !== "") db.exec(`INSERT INTO temp.${view.name} ${select(view)}`);
    else if (view.kept) await fillLinks(db, place);
  }
}
