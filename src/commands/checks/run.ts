/** Context rules, shows what came of it, and ends with the exit code that says so. */
import type { Decide } from "../../checks/accepted/config.js";
import type { Estimate } from "../../checks/cost.js";
import type { Cost, Facts, Scope, Timing } from "../../checks/data-source.js";
import type { Report } from "../../checks/report.js";
import type { Job } from "../../checks/run.js";
import type { CommentProblem, ConfiguredRule, Outcome } from "../../checks/types.js";
import type { CommandOutput, Context, LinkAnswers, NextCommand } from "../../cli/context.js";
import type { OpenedSnapshot } from "../../cli/records/plan-files.js";
import { Failure, usage } from "../../errors.js";
import type { Severity } from "../../shared/choices.js";
import { importLazily } from "../../shared/import-lazily.js";
import { parseSnapshotName } from "../../shared/snapshots/generation-names.js";
import { matchesWildcards } from "../../shared/text/names.js";
import { count, grouped } from "../../shared/wrap.js";
import { COLUMNS } from "./reports.js";
import type { RunSummary } from "./screen.js";
import type { ExternalSettings } from "./selection.js";

// `--changed-since`: leaves out findings about what is as it was in a snapshot.

export interface EarlierSnapshot extends Pick<OpenedSnapshot, "client" | "organization" | "read" | "close"> {
  /** As it was typed. */
  file: string;
}

/** @throws Failure usage for a snapshot of another organization; config, io for a file that is none */
export async function openPast(
  { plans, settings }: Context,
  named: string | undefined,
  organization: string,
): Promise<EarlierSnapshot | undefined> {
  if (named === undefined) return undefined;
  const file = named.startsWith("@") ? `${fileOf(settings.snapshot, named)}${named}` : named;
  const opened = await plans.openWithoutCopy(file);
  if (opened.organization === organization) return { ...opened, file };
  opened.close();
  throw usage(`${file} has another organization, ${opened.organization}`);
}

/** Of the generations of the snapshot that is read, the name is enough. @throws Failure usage */
function fileOf(snapshot: string | undefined, reference: string): string {
  if (snapshot !== undefined) return parseSnapshotName(snapshot).path;
  throw usage(`${reference} is a generation of no snapshot`, `name its file too: --changed-since org.docs${reference}`);
}

/** Notes what could not be compared: it is kept. */
async function unchangedSince(
  out: CommandOutput,
  { client, organization, read, file }: EarlierSnapshot,
  facts: Facts,
  outcomes: readonly Outcome[],
): Promise<Decide> {
  const { findUnchanged } = await import("../../checks/accepted/unchanged.js");
  const { decide, unknown } = await findUnchanged(facts, { client, organization }, outcomes, read);
  const [first] = unknown;
  if (first) {
    const { object, rule } = first.finding;
    const about = object ? `${object.kind.replaceAll("-", " ")} ${object.title}` : rule;
    const stay = unknown.length === 1 ? "stays" : "stay";
    const found = `${count(unknown.length, "finding")} could not be compared with ${file} and ${stay}`;
    out.note(`${found}, such as ${about}: ${first.reason}`);
  }
  return decide;
}

// Earlier paths of pages, by the generations of a snapshot.

const snapshots = importLazily(() => import("../../snapshot/engine.js"));

/** The most moves that are looked at, the latest ones. */
const MOST = 100_000;

/** A space's id and a path, in small letters, of the same generation. */
const MOVES = `SELECT space || '/' || lower(path) AS former, id FROM pages_history
WHERE ended = 'changed' AND path IS NOT NULL ORDER BY valid_to DESC`;

/** @returns ids of pages by `<space>/<path>`; the page that had the path last. Empty without a history */
export async function readFormerPaths(file: string): Promise<ReadonlyMap<string, string>> {
  try {
    // The views of a history take seconds where an organization is large.
    if ((await snapshots.generations(file)).length < 2) return new Map();
    const { rows } = await snapshots.query(file, { sql: MOVES, limit: MOST, seconds: 30 });
    return new Map(rows.reverse().map(({ former, id }) => [String(former), String(id)]));
  } catch (error) {
    // A suggestion: findings stand without it.
    if (error instanceof Failure && ["not-in-snapshot", "timeout", "usage"].includes(error.kind)) return new Map();
    throw error;
  }
}

/** A run that needs more requests says so before it begins. */
const WORTH_TELLING = 500;

/** The rules to run, and how. */
export interface RuleChoice {
  rules: readonly ConfiguredRule[];
  /** Findings that are accepted, each for its own reason. */
  accepted?: readonly Decide[];
  /** Says what each rule and each kind of request cost. */
  isTimed?: boolean | undefined;
  /** How other servers are asked, where a rule does that. */
  external?: ExternalSettings | undefined;
}

interface RunWanted extends RuleChoice {
  organization: string;
  scope?: Scope | undefined;
  /** Reads on, with the same facts. */
  after?: Job["after"];
  /** Findings about what is as it was there are left out. */
  past?: EarlierSnapshot | undefined;
  /** In place of the command's own client. */
  client?: Job["client"];
}

interface Ran {
  outcomes: Outcome[];
  /** Milliseconds since the epoch. */
  at: number;
}

/** When it was so: findings of a snapshot have its time, and ages are counted from it. */
async function chooseTime({ now, settings }: Context): Promise<number> {
  if (settings.snapshot === undefined) return now();
  return Date.parse((await snapshots.view(settings.snapshot)).ended);
}

/** Announces the most requests that a run may take, before it has sent many. */
function createAnnouncer(
  input: Context,
  scope: Scope | undefined,
): Required<Pick<Job, "expect" | "progress">> & { end(): void } {
  const { out } = input;
  let expected: Estimate | undefined;
  let announced = false;
  const announce = ({ likely, most }: Estimate) => {
    if (announced) return;
    announced = true;
    out.print(`At most ${grouped(most)} requests, probably about ${grouped(likely)}`);
  };
  const counter = out.progress.count({ verb: "Checking:", what: "requests", ifStopped: ifStopped(input, scope) });
  return {
    expect: (estimate) => {
      expected = estimate;
      if (estimate.likely > WORTH_TELLING) announce(estimate);
    },
    progress: (sent) => {
      // Fewer were likely, but something that was read asks for more.
      if (expected && sent > WORTH_TELLING) announce(expected);
      counter.at(sent, expected && Math.max(0, expected.likely - sent));
    },
    end: counter.end,
  };
}

/** Lines for Ctrl-C. A snapshot may be checked again and again. */
function ifStopped({ settings, next }: Context, scope: Scope | undefined): string[] {
  const kept = "nothing was kept of what was read";
  if (scope?.space !== undefined || scope?.site !== undefined || settings.snapshot !== undefined || settings.sandbox)
    return [kept, `to begin again: ${next.again}`];
  const snapshot = `a snapshot can be resumed: ${next("snapshots create", "org.docs")}`;
  return [kept, snapshot, `and read offline: ${next.again} --snapshot org.docs`];
}

/** The most comments that are named. */
const MOST_NOTED = 5;

/** Notes problems of comments that ignore findings. */
function noteProblems({ out, next }: Context, problems: readonly CommentProblem[]): void {
  for (const { message } of problems.slice(0, MOST_NOTED)) out.note(message);
  const left = problems.length - MOST_NOTED;
  if (left > 0) out.note(`${count(left, "more comment")} need a look: ${next("checks run ignore-comment")}`);
}

/** On standard error, the slowest first. */
function printTiming(out: Context["out"], timing: Timing): void {
  const { rules, requests } = timing.costs();
  const print = (title: string, costs: readonly Cost[]) => {
    out.print(title);
    for (const { name, seconds, requests: sent } of costs) {
      out.print(`${seconds.toFixed(3).padStart(9)} s ${`${sent}`.padStart(7)}  ${name}`);
    }
  };
  print(
    "Seconds and requests by rule; rules run in parallel, and a request counts for the first rule that needs it",
    rules,
  );
  print("By request", requests);
}

/** Says how many are asked for, before it asks. */
async function askExternal(
  { out, api }: Context,
  { exclude, ...how }: ExternalSettings,
  all: readonly string[],
): Promise<LinkAnswers> {
  const addresses = all.filter((address) => !exclude.some((pattern) => matchesWildcards(pattern, address)));
  const counter = out.progress.count({ verb: "Checking:", of: "of", what: "URLs" });
  return api
    .checkExternal({
      ...how,
      addresses,
      announce: (counts) => {
        const known = counts.remembered === 0 ? "" : `; ${counts.remembered} more worked recently`;
        const asked = `${counts.addresses} ${counts.addresses === 1 ? "URL" : "URLs"}`;
        out.print(`Requesting ${asked} on ${count(counts.hosts, "host")}${known}`);
      },
      progress: (done, all) => counter.at(done, all - done),
    })
    .finally(counter.end);
}

/** Nothing of it is shown yet. */
export async function runAll(input: Context, wanted: RunWanted): Promise<Ran> {
  const { api, out } = input;
  const [{ runRules }, { acceptFindings }] = await Promise.all([
    import("../../checks/run.js"),
    import("../../checks/accepted/config.js"),
  ]);
  const at = await chooseTime(input);
  const { accepted = [], client = api, external, past, after, isTimed, ...job } = wanted;
  const decides: Decide[] = [];
  const { snapshot: file, sandbox } = input.settings;
  const { end, ...announcer } = createAnnouncer(input, wanted.scope);
  const timing = isTimed ? (await import("../../checks/data-source.js")).createTiming() : undefined;
  try {
    const outcomes = await runRules({
      ...job,
      timing,
      after: async (facts, found) => {
        if (past) decides.push(await unchangedSince(input.out, past, facts, found));
        await after?.(facts, found);
      },
      client,
      isLocal: sandbox || file !== undefined,
      ...(file !== undefined && { formerPaths: () => readFormerPaths(file) }),
      external: external && ((addresses) => askExternal(input, external, addresses)),
      now: at,
      problems: (problems) => noteProblems(input, problems),
      ...announcer,
    });
    return {
      at,
      outcomes: [...decides, ...accepted].reduce(
        (before: Outcome[], decide) => acceptFindings(before, decide),
        outcomes,
      ),
    };
  } finally {
    past?.close();
    end();
    if (timing) printTiming(out, timing);
  }
}

export async function reportOfRun(next: NextCommand, organization: string, ran: Ran): Promise<Report> {
  const { reportOf } = await import("../../checks/report.js");
  return reportOf(ran.outcomes, {
    organization,
    at: new Date(ran.at).toISOString(),
    commandOf: ({ words: [noun = "", ...rest] }) => next(noun, ...rest),
  });
}

/** For dry runs: the requests of each rule, and the most there may be, by the numbers of things that are not read now. */
export async function showCost(out: CommandOutput, rules: readonly ConfiguredRule[]): Promise<void> {
  const { boundOf, boundText, needsOf, requestText } = await import("../../checks/cost.js");
  const seen = new Set<string>();
  const active = rules.filter(({ skipped }) => skipped === undefined);
  const rows = active.flatMap(({ rule }) =>
    [...new Set(needsOf(rule).map(requestText))].map((request) => {
      const shared = seen.has(request);
      seen.add(request);
      return { rule: rule.id, request, shared };
    }),
  );
  await out.list(rows, {
    columns: [
      { header: "Rule", path: "rule", as: "id" },
      { header: "Request", path: "request" },
      { header: "Shared", path: "shared", as: "boolean" },
    ],
  });
  out.print(boundText(boundOf(active)));
}

/** Shows the findings: a screen on a terminal, with commands to go on with `after` a run; rows everywhere else. */
export async function show(
  { out, globals, now, next, settings }: Context,
  report: Report,
  after?: RunSummary,
): Promise<void> {
  if (out.format === "table" && globals.output.fields === undefined) {
    const { nextSteps, screenOf } = await import("./screen.js");
    const steps = after ? nextSteps(report, next, after) : [];
    const all = (rule: string) => next("checks run", rule, "-o", "jsonl");
    await out.screen((view) => [
      ...screenOf(report, { ...view, now: now(), all, space: settings.space }),
      // Not wrapped, so that they can be pasted.
      ...(steps.length > 0 ? ["", view.paint("bold", "Next"), ...steps.map((step) => `  ${step}`)] : []),
    ]);
  } else await out.list(report.rows, { columns: COLUMNS });
}

const ignoredWords = (ignored: number): string => (ignored === 0 ? "" : ` (${count(ignored, "finding")})`);

/** @throws Failure findings, partial */
export async function conclude(
  out: CommandOutput,
  report: Report,
  failOn: Severity,
  maxWarnings = Number.POSITIVE_INFINITY,
): Promise<void> {
  const { failuresAt, severityWords } = await import("../../checks/report.js");
  const { counts } = report;
  const unknown = counts["not-evaluable"];
  const summary = [
    severityWords(counts),
    ...(unknown > 0 ? [`${unknown} could not be checked`] : []),
    ...(counts.skipped > 0 ? [`${counts.skipped} skipped${ignoredWords(counts.ignored)}`] : []),
    `${counts.pass} ${counts.pass === 1 ? "rule" : "rules"} passed`,
  ].join(", ");
  if (failuresAt(report, failOn).length > 0) throw new Failure("findings", summary, { details: { counts } });
  if (counts.warning > maxWarnings) {
    throw new Failure("findings", `${summary}; --max-warnings allows ${maxWarnings}`, { details: { counts } });
  }
  if (unknown > 0) {
    throw new Failure("partial", summary, {
      hint: "rules that could not be evaluated have not passed",
      details: { counts },
    });
  }
  out.done(summary);
}
