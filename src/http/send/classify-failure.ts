import type { Failure } from "../../errors.js";
import type { TransportError } from "../transport/error.js";
import type { WireResponse } from "../types.js";
import { failureOf, failureOfLoss, lossOf, type Subject, signalOf } from "./errors.js";
import type { Failed } from "./retry.js";
import { retryAfter } from "./retry-after.js";

/** An answer other than 2xx, for the decision table. 408 and 425 also count as waits if they name a time (R2). */
export function refused(response: WireResponse, subject: Subject, now: number, failure?: Failure): Failed {
  const { status, headers } = response;
  const asked = retryAfter(headers, now);
  const throttle = status === 429 || (asked !== undefined && [408, 425, 503].includes(status));
  return {
    ok: false,
    signal: signalOf(response, now),
    failure: failure ?? failureOf(response, subject),
    repeatable: true,
    ...(throttle && { throttle: { asked, everyone: status === 429 } }),
    response,
  };
}

/** A transport error, for the decision table. A status received before the connection broke still counts. */
export function lost(error: TransportError, subject: Subject, now: number): Failed {
  const failure = failureOfLoss(error, subject);
  const { phase, status, headers = {} } = error;
  if ((phase === "cut" || phase === "too-large") && status !== undefined && (status < 200 || status > 299)) {
    return refused({ status, headers, body: new Uint8Array() }, subject, now, failure);
  }
  return { ok: false, signal: lossOf(error, now), failure, repeatable: phase !== "too-large" };
}
