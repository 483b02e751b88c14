/** `snapshots export`: Markdown and JSON in a folder. */

import { defineCommand, word } from "../../cli/command.js";
import { only } from "../../cli/flags.js";
import { Failure } from "../../errors.js";
import { importLazily } from "../../shared/import-lazily.js";
import { shellWord } from "../../shared/shell-words.js";
import { isFailed } from "../../shared/views/scope-states.js";
import { count, grouped } from "../../shared/wrap.js";
import type { ExportReport } from "../../snapshot/export/export.js";
import { refuseGaps, refuseShrink } from "./shared.js";

const snapshots = importLazily(() => import("../../snapshot/engine.js"));

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
  run: async ({ args, flags, out, typedAs }) => {
    const ifStopped = ["files that were written are kept, and none was removed", `to continue: ${typedAs}`];
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
