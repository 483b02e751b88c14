/** `snapshots drill`: a restore drill on throwaway copies. */
import { defineCommand, word } from "../../cli/command.js";
import { Failure } from "../../errors.js";
import { shellWord } from "../../shared/shell-words.js";
import { count } from "../../shared/wrap.js";
import type { DrillReport } from "../../snapshot/drill-report.js";
import { incompleteAnswer, isObjects } from "./shared.js";

const COLUMNS = [
  { header: "Check", path: "check" },
  { header: "What", path: "what" },
  { header: "Outcome", path: "outcome", as: "state" },
  { header: "Compared", path: "compared", as: "number" },
  { header: "Different", path: "different", as: "number" },
  { header: "Reason", path: "reason" },
] as const;

/** The most differences named; --json has all. */
const NAMED = 10;

export const drill = defineCommand({
  name: "drill",
  summary: "Test whether a snapshot can be restored",
  description: [
    "Checks the file, loads it into a temporary service, reads everything back through the client, and compares objects, pages, texts,",
    "links and the bytes of files. Exports it, imports the export again, and compares pages, texts and links. Empties a second copy of",
    "teams, collections, parts of sites, roles and titles, restores its settings as docs snapshots restore does, and reports what is",
    "still missing. Needs no service and no token; temporary files take about four times the size of the snapshot.",
    "Each row shows what was compared and the differences, or why it was not compared. Things that no request can restore are in JSON (notRestorable).",
    "state is passed, incomplete (lists could not be read when it was made), different or damaged; all except passed cause exit 9.",
  ].join("\n"),
  endpoints: [],
  args: { file: word("a snapshot", "snapshot") },
  flags: {},
  unbounded: true,
  answer: ["file", "organization", "origin", "read", "gaps", "rows", "differences", "state", "notRestorable"],
  examples: [
    "docs snapshots drill monday.docs",
    "docs snapshots drill monday.docs --json",
    "docs snapshots drill monday.docs -q .state",
  ],
  run: async ({ args, snapshots, out, now }) => {
    const progress = (text: string) => out.progress.start(text);
    const report = await snapshots.drill(args.file, { progress, now }).finally(() => out.progress.stop());
    if (isObjects(out)) await out.item(report);
    else await out.list(report.rows, { columns: COLUMNS });
    const { file, notRestorable } = report;
    if (notRestorable.length > 0)
      out.note(`${count(notRestorable.length, "thing")} cannot be restored by any request: --json lists them`);
    refuse(report);
    out.done(`${file} can be restored${formatUncompared(report)}`);
  },
});

/** What was left out on purpose is no failure, and no success either. */
function formatUncompared({ rows }: DrillReport): string {
  const not = rows.filter(({ outcome }) => outcome === "not compared");
  if (not.length === 0) return "";
  return `, except for data that is not in it: ${[...new Set(not.map(({ what }) => what))].join(", ")}`;
}

/** @throws Failure partial */
function refuse({ file, state, differences, gaps, notRestorable }: DrillReport): void {
  if (state === "passed") return;
  if (state === "incomplete") {
    const lines = gaps.map(
      ({ part, state: was, reason }) => `${part}: ${was}${reason === undefined ? "" : `: ${reason}`}`,
    );
    throw incompleteAnswer(file, "its data can be restored, but it is incomplete", { lines, gaps });
  }
  const says = differences.slice(0, NAMED).map(({ check, what, says: one }) => `${check}, ${what}: ${one}`);
  const more = differences.length > NAMED ? [`and ${differences.length - NAMED} more: --json has all`] : [];
  const what =
    state === "damaged" ? `${file} is damaged` : `${count(differences.length, "difference")} after a restore`;
  const hint =
    state === "damaged"
      ? `restore it from a backup, or remove it and make it again: docs snapshots create ${shellWord(file)}`
      : `docs snapshots drill ${shellWord(file)} --json has all of them`;
  const unread = gaps.reduce((sum, { scopes }) => sum + scopes, 0);
  if (unread > 0) more.push(`also, ${count(unread, "scope")} could not be read when it was made`);
  throw new Failure("partial", [what, ...says, ...more], {
    hint,
    details: { state, differences, gaps, notRestorable },
  });
}
