/** `snapshots list` and `forget`: the generations in one file. */

import { defineCommand, word } from "../../cli/command.js";
import { number } from "../../cli/flags.js";
import type { Column } from "../../cli/output/types.js";
import { usage } from "../../errors.js";
import { importLazily } from "../../shared/import-lazily.js";
import { count } from "../../shared/wrap.js";
import type { GenerationRow } from "../../snapshot/generations.js";
import { showWould } from "../plans/shared.js";

const snapshots = importLazily(() => import("../../snapshot/engine.js"));

const COLUMNS: readonly Column<GenerationRow>[] = [
  { header: "Generation", path: "generation", as: "number" },
  { header: "State", path: "state", as: "state" },
  { header: "Ended", path: "ended", as: "time" },
  { header: "Caller", path: "caller", as: "id", drop: 1 },
  { header: "Spaces", path: "spaces", as: "number", value: ({ counts }) => counts.space ?? 0 },
  { header: "Members", path: "members", as: "number", value: ({ counts }) => counts.member ?? 0 },
  { header: "Added", path: "added", as: "number" },
  { header: "Changed", path: "changed", as: "number" },
  { header: "Removed", path: "removed", as: "number" },
  { header: "Texts", path: "texts", as: "number", drop: 2 },
  { header: "Gaps", path: "gaps", as: "number" },
];

export const list = defineCommand({
  name: "list",
  summary: "List the generations in a snapshot file",
  description: [
    "Each run of docs snapshots create adds one. FILE@3 names the third wherever a snapshot is named, FILE@-1 the one before the",
    "latest, FILE@2026-11-01 or FILE@monday the last of that day (in UTC) or before. Added, changed and removed count things whose",
    "answers differ from the generation before (a space with another title also differs in its sites), texts those that are new. Gaps",
    "are scopes that could not be read completely. A suspect generation lost so much that the one before stayed the latest. JSON has",
    "the counts by kind; docs snapshots diff shows what is different.",
  ].join("\n"),
  endpoints: [],
  args: { file: word("a snapshot", "snapshot") },
  answer: [
    "generation",
    "name",
    "latest",
    "accepted",
    "state",
    "started",
    "ended",
    "caller",
    "tool",
    "counts",
    "gaps",
    "added",
    "changed",
    "removed",
    "texts",
    "changes",
  ],
  examples: [
    "docs snapshots list org.docs",
    "docs snapshots list org.docs -o csv",
    "docs snapshots list org.docs -q '.[] | select(.state != \"complete\") | .name'",
  ],
  run: async ({ args, out }) => {
    await out.list(await snapshots.generations(args.file), { columns: COLUMNS });
  },
});

const keepFlag = (what: string) => number({ describe: what, value: "n" }, { min: 1, max: 100_000 });

const size = (bytes: number): string =>
  bytes < 1e6 ? `${Math.max(0, Math.round(bytes / 1000))} KB` : `${(bytes / 1e6).toFixed(1)} MB`;

export const forget = defineCommand({
  name: "forget",
  summary: "Remove earlier generations from a snapshot file",
  description: [
    "Keeps the newest generations, and the newest of each of the latest days, weeks and months (in UTC) that have any. The latest, and",
    "the last one that is complete, always stay; suspect ones before the latest do not. The others answer as before. Texts that no",
    "generation needs are removed, too. The file is replaced by a copy without them; --dry-run shows the space freed.",
  ].join("\n"),
  endpoints: [],
  mayConfirm: true,
  args: { file: word("a snapshot", "snapshot") },
  flags: {
    keepLast: keepFlag("keep the n newest generations"),
    keepDaily: keepFlag("keep the newest of each of the n latest days"),
    keepWeekly: keepFlag("keep the newest of each of the n latest weeks"),
    keepMonthly: keepFlag("keep the newest of each of the n latest months"),
  },
  answer: ["file", "forgotten", "kept", "freed"],
  examples: [
    "docs snapshots forget org.docs --keep-last 7 --dry-run",
    "docs snapshots forget org.docs --keep-last 7 --keep-daily 30 --keep-weekly 12 --keep-monthly 24 --yes",
    "docs snapshots forget org.docs --keep-monthly 12",
  ],
  run: async (context) => {
    const { args, flags, out, globals, confirm } = context;
    const { keepLast: last, keepDaily: daily, keepWeekly: weekly, keepMonthly: monthly } = flags;
    const policy = { last, daily, weekly, monthly };
    if (Object.values(policy).every((one) => one === undefined)) {
      throw usage("no rule says which generations to keep", "for example --keep-last 7 --keep-daily 30");
    }
    const tried = await snapshots.forget(args.file, policy, true);
    const all = tried.forgotten.length + tried.kept.length;
    const what = `${tried.forgotten.length} of ${count(all, "generation")} of ${args.file}`;
    const which = tried.forgotten.length === 0 ? "" : ` (${tried.forgotten.join(", ")})`;
    if (globals.safety.dryRun)
      return showWould(context.out, `forget ${what}${which}, which frees ${size(tried.freed)}`);
    if (tried.forgotten.length === 0)
      return out.result(tried, { columns: [], done: `Nothing to forget in ${args.file}` });
    await confirm(() => `Forget ${what}${which}? They cannot be read any more.`, "they are lost");
    const done = await snapshots.forget(args.file, policy, false);
    await out.result(done, { columns: [], done: `Forgot ${what}: ${size(done.freed)} freed` });
  },
});
