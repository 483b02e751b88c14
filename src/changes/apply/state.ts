/** The state of a plan: what was sent, and its outcome. Each record is on disk before the next request is sent. */
import { usage } from "../../errors.js";
import { recordIn } from "../../shared/documents/records.js";
import { idProblem } from "../../shared/ids.js";
import type { Plan, Step } from "../types.js";
import { usedAnswers } from "./answers.js";

/** Lines of the state file; each is on disk when `append` returns. */
export interface StateFile {
  /** The complete lines so far; empty for a new file. */
  readonly text: string;
  append(line: string): void;
}

export type StateRecord =
  | { record: "run"; version: 1; at: string; plan: string }
  | { record: "sent"; at: string; step: string; request: string }
  | { record: "done"; at: string; step: string; came: string[]; out?: Record<string, unknown>; differs?: true }
  | { record: "satisfied"; at: string; step: string; out?: Record<string, unknown> }
  | { record: "failed" | "unknown" | "changed"; at: string; step: string; error?: { kind: string; message: string } }
  | { record: "undone"; at: string; step: string }
  /** Of its site, see site/back/record.ts. */
  | { record: "site" | "remade"; at: string; step: string };

type StepRecord = Exclude<StateRecord, { record: "run" }>;
type Named = Pick<Plan, "id"> & Partial<Pick<Plan, "steps">>;

export interface StepState {
  state: "open" | "done" | "satisfied" | "failed" | "changed";
  /** When it was last sent, in milliseconds since the epoch. */
  sentAt?: number;
  /** What was there afterward: a hash for each of the step's reads. */
  came?: string[];
  /** Members of its answer that other steps use. */
  out?: Record<string, unknown>;
}

/** The steps that earlier runs have not done. */
export const stepsLeft = (steps: readonly Step[], states: ReadonlyMap<string, StepState>): Step[] =>
  steps.filter(({ id }) => !["done", "satisfied"].includes(states.get(id)?.state ?? ""));

/**
 * The state of each step. The id of the plan stands for the requests of all its steps.
 * @param plan without steps: whose steps the lines name is not checked
 * @throws Failure usage if the lines belong to another plan, say what it does not, or are not a state
 */
export function readState(text: string, plan: Named, name: string): Map<string, StepState> {
  const states = new Map<string, StepState>();
  const problemOf = plan.steps ? createCheck({ steps: plan.steps }) : () => undefined;
  const lines = text.split("\n").filter((line) => line !== "");
  lines.forEach((line, at) => {
    const record = recordOf(line);
    if (!record || (at === 0 && record.record !== "run")) throw damaged(name, at + 1);
    if (record.record === "run") {
      if (record.plan !== plan.id) throw otherPlan(name);
      return;
    }
    const problem = problemOf(record);
    if (problem !== undefined) throw notOfPlan(`${name}: line ${at + 1}: ${problem}`);
    take(states, record);
  });
  return states;
}

const damaged = (name: string, line: number) =>
  usage(`${name}: line ${line} is not a record of a state; nothing was sent`, "name the plan that it belongs to");

const notOfPlan = (problem: string) =>
  usage(`${problem}; nothing was sent`, "remove that line only if the plan was applied without it");

/** Finds what a record says that the plan does not: of other steps, and of answers that no request of the plan uses, or could. */
function createCheck(plan: Pick<Plan, "steps">): (record: StepRecord) => string | undefined {
  const ids = new Set(plan.steps.map(({ id }) => id));
  const used = usedAnswers(plan);
  return (record) => {
    if (record.record === "site" || record.record === "remade") return undefined;
    const { step } = record;
    if (!ids.has(step)) return `the plan has no step ${JSON.stringify(step)}`;
    if (record.record !== "done" && record.record !== "satisfied") return undefined;
    const out = Object.entries(record.out ?? {});
    const unused = out.find(([name]) => !used.get(step)?.includes(name));
    if (unused) return `no request uses ${JSON.stringify(unused[0])} of step ${step}`;
    // Requests use nothing but ids of answers.
    const wrong = out.find(([, value]) => typeof value !== "string" || idProblem(value) !== undefined);
    return wrong && `${JSON.stringify(wrong[0])} of step ${step} is not an id`;
  };
}

const otherPlan = (name: string) =>
  usage(
    `${name} is the state of another plan: this plan has changed since it was applied; nothing was sent`,
    "restore the plan, or save the changed one under another name",
  );

function take(states: Map<string, StepState>, record: StepRecord): void {
  const known = states.get(record.step);
  switch (record.record) {
    case "sent":
      states.set(record.step, { state: "open", sentAt: Date.parse(record.at) });
      break;
    case "unknown":
      states.set(record.step, { ...known, state: "open" });
      break;
    case "done":
      states.set(record.step, { state: "done", came: record.came, ...(record.out && { out: record.out }) });
      break;
    case "satisfied":
      states.set(record.step, { state: "satisfied", ...(record.out && { out: record.out }) });
      break;
    case "undone":
      states.delete(record.step);
      break;
    case "site":
    case "remade":
      break;
    default:
      states.set(record.step, { state: record.record });
  }
}

const KINDS = {
  run: "short",
  sent: "short",
  done: "short",
  satisfied: "short",
  failed: "short",
  unknown: "short",
  changed: "short",
  undone: "short",
  site: "long",
  remade: "long",
} as const;

function recordOf(line: string): StateRecord | undefined {
  const record = recordIn(line, KINDS);
  const needed = record?.record === "run" ? "plan" : "step";
  // The required members were checked; all others may be absent.
  return typeof record?.[needed] === "string" ? (record as StateRecord) : undefined;
}
