/** How well a step is undone if its plan holds the site as it was before. */
import type { Step } from "../types.js";

const BACK_ANEW: ReadonlySet<string> = new Set(["deleteSiteSection", "deleteSiteSectionGroup", "deleteSiteSpace"]);
const DEFAULTS: ReadonlySet<string> = new Set(["defaultSiteSection", "defaultSiteSpace"]);

type UndoFields = Pick<Step, "undo" | "why" | "inverse">;

/** Places, defaults and parts come back with the site. */
export function withExactSiteUndo({
  endpoint,
  change,
  body = {},
  ...step
}: Pick<Step, "endpoint" | "change" | "body"> & UndoFields): {
  [name in keyof UndoFields]: UndoFields[name] | undefined;
} {
  // The id of what was created is recorded for it.
  const inverse = change === "create" ? step.inverse : [];
  if (BACK_ANEW.has(endpoint)) return { inverse, undo: "approximate", why: "it is restored with another id" };
  const isField = change === "change" && Object.keys(body).some((name) => !DEFAULTS.has(name));
  const isKept = change === "act" || change === "remove" || (isField && step.undo !== "exact");
  return isKept ? { inverse, undo: step.undo, why: step.why } : { inverse, undo: "exact", why: undefined };
}
