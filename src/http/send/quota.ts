import { QUOTA } from "../defaults.js";

/** R6: retries of a whole run are paid from one purse, so that an outage is not made worse. */
export interface Quota {
  /** False when there is not enough left: fail at once. */
  spend(kind: "transient" | "throttle"): boolean;
  /** A request succeeded. */
  earn(): void;
}

/** A full purse, for one run. */
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
