/** The commands that most people need after a run, below its findings on a terminal. */
import type { Report } from "../../checks/report.js";
import type { Context } from "../../cli/context.js";

const MOST = 3;

export interface RunSummary {
  /** The rules as they were named. */
  rules: readonly string[];
  /** Findings were compared with a baseline. */
  hasBaseline: boolean;
  /** Nothing can be planned on a snapshot. */
  isSnapshot: boolean;
}

/** None if nothing was found. */
export function nextSteps({ rows, rules: ran }: Report, next: Context["next"], run: RunSummary): string[] {
  const failing = new Set(rows.filter(({ status }) => status === "fail").map(({ rule }) => rule));
  const [first] = failing;
  if (first === undefined) return [];
  const canPlan = ran.some(({ id, planned }) => failing.has(id) && planned !== undefined && !planned.risk);
  const steps = [
    ...(canPlan && !run.isSnapshot ? [next("checks run", ...run.rules, "--plan", "fixes.plan")] : []),
    next("checks view", first),
    ...(run.hasBaseline ? [] : [next("checks baseline", "accepted.json")]),
    next("orgs overview", "--html", "report.html"),
  ];
  return steps.slice(0, MOST);
}
