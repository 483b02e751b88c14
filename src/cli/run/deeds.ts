/** What a command has changed so far: a later failure must not hide it (R80). */
import { Failure } from "../../errors.js";

export interface Deeds {
  /** Call after a write that the service confirmed. */
  did(summary: string): void;
  /** Notes the message about this target, to be shown if nothing else has said it by the end. */
  toTell(target: unknown, words: string | undefined): void;
  told(target: unknown): void;
  /** Reports what was done, then returns the error to throw in place of `error`. */
  after(error: unknown, say: Say): unknown;
}

interface Say {
  /** A message about something that succeeded. */
  done(message: string): void;
  /** A message that --quiet does not silence. */
  complain(message: string): void;
}

/** Create one for each run of a command. */
export function createDeeds(): Deeds {
  const summaries: string[] = [];
  const untold = new Map<unknown, string>();
  let told = 0;
  return {
    did: (summary) => void summaries.push(summary),
    toTell(target, words) {
      if (words !== undefined) untold.set(target, words);
    },
    told(target) {
      if (untold.delete(target)) told += 1;
    },
    after(error, say) {
      const [first] = summaries;
      if (first === undefined) return error;
      const done = [...untold.values()];
      // Commands without a message of their own: use the endpoint's summary.
      if (done.length === 0 && told === 0) done.push(`Done: ${first}`);
      const isKnown = error instanceof Failure && (error.outcome !== undefined || error.kind === "partial");
      if (isKnown) return error;
      for (const words of done) (error instanceof Failure ? say.complain : say.done)(words);
      return error instanceof Failure && error.kind !== "canceled" ? afterWrite(error, done) : error;
    },
  };
}

/** A failure kind that promises "nothing was changed" no longer holds after a write. */
function afterWrite(error: Failure, done: readonly string[]): Failure {
  const { kind, message, hint, status, details } = error;
  return new Failure(kind === "io" ? kind : "after-write", message, {
    hint,
    status,
    outcome: "applied",
    details: { ...details, done },
    cause: error,
  });
}
