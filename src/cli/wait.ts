/** `--wait`: read a thing until it is settled, with a progress line (exit 0, 5 or 8). */
import { Failure } from "../errors.js";
import type { Context } from "./context.js";
import { number, only } from "./flags.js";

const DEFAULT_SECONDS = 300;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 5_000;

export const WAIT_FLAGS = {
  wait: only("wait until the service is done with it"),
  waitTimeout: number(
    { describe: `most seconds to wait (default ${DEFAULT_SECONDS})`, value: "seconds" },
    { min: 1, max: 86400 },
  ),
};

export interface Waiting<T> {
  /** What is waited for: `specification pets`. */
  what: string;
  read: () => Promise<T>;
  /** `undefined` while it goes on; a Failure when it ended badly. */
  settled: (value: T) => true | Failure | undefined;
  /** The state, for the progress line. */
  state: (value: T) => string;
}

type Needs = Pick<Context, "out" | "now" | "sleep">;

/** @throws Failure of the thing's own, or `wait-timeout`. */
export async function waitFor<T>(
  { out, now, sleep }: Needs,
  first: T,
  waiting: Waiting<T>,
  seconds = DEFAULT_SECONDS,
): Promise<T> {
  const end = now() + seconds * 1000;
  let value = first;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 1.5, LONGEST_PAUSE_MS)) {
    const verdict = waiting.settled(value);
    if (verdict instanceof Failure) throw verdict;
    if (verdict) return value;
    if (now() + pause > end) {
      throw new Failure("wait-timeout", `${waiting.what} is still ${waiting.state(value)} after ${seconds} s`, {
        hint: "it goes on at the service: wait longer with --wait-timeout, or look later",
      });
    }
    out.progress.start(`${waiting.what}: ${waiting.state(value)}`);
    await sleep(pause);
    value = await waiting.read();
    out.progress.stop();
  }
}
