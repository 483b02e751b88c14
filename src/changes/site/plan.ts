/** A site's file to the steps of a plan. */
import type { Planner } from "../make/planner.js";
import { referenceTo, type Step } from "../types.js";
import type { Call } from "./planned-requests.js";
import { withExactSiteUndo } from "./undo-exactness.js";

interface AddOptions {
  /** How the ids of the steps begin. */
  ids?: string;
  /** The plan will hold the whole site as it was before. */
  holdsSite?: boolean;
}

/** Adds the calls as steps, in their order. @throws Failure of the reads */
export async function addSteps(
  planner: Planner,
  calls: readonly Call[],
  { ids, holdsSite = false }: AddOptions = {},
): Promise<void> {
  const steps = new Map<string, Step>();
  for (const [at, { key, endpoint, params, body, last, unseen }] of calls.entries()) {
    const wish = { endpoint, params: fill(params, steps), ...(body && { body: fill(body, steps) }) };
    // Nothing is removed, and nothing is shown, where what comes before failed.
    const needs = last ? { needs: [...steps.values()] } : {};
    const id = ids === undefined ? {} : { id: `${ids}${at + 1}` };
    const own = { ...id, ...(unseen && { unseen }) };
    const step = await planner.add({ ...wish, ...needs, ...own });
    if (holdsSite) Object.assign(step, withExactSiteUndo(step));
    steps.set(key, step);
  }
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
    return referenceTo(step, String(value.path));
  }
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, put(one, steps)]));
}
