/** The changes of a command so far: a later failure must not hide it (R80). */
import { Failure } from "../../errors.js";
import type { DoneMessage, Message } from "../output/types.js";

export interface CompletedWrites {
  /** Notes the message about this target, to be shown if nothing else has said it by the end. */
  add(target: unknown, words: DoneMessage | undefined): void;
  markShown(target: unknown): void;
  /**
   * Reports what was done, then returns the error to throw in place of `error`.
   * @param first the first write that the service confirmed
   */
  after(error: unknown, first: string | undefined, out: WriteMessages): unknown;
}

interface WriteMessages {
  /** A message about something that succeeded. */
  done(message: DoneMessage): void;
  /** A message that --quiet does not silence. */
  complain(message: Message): void;
  /** The same, for what the failure has as `done`. */
  failed(message: Message): void;
}

/** Create one for each run of a command. */
export function createCompletedWrites(): CompletedWrites {
  const unshown = new Map<unknown, Message>();
  let shown = 0;
  return {
    add(target, words) {
      // A write that nothing confirmed is no reason for a message of its own.
      if (words !== undefined && (typeof words === "string" || "length" in words)) unshown.set(target, words);
    },
    markShown(target) {
      if (unshown.delete(target)) shown += 1;
    },
    after(error, first, out) {
      if (first === undefined) return error;
      const done = [...unshown.values()];
      // Commands without a message of their own: use the endpoint's summary.
      if (done.length === 0 && shown === 0) done.push(`Done: ${first}`);
      const isKnown = error instanceof Failure && (error.outcome !== undefined || error.kind === "partial");
      if (isKnown) return error;
      if (!(error instanceof Failure)) done.forEach(out.done);
      else done.forEach(error.kind === "canceled" ? out.complain : out.failed);
      return error instanceof Failure && error.kind !== "canceled" ? afterWrite(error, done) : error;
    },
  };
}

/** A failure kind that promises "nothing was changed" no longer holds after a write. */
function afterWrite(error: Failure, done: readonly Message[]): Failure {
  const { kind, lines, hint, status, details } = error;
  return new Failure(kind === "io" ? kind : "after-write", lines, {
    hint,
    status,
    outcome: "applied",
    details: { ...details, done: done.map((message) => [message].flat().join("\n")) },
    cause: error,
  });
}
