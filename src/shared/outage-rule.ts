/** Decides when a run of many requests stops: after failures that all later ones would meet, too. */
import type { FailureKind } from "../errors.js";
import { isObject } from "./values.js";

/** A merge with conflicts, and an import that finds nothing, are answered with 200, but change nothing. */
export const isRefusal = (answer: unknown): boolean =>
  isObject(answer) &&
  (answer.result === "conflicts" ||
    (answer.importedResources === 0 && (answer.totalResources === 0 || typeof answer.error === "string")));

/** Failures that are probably about the service or the network, not about what was requested. */
const OUTAGES: ReadonlySet<FailureKind> = new Set(["network", "tls", "timeout", "service", "unknown-outcome"]);
const REFUSALS: ReadonlySet<FailureKind> = new Set(["unauthorized", "no-token"]);
const ENDS: ReadonlySet<FailureKind> = new Set([...REFUSALS, "canceled", "io"]);
const LIMIT = 5;

/** Checks whether any later request or record of a run meets the same failure. */
export const endsRun = (kind: FailureKind): boolean => ENDS.has(kind);

/** Why nothing more is started: the token is refused, or too many failures came in a row. */
export type StopReason = "refused" | "outage";
export const OUTAGE_TEXT = `${LIMIT} failures of service or network in a row`;

interface OutageRule {
  /** The service answered: failures before are not in a row with those after. */
  answered(): void;
  failed(kind: FailureKind): StopReason | undefined;
}

/** Create one for a run. */
export function createOutageRule(): OutageRule {
  let inRow = 0;
  return {
    answered() {
      inRow = 0;
    },
    failed(kind) {
      inRow = OUTAGES.has(kind) ? inRow + 1 : 0;
      if (REFUSALS.has(kind)) return "refused";
      return inRow >= LIMIT ? "outage" : undefined;
    },
  };
}
