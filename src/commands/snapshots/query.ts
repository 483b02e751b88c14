/** `snapshots query`: runs one SQL statement on the documented views. */
import { defineCommand, word } from "../../cli/command.js";
import { number } from "../../cli/flags.js";
import type { Column } from "../../cli/output/types.js";
import { EXAMPLES } from "../../shared/views/index.js";
import { incomplete } from "./shared.js";

const ROWS = 1000;
const SECONDS = 60;

type Row = Record<string, unknown>;

/** Column names come from the statement; a dot in one is not a path. */
const columnOf = (name: string, rows: readonly Row[]): Column<Row> => {
  const values = rows.map((row) => row[name]).filter((value) => value !== null);
  const isNumber = values.length > 0 && values.every((value) => typeof value === "number");
  const isTime = /_at$/.test(name) && values.every((value) => typeof value === "string" && /^\d{4}-/.test(value));
  const as = isNumber ? "number" : isTime ? "time" : undefined;
  return { header: name, path: name, value: (row) => row[name], ...(as && { as }) };
};

export const query = defineCommand({
  name: "query",
  summary: "Ask a snapshot in SQL",
  description: [
    "One SQLite statement that reads: SELECT, WITH or VALUES; - takes it from standard input. docs help snapshots lists the",
    "views and their columns. Nothing is written, attached or loaded. Times are text in UTC, truth values 1 and 0.",
    `It shows at most ${ROWS} rows (--limit) and may take ${SECONDS} seconds (--deadline; exit 6). Exit 2: the SQL is refused or wrong.`,
    "Exit 3: the snapshot has no data for a view. Exit 9: rows are shown, but some data for a view could not be read.",
  ].join("\n"),
  endpoints: [],
  args: { file: word("a snapshot"), sql: word("the statement; - for standard input") },
  flags: {
    limit: number({ describe: `the most rows; default ${ROWS}`, short: "L", value: "n" }, { min: 1, max: 1_000_000 }),
  },
  examples: [
    'docs snapshots query monday.docs "SELECT title, visibility FROM spaces"',
    'docs snapshots query monday.docs "SELECT status, count(*) AS n FROM change_requests GROUP BY status" -o csv',
    "docs snapshots query monday.docs - < question.sql",
  ],
  run: async ({ args, flags, globals, snapshots, files, out }) => {
    const sql = args.sql === "-" ? await files.read("-") : args.sql;
    const seconds = globals.client.deadline ?? SECONDS;
    const limit = flags.limit ?? ROWS;
    const { columns, rows, more, gaps } = await snapshots.query(args.file, { sql, limit, seconds });
    await out.list(rows, { columns: columns.map((name) => columnOf(name, rows)), empty: "no rows" });
    if (more) out.note(`only the first ${limit} rows: --limit <n> shows more`);
    if (gaps.length > 0) throw incomplete(args.file, "the answer may lack rows", { lines: gaps, gaps });
  },
});

/** Questions with their statements, for help. */
export const questions = (): string =>
  EXAMPLES.map(({ question, sql }) => `  ${question}:\n    ${sql.replaceAll("\n", "\n    ")}`).join("\n\n");
