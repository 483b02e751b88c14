/** `snapshots query`: one SQL statement over the documented views. */
import { defineCommand, word } from "../../cli/command.js";
import { number } from "../../cli/flags.js";
import type { Column } from "../../cli/output/types.js";
import { EXAMPLES } from "../../facts/views/index.js";
import { notWhole } from "./shared.js";

const ROWS = 1000;
const SECONDS = 60;

type Row = Record<string, unknown>;

/** Names are those of the statement: dots in them lead nowhere. */
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
    "One statement of SQLite that reads: SELECT, WITH or VALUES; - reads it from standard input. docs help snapshots lists the",
    "views and their columns. Nothing is written, attached or loaded. Times are text in UTC, truth values 1 and 0.",
    `Rows end at ${ROWS} unless --limit says otherwise, the whole at ${SECONDS} seconds unless --deadline does (exit 6).`,
    "SQL that is refused or wrong: exit 2. A view of which nothing was read: exit 3; of which something could not be read: rows",
    "and exit 9.",
  ].join("\n"),
  endpoints: [],
  args: { file: word("a snapshot"), sql: word("the statement; - for standard input") },
  flags: {
    limit: number({ describe: `most rows; default ${ROWS}`, short: "L", value: "n" }, { min: 1, max: 1_000_000 }),
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
    if (more) out.note(`only the first ${limit} rows: --limit <n> takes more`);
    if (gaps.length > 0) throw notWhole(args.file, "the answer may lack rows", { lines: gaps, gaps });
  },
});

/** Questions with their statements, for help. */
export const questions = (): string =>
  EXAMPLES.map(({ question, sql }) => `  ${question}:\n    ${sql.replaceAll("\n", "\n    ")}`).join("\n\n");
