/** Decides when a plan stops: after failures that all later steps would meet, too. */
import type { Absence } from "../../absence/absence.js";
import { Failure } from "../../errors.js";
import { createOutageRule, endsRun, OUTAGE_TEXT } from "../../shared/outage-rule.js";
import type { StepOutcome, StepResult } from "./setup.js";

/** The service answered. Steps that were not tried say nothing. */
const ANSWERED: ReadonlySet<StepOutcome> = new Set<StepOutcome>(["done", "satisfied", "changed"]);
/** What a token meets that has lost its permissions. */
const UNSEEN: ReadonlySet<string> = new Set(["cannot-tell", "forbidden", "not-found"]);

interface Stopper {
  /** Why nothing more is started; undefined: go on. */
  reason(): string | undefined;
  see(result: Pick<StepResult, "outcome" | "failure">): Promise<void>;
}

export function createStopper(absence: Pick<Absence, "lossOfSight">): Stopper {
  let why: string | undefined;
  const rule = createOutageRule();
  return {
    reason: () => why,
    async see({ outcome, failure }) {
      if (ANSWERED.has(outcome)) rule.answered();
      if (!failure) return;
      if (rule.failed(failure.kind) === "outage") why = OUTAGE_TEXT;
      if (endsRun(failure.kind)) why = failure.message;
      if (UNSEEN.has(failure.kind)) why ??= await lossOf(absence);
    },
  };
}

/** Without an answer nothing is known to be lost: the next step finds out. */
async function lossOf(absence: Pick<Absence, "lossOfSight">): Promise<string | undefined> {
  try {
    return await absence.lossOfSight();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return undefined;
  }
}
