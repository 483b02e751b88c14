/** Reads tables from people and directories: CSV as spreadsheets write it, or JSON. */
import { type Info, parse } from "csv-parse/sync";
import { usage } from "../errors.js";
import { csvCell, removeGuard } from "../shared/csv.js";
import { jsonBounds } from "../shared/documents/bounds.js";
import { lineAt, notJson } from "../shared/json-position.js";
import { getPath } from "../shared/paths.js";
import { closestWord, foldName } from "../shared/text/names.js";
import { sanitizeLine } from "../shared/text/sanitize.js";
import { isObject } from "../shared/values.js";

// Compares what a row of a table says of somebody with what is read under the row's id: in a table of which one column was
// sorted apart, they are not the same person (R97).

/** The values of the row; empty: none. */
export interface RowIdentity {
  name: string;
  email: string;
}

const textAt = (item: unknown, path: string): string => {
  const value = getPath(item, path);
  return typeof value === "string" ? foldName(value) : "";
};

/** Why the row is about somebody else than the member with its id; undefined if it is not. */
export function disagreementOf(row: RowIdentity, member: unknown): string | undefined {
  for (const [said, path] of [
    [row.email, "user.email"],
    [row.name, "user.displayName"],
  ] as const) {
    const found = textAt(member, path);
    if (said !== "" && found !== "" && foldName(said) !== found)
      return `its user is ${sanitizeLine(String(getPath(member, path)))}, not ${said}`;
  }
  return undefined;
}

/** Members by their addresses. An address that several share is nobody's. */
export function byAddress<T>(members: readonly T[]): ReadonlyMap<string, readonly T[]> {
  const found = new Map<string, T[]>();
  for (const member of members) {
    const email = textAt(member, "user.email");
    if (email !== "") found.set(email, [...(found.get(email) ?? []), member]);
  }
  return found;
}

export interface Row {
  /** The line where the row begins, or the number of the JSON item, from 1. */
  line: number;
  /** Trimmed texts by column, without columns that the table does not have. */
  cells: Readonly<Record<string, string>>;
}

interface Table {
  columns: readonly string[];
  /** Names of columns that were not asked for. */
  others: readonly string[];
  rows: readonly Row[];
  /** The unit of a row's `line`, for messages. */
  unit: "line" | "item";
}

/** Other names of columns, as exports use them: in lower case, without spaces, hyphens and underscores. */
type Names = Readonly<Record<string, readonly string[]>>;

const MAX_ROWS = 200_000;
const MAX_COLUMNS = 1000;

/**
 * Columns are found by name, in any order and case; unknown ones are ignored.
 * @throws Failure usage for anything but a table, and if a `needed` column is missing or there twice
 */
export function readTable(text: string, name: string, known: Names, needed: readonly string[]): Table {
  const start = text.replace(/^\uFEFF/, "").trimStart()[0];
  const table = start === "[" || start === "{" ? readJson(text, name, known) : readCsv(text, name, known);
  const missing = needed.filter((column) => !table.columns.includes(column));
  if (missing.length > 0) {
    const renames = missing.flatMap((column) => {
      const like = closestWord(column, table.others);
      return like === undefined ? [] : [`rename ${JSON.stringify(like)} to ${column}`];
    });
    const rule = `the first line must name the columns: ${Object.keys(known).join(",")}`;
    throw usage(`${name} has no column ${missing.join(", ")}`, [...renames, rule].join("; "));
  }
  if (table.rows.length > MAX_ROWS) throw usage(`${name} has more than ${MAX_ROWS} rows`);
  return table;
}

const columnOf = (known: Names, header: string): string | undefined => {
  const plain = removeGuard(header.trim())
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, "");
  return Object.entries(known).find(([column, others]) =>
    [column, ...others].some((one) => one.toLowerCase() === plain),
  )?.[0];
};

interface CsvRecord {
  /** As of its end. */
  info: Info;
  record: string[];
}

function readCsv(text: string, name: string, known: Names): Table {
  let records: CsvRecord[];
  try {
    // `info` adds its own to each record, which the types of the package do not say.
    records = parse(text, {
      bom: true,
      delimiter: delimiterOf(text),
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
    }) as unknown as CsvRecord[];
  } catch (error) {
    throw usage(`${name} cannot be read as CSV: ${error instanceof Error ? error.message : String(error)}`);
  }
  const wide = records.find(({ record }) => record.length > MAX_COLUMNS);
  if (wide) throw usage(`${name}: line ${lineOf(wide)} has more than ${MAX_COLUMNS} columns`);
  const [head, ...rest] = records;
  const headers = head?.record ?? [];
  const columns = headers.map((header) => columnOf(known, header));
  refuseTwice(columns, name);
  const rows = rest.map((read): Row => {
    const cells = read.record.flatMap((cell, at) => {
      const column = columns[at];
      return column === undefined ? [] : [[column, removeGuard(cell.trim()).trim()] as const];
    });
    return { line: lineOf(read), cells: Object.fromEntries(cells) };
  });
  const others = headers.filter((_, at) => columns[at] === undefined);
  return { columns: columns.filter((one) => one !== undefined), others, rows: rows.filter(isFilled), unit: "line" };
}

/** The line that it begins in. */
const lineOf = ({ info, record }: CsvRecord): number => Math.max(info.lines - lineEnds(record), 1);

/** The number of line ends inside quoted cells. */
const lineEnds = (record: readonly string[]): number =>
  record.reduce((sum, cell) => sum + (cell.match(/\r\n|\r|\n/g)?.length ?? 0), 0);

const isFilled = ({ cells }: Row): boolean => Object.values(cells).some((cell) => cell !== "");

/** The most frequent of the three usual delimiters in the first line, outside quotes. */
function delimiterOf(text: string): string {
  const line = /^[^\r\n]*/.exec(text.replace(/^\uFEFF/, ""))?.[0].replaceAll(/"[^"]*"/g, "") ?? "";
  const counts = [",", ";", "\t"].map((one) => [one, line.split(one).length] as const);
  return counts.reduce((best, one) => (one[1] > best[1] ? one : best))[0];
}

/** @throws Failure usage */
function refuseTwice(columns: readonly (string | undefined)[], name: string): void {
  const seen = new Set<string>();
  const twice = columns.find((one) => one !== undefined && (seen.has(one) || !seen.add(one)));
  if (twice !== undefined) throw usage(`${name} has two columns ${twice}`, "name each column once");
}

function readJson(text: string, name: string, known: Names): Table {
  const json = text.replace(/^\uFEFF/, "");
  let items: unknown;
  try {
    items = JSON.parse(json);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw usage(notJson(name, json));
  }
  const problem = jsonBounds(json);
  if (problem) throw usage(`${name}: line ${lineAt(json, problem.offset)}: ${problem.says}`);
  if (!Array.isArray(items))
    throw usage(
      `${name} must be a list of objects`,
      `such as [{${Object.keys(known)
        .map((one) => `"${one}": ""`)
        .join(", ")}}]`,
    );
  const found = new Set<string>();
  const others = new Set<string>();
  const rows = items.map((item, at): Row => {
    if (!isObject(item)) throw usage(`${name}: item ${at + 1} is not an object`);
    const cells: Record<string, string> = {};
    for (const [header, value] of Object.entries(item)) {
      const column = columnOf(known, header);
      if (column === undefined) others.add(header);
      if (column === undefined) continue;
      if (Object.hasOwn(cells, column)) throw usage(`${name}: item ${at + 1} has ${column} twice`);
      cells[column] = typeof value === "string" ? value.trim() : value === null ? "" : JSON.stringify(value);
      found.add(column);
    }
    return { line: at + 1, cells };
  });
  // An empty list misses no column.
  const columns = items.length === 0 ? Object.keys(known) : [...found];
  return { columns, others: [...others], rows: rows.filter(isFilled), unit: "item" };
}

/** A table for spreadsheets: CSV with a byte order mark, so that they read it as UTF-8. */
export function writeTable(columns: readonly string[], rows: readonly Readonly<Record<string, string>>[]): string {
  const lines = [columns, ...rows.map((row) => columns.map((column) => row[column] ?? ""))];
  return `\uFEFF${lines.map((cells) => `${cells.map((cell) => csvCell(cell)).join(",")}\r\n`).join("")}`;
}
