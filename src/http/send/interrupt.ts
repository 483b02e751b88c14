import { DEFAULTS } from "../defaults.js";
import type { ClientOptions, Clock } from "../types.js";

/** The signal of one request; `done` detaches it from the signals that it follows. */
export interface Interrupt {
  signal: AbortSignal | undefined;
  done(): void;
}

/**
 * R36: the first Ctrl-C ends a read and gives a write a little time to finish; the second ends the write too.
 */
export function interruptOf(
  options: Pick<ClientOptions, "signal" | "abort">,
  signal: AbortSignal | undefined,
  write: boolean,
  clock: Clock,
): Interrupt {
  // `signal` ends with the first Ctrl-C, so a read needs to follow nothing else.
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
      // The request finished in time: nothing is left to abort.
    });
  };
  follow(options.abort, end);
  follow(options.signal, write ? endSoon : end);
  if (signal !== options.signal) follow(signal, write ? endSoon : end);
  // Listeners are removed one by one: aborting a shared signal instead would build an error for each request.
  return {
    signal: request.signal,
    done() {
      for (const act of unhook) act();
    },
  };
}
