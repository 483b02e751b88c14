/** The fields of a step for people: `before` and `after`. */
import type { UndoRule } from "../inverses/types.js";
import type { Fields } from "../types.js";
import { PREVIOUS } from "../world.js";
import type { ObservedFields } from "./selector.js";

/** The fields of all observations by name; one with a label is one field. Null if the only thing does not exist. */
export function shownBefore(observed: readonly ObservedFields[], side: "before" | "after"): Fields {
  const [only] = observed;
  if (only === undefined) return null;
  if (observed.length === 1 && only.label === undefined) return renamePrevious(only[side] ?? null);
  return Object.assign(
    {},
    ...observed.map((observation) => {
      const fields = observation[side] ?? null;
      if (observation.label === undefined) return renamePrevious(fields);
      return { [observation.label]: fields && (Object.values(fields)[0] ?? null) };
    }),
  );
}

const renamePrevious = (fields: Fields): Fields =>
  fields &&
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name === PREVIOUS ? "after" : name, value]));

export function shownAfter(
  rule: UndoRule,
  observed: readonly ObservedFields[],
  body: Readonly<Record<string, unknown>> | undefined,
): Fields {
  if (rule.change === "remove") return null;
  const isKnown = observed.length > 0 && observed.every(({ after }) => after !== undefined);
  return isKnown && rule.reads?.as !== "new" ? shownBefore(observed, "after") : { ...body };
}
