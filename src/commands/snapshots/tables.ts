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
    "reading began, in UTC. Other days and organizations are not changed; the same day again replaces that whole day. Columns are",
    "typed: times are timestamps in UTC. A view without any data has no file, never an empty one. Each table has a column complete,",
    "which is false if it was not read completely, and tables.parquet has the state and reason of each: rows missing from an incomplete day",
    "may still exist. Files have mode 0600, new folders 0700.",
    "csv and ndjson also have organization and date as columns; csv is in the form that PostgreSQL reads, with unchanged texts;",
    "load.sql beside it loads that day with psql.",
    "Exit 9: the tables were written, but the snapshot is incomplete.",
  ].join("\n"),
  endpoints: [],
  args: { file: word("a snapshot", "snapshot"), folder: word("folder for the tables; created if needed", "path") },
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
    const words = done.replaced ? ", replacing earlier ones" : "";
    out.done(`Wrote ${count(written.length, "table")} of ${done.date} into ${args.folder}${words}`);
    refuseGaps(await snapshots.view(args.file));
  },
});
