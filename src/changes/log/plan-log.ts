/** The log of a plan, in the file beside it: which of its steps were sent, and how they ended. */
import { usage } from "../../errors.js";
import { idProblem } from "../../shared/ids.js";
import { usedAnswers } from "../apply/results.js";
import type { Step } from "../types.js";
import { type Log, readLog, type StepState } from "./read-log.js";
import type { StepRecord } from "./write-log.js";

interface PlanOfLog {
  id: string;
  steps?: Step[];
}

/** The steps that earlier runs have not done. */
export const stepsLeft = (steps: readonly Step[], states: ReadonlyMap<string, StepState>): Step[] =>
  steps.filter(({ id }) => !["done", "satisfied"].includes(states.get(id)?.state ?? ""));

/**
 * @param plan without steps: whose steps the lines name is not checked
 * @param name of the file, for messages
 * @throws Failure usage if the lines belong to another plan, say what it does not, or are not of a log
 */
export function readPlanLog(text: string, plan: PlanOfLog, name: string): Log {
  const problemOf = plan.steps ? createCheck({ steps: plan.steps }) : () => undefined;
  return readLog(text, {
    isSame(run) {
      if (!("plan" in run) || run.plan !== plan.id) throw otherPlan(name);
      return true;
    },
    damaged: (line) =>
      usage(`${name}: line ${line} is not a record of a state; nothing was sent`, "name the plan that it belongs to"),
    problemOf(record, line) {
      const problem = problemOf(record);
      if (problem === undefined) return undefined;
      return usage(
        `${name}: line ${line}: ${problem}; nothing was sent`,
        "remove that line only if the plan was applied without it",
      );
    },
  });
}

const otherPlan = (name: string) =>
  usage(
    `${name} is the state of another plan: this plan has changed since it was applied; nothing was sent`,
    "restore the plan, or save the changed one under another name",
  );

/** Finds what a record says that the plan does not: of other steps, and of answers that no request of the plan uses, or could. */
function createCheck(plan: { steps: Step[] }): (record: StepRecord) => string | undefined {
  const ids = new Set(plan.steps.map(({ id }) => id));
  const used = usedAnswers(plan.steps);
  return (record) => {
    if (record.record === "site" || record.record === "remade") return undefined;
    const { step } = record;
    if (!ids.has(step)) return `the plan has no step ${JSON.stringify(step)}`;
    if (record.record !== "ok" && record.record !== "satisfied") return undefined;
    const out = Object.entries(record.out ?? {});
    const unused = out.find(([name]) => !used.get(step)?.includes(name));
    if (unused) return `no request uses ${JSON.stringify(unused[0])} of step ${step}`;
    // Requests use nothing but ids of answers.
    const wrong = out.find(([, value]) => typeof value !== "string" || idProblem(value) !== undefined);
    return wrong && `${JSON.stringify(wrong[0])} of step ${step} is not an id`;
  };
}
