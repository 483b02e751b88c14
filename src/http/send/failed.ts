import type { Failure } from "../../errors.js";
import type { TransportError } from "../transport/error.js";
import type { WireResponse } from "../types.js";
import { failureOf, failureOfLoss, lossOf, type Subject, signalOf } from "./errors.js";
import type { Failed } from "./retry.js";
import { retryAfter } from "./retry-after.js";

/** An answer other than 2xx, as the table sees it. 408 and 425 are waits too where they name a time (R2). */
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

/** A request without a usable answer, as the table sees it. A status that came before the break still counts. */
export function lost(error: TransportError, subject: Subject, now: number): Failed {
  const failure = failureOfLoss(error, subject);
  const { phase, status, headers = {} } = error;
  if ((phase === "cut" || phase === "too-large") && status !== undefined && (status < 200 || status > 299)) {
    return refused({ status, headers, body: new Uint8Array() }, subject, now, failure);
  }
  return { ok: false, signal: lossOf(error, now), failure, repeatable: phase !== "too-large" };
}
