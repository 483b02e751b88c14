/** `snapshots tables`: the views of a snapshot as files that databases read. */

import { defineCommand, word } from "../../cli/command.js";
import { choice } from "../../cli/flags.js";
import type { Column } from "../../cli/output/types.js";
import { usage } from "../../errors.js";
import { importLazily } from "../../shared/import-lazily.js";
import { parseSnapshotName } from "../../shared/snapshots/generation-names.js";
import { count } from "../../shared/wrap.js";
import type { GenerationRow } from "../../snapshot/generations.js";
import type { TablesReport } from "../../snapshot/tables/tables.js";
import { isObjects, refuseGaps } from "./shared.js";

const snapshots = importLazily(() => import("../../snapshot/engine.js"));

const COLUMNS = [
  { header: "Table", path: "table" },
  { header: "State", path: "state", as: "state" },
  { header: "Rows", path: "rows", as: "number" },
  { header: "Untyped", path: "untyped", as: "number" },
  { header: "Reason", path: "reason" },
] as const;

const isWritten = ({ state }: TablesReport["tables"][number]): boolean => state !== "missing";
const rowsOf = ({ tables }: TablesReport): number => tables.reduce((sum, { rows }) => sum + rows, 0);

type Write = (name: string, what: string) => Promise<TablesReport>;

const DAY_COLUMNS: readonly Column<TablesReport>[] = [
  { header: "Date", path: "date" },
  { header: "Tables", path: "tables", as: "number", value: ({ tables }) => tables.filter(isWritten).length },
  { header: "Rows", path: "tables.rows", as: "number", value: rowsOf },
  {
    header: "Incomplete",
    path: "tables.state",
    as: "number",
    value: ({ tables }) => tables.filter(({ state }) => state !== "complete").length,
  },
];

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
    "--generation all writes the last generation of each day, without suspect ones; JSON is then a list with an object for each day.",
    "Exit 9: the tables were written, but the snapshot (with all, its latest generation) is incomplete.",
  ].join("\n"),
  endpoints: [],
  args: { file: word("a snapshot", "snapshot"), folder: word("folder for the tables; created if needed", "folder") },
  flags: {
    format: choice(["parquet", "csv", "ndjson"], { describe: "format of the files; default parquet" }),
    generation: choice(["latest", "all"], { describe: "generations to write; default latest" }),
  },
  unbounded: true,
  answer: ["folder", "organization", "date", "format", "replaced", "tables"],
  examples: [
    "docs snapshots tables monday.docs ./tables",
    "docs snapshots tables monday.docs ./tables --format csv",
    "docs snapshots tables org.docs ./tables --generation all",
    "docs snapshots tables monday.docs ./tables --json",
  ],
  run: async ({ args: { file, folder }, flags: { format = "parquet", generation }, out }) => {
    const write: Write = (name, what) =>
      snapshots
        .tables(name, folder, { format, progress: (table) => out.progress.start(`Writing ${what}${table}`) })
        .finally(() => out.progress.stop());
    if (generation === "all") {
      const days = lastOfDays(file, await snapshots.generations(file));
      const done: TablesReport[] = [];
      for (const { name, started } of days) done.push(await write(name, `${dayOf(started)}: `));
      await out.list(done, { columns: DAY_COLUMNS });
      out.done(`Wrote the tables of ${count(done.length, "day")} into ${folder}`);
    } else {
      const done = await write(file, "");
      if (isObjects(out)) await out.item(done);
      else await out.list(done.tables, { columns: COLUMNS });
      const words = done.replaced ? ", replacing earlier ones" : "";
      out.done(`Wrote ${count(done.tables.filter(isWritten).length, "table")} of ${done.date} into ${folder}${words}`);
    }
    refuseGaps(await snapshots.view(file));
  },
});

const dayOf = (time: string): string => time.slice(0, "2026-01-01".length);

/** A day is that of one generation: the last that began on it. Suspect ones were never what was there. */
function lastOfDays(file: string, generations: readonly GenerationRow[]): GenerationRow[] {
  if (parseSnapshotName(file).reference !== undefined)
    throw usage("--generation all writes all generations of a file, not one of them", "name the file itself");
  const usable = generations.filter(({ state }) => state !== "suspect");
  return [...new Map(usable.map((one) => [dayOf(one.started), one])).values()];
}
