/** The documented views in a snapshot that is open: temporary, in memory. */
import { usage } from "../../errors.js";
import { HISTORY_VIEWS, type HistoryView, historyKind } from "../../resources/histories.js";
import type { View, ViewColumn } from "../../resources/resource.js";
import { VIEWS } from "../../resources/views.js";
import { readLinks } from "../../sandbox/content/links/links.js";
import { ORIGIN } from "../../sandbox/origin.js";
import { openWithIndex } from "../../sandbox/store/kept-index.js";
import { shadowIndexTables } from "../../sandbox/store/schema.js";
import type { Source } from "../../sandbox/store/sources.js";
import { createStore } from "../../sandbox/store/store.js";
import { hasData, isFailed } from "../../shared/snapshots/gaps.js";
import { type Allows, type Database, openBinding, type RowSource, sqliteProblem } from "../../system/sqlite.js";
import { isOf } from "../file/open-snapshot.js";
import { readHistory, rowOfInterval, titlesIn } from "../history/intervals.js";
import type { Statement } from "./statement.js";

// Functions that a query may call. Bindings bring more than SQLite documents: libsql has `readfile`, `writefile` and one
// that runs SQL, whatever the file was opened for. What is not named here is refused.

const FUNCTIONS = new Set(
  `abs acos acosh asin asinh atan atan2 atanh avg ceil ceiling changes char coalesce concat concat_ws cos cosh count
  cume_dist current_date current_time current_timestamp date datetime degrees dense_rank exp first_value floor format glob
  group_concat hex if ifnull iif instr json json_array json_array_length json_error_position json_extract json_group_array
  json_group_object json_insert json_object json_patch json_pretty json_quote json_remove json_replace json_set json_type
  json_valid julianday lag last_value lead length like likelihood likely ln log log10 log2 lower ltrim max median min mod
  mode nth_value ntile nullif octet_length percent_rank pi pow power printf quote radians random rank regexp replace round
  row_number rtrim sign sin sinh soundex sqlite_version sqrt string_agg strftime substr substring sum tan tanh time
  timediff total trim trunc typeof unhex unicode unixepoch unlikely upper variance`.split(/\s+/),
);
/** Operators that SQLite calls as functions. */
const OPERATORS = new Set(["->", "->>"]);
/** Tables that are functions; all others that are no tables are refused by their name. */
const MODULES = new Set(["json_each", "json_tree", "generate_series"]);

const isPragma = (table: string): boolean => table.startsWith("pragma_");

/** @throws Failure usage for a function that reaches beyond the snapshot, or is not known to stay in it */
export function refuseFunctions(db: RowSource, { names, calls }: Statement): void {
  const known = (list: string) => db.all(`PRAGMA ${list}`).map(({ name }) => String(name).toLowerCase());
  const functions = known("function_list");
  if (functions.length === 0) throw new Error("SQLite does not list its functions");
  const wrong =
    functions.find((name) => calls.has(name) && !FUNCTIONS.has(name) && !MODULES.has(name)) ??
    known("module_list").find((name) => names.has(name) && !MODULES.has(name)) ??
    [...names].find(isPragma);
  if (wrong !== undefined) throw usage(`${wrong} is refused: a query may only read the views`);
}

/** The same rules for SQLite itself to apply, whatever a statement looks like; `db` still has to run others. */
export function allowedIn(db: Database): Allows {
  const modules = new Set(db.all("PRAGMA module_list").map(({ name }) => String(name).toLowerCase()));
  return (what, called) => {
    const name = called.toLowerCase();
    if (what === "function") return FUNCTIONS.has(name) || OPERATORS.has(name);
    return !isPragma(name) && (MODULES.has(name) || !modules.has(name));
  };
}

const expression = (sql: string): string => (sql.startsWith("$.") ? `json ->> '${sql}'` : sql);

const select = ({ using, columns, rows, from = `main.objects o WHERE o.kind = '${rows}'` }: View): string => {
  const list = columns.map(([name, sql]: ViewColumn) => `${expression(sql)} AS ${name}`).join(", ");
  return `${using === undefined ? "" : `WITH ${using} `}SELECT ${list} FROM ${from}`;
};

const ALL: readonly View[] = [...VIEWS, ...HISTORY_VIEWS];

export const isHistory = (view: View): view is HistoryView => "history" in view;

/** Create all views; those that are kept are empty yet. */
export function createViews(db: Database): void {
  for (const view of ALL) {
    if (view.kept) db.exec(`CREATE TEMP TABLE ${view.name} (${namesOf(view)})`);
    else db.exec(`CREATE TEMP VIEW ${view.name} AS ${select(view)}`);
  }
}

/**
 * Views that a statement is about: without them it means nothing. A column may be called as one of the others.
 * @throws an error of SQLite where the statement means nothing with all of them; tables of the file are not known here
 */
export function viewsUsed({ sql, names }: Statement): View[] {
  explainWithout(undefined, sql);
  const used = ALL.filter((view) => {
    if (!names.has(view.name)) return false;
    try {
      explainWithout(view, sql);
      return false;
    } catch (error) {
      if (sqliteProblem(error) === undefined) throw error;
      return true;
    }
  });
  return ALL.filter(({ name }) => used.some((view) => view.name === name || view.needs?.includes(name)));
}

/** Compile a statement beside all views but one. */
function explainWithout(left: View | undefined, sql: string): void {
  const db = openBinding(":memory:");
  try {
    for (const view of ALL) if (view !== left) db.exec(`CREATE TABLE ${view.name} (${namesOf(view)})`);
    db.restrict?.(allowedIn(db));
    db.all(`EXPLAIN ${sql}`);
  } finally {
    db.close();
  }
}

const namesOf = ({ columns }: View): string => columns.map(([name]) => name).join(", ");

/** Fill what is kept of these views. */
export async function fillViews(db: Database, views: readonly View[], place: LinksPlace): Promise<void> {
  const histories = views.filter(isHistory);
  if (histories.length > 0) fillHistories(db, histories, place.file);
  for (const view of views.filter((one) => !isHistory(one))) {
    if (view.kept && view.from !== undefined) db.exec(`INSERT INTO temp.${view.name} ${select(view)}`);
    else if (view.kept) await fillLinks(db, place);
  }
}

/** The view `links`: links of all pages, which are found by parsing their texts. */
interface LinksPlace {
  /** The snapshot. */
  file: string;
  /** Path of its link index, which `docs --snapshot` shares; absent: it is made in memory. */
  index?: string | undefined;
}

/** Parses texts that are not in the kept index; that takes about a second for 1,000 pages. */
async function fillLinks(db: Database, { file, index }: LinksPlace): Promise<void> {
  const kept = index === undefined ? undefined : openWithIndex(file, index);
  if (!kept) shadowIndexTables(db);
  try {
    // The statement of the user never sees the connection that can write.
    await copyLinks(kept ?? db, db);
  } finally {
    kept?.close();
  }
}

async function copyLinks(from: Database, to: Database): Promise<void> {
  const context = { store: createStore(from), origin: ORIGIN };
  const spaces = to.all(
    `SELECT s.id AS space, r.id AS revision FROM main.objects s
     JOIN main.objects r ON r.kind = 'revision' AND r.id = s.json ->> '$.revision' WHERE s.kind = 'space'`,
  );
  for (const { space, revision } of spaces) {
    // Thousands of rows are written as one. What was indexed stays when a query is ended at its deadline.
    from.exec("BEGIN");
    const { items } = await readLinks(context, { space: String(space), revision: String(revision) });
    from.exec("COMMIT");
    const rows = items.flatMap(({ target, pages }) => {
      const { status, url, page, file, reusable, anchor, path } = target;
      const kind = url !== undefined ? "url" : file ? "file" : reusable ? "text" : page ? "page" : null;
      const aim = url ?? file?.id ?? reusable?.id ?? page?.id ?? path;
      return [...pages].map(({ id }) => [id, status, kind, aim, anchor]);
    });
    to.run(
      `INSERT INTO links SELECT ?, value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4 FROM json_each(?)`,
      space,
      JSON.stringify(rows),
    );
  }
}

/** Rows that are written at once. */
const ROWS = 1000;

/** @throws Failure usage for a suspect generation; partial: the history is damaged */
function fillHistories(db: Database, views: readonly HistoryView[], file: string): void {
  const names = views.map(({ history }) => history);
  const history = readHistory(db, file, names);
  const { generations, intervals } = history;
  const titles = titlesIn(history);
  for (const { name, history: own, columns } of views) {
    const kind = historyKind(own);
    const all = intervals.get(own) ?? [];
    const list = columns.map((_, at) => `value ->> ${at}`).join(", ");
    for (let at = 0; at < all.length; at += ROWS) {
      const rows = all.slice(at, at + ROWS).map((one) => rowOfInterval(kind, one, { generations, titles }));
      db.run(`INSERT INTO temp.${name} SELECT ${list} FROM json_each(?)`, JSON.stringify(rows));
    }
  }
}

// Gaps of a view.

interface ViewGaps {
  /** Nothing of the view was read: the first scope that says why. */
  missing: Source | undefined;
  /** Unread or incomplete lists of the view, and those that name the things whose lists they are. */
  lines: string[];
  /** Parts that were left out on purpose, apart from that. */
  leftOut: string[];
}

export function viewGaps(sources: readonly Source[], view: View): ViewGaps {
  const own = sourcesOf(sources, view);
  // A list below a thing that was not listed left no record: nobody could ask for it.
  const above = aboveOf(view).map((one) => ({ view: one, all: sourcesOf(sources, one) }));
  const failed = above.map((one) => ({ ...one, all: one.all.filter(isFailed) }));
  const missing = own.filter((one) => !hasData(one));
  const unlisted = failed.flatMap((one) => one.all).filter((one) => !hasData(one));
  const [first] = [...missing, ...unlisted];
  const others = [...own, ...above.flatMap(({ all }) => all)].filter(
    (one) => !isFailed(one) && one.state !== "complete",
  );
  return {
    missing: first && missing.length === own.length ? first : undefined,
    lines: [
      ...linesOf(`${view.name} is incomplete`, own.filter(isFailed)),
      ...failed.flatMap((one) => linesOf(`${view.name} is incomplete, because ${one.view.name} is`, one.all)),
    ],
    leftOut: linesOf(`${view.name} is incomplete`, others),
  };
}

const sourcesOf = (sources: readonly Source[], { scopes }: View): Source[] =>
  sources.filter(({ scope }) => scopes.some((pattern) => isOf(pattern, scope)));

/** The views of the lists that name the things in the paths of a view's own. */
function aboveOf({ scopes }: View): View[] {
  const lists = new Set(scopes.flatMap(listsAbove));
  return VIEWS.filter((view) => view.scopes.some((scope) => lists.has(scope)));
}

function listsAbove(scope: string): string[] {
  const parts = scope.split("/");
  const places = [...parts.keys()].filter((at) => at > 1 && parts[at]?.startsWith("{"));
  const lists = places.map((at) => parts.slice(0, at).join("/"));
  return scope.startsWith("spaces/{spaceId}/") ? ["orgs/{organizationId}/spaces", ...lists] : lists;
}

/** A line for each state and reason. */
function linesOf(what: string, sources: readonly Source[]): string[] {
  const counts = new Map<string, number>();
  for (const { state, reason } of sources) {
    const words = `${state}${reason === undefined ? "" : `: ${reason}`}`;
    counts.set(words, (counts.get(words) ?? 0) + 1);
  }
  return [...counts].map(([words, count]) => `${what}: ${count === 1 ? "" : `${count} times `}${words}`);
}
