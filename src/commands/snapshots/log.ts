/** `snapshots log`: what happened between the generations in a file. */

import { defineCommand, word } from "../../cli/command.js";
import { list, number, text } from "../../cli/flags.js";
import type { Column } from "../../cli/output/types.js";
import { LOG_KINDS } from "../../resources/histories.js";
import { importLazily } from "../../shared/import-lazily.js";
import { requireKnown } from "../../shared/text/names.js";
import { count } from "../../shared/wrap.js";
import type { LogEntry } from "../../snapshot/history/log.js";
import { incompleteAnswer } from "./shared.js";

const snapshots = importLazily(() => import("../../snapshot/engine.js"));

const CHANGES = 50;
const KINDS = [...LOG_KINDS.keys()];

const COLUMNS: readonly Column<LogEntry>[] = [
  { header: "Seen", path: "at", as: "time", value: ({ at }) => at },
  { header: "Kind", path: "kind" },
  { header: "Change", path: "change", as: "state" },
  { header: "What", path: "title" },
  { header: "In", path: "place" },
  { header: "Details", path: "fields", value: detailsOf },
];

/** For people, the day in place of "3 days ago": of a history they ask when. */
const FOR_PEOPLE: readonly Column<LogEntry>[] = [
  { header: "Seen", path: "at", value: ({ at }) => minuteOf(at) },
  ...COLUMNS.slice(1),
];

const minuteOf = (time: string): string => time.slice(0, 16).replace("T", " ");

const formatValue = (value: unknown): string => (value === null || value === "" ? "none" : String(value));

function detailsOf({ kind, change, fields, state, parts, after, unread }: LogEntry): string {
  const changed = fields.map(({ name, before, after: now }) =>
    name === "text" ? "text" : `${name}: ${formatValue(before)} → ${formatValue(now)}`,
  );
  const isPerson = kind === "members" || kind === "access" || kind === "team-members";
  const own = fields.length > 0 || (state === null && !isPerson) || state === change ? [] : [state ?? "guest"];
  const others = Object.entries(parts).map(([name, n]) => `${name}: ${n}`);
  const hidden = change === "unseen" ? ["removed, or hidden from the token"] : [];
  const gap = unread > 0 && after !== null ? [`not read since ${minuteOf(after)}`] : [];
  return [...gap, ...changed, ...own, ...others, ...hidden].join("; ");
}

export const log = defineCommand({
  name: "log",
  summary: "Show what happened between the generations in a file",
  description: [
    "Lists people who joined or left, access given or removed, roles, pages (added, changed, moved, renamed, removed), share links and change",
    "requests, newest first. Seen is the time of the generation that shows the change: it happened after the previous reading. Something",
    "not read in a generation does not count as gone: its change shows in the first generation that read it again, with the time before.",
    `--kind takes ${KINDS.join(", ")}.`,
    "--since takes a day in UTC (monday, 2026-11-01), a length (30d, 4w), or a generation (@7, @-1). JSON has every field before and after, and",
    "what was added or removed with a space, a site, a team or a member (parts). Exit 9: the latest generation is incomplete.",
  ].join("\n"),
  endpoints: [],
  args: { file: word("a snapshot", "snapshot") },
  flags: {
    kind: list({ describe: "only these kinds", value: "kind" }),
    of: text({ describe: "only changes of this thing: id, title, name, email or path", value: "thing" }),
    since: text({ describe: "only changes seen since then; days are UTC", value: "time" }),
    limit: number(
      { describe: `maximum number of changes; default ${CHANGES}`, short: "L", value: "n" },
      { min: 1, max: 1_000_000 },
    ),
  },
  answer: ["at", "after", "generation", "kind", "change", "id", "title", "place", "state", "fields", "parts", "unread"],
  examples: [
    "docs snapshots log org.docs",
    "docs snapshots log org.docs --kind members,access --since monday",
    "docs snapshots log org.docs --of ada@example.com --json",
    "docs snapshots log org.docs --kind pages --of 'User Guide' --since 30d",
  ],
  run: async ({ args, flags, out, now }) => {
    requireKnown("kind", flags.kind, KINDS);
    const { kind: kinds, of, since, limit = CHANGES } = flags;
    const { entries, gaps, missing } = await snapshots.log(args.file, { kinds, of, since, now: now() });
    const columns = out.format === "table" ? FOR_PEOPLE : COLUMNS;
    await out.list(entries.slice(0, limit), { columns, empty: "no changes" });
    if (entries.length > limit)
      out.note(`only the newest ${limit} of ${count(entries.length, "change")}: --limit N shows more`);
    if (missing.length > 0) out.note(`not in this file: ${missing.join(", ")}`);
    if (gaps.length > 0) throw incompleteAnswer(args.file, "changes may be missing", { lines: gaps, gaps });
  },
});
