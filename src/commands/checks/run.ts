/** `docs checks run`. */

import type { Scope } from "../../checks/facts.js";
import type { Report } from "../../checks/report.js";
import type { Job } from "../../checks/run.js";
import type { Chosen } from "../../checks/types.js";
import type { Context, Speaker } from "../../cli/context.js";
import { loadPaint } from "../../cli/output/text/color.js";
import type { Column } from "../../cli/output/types.js";
import { Failure } from "../../errors.js";
import type { Severity } from "../../facts/checks.js";
import { screenOf } from "./screen.js";

/** A run that needs more requests says so before it begins. */
const WORTH_TELLING = 500;

export const COLUMNS = [
  { header: "Status", path: "status", as: "state" },
  { header: "Severity", path: "severity", as: "state" },
  { header: "Rule", path: "rule", as: "id" },
  { header: "Kind", path: "object.kind" },
  { header: "Id", path: "object.id", as: "id" },
  { header: "Title", path: "object.title" },
  { header: "Message", path: "message" },
  { header: "Since", path: "since", as: "time" },
  { header: "Fix", path: "fix" },
  { header: "Fingerprint", path: "fingerprint", as: "id" },
] as const satisfies readonly Column[];

export interface RunWanted {
  organization: string;
  rules: readonly Chosen[];
  scope?: Scope | undefined;
}

type Needs = Pick<Context, "api" | "out" | "next" | "now">;

/** Runs the rules; what came of it is not shown yet. */
export async function reportFor({ api, out, next, now }: Needs, wanted: RunWanted): Promise<Report> {
  const [{ runRules }, { reportOf }] = await Promise.all([
    import("../../checks/run.js"),
    import("../../checks/report.js"),
  ]);
  const at = now();
  const job: Job = {
    ...wanted,
    client: api,
    now: at,
    expect: (requests) => {
      if (requests > WORTH_TELLING) out.say(`About ${requests.toLocaleString("en")} requests`);
    },
    progress: (sent, most) =>
      out.progress.start(`Checking: ${sent}${most === undefined ? "" : ` of about ${most}`} requests`),
  };
  try {
    const outcomes = await runRules(job);
    return reportOf(outcomes, {
      organization: wanted.organization,
      at: new Date(at).toISOString(),
      tell: ({ words: [noun = "", ...rest] }) => next(noun, ...rest),
    });
  } finally {
    out.progress.stop();
  }
}

/** The requests of each rule, in place of a run: how many they are depends on lists that are not read now. */
export async function showCost({ out }: Pick<Context, "out">, rules: readonly Chosen[]): Promise<void> {
  const [{ needsOf }, { needWords }] = await Promise.all([
    import("../../checks/cost.js"),
    import("../../checks/describe.js"),
  ]);
  const seen = new Set<string>();
  const rows = rules
    .filter(({ skipped }) => skipped === undefined)
    .flatMap(({ rule }) =>
      [...new Set(needsOf(rule).map(needWords))].map((request) => {
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
}

/** Findings for whoever reads: a screen on a terminal, rows everywhere else. */
export async function show(
  { out, globals, now }: Pick<Context, "out" | "globals" | "now">,
  report: Report,
): Promise<void> {
  if (out.format === "table" && globals.output.fields === undefined) {
    const { width, color } = out.terminal;
    await out.text(screenOf(report, { width, now: now(), paint: await loadPaint(color) }));
  } else await out.list(report.rows, { columns: COLUMNS });
}

/** @throws Failure findings, partial */
export async function conclude(out: Speaker, report: Report, failOn: Severity): Promise<void> {
  const { failuresAt, severityWords } = await import("../../checks/report.js");
  const { counts } = report;
  const unknown = counts["not-evaluable"];
  const words = [
    severityWords(counts),
    ...(unknown > 0 ? [`${unknown} not evaluable`] : []),
    ...(counts.skipped > 0 ? [`${counts.skipped} skipped`] : []),
    `${counts.pass} ${counts.pass === 1 ? "rule" : "rules"} passed`,
  ].join(", ");
  if (failuresAt(report, failOn).length > 0) throw new Failure("findings", words, { details: { counts } });
  if (unknown > 0) {
    throw new Failure("partial", words, { hint: "what could not be evaluated has not passed", details: { counts } });
  }
  out.done(words);
}
