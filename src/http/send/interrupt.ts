import { DEFAULTS } from "../defaults.js";
import type { ClientOptions, Clock } from "../types.js";

/** The signal of one request, and what unhooks it from the signals that it follows. */
export interface Interrupt {
  signal: AbortSignal | undefined;
  done(): void;
}

/**
 * R36: a read ends with the first Ctrl-C. A write that is under way gets a little time, and ends with the second.
 */
export function interruptOf(
  options: Pick<ClientOptions, "signal" | "abort">,
  signal: AbortSignal | undefined,
  write: boolean,
  clock: Clock,
): Interrupt {
  // The first Ctrl-C comes before the second, and `signal` ends with it: nothing else has to be followed.
  if (!write && signal) return { signal, done() {} };
  const request = new AbortController();
  const unhook: (() => void)[] = [];
  const follow = (source: AbortSignal | undefined, act: () => void) => {
    if (source?.aborted) return act();
    source?.addEventListener("abort", act, { once: true });
    unhook.push(() => source?.removeEventListener("abort", act));
  };
  const end = () => request.abort();
  const endSoon = () => {
    const finished = new AbortController();
    unhook.push(() => finished.abort());
    clock.sleep(DEFAULTS.grace, finished.signal).then(end, () => {
      // The request ended within its time: nothing is left to stop.
    });
  };
  follow(options.abort, end);
  follow(options.signal, write ? endSoon : end);
  if (signal !== options.signal) follow(signal, write ? endSoon : end);
  // Listeners are taken off one by one: a signal that they all followed would build an error for each request.
  return {
    signal: request.signal,
    done() {
      for (const act of unhook) act();
    },
  };
}
