/** `snapshots query`: runs one SQL statement on the documented views. */
import { defineCommand, word, words } from "../../cli/command.js";
import { number } from "../../cli/flags.js";
import type { Column } from "../../cli/output/types.js";
import { Failure, usage } from "../../errors.js";
import { EXAMPLES } from "../../resources/views.js";
import { importLazily } from "../../shared/import-lazily.js";
import { shellWord } from "../../shared/shell-words.js";
import { count } from "../../shared/wrap.js";
import type { QueryOptions } from "../../snapshot/query/query-in-child.js";
import { incompleteAnswer } from "./shared.js";

// One statement, asked of several snapshots.

const snapshots = importLazily(() => import("../../snapshot/engine.js"));

type Row = Record<string, unknown>;

interface Answers {
  columns: string[];
  rows: Row[];
  more: boolean;
  gaps: string[];
  failures: { file: string; failure: Failure }[];
}

/** The column that says where a row is from. */
const ORGANIZATION = "organization";

/** A statement that is wrong is wrong for all of them. @throws Failure usage; that of the only failure if all failed */
async function queryAll(files: readonly string[], asked: QueryOptions): Promise<Answers> {
  const all: Answers = { columns: [], rows: [], more: false, gaps: [], failures: [] };
  for (const file of files) {
    try {
      const { organization } = await snapshots.view(file);
      const { columns, rows, more, gaps } = await snapshots.query(file, asked);
      if (columns.includes(ORGANIZATION))
        throw usage(
          "with several snapshots, the column organization is added to each row",
          "rename your column with AS",
        );
      all.columns = [ORGANIZATION, ...columns];
      const left = asked.limit - all.rows.length;
      all.rows.push(...rows.slice(0, left).map((row) => ({ [ORGANIZATION]: organization.id, ...row })));
      all.more ||= more || rows.length > left;
      all.gaps.push(...gaps.map((gap) => `${file}: ${gap}`));
    } catch (error) {
      if (!(error instanceof Failure) || error.kind === "usage" || error.kind === "canceled") throw error;
      all.failures.push({ file, failure: error });
    }
  }
  const [first] = all.failures;
  if (first && all.failures.length === files.length) throw first.failure;
  return all;
}

/** @throws Failure partial */
function refuseFailed(failures: Answers["failures"], total: number): void {
  if (failures.length === 0) return;
  const lines = failures.map(({ file, failure }) => `${file}: ${failure.message}`);
  throw new Failure("partial", [`${failures.length} of ${count(total, "snapshot")} could not be queried`, ...lines], {
    details: { failures: failures.map(({ file, failure: { kind, message } }) => ({ file, kind, message })) },
  });
}

const ROWS = 1000;
const SECONDS = 60;

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
  summary: "Query a snapshot with SQL",
  description: [
    "Takes one SQLite statement that reads: SELECT, WITH or VALUES; - reads it from standard input. docs help snapshots lists the",
    "views and their columns. Nothing is written, attached or loaded. Times are text in UTC, truth values 1 and 0; numbers beyond 2^53 are text.",
    `Shows at most ${ROWS} rows (--limit) and takes at most ${SECONDS} seconds (--deadline; exit 6). Exit 2: the SQL is refused or wrong.`,
    "Exit 3: the snapshot has no data for a view. Exit 9: rows are shown, but some data for a view could not be read.",
    "With several snapshots, or a folder of them, it queries each, and adds the id of the organization in the column organization. If one cannot",
    "be queried, the others continue (exit 9).",
  ].join("\n"),
  endpoints: [],
  args: {
    file: word("a snapshot", "snapshot"),
    sql: words("more snapshots, then the statement; - for standard input", "snapshot"),
  },
  flags: {
    limit: number(
      { describe: `maximum number of rows; default ${ROWS}`, short: "L", value: "n" },
      { min: 1, max: 1_000_000 },
    ),
  },
  examples: [
    'docs snapshots query monday.docs "SELECT title, visibility FROM spaces"',
    'docs snapshots query monday.docs "SELECT status, count(*) AS n FROM change_requests GROUP BY status" -o csv',
    "docs snapshots query monday.docs - < question.sql",
    'docs snapshots query ./snapshots "SELECT count(*) AS spaces FROM spaces"',
  ],
  run: async ({ args, flags, globals, files, out }) => {
    const named = [args.file, ...args.sql];
    const statement = named.pop() ?? "";
    if (named.length === 0)
      throw usage("<sql> is required: the statement, or - for standard input", "see: docs snapshots query --help");
    if (/^\s*(select|with|values)\s/i.test(args.file))
      throw usage(
        "the statement follows the file",
        `did you mean: docs snapshots query ${[...args.sql, args.file].map(shellWord).join(" ")}`,
      );
    if (named.some((word) => /^(select|with|values)$/i.test(word)))
      throw usage(
        "the statement is several words: the shell splits it, and replaces * with the names of files",
        `put all of it in quotes: docs snapshots query ${shellWord(args.file)} 'SELECT ...'`,
      );
    const sql = statement === "-" ? await files.read("-") : statement;
    const seconds = globals.client.deadline ?? SECONDS;
    const limit = flags.limit ?? ROWS;
    const asked = { sql, limit, seconds };
    const [file = ""] = named;
    const all = await snapshots.listFiles(named);
    // A folder stands for what is in it, even if that is one.
    const isSeveral = named.length > 1 || all[0] !== file;
    const { columns, rows, more, gaps, failures } = isSeveral
      ? await queryAll(all, asked)
      : { ...(await snapshots.query(file, asked)), failures: [] };
    await out.list(rows, { columns: columns.map((name) => columnOf(name, rows)), empty: "no rows" });
    if (more) out.note(`only the first ${limit} rows: --limit N shows more`);
    refuseFailed(failures, all.length);
    if (gaps.length > 0) throw incompleteAnswer(file, "the answer may be missing rows", { lines: gaps, gaps });
  },
});

/** Questions with their statements, for help. */
export const questions = (): string =>
  EXAMPLES.map(({ question, sql }) => `  ${question}:\n    ${sql.replaceAll("\n", "\n    ")}`).join("\n\n");
