/**
 * The log of a command that was typed: what it was about to change, then how that ended. With the steps in it, the log is a
 * plan with its state, and is undone like one.
 */
import { Failure } from "../../errors.js";
import { parsePlan } from "../format/parse.js";
import { type Log, readLog } from "../log/read-log.js";
import type { ChangeRecord, PastRun } from "../log/write-log.js";
import type { Plan, Step, StepWords } from "../types.js";

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
