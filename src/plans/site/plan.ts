/** A site's file to the steps of a plan. */
import type { Planner } from "../make/planner.js";
import { from, type Step } from "../types.js";
import type { Call } from "./calls.js";

/** Adds the calls as steps, in their order. @throws Failure of the reads */
export async function addSteps(planner: Planner, calls: readonly Call[]): Promise<void> {
  const steps = new Map<string, Step>();
  for (const { key, endpoint, params, body, title, last, unseen } of calls) {
    const wish = { endpoint, params: fill(params, steps), ...(body && { body: fill(body, steps) }) };
    // Nothing is removed, and nothing is shown, where what comes before failed.
    const needs = last ? { needs: [...steps.values()] } : {};
    steps.set(
      key,
      await planner.add({ ...wish, ...needs, ...(title !== undefined && { title }), ...(unseen && { unseen }) }),
    );
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
    return from(step, String(value.path));
  }
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, put(one, steps)]));
}
