/** How a step of a plan, or of an undo, ends. */
const OUTCOMES = [
  "done",
  "satisfied",
  "earlier",
  "changed",
  "failed",
  "unknown",
  "cannot tell",
  "blocked",
  "not started",
] as const;
/**
 * `satisfied`: already as planned. `earlier`: done by an earlier run. `changed`: not as expected, so not sent. `cannot
 * tell`: its target is absent or out of sight. `blocked`: a step that it needs was not done.
 */
export type StepOutcome = (typeof OUTCOMES)[number];

/** Outcomes after which a thing is as the step makes it. */
export const GOOD: ReadonlySet<StepOutcome> = new Set(["done", "satisfied", "earlier"]);
