/** The present state of a plan that was applied on this machine. */
import type { PastPlan, PlanService } from "../../cli/services.js";
import { Failure } from "../../errors.js";

export interface PastState {
  state: "applied" | "partly" | "undone" | "not-done" | "gone";
  /** Steps that are done now. */
  done: number;
}

export async function pastOf(service: PlanService, { file, id, steps }: PastPlan): Promise<PastState> {
  if ((await service.peek(file).catch(unreadable)) === undefined) return { state: "gone", done: 0 };
  const { readPlanLog } = await import("../../changes/log/plan-log.js");
  try {
    // Nothing is sent before it is in the state: a plan that a guard refused has none.
    const text = (await service.peek(`${file}.state`)) ?? "";
    const kinds = [...readPlanLog(text, { id }, `${file}.state`).steps.values()].map(({ state }) => state);
    const done = kinds.filter((kind) => kind === "done").length;
    const good = done + kinds.filter((kind) => kind === "satisfied").length;
    if (done > 0) return { state: good === steps ? "applied" : "partly", done };
    return { state: kinds.includes("undone") ? "undone" : "not-done", done };
  } catch (error) {
    return unreadable(error) ?? { state: "gone", done: 0 };
  }
}

/** The file is damaged, or belongs to something else by now. */
function unreadable(error: unknown): undefined {
  if (!(error instanceof Failure)) throw error;
  return undefined;
}
