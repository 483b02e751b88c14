/** The present state of a run in the history. */
import type { Log } from "../../changes/log/read-log.js";
import type { Context } from "../../cli/context.js";
import type { RecordedRun } from "../../cli/records/history.js";
import type { PlanFiles } from "../../cli/records/plan-files.js";
import { Failure, usage } from "../../errors.js";

interface RunState {
  state: "applied" | "partly" | "undone" | "not-done" | "unknown" | "gone";
  /** Steps that are done now. */
  done: number;
  steps: number;
  /** How well it can be undone: as the worst of its steps. */
  undo: "exact" | "near" | "approximate" | "impossible";
  /** Its changes, one title a step. */
  changes: string[];
}

const WAYS = ["exact", "near", "approximate", "impossible"] as const;

const GONE: RunState = { state: "gone", done: 0, steps: 0, undo: "impossible", changes: [] };

export async function readCurrentState(plans: PlanFiles, recorded: RecordedRun): Promise<RunState> {
  try {
    return recorded.file === undefined
      ? await typedState(plans, recorded.log ?? "")
      : await planState(plans, recorded.file, recorded);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    // The file is damaged, or belongs to something else by now.
    return GONE;
  }
}

/** As the records say: the requests are checked when it is undone. */
async function typedState(plans: PlanFiles, log: string): Promise<RunState> {
  const [{ readTypedLog }, { changeText }] = await Promise.all([
    import("../../changes/log/plan-log.js"),
    import("../../changes/show/change-text.js"),
  ]);
  const text = await plans.peek(log);
  if (text === undefined) return GONE;
  const { log: found, planned } = readTypedLog(text, log);
  const done = planned.filter(({ step }) => found.steps.get(step)?.state === "done");
  const kinds = [...found.steps.values()].map(({ state }) => state);
  const good = done.length + kinds.filter((kind) => kind === "satisfied").length;
  return {
    state: (await isUndoOpen(plans, log, found)) ? "unknown" : findState(kinds, done.length, planned.length, good),
    done: done.length,
    steps: planned.length,
    undo: worstOf(planned.map(({ planned: step }) => step?.undo ?? "impossible")),
    changes: planned.map((one) => (one.planned ? changeText(one.planned) : one.title)),
  };
}

async function planState(plans: PlanFiles, file: string, { id, steps }: RecordedRun): Promise<RunState> {
  const text = await plans.peek(file);
  if (text === undefined) return GONE;
  const { readPlanLog } = await import("../../changes/log/plan-log.js");
  // Nothing is sent before it is in the state: a plan that a guard refused has none.
  const log = (await plans.peek(`${file}.state`)) ?? "";
  const found = readPlanLog(log, { id }, `${file}.state`);
  const kinds = [...found.steps.values()].map(({ state }) => state);
  const done = kinds.filter((kind) => kind === "done").length;
  const good = done + kinds.filter((kind) => kind === "satisfied").length;
  const state = (await isUndoOpen(plans, file, found)) ? "unknown" : findState(kinds, done, steps, good);
  return { state, done, steps, ...(await describeRecords(text, file)) };
}

/** An undo has sent a request since, of which nobody knows whether it took back what is recorded as done. */
async function isUndoOpen(plans: PlanFiles, file: string, { steps, site }: Log): Promise<boolean> {
  const undoFile = `${file}.undo`;
  const [text, log] = await Promise.all([plans.peek(undoFile), plans.peek(`${undoFile}.state`)]);
  if (text === undefined || !log) return false;
  const [{ parsePlan }, { readPlanLog }, { SITE, undoStates }] = await Promise.all([
    import("../../changes/format/parse.js"),
    import("../../changes/log/plan-log.js"),
    import("../../changes/apply/undo.js"),
  ]);
  const { steps: sent } = readPlanLog(log, parsePlan(text, undoFile), `${undoFile}.state`);
  return [...sent].some(([id, { state, sentAt = 0 }]) => {
    const original = undoStates(id);
    const isDone = original === SITE || steps.get(original)?.state === "done";
    // A later change is still as it was recorded.
    return state === "open" && isDone && !(sentAt < Date.parse(site.sentAt));
  });
}

function findState(kinds: readonly string[], done: number, steps: number, good = done): RunState["state"] {
  if (done > 0) return good === steps ? "applied" : "partly";
  if (kinds.includes("undone")) return "undone";
  return kinds.includes("open") ? "unknown" : "not-done";
}

/** Describes the steps of a plan; nothing of one that has changed since, which cannot be undone either. */
async function describeRecords(text: string, file: string): Promise<Pick<RunState, "changes" | "undo">> {
  const [{ parsePlan }, { changeText }] = await Promise.all([
    import("../../changes/format/parse.js"),
    import("../../changes/show/change-text.js"),
  ]);
  try {
    const { steps } = parsePlan(text, file);
    return { changes: steps.map(changeText), undo: worstOf(steps.map(({ undo }) => undo)) };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { changes: [], undo: "impossible" };
  }
}

const worstOf = (ways: readonly RunState["undo"][]): RunState["undo"] =>
  WAYS[Math.max(0, ...ways.map((one) => WAYS.indexOf(one)))] ?? "impossible";

/** The reason why a change may be missing in the history. */
export const SCRIPTS = "changes of scripts are recorded only after docs config set history always";

const LISTED = "docs history lists them";

/** `hint`: the next step after a text that is no number. @throws Failure usage, not-found */
export async function findByNumber({ history }: Context, text: string, hint = LISTED): Promise<RecordedRun> {
  if (!/^\d{1,9}$/.test(text)) throw usage(`${JSON.stringify(text)} is not a number in docs history`, hint);
  const found = (await history.runs()).find(({ number }) => number === Number(text));
  if (found) return found;
  throw new Failure("not-found", `number ${text} is not in the history`, { hint: LISTED });
}
