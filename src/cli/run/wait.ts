/** `--wait`: reads a thing until it is settled, with a progress line (exit 0, 5 or 8). */
import { Failure } from "../../errors.js";
import type { Reports } from "../context.js";
import { number, only } from "../flags.js";

const DEFAULT_SECONDS = 300;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 5_000;

export const WAIT_FLAGS = {
  wait: only("wait until the service has finished"),
  waitTimeout: number(
    { describe: `maximum wait, in seconds (default ${DEFAULT_SECONDS})`, value: "seconds" },
    { min: 1, max: 86400 },
  ),
};

export interface Waiting<T> {
  /** The name of the thing to wait for: `specification pets`. */
  what: string;
  /** The action before the wait: `published`. */
  done: string;
  /** The command that shows it. */
  look: string;
  read: () => Promise<T>;
  /** `undefined` while it is still in progress; a Failure if it ended badly. */
  settled: (value: T) => true | Failure | undefined;
  /** The state, for the progress line. */
  state: (value: T) => string;
}

interface WaitContext {
  out: Reports;
  now(): number;
  api: { pause(ms: number): Promise<void> };
}

/** @throws the thing's own Failure, `wait-timeout`, or `wait-failed` if it cannot be read; the write before it stands. */
export async function waitFor<T>(
  { out, now, api }: WaitContext,
  first: T,
  waiting: Waiting<T>,
  seconds = DEFAULT_SECONDS,
): Promise<T> {
  const end = now() + seconds * 1000;
  let value = first;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 1.5, LONGEST_PAUSE_MS)) {
    const verdict = waiting.settled(value);
    if (verdict instanceof Failure) throw markApplied(verdict);
    if (verdict) return value;
    if (now() + pause > end) {
      throw new Failure("wait-timeout", `${waiting.what} is still ${waiting.state(value)} after ${seconds} s`, {
        hint: "it is still running on the service: wait longer with --wait-timeout, or check later",
        outcome: "applied",
      });
    }
    out.progress.start(`${waiting.what}: ${waiting.state(value)}`);
    // Only a signal ends the pause early.
    await api.pause(pause).catch((error: unknown) => {
      throw canceledWait(waiting.what, waiting.done, error);
    });
    value = await readAgain(waiting);
    out.progress.stop();
  }
}

async function readAgain<T>({ read, what, done, look }: Waiting<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (error.kind === "canceled") throw canceledWait(what, done, error);
    const { message, status, details } = error;
    throw new Failure("wait-failed", `${what} was ${done}; cannot check whether it is ready: ${message}`, {
      hint: `check later: ${look}`,
      status,
      outcome: "applied",
      details,
      cause: error,
    });
  }
}

const canceledWait = (what: string, done: string, cause: unknown): Failure =>
  new Failure("canceled", `canceled: ${what} was ${done} and continues on the service`, { outcome: "applied", cause });

/** The thing's own failure, marked as applied: the write before it did happen. */
const markApplied = (failure: Failure): Failure => failure.with({ outcome: "applied" });
