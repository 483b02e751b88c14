/** From when on a history is shown: `monday`, `2026-11-01`, `30d`, or a generation such as `@7` and `@-1`. */
import { usage } from "../../errors.js";
import { findGeneration, startOfDay } from "./generation-names.js";

const DAY_MS = 86_400_000;
const UNITS: Readonly<Record<string, number>> = {
  h: DAY_MS / 24,
  d: DAY_MS,
  w: 7 * DAY_MS,
  m: 30 * DAY_MS,
  y: 365 * DAY_MS,
};

/**
 * The last moment that is not meant any more, in milliseconds since the epoch. A minus and an @ before it change nothing
 * but for generations, which are named as in `org.docs@-1`.
 * @throws Failure usage, not-found
 */
export function resolveSince(
  generations: readonly { id: number; ended: string; state: string }[],
  { path, since }: { path: string; since: string },
  now: number,
): number {
  const text = since.replace(/^@/, "");
  const [, length, unit = ""] = /^-?(\d{1,5})([hdwmy])$/.exec(text) ?? [];
  if (length !== undefined) return now - Number(length) * (UNITS[unit] ?? 0);
  if (/^-?\d{1,9}$/.test(text)) return Date.parse(findGeneration(generations, { path, reference: text }, now).ended);
  const start = startOfDay(text, now);
  if (start !== undefined) return start - 1;
  throw usage(
    `--since: "${since}" is not a time`,
    "for example --since monday, 2026-11-01, 30d, or @-7 for a generation",
  );
}
