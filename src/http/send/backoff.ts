import { BACKOFF } from "../defaults.js";

/** R3: delay before retry `n` (0 for the first) of a transient failure, in milliseconds. `random` gives 0..1. */
export function transientDelay(n: number, random: () => number): number {
  const { first, most, floor } = BACKOFF.transient;
  return Math.max(floor, Math.ceil(random() * Math.min(most, first * 2 ** n)));
}

/** R3: delay after throttle `n` (0 for the first) if the service named no time. */
export function throttleDelay(n: number, random: () => number): number {
  const { first, most } = BACKOFF.throttle;
  return Math.ceil((0.5 + random() / 2) * Math.min(most, first * 2 ** n));
}

/** R4: never shorter than the service asked; a little longer, so that clients spread out. */
export function askedDelay(asked: number, random: () => number): number {
  const { share, most } = BACKOFF.spread;
  return Math.max(BACKOFF.transient.floor, Math.ceil(asked + Math.min(most, random() * share * asked)));
}
