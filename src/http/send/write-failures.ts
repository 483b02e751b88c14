import type { RetryClass } from "../../catalog/endpoint.js";
import { Failure, type Outcome } from "../../errors.js";
import type { ClientState, Stop, TimeBudget } from "./retry.js";

interface SentRequest {
  method: string;
  path: string;
  retry: RetryClass;
  /** Command that shows whether the write happened. */
  checkCommand?: string | undefined;
}

/**
 * R91: sends a write and reports how it ended. A failure that does not say so came after something was sent, or before
 * anything was.
 */
export async function reportOutcome<T>(
  { observe }: ClientState,
  { budget, name }: { budget: TimeBudget; name: string },
  send: () => Promise<T>,
  outcomeOfAnswer: (answer: T) => Outcome | undefined,
): Promise<T> {
  const report = (outcome: Outcome | undefined) => {
    if (outcome !== undefined) observe({ type: "write", name, outcome });
  };
  try {
    const answer = await send();
    report(outcomeOfAnswer(answer));
    return answer;
  } catch (error) {
    const assumed = budget.hasSent ? "unknown" : undefined;
    if (!(error instanceof Failure)) {
      report(assumed);
      throw error;
    }
    const failure = error.outcome === undefined && assumed ? error.with({ outcome: assumed }) : error;
    report(failure.outcome);
    throw failure;
  }
}

/** A write whose outcome the answer, if one came, does not show. */
type LostWrite = Pick<Stop, "sentAt"> & { failed: { failure: Failure } };

const CHECK = "check whether it happened before you run it again";

/** The known outcome of a write that was given up; undefined for reads. */
function outcomeOf(retry: RetryClass, stop: Stop): Outcome | undefined {
  if (retry === "safe") return undefined;
  return stop.lost ? "unknown" : "not_applied";
}

/**
 * The failure of a request that was given up, with what is known about its outcome. A lost state change or creation is
 * "unknown-outcome"; a lost idempotent write keeps its cause, because repeating the command settles it.
 */
export function failureOfStop(stop: Stop, sent: SentRequest): Failure {
  const { failure } = stop.failed;
  const outcome = outcomeOf(sent.retry, stop);
  if (outcome === undefined) return failure;
  const details = sentDetails(sent, stop.sentAt);
  if (outcome === "unknown" && sent.retry !== "idempotent") return unknownOutcome(stop, sent);
  const hint =
    failure.hint ?? (outcome === "unknown" ? "it may have been applied; it is safe to run it again" : undefined);
  return failure.with({ hint, outcome, details });
}

/** R12: exit code 7 says what was sent and when; the hint names the command that shows whether it happened. */
export function unknownOutcome(stop: LostWrite, sent: SentRequest, hint?: string): Failure {
  const { failure } = stop.failed;
  const details = { ...failure.details, ...sentDetails(sent, stop.sentAt) };
  const at = new Date(stop.sentAt).toISOString();
  const message = `outcome unknown: ${sent.method} ${sent.path} was sent at ${at} and may have been applied (${failure.message})`;
  return new Failure("unknown-outcome", message, {
    hint: [hint, checkHint(sent) ?? CHECK].filter((one) => one !== undefined).join(" "),
    status: failure.status,
    outcome: "unknown",
    details,
    cause: failure,
  });
}

/** Ctrl-C after a write was sent and before its outcome was known. */
export function abandonedWrite(request: Omit<SentRequest, "retry">, at: number, cause: unknown): Failure {
  const details = sentDetails(request, at);
  const message = `canceled, outcome unknown: ${request.method} ${request.path} was sent at ${details.sentAt} and may have been applied`;
  return new Failure("canceled", message, { hint: checkHint(request), outcome: "unknown", details, cause });
}

/** R12: what was sent, and when. */
export function sentDetails(request: { method: string; path: string }, at: number): Record<string, unknown> {
  return { method: request.method, path: request.path, sentAt: new Date(at).toISOString() };
}

/** The service answered, and shows that nothing has changed. */
export function contradictedWrite(sent: SentRequest, sentAt: number, reason: string): Failure {
  return new Failure("refused", reason, { outcome: "not_applied", details: sentDetails(sent, sentAt) });
}

/** R44: an earlier run sent it and its outcome is still unknown. */
export function stillUnknown(sent: SentRequest): Failure {
  const message = `outcome unknown: an earlier run sent ${sent.method} ${sent.path}; it was not sent again`;
  const look = checkHint(sent) ?? "check whether it happened";
  return new Failure("unknown-outcome", message, {
    hint: `${look}; --retry-unknown sends it again`,
    outcome: "unknown",
    details: { method: sent.method, path: sent.path },
  });
}

const checkHint = ({ checkCommand }: Omit<SentRequest, "retry">) =>
  checkCommand === undefined ? undefined : `check whether it happened: ${checkCommand}`;
