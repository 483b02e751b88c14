/** `snapshots export`: Markdown and JSON in a folder. */
import { defineCommand, word } from "../../cli/command.js";
import type { CommandOutput } from "../../cli/context.js";
import { choice, only, text } from "../../cli/flags.js";
import type { Column } from "../../cli/output/types.js";
import { Failure, usage } from "../../errors.js";
import { importLazily } from "../../shared/import-lazily.js";
import { shellWord } from "../../shared/shell-words.js";
import { isFailed } from "../../shared/snapshots/gaps.js";
import { parseSnapshotName, startOfPeriod } from "../../shared/snapshots/generation-names.js";
import { count, grouped } from "../../shared/wrap.js";
import type { ExportReport } from "../../snapshot/export/export.js";
import type { GenerationRow } from "../../snapshot/generations.js";
import type { TablesReport } from "../../snapshot/tables/tables.js";
import { isObjects, refuseGaps, refuseShrink } from "./shared.js";

// `snapshots tables`: the views of a snapshot as files that databases read.

const snapshots = importLazily(() => import("../../snapshot/engine.js"));

const TABLE_COLUMNS = [
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
    "--since takes a day in UTC (monday, 2026-11-01) or a length (30d, 4w): the same of the days from then on that the folder does not",
    "have; days that it has, in whatever format, stay as they are, byte for byte, and JSON does not list them.",
    "Exit 9: the tables were written, but the snapshot (with all, its latest generation) is incomplete.",
  ].join("\n"),
  endpoints: [],
  args: { file: word("a snapshot", "snapshot"), folder: word("folder for the tables; created if needed", "folder") },
  flags: {
    format: choice(["parquet", "csv", "ndjson"], { describe: "format of the files; default parquet" }),
    generation: choice(["latest", "all"], { describe: "generations to write; default latest" }),
    since: text({ describe: "only days from then on that are not in the folder; days are UTC", value: "day" }),
  },
  unbounded: true,
  answer: ["folder", "organization", "date", "format", "replaced", "kept", "tables"],
  examples: [
    "docs snapshots tables monday.docs ./tables",
    "docs snapshots tables monday.docs ./tables --format csv",
    "docs snapshots tables org.docs ./tables --generation all",
    "docs snapshots tables org.docs ./tables --since 30d",
    "docs snapshots tables monday.docs ./tables --json",
  ],
  run: async ({ args: { file, folder }, flags: { format = "parquet", generation, since }, out, now }) => {
    const from = since === undefined ? undefined : firstDay(since, now());
    if (from !== undefined && generation === "latest") throw usage("--since writes days: omit --generation latest");
    const write: Write = (name, what) => {
      const progress = (table: string) => out.progress.start(`Writing ${what}${table}`);
      const keep = from !== undefined;
      return snapshots.tables(name, folder, { format, keep, progress }).finally(() => out.progress.stop());
    };
    if (generation === "all" || from !== undefined) {
      const all = lastOfDays(file, await snapshots.generations(file));
      const days = from === undefined ? all : await newDays({ file, folder, from, out }, all);
      const done: TablesReport[] = [];
      for (const { name, started } of days) done.push(await write(name, `${dayOf(started)}: `));
      await out.list(done, { columns: DAY_COLUMNS, empty: "no new days" });
      if (days.length === 0) return;
      const written = done.filter(({ kept }) => !kept);
      out.done(`Wrote the tables of ${count(written.length, "day")} into ${folder}`);
    } else {
      const done = await write(file, "");
      if (isObjects(out.format)) await out.item(done);
      else await out.list(done.tables, { columns: TABLE_COLUMNS });
      const words = done.replaced ? ", replacing earlier ones" : "";
      out.done(`Wrote ${count(done.tables.filter(isWritten).length, "table")} of ${done.date} into ${folder}${words}`);
    }
    refuseGaps(await snapshots.view(file));
  },
});

/** The first day that `--since` means. @throws Failure usage for what is no day, or one to come */
function firstDay(since: string, now: number): string {
  const start = startOfPeriod(since, now);
  if (start === undefined)
    throw usage(`--since: "${since}" is not a day`, "for example --since monday, 2026-11-01 or 30d");
  if (start > now) throw usage(`--since: ${since} is in the future`);
  return dayOf(new Date(start).toISOString());
}

interface NewDays {
  file: string;
  folder: string;
  from: string;
  out: CommandOutput;
}

/** Those that the folder does not have; says how many it has. */
async function newDays({ file, folder, from, out }: NewDays, all: readonly GenerationRow[]): Promise<GenerationRow[]> {
  const { organization } = await snapshots.view(file);
  const written = await snapshots.writtenDays(folder, organization.id);
  const asked = all.filter(({ started }) => dayOf(started) >= from);
  const days = asked.filter(({ started }) => !written.has(dayOf(started)));
  const there = asked.length - days.length;
  if (asked.length === 0)
    out.note(`nothing was read since ${from}: the last day in ${file} is ${dayOf(all.at(-1)?.started ?? "")}`);
  else if (there > 0)
    out.note(`${count(there, "day")} since ${from} ${there === 1 ? "is" : "are"} in ${folder} already`);
  return days;
}

const dayOf = (time: string): string => time.slice(0, "2026-01-01".length);

/** A day is that of one generation: the last that began on it. Suspect ones were never what was there. */
function lastOfDays(file: string, generations: readonly GenerationRow[]): GenerationRow[] {
  if (parseSnapshotName(file).reference !== undefined)
    throw usage("--generation all and --since write generations of a file, not one of them", "name the file itself");
  const usable = generations.filter(({ state }) => state !== "suspect");
  return [...new Map(usable.map((one) => [dayOf(one.started), one])).values()];
}

const COLUMNS = [
  { header: "Spaces", path: "spaces", as: "number" },
  { header: "Files", path: "files", as: "number" },
  { header: "Written", path: "written", as: "number" },
  { header: "Unchanged", path: "unchanged", as: "number" },
  { header: "Removed", path: "removed", as: "number" },
] as const;

/** Reasons that are named; --json has all. */
const NAMED = 5;

/** A line for each reason, with the first path. */
function linesOf(missing: readonly { path: string; reason: string }[]): string[] {
  const byReason = new Map<string, string[]>();
  for (const { path, reason } of missing) byReason.set(reason, [...(byReason.get(reason) ?? []), path]);
  const lines = [...byReason].map(([reason, [first, ...others]]) => {
    const more = others.length === 0 ? "" : ` and ${others.length} more`;
    return `not in this snapshot: ${first}${more} (${reason})`;
  });
  const rest = lines.length - NAMED;
  return rest > 0 ? [...lines.slice(0, NAMED), `${count(rest, "more reason")}: --json names all`] : lines;
}

/** @throws Failure partial */
function refuseDamage(file: string, missing: ExportReport["missing"]): void {
  const damaged = missing.filter(({ isDamaged }) => isDamaged);
  if (damaged.length === 0) return;
  const named = damaged.slice(0, NAMED).map(({ path }) => path);
  const more = damaged.length > NAMED ? [`and ${damaged.length - NAMED} more`] : [];
  throw new Failure(
    "partial",
    [`${count(damaged.length, "file")} not exported: damaged in the snapshot`, ...named, ...more],
    {
      hint: `to read the damaged parts again: docs snapshots create ${shellWord(file)}`,
      details: { damaged: damaged.map(({ path }) => path) },
    },
  );
}

export const exportTo = defineCommand({
  name: "export",
  summary: "Write a snapshot as Markdown and JSON into a folder",
  description: [
    "Writes a folder of Markdown for each space, with SUMMARY.md and front matter, for docs sandbox import; JSON for everything else.",
    "Two exports of one file are identical, byte for byte. In an earlier export, only files that differ are rewritten, and files that",
    "are no longer in the snapshot are removed, so that Git shows the changes. Nothing else in the folder is changed; links are not",
    "followed; a folder with other files is refused. Parts that the snapshot lacks stay as in the earlier export.",
    "Files have mode 0600 in folders of mode 0700; with --public others may read them.",
    "Exit 9: the export was written, but the snapshot is incomplete, or more than a fifth of the files (and more than 3) would have",
    "been removed: then none is removed without --accept-shrink.",
  ].join("\n"),
  endpoints: [],
  args: { file: word("a snapshot", "snapshot"), folder: word("a new or empty folder, or an earlier export", "folder") },
  flags: {
    acceptShrink: only("remove files even if many are gone"),
    public: only("make files that other users may read, as far as the umask allows"),
  },
  answer: ["organization", "spaces", "files", "written", "unchanged", "removed", "shrunk", "missing"],
  examples: [
    "docs snapshots export monday.docs ./halden",
    "docs snapshots export monday.docs ./halden --json",
    "docs snapshots export monday.docs ./halden -q .written",
    "docs sandbox import ./halden/spaces/user-guide",
  ],
  run: async ({ args, flags, out, next }) => {
    const ifStopped = ["files that were written are kept, and none was removed", `to continue: ${next.again}`];
    const counter = out.progress.count({ verb: "Wrote", what: "pages", ifStopped });
    const done = await snapshots
      .exportFiles(args.file, args.folder, {
        acceptShrink: flags.acceptShrink ?? false,
        isPublic: flags.public ?? false,
        progress: counter.at,
      })
      .finally(counter.end);
    await out.result(done, {
      columns: COLUMNS,
      done: `Exported ${count(done.spaces, "space")} into ${args.folder}: ${count(done.files, "file")}, ${grouped(done.written)} written, ${grouped(done.removed)} removed`,
    });
    const snapshot = await snapshots.view(args.file);
    const failed = new Set(snapshot.parts.filter(isFailed).map(({ reason }) => reason));
    // Unreadable parts are named once, below.
    for (const line of linesOf(done.missing.filter(({ reason, isDamaged }) => !isDamaged && !failed.has(reason))))
      out.note(line);
    const retry = `docs snapshots export ${shellWord(args.file)} ${shellWord(args.folder)}`;
    refuseShrink(`nothing was removed from ${args.folder}`, done.shrunk, retry);
    refuseDamage(args.file, done.missing);
    refuseGaps(snapshot);
  },
});
