/** `snapshots`: view, list, forget, verify, log and restore; the other verbs are in `snapshots/`. */

import type { Plan } from "../changes/types.js";
import { defineCommand, defineNoun, word } from "../cli/command.js";
import type { Context } from "../cli/context.js";
import { list, number, only, text } from "../cli/flags.js";
import type { Column } from "../cli/output/types.js";
import { serviceOrigin } from "../cli/settings.js";
import { Failure, usage } from "../errors.js";
import { historiesHelp, LOG_KINDS } from "../resources/histories.js";
import { viewsHelp } from "../resources/views.js";
import { importLazily } from "../shared/import-lazily.js";
import { requireKnown } from "../shared/text/names.js";
import { count } from "../shared/wrap.js";
import type { SnapshotVerified } from "../snapshot/engine.js";
import type { GenerationRow } from "../snapshot/generations.js";
import type { LogEntry } from "../snapshot/history/log.js";
import { chooseShare, GUARD_FLAGS, RESULT_FIELDS, touchableUsers } from "./plans/guard-flags.js";
import { RECEIPT_FLAGS } from "./plans/receipt.js";
import { CONFIRM, showWould } from "./plans/shared.js";
import { plannerFor, refuseUnplanned, writeOrApplyPlan } from "./plans/write-or-apply.js";
import { create } from "./snapshots/create.js";
import { diffWith } from "./snapshots/diff.js";
import { exportTo, tables } from "./snapshots/export.js";
import { query, questions } from "./snapshots/query.js";
import { FACTS, incompleteAnswer, isObjects, partsFor, refuseGaps, SNAPSHOT_FIELDS } from "./snapshots/shared.js";

// `snapshots list` and `forget`: the generations in one file.

const snapshots = importLazily(() => import("../snapshot/engine.js"));

const GENERATION_COLUMNS: readonly Column<GenerationRow>[] = [
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

const listGenerations = defineCommand({
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
    await out.list(await snapshots.generations(args.file), { columns: GENERATION_COLUMNS });
  },
});

const keepFlag = (what: string) => number({ describe: what, value: "n" }, { min: 1, max: 100_000 });

const size = (bytes: number): string =>
  bytes < 1e6 ? `${Math.max(0, Math.round(bytes / 1000))} KB` : `${(bytes / 1e6).toFixed(1)} MB`;

const forget = defineCommand({
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

// `snapshots verify`: checks whether a file is intact, and whether the service still says the same.

/** @throws Failure usage */
function shareOf(given = "1%"): number {
  const [, digits = "", percent] = /^(\d+(?:\.\d+)?)(%?)$/.exec(given.trim()) ?? [];
  const share = Number(digits) / (percent ? 100 : 1);
  if (digits === "" || share <= 0 || share > 1) throw usage(`--sample takes a share like 1% or 0.01, not "${given}"`);
  return share;
}

const FINDING_COLUMNS = [
  { header: "Found", path: "found" },
  { header: "Where", path: "where" },
  { header: "What", path: "what" },
] as const;

/** One row for each thing that is wrong or different. */
function rowsOf({ damage, live }: SnapshotVerified): { found: string; where: string; what: string }[] {
  const differences = (live?.differences ?? []).map(({ scope, id, change, fields, reason }) => ({
    found: change,
    where: scope,
    what: [id, fields?.join(", "), reason].filter((one) => one !== undefined && one !== "").join(": "),
  }));
  return [...damage.map(({ check, what }) => ({ found: "damage", where: check, what })), ...differences];
}

/** @throws Failure partial */
function refuseFindings({ file, damage, live }: SnapshotVerified): void {
  const differences = live?.differences ?? [];
  if (damage.length > 0) {
    throw new Failure("partial", `${file} is damaged: ${damage[0]?.what}`, {
      hint: `restore it from a backup, or remove it and make it again: docs snapshots create ${file}`,
      details: { damage },
    });
  }
  if (differences.length === 0) return;
  const unread = differences.filter(({ change }) => change === "not answered").length;
  const differ = differences.length - unread;
  const says = [
    ...(differ > 0 ? [`${count(differ, "difference")} from the service`] : []),
    ...(unread > 0 ? [`${count(unread, "part")} could not be compared`] : []),
  ];
  throw new Failure("partial", says.join(", "), {
    hint: `to update it: docs snapshots create ${file}`,
    details: { differences },
  });
}

const verdict = ({ file, checked, digests, uncovered, live }: SnapshotVerified): string => {
  const { objects, texts, scopes } = checked;
  const what = `${count(objects, "object")}, ${count(texts, "text")} and ${count(scopes, "scope")}`;
  const not = uncovered.length === 0 ? "" : `; made by an older version, so not checked: ${uncovered.join(", ")}`;
  const without = texts === 0 ? ", but the file has no texts" : "";
  const now =
    live &&
    `; ${live.read} of ${live.of} parts read again with ${count(live.requests, "request")}: unchanged${without}`;
  return `${file} is ${digests ? "unchanged since it was written" : "consistent"}: ${what}${now ?? ""}${not}`;
};

const verify = defineCommand({
  name: "verify",
  summary: "Check whether a snapshot is intact",
  description: [
    "Checks the whole file: its tables, its structure, the counts and hashes stored when it was made, the hash of each text, and",
    "references between things. The hashes are in the file itself: they show damage, but an edited file can have new hashes,",
    "too. They do not prove who wrote it.",
    "With --live it reads a sample again from the service, at most four requests at once, and shows the differences; the same",
    "--seed takes the same sample. Exit 9: damage or differences. JSON is one object.",
  ].join("\n"),
  endpoints: [],
  args: { file: word("a snapshot", "snapshot") },
  flags: {
    live: only("read a sample again from the service"),
    sample: text({ describe: "with --live: the size of the sample; default 1%", value: "share" }),
    seed: number({ describe: "with --live: seed of the sample; default 1", value: "n" }, { min: 0 }),
    maxRate: number({ describe: "maximum number of requests per second", value: "n" }, { min: 0.01, max: 1000 }),
  },
  unbounded: true,
  answer: ["file", "damage", "checked", "digests", "uncovered"],
  examples: [
    "docs snapshots verify monday.docs",
    "docs snapshots verify monday.docs --live",
    "docs snapshots verify monday.docs --live --sample 5% --seed 7 --json",
  ],
  run: async ({ args, flags, settings, api, out }) => {
    const given = [flags.sample, flags.seed, flags.maxRate].some((flag) => flag !== undefined);
    if (given && !flags.live) throw usage("--sample, --seed and --max-rate need --live");
    const share = shareOf(flags.sample);
    const origin = settings.sandbox ? undefined : settings.baseUrl;
    const counter = flags.live
      ? out.progress.count({ verb: "Read", what: "requests", ifStopped: ["nothing was kept of what was read"] })
      : undefined;
    const progress = (requests: number) => counter?.at(requests);
    const live = flags.live && { client: api, origin, share, seed: flags.seed ?? 1, rate: flags.maxRate, progress };
    const found = await snapshots.verify(args.file, live || undefined).finally(counter?.end);
    const rows = rowsOf(found);
    if (isObjects(out.format)) await out.item(found);
    else if (rows.length > 0) await out.list(rows, { columns: FINDING_COLUMNS });
    else {
      out.done(verdict(found));
      out.note("its hashes are in the file itself: they show damage, not who wrote it");
    }
    refuseFindings(found);
  },
});

// `snapshots log`: what happened between the generations in a file.

const CHANGES = 50;
const KINDS = [...LOG_KINDS.keys()];

const LOG_COLUMNS: readonly Column<LogEntry>[] = [
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
  ...LOG_COLUMNS.slice(1),
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

const log = defineCommand({
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
    const columns = out.format === "table" ? FOR_PEOPLE : LOG_COLUMNS;
    await out.list(entries.slice(0, limit), { columns, empty: "no changes" });
    if (entries.length > limit)
      out.note(`only the newest ${limit} of ${count(entries.length, "change")}: --limit N shows more`);
    if (missing.length > 0) out.note(`not in this file: ${missing.join(", ")}`);
    if (gaps.length > 0) throw incompleteAnswer(args.file, "changes may be missing", { lines: gaps, gaps });
  },
});

// `snapshots restore`: brings back settings from a snapshot, as a plan.

const restore = defineCommand({
  name: "restore",
  summary: "Restore settings and structure from a snapshot, as a plan",
  description: [
    "Differences from today become steps of a plan: fields of everything, roles, teams and their members, collections and their nesting, positions of spaces, and the",
    "parts of sites. With --plan it is written to a file; otherwise it is shown, confirmed and applied. Things that are gone and cannot be restored (people, spaces, sites,",
    "share links, single sign-on) and fields that no request changes are named in the plan, with their place in the app. New things stay: a restore never",
    "removes. --only takes organization, members, teams, collections, spaces, sites, specs. Things that this token may be unable to see are named, not created again",
    "(exit 9). Who becomes a guest again counts as removed from the organization (--max-removals). Content is not restored.",
  ].join("\n"),
  endpoints: [],
  composite: true,
  args: { file: word("a snapshot", "snapshot") },
  flags: {
    settings: only("required: restore settings and structure; content is never restored"),
    only: list({ describe: "only these parts", value: "part" }),
    maxRemovals: GUARD_FLAGS.maxRemovals,
    touchMe: GUARD_FLAGS.touchMe,
    plan: text({ describe: "only write the plan to this file", value: "path" }),
    confirm: CONFIRM,
    ...RECEIPT_FLAGS,
  },
  mayConfirm: true,
  unbounded: true,
  readsInDryRun: true,
  answer: RESULT_FIELDS,
  examples: [
    "docs snapshots restore monday.docs --settings --plan back.plan",
    "docs snapshots restore monday.docs --settings --only sites,spaces --plan back.plan",
    "docs snapshots restore monday.docs --settings --only members",
  ],
  run: async (context) => {
    const { args, flags, settings, api } = context;
    if (!flags.settings)
      throw usage("--settings is required", "content cannot be restored: the service only imports from URLs");
    const { RESTORABLE_PARTS, restoreSettings } = await import("../changes/restore/restore.js");
    const wanted = flags.only ?? RESTORABLE_PARTS;
    const chosen = RESTORABLE_PARTS.filter((part) => wanted.includes(part));
    requireKnown("only", wanted, RESTORABLE_PARTS);
    const maxRemovals = await chooseShare(flags.maxRemovals);
    const past = await context.plans.openWithoutCopy(args.file);
    const { organization } = past;
    try {
      if (past.origin !== serviceOrigin(settings))
        throw usage(`${args.file} belongs to another service (${past.origin})`, "choose its profile with --profile");
      if (settings.org !== undefined && settings.org !== organization) {
        throw usage(
          `${args.file} belongs to another organization (${organization}, not ${settings.org})`,
          `pass --org ${organization}`,
        );
      }
      const planner = await plannerFor(context, organization);
      const readers = { past: past.client, now: api };
      const { left, unclear } = await restoreSettings({ planner, organization, ...readers, only: chosen });
      const named = touchableUsers(flags.touchMe, settings.me);
      const plan = await planner.finish({
        left: [...left, ...unclear, ...past.gaps],
        maxRemovals,
        named,
        reportOnly: true,
      });
      noteNotRestored(context, plan);
      await writeOrApplyPlan(context, plan, { ...flags, left: unclear });
      refuseUnplanned(unclear, "thing", "could not be determined");
    } finally {
      past.close();
    }
  },
});

/** Notes what the plan leaves, even if the plan is not shown. */
function noteNotRestored({ out, globals, flags }: RestoreOutput, { steps, left }: Plan): void {
  const isShown = flags.plan !== undefined || (!globals.safety.yes && flags.confirm === undefined);
  if (steps.length > 0 && isShown) return;
  for (const line of left) out.note(`not restored: ${line}`);
}

interface RestoreOutput extends Context {
  flags: { plan?: string | undefined; confirm?: string | undefined };
}

const view = defineCommand({
  name: "view",
  summary: "Show what a snapshot contains, and what it lacks",
  description:
    "Shows its organization, when it was read, and each part with its state: complete, partial, denied, unsettled (it changed\nwhile it was read), not-asked, or unreadable (no endpoint returns it). JSON is one object. Exit 9: parts could not be read.",
  endpoints: [],
  args: { file: word("a snapshot", "snapshot") },
  answer: SNAPSHOT_FIELDS,
  examples: [
    "docs snapshots view monday.docs",
    "docs snapshots view monday.docs --json",
    "docs snapshots view monday.docs -q '.parts[] | select(.state == \"denied\")'",
  ],
  run: async ({ args, out }) => {
    const found = await snapshots.view(args.file);
    if (isObjects(out.format)) await out.item(found);
    else {
      if (out.format === "table") await out.item(found, { columns: FACTS });
      await out.list(found.parts, { columns: partsFor(out.format) });
    }
    refuseGaps(found);
  },
});

export default {
  ...defineNoun(
    create,
    listGenerations,
    view,
    forget,
    verify,
    log,
    query,
    tables,
    exportTo,
    restore,
    diffWith(create.uses ?? []),
  ),
  more: `Example queries for docs snapshots query\n${questions()}\n\nIts views, each with its columns:\n\n${viewsHelp()}\n\nViews of the past, over all generations of the file:\n\n${historiesHelp()}`,
};
