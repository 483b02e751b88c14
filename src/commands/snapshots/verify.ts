/** `snapshots verify`: checks whether a file is intact, and whether the service still says the same. */

import { defineCommand, word } from "../../cli/command.js";
import { number, only, text } from "../../cli/flags.js";
import { Failure, usage } from "../../errors.js";
import { importLazily } from "../../shared/import-lazily.js";
import { count } from "../../shared/wrap.js";
import type { SnapshotVerified } from "../../snapshot/engine.js";
import { isObjects } from "./shared.js";

const snapshots = importLazily(() => import("../../snapshot/engine.js"));

/** @throws Failure usage */
function shareOf(given = "1%"): number {
  const [, digits = "", percent] = /^(\d+(?:\.\d+)?)(%?)$/.exec(given.trim()) ?? [];
  const share = Number(digits) / (percent ? 100 : 1);
  if (digits === "" || share <= 0 || share > 1) throw usage(`--sample takes a share like 1% or 0.01, not "${given}"`);
  return share;
}

const LIST = [
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
function refuse({ file, damage, live }: SnapshotVerified): void {
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

export const verify = defineCommand({
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
    else if (rows.length > 0) await out.list(rows, { columns: LIST });
    else {
      out.done(verdict(found));
      out.note("its hashes are in the file itself: they show damage, not who wrote it");
    }
    refuse(found);
  },
});
