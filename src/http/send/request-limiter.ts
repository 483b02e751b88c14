type Lane = "read" | "write";
/** Gives a slot back. */
export type Release = (succeeded: boolean) => void;

/**
 * R7, R8: limits how many requests run at once, and holds all of them after a 429. After that each lane restarts with
 * one request and gains a slot with every success.
 */
export interface RequestLimiter {
  /** Resolves when a slot is free. Call the result to give it back, saying whether the request succeeded. */
  enter(lane: Lane, signal?: AbortSignal): Promise<Release>;
  /** No request starts before this time (milliseconds since the epoch). */
  hold(until: number): void;
  /** Milliseconds until requests may start. */
  held(now: number): number;
}

/** Reads or writes: how many may run, and do. */
interface LaneSlots {
  readonly places: number;
  open: number;
  busy: number;
  readonly queue: (() => void)[];
}

/** `places` is how many run at once in each lane. */
export function createRequestLimiter(places: Record<Lane, number>): RequestLimiter {
  const lane = (count: number): LaneSlots => ({ places: count, open: count, busy: 0, queue: [] });
  const lanes: Record<Lane, LaneSlots> = { read: lane(places.read), write: lane(places.write) };
  let until = 0;

  const wake = (state: LaneSlots) => {
    while (state.busy < state.open) {
      const next = state.queue.shift();
      if (!next) return;
      next();
    }
  };
  const leave = (state: LaneSlots) => (succeeded: boolean) => {
    state.busy -= 1;
    if (succeeded) state.open = Math.min(state.places, state.open + 1);
    wake(state);
  };

  return {
    async enter(name, signal) {
      const state = lanes[name];
      signal?.throwIfAborted();
      if (state.busy >= state.open) return await queueForSlot(state, leave(state), signal);
      state.busy += 1;
      return leave(state);
    },
    hold(time) {
      until = Math.max(until, time);
      for (const state of Object.values(lanes)) state.open = 1;
    },
    held: (now) => Math.max(0, until - now),
  };
}

function queueForSlot(state: LaneSlots, leave: (succeeded: boolean) => void, signal: AbortSignal | undefined) {
  return new Promise<typeof leave>((resolve, reject) => {
    const start = () => {
      signal?.removeEventListener("abort", stop);
      state.busy += 1;
      resolve(leave);
    };
    const stop = () => {
      state.queue.splice(state.queue.indexOf(start), 1);
      reject(signal?.reason);
    };
    signal?.addEventListener("abort", stop, { once: true });
    state.queue.push(start);
  });
}
