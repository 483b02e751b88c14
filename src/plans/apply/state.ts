/** The state of a plan: what was sent, and its outcome. Each record is on disk before the next request is sent. */
import { usage } from "../../errors.js";
import type { Plan } from "../types.js";

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

export interface StepState {
  state: "open" | "done" | "satisfied" | "failed" | "changed";
  /** When it was last sent, in milliseconds since the epoch. */
  sentAt?: number;
  /** What was there afterward: a hash for each of the step's reads. */
  came?: string[];
  /** Members of its answer that other steps use. */
  out?: Record<string, unknown>;
}

/** The state of each step. @throws Failure usage if the lines belong to another plan, or are not a state */
export function readState(text: string, plan: Pick<Plan, "id">, name: string): Map<string, StepState> {
  const states = new Map<string, StepState>();
  const lines = text.split("\n").filter((line) => line !== "");
  lines.forEach((line, at) => {
    const record = recordOf(line);
    if (!record || (at === 0 && record.record !== "run")) throw damaged(name, at + 1);
    if (record.record === "run") {
      if (record.plan !== plan.id) throw otherPlan(name);
      return;
    }
    take(states, record);
  });
  return states;
}

const damaged = (name: string, line: number) =>
  usage(`${name}: line ${line} is not a record of a state; nothing was sent`, "name the plan that it belongs to");

const otherPlan = (name: string) =>
  usage(
    `${name} is the state of another plan: this plan has changed since it was applied; nothing was sent`,
    "restore the plan, or save the changed one under another name",
  );

function take(states: Map<string, StepState>, record: Exclude<StateRecord, { record: "run" }>): void {
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

const KINDS: ReadonlySet<unknown> = new Set([
  "run",
  "sent",
  "done",
  "satisfied",
  "failed",
  "unknown",
  "changed",
  "undone",
  "site",
  "remade",
]);

function recordOf(line: string): StateRecord | undefined {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
  if (typeof value !== "object" || value === null || !("record" in value) || !KINDS.has(value.record)) return undefined;
  const needed = value.record === "run" ? "plan" : "step";
  // The required members were checked; all others may be absent.
  return typeof (value as Record<string, unknown>)[needed] === "string" ? (value as StateRecord) : undefined;
}
