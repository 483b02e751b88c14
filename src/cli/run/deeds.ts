/** What a command has changed so far: a failure that comes later must not hide it (R80). */
import { Failure } from "../../errors.js";

export interface Deeds {
  /** A write was answered as done. */
  did(summary: string): void;
  /** Words for what was done to this target, as long as they have not been said. */
  toTell(target: unknown, words: string | undefined): void;
  told(target: unknown): void;
  /** What is to be thrown in place of `error`, after what was done is said. */
  after(error: unknown, say: Say): unknown;
}

interface Say {
  /** Words for something that went well. */
  done(message: string): void;
  /** Words that --quiet does not silence. */
  complain(message: string): void;
}

/** For one run of a command. */
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
      // Commands without words of their own: the endpoint has some.
      if (done.length === 0 && told === 0) done.push(`Done: ${first}`);
      const isKnown = error instanceof Failure && (error.outcome !== undefined || error.kind === "partial");
      if (isKnown) return error;
      for (const words of done) (error instanceof Failure ? say.complain : say.done)(words);
      return error instanceof Failure && error.kind !== "canceled" ? afterWrite(error, done) : error;
    },
  };
}

/** Whatever its kind says of a command that changed nothing, does not hold any more. */
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
