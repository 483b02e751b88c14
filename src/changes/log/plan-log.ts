/** Reads the logs of plans and of typed commands: what was sent, and how it ended. */
import { Failure, usage } from "../../errors.js";
import { idProblem } from "../../shared/ids.js";
import { usedAnswers } from "../apply/results.js";
import { parsePlan } from "../format/parse.js";
import type { Plan, Step, StepWords } from "../types.js";
import { type Log, readLog, type StepState } from "./read-log.js";
import type { ChangeRecord, PastRun, StepRecord } from "./write-log.js";

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

// The log of a command that was typed: what it was about to change, then how that ended. With the steps in it, the log is a
// plan with its state, and is undone like one.

/** A change that cannot be undone from here. */
interface LostStep extends StepWords {
  id: string;
  why: string;
}

/** The changes of a command. */
interface TypedChange {
  run: PastRun;
  /** Its steps, as a plan that was applied. */
  plan: Plan;
  log: Log;
  lost: readonly LostStep[];
}

/**
 * @param name of the file, for messages
 * @throws Failure usage for what is no such log, or holds steps that the service has no requests for
 */
export function readTypedChange(text: string, name: string): TypedChange {
  const { run, log, planned } = readTypedLog(text, name);
  const lost = new Map<string, LostStep>();
  const steps: Step[] = [];
  const organization = planned.find((one) => one.organization !== "")?.organization ?? "";
  for (const { step: id, planned: step, title, change, thing, why, organization: own } of planned) {
    const reason = why ?? (step ? whyApart(own, organization) : "it is not in the history");
    if (reason === undefined && step) steps.push(step);
    else lost.set(id, { id, title, change, thing, why: reason ?? "" });
  }
  const { at, command, origin, maker } = run;
  const plan = { format: 1, origin, organization, maker, command, made: at, complete: true, steps };
  const whole = steps.length === 0 ? { ...EMPTY, ...plan, format: 1 as const } : parsePlan(JSON.stringify(plan), name);
  return { run, plan: { ...whole, id: run.plan }, log, lost: [...lost.values()] };
}

function whyApart(own: string, organization: string): string | undefined {
  if (own === "") return "its organization is not known";
  return own === organization ? undefined : "it is about another organization than the first change";
}

const EMPTY = { id: "", totals: {}, maxRemovals: 0, rails: [], cannotUndo: [], left: [] };

/** The records of a log, of which the steps are not checked. */
export function readTypedLog(text: string, name: string): { run: PastRun; log: Log; planned: readonly ChangeRecord[] } {
  let run: PastRun | undefined;
  const planned = new Map<string, ChangeRecord>();
  const damaged = (line: number) => new Failure("usage", `${name}: line ${line} is not a record of the history`);
  // A full disk may take a part of the last line.
  const log = readLog(text.slice(0, text.lastIndexOf("\n") + 1), {
    isSame(next) {
      if (!("plan" in next) || !("command" in next)) throw damaged(1);
      run = next;
      return true;
    },
    damaged,
    problemOf(record) {
      if (record.record === "step") planned.set(record.step, record);
      return undefined;
    },
  });
  if (!run) throw damaged(1);
  return { run, log, planned: [...planned.values()] };
}
