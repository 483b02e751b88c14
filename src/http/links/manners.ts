/** When requests to other servers may be sent: a few at once, one at a time to each host, with a pause. */
import { createLimiter } from "../../shared/limiter.js";
import type { Clock } from "../types.js";

/** Requests at once. */
const AT_ONCE = 8;

export interface Manners {
  /** Waits for the host's turn, and then for one of the few places. */
  send<T>(host: string, work: () => Promise<T>): Promise<T>;
  /** Sends nothing to the host for so long. */
  rest(host: string, ms: number): void;
}

/** @param pause milliseconds between two requests to a host */
export function createManners({ now, sleep }: Clock, pause: number): Manners {
  const lane = createLimiter(AT_ONCE);
  const turns = new Map<string, Promise<unknown>>();
  const free = new Map<string, number>();
  return {
    send(host, work) {
      const before = turns.get(host) ?? Promise.resolve();
      const turn = before.then(async () => {
        const wait = (free.get(host) ?? 0) - now();
        if (wait > 0) await sleep(wait);
        try {
          return await lane(work);
        } finally {
          free.set(host, Math.max(free.get(host) ?? 0, now() + pause));
        }
      });
      // A failure is its own request's matter.
      turns.set(
        host,
        turn.catch(() => undefined),
      );
      return turn;
    },
    rest: (host, ms) => void free.set(host, Math.max(free.get(host) ?? 0, now() + ms)),
  };
}
