/** A site's file to the steps of a plan. */
import type { Planner } from "../make/planner.js";
import { from, type Step } from "../types.js";
import type { Call } from "./calls.js";

/** Adds the calls as steps, in their order. `ids`: how their ids begin. @throws Failure of the reads */
export async function addSteps(planner: Planner, calls: readonly Call[], ids?: string): Promise<void> {
  const steps = new Map<string, Step>();
  for (const [at, { key, endpoint, params, body, title, last, unseen }] of calls.entries()) {
    const wish = { endpoint, params: fill(params, steps), ...(body && { body: fill(body, steps) }) };
    // Nothing is removed, and nothing is shown, where what comes before failed.
    const needs = last ? { needs: [...steps.values()] } : {};
    const id = ids === undefined ? {} : { id: `${ids}${at + 1}` };
    const own = { ...id, ...(title !== undefined && { title }), ...(unseen && { unseen }) };
    const step = await planner.add({ ...wish, ...needs, ...own });
    takenBackAsState(step);
    steps.set(key, step);
  }
}

const BACK_ANEW: ReadonlySet<string> = new Set(["deleteSiteSection", "deleteSiteSectionGroup", "deleteSiteSpace"]);
const DEFAULTS: ReadonlySet<string> = new Set(["defaultSiteSection", "defaultSiteSpace"]);

/** How well a step is taken back where the plan holds the state before: places, defaults and parts come back with it. */
function takenBackAsState(step: Step): void {
  const { endpoint, change, body = {} } = step;
  // The id of what was made is noted for it.
  if (change !== "create") step.inverse = [];
  if (BACK_ANEW.has(endpoint)) {
    step.undo = "approximate";
    step.why = "it comes back under another id";
    return;
  }
  const isField = change === "change" && Object.keys(body).some((name) => !DEFAULTS.has(name));
  if (change === "act" || change === "remove" || (isField && step.undo !== "exact")) return;
  step.undo = "exact";
  delete step.why;
}

/** The same with the ids of steps in place of keys. */
function fill<T>(value: T, steps: ReadonlyMap<string, Step>): T {
  // Members keep their names and places: the type stays.
  return put(value, steps) as T;
}

function put(value: unknown, steps: ReadonlyMap<string, Step>): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => put(one, steps));
  if ("$from" in value && "path" in value) {
    const step = steps.get(String(value.$from));
    if (!step) throw new TypeError("a call names a later one");
    return from(step, String(value.path));
  }
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, put(one, steps)]));
}
