/** Adds what a plan written by hand may leave out. */
import { hashOf } from "../../facts/values.js";
import { named } from "../endpoints.js";

import { spotOf } from "../make/spot.js";
import { rowOf } from "../matrix/index.js";
import type { Read, Step } from "../types.js";

type Given = Pick<Step, "id" | "endpoint" | "params"> & Partial<Step>;

/** The step with all members. Missing `reads` are derived from `before` and `after`. */
export function completed(given: Given): Step {
  const row = rowOf(given.endpoint);
  const isLost = !given.inverse?.length && (given.undo ?? "impossible") === "impossible";
  const reads = given.reads ?? readsOf(given);
  return {
    title: `${row.verb ?? row.change} ${row.thing}`,
    change: row.change,
    thing: row.thing,
    before: null,
    after: null,
    undo: given.inverse?.length ? row.undo : "impossible",
    ...(isLost && !given.why && { why: "the plan does not say how" }),
    inverse: [],
    needs: [],
    ...given,
    reads,
  };
}

function readsOf({ endpoint: name, params, body = {}, before, after }: Given): Read[] {
  const { sees } = rowOf(name);
  if (before === undefined || !sees) return [];
  const fields = Object.keys(before ?? after ?? {});
  const spot = spotOf(sees.of, { endpoint: named(name), params, body }, fields);
  return spot ? [{ ...spot, was: hashOf(before), ...(after !== undefined && { becomes: hashOf(after) }) }] : [];
}
