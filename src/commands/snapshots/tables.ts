/** `snapshots tables`: the views of a snapshot as files that databases read. */
import { defineCommand, word } from "../../cli/command.js";
import { choice } from "../../cli/flags.js";
import { count } from "../../shared/wrap.js";
import { isObjects, refuseGaps } from "./shared.js";

const COLUMNS = [
  { header: "Table", path: "table" },
  { header: "State", path: "state", as: "state" },
  { header: "Rows", path: "rows", as: "number" },
  { header: "Untyped", path: "untyped", as: "number" },
  { header: "Reason", path: "reason" },
] as const;

export const tables = defineCommand({
  name: "tables",
  summary: "Write a snapshot as tables for a database",
  description: [
    "Writes each view of docs snapshots query as organization=<id>/date=<day>/<view>.parquet into a folder; the day is the one on which",
    "reading began, in UTC. Other days and organizations are not touched; the same day again replaces that day, as a whole. Columns are",
    "typed: times are timestamps in UTC. A view without any data has no file, never an empty one. Each table has a column complete,",
    "which is false if not all of it was read, and tables.parquet has the state and the reason of each: rows that an incomplete day lacks",
    "may exist all the same. Files have mode 0600, new folders 0700.",
    "csv and ndjson have organization and date as columns, too; csv is as PostgreSQL reads it, with texts as they are;",
    "load.sql beside it loads that day with psql.",
    "Exit 9: it is written, but the snapshot could not read all of it.",
  ].join("\n"),
  endpoints: [],
  args: { file: word("a snapshot"), folder: word("a folder of tables; made if it is not there") },
  flags: {
    format: choice(["parquet", "csv", "ndjson"], { describe: "format of the files; default parquet" }),
  },
  unbounded: true,
  answer: ["folder", "organization", "date", "format", "replaced", "tables"],
  examples: [
    "docs snapshots tables monday.docs ./tables",
    "docs snapshots tables monday.docs ./tables --format csv",
    "docs snapshots tables monday.docs ./tables --json",
  ],
  run: async ({ args, flags, snapshots, out }) => {
    const progress = (table: string) => out.progress.start(`Writing ${table}`);
    const done = await snapshots
      .tables(args.file, args.folder, { format: flags.format ?? "parquet", progress })
      .finally(() => out.progress.stop());
    if (isObjects(out)) await out.item(done);
    else await out.list(done.tables, { columns: COLUMNS });
    const written = done.tables.filter(({ state }) => state !== "missing");
    const words = done.replaced ? ", in place of those that were there" : "";
    out.done(`Wrote ${count(written.length, "table")} of ${done.date} into ${args.folder}${words}`);
    refuseGaps(await snapshots.view(args.file));
  },
});
