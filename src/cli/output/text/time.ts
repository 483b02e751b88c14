const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const UNITS: readonly (readonly [number, string])[] = [
  [365 * DAY, "year"],
  [30 * DAY, "month"],
  [DAY, "day"],
  [HOUR, "hour"],
  [MINUTE, "minute"],
];

/**
 * "2 days ago", "in 3 hours", "just now" (also if clocks differ by less than a minute).
 *
 * @param time - an RFC 3339 time; anything else is returned unchanged
 * @param now - milliseconds since the epoch
 */
export function relativeTime(time: string, now: number): string {
  const then = /^\d{4}-\d{2}-\d{2}/.test(time) ? Date.parse(time) : Number.NaN;
  if (Number.isNaN(then)) return time;
  const distance = Math.abs(now - then);
  for (const [size, name] of UNITS) {
    if (distance < size) continue;
    const count = Math.floor(distance / size);
    const words = `${count} ${name}${count === 1 ? "" : "s"}`;
    return then > now ? `in ${words}` : `${words} ago`;
  }
  return "just now";
}
