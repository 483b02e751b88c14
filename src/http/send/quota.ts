import { QUOTA } from "../defaults.js";

/** R6: all retries of a run share one budget, so that an outage is not made worse. */
export interface Quota {
  /** False if too little is left: fail at once. */
  spend(kind: "transient" | "throttle"): boolean;
  /** A request succeeded. */
  earn(): void;
}

/** A full budget, for one run. */
export function createQuota(): Quota {
  let left: number = QUOTA.tokens;
  return {
    spend(kind) {
      if (left < QUOTA[kind]) return false;
      left -= QUOTA[kind];
      return true;
    },
    earn() {
      left = Math.min(QUOTA.tokens, left + QUOTA.success);
    },
  };
}
