/** How people name an earlier generation: `org.docs@3`, `org.docs@-1`, `org.docs@2026-11-01`, `org.docs@monday`. */
import { Failure, usage } from "../../errors.js";
import { parseDay } from "../values.js";

// The generations of a snapshot that stay, in the words of backup programs.

export interface KeepPolicy {
  last?: number | undefined;
  daily?: number | undefined;
  weekly?: number | undefined;
  monthly?: number | undefined;
}

interface Generation {
  id: number;
  /** ISO 8601. */
  ended: string;
  state: string;
  isAccepted?: boolean | undefined;
}

export interface Choice {
  id: number;
  /** Why it stays; none: it does not. */
  reasons: string[];
}

const DAY_MS = 86_400_000;
const dayOf = (time: string): number => Math.floor(Date.parse(time) / DAY_MS);

/** The period that generations of one rule share: the newest of each stays. */
const RULES: Readonly<Record<keyof KeepPolicy, (generation: Generation) => string | number>> = {
  last: ({ id }) => id,
  daily: ({ ended }) => dayOf(ended),
  // The first day of 1970 was a Thursday; weeks begin on Monday.
  weekly: ({ ended }) => Math.floor((dayOf(ended) + 3) / 7),
  monthly: ({ ended }) => new Date(ended).toISOString().slice(0, 7),
};

/**
 * The latest always stays, with suspect ones after it, and so does what the next run is compared with: the last that is
 * complete or was accepted. `generations`: the oldest first.
 */
export function chooseKept(generations: readonly Generation[], policy: KeepPolicy): Choice[] {
  const choices = new Map(generations.map(({ id }) => [id, { id, reasons: [] as string[] }]));
  const keep = (generation: Generation | undefined, reason: string) =>
    generation && choices.get(generation.id)?.reasons.push(reason);
  const usable = generations.filter(({ state }) => state !== "suspect").reverse();
  const [latest] = usable;
  keep(latest, "latest");
  keep(
    usable.find(({ state, isAccepted }) => state === "complete" || isAccepted),
    "last complete",
  );
  for (const one of generations) if (one.state === "suspect" && one.id > (latest?.id ?? 0)) keep(one, "suspect");
  for (const [rule, bucketOf] of Object.entries(RULES)) {
    // The keys of the table above.
    let left = policy[rule as keyof KeepPolicy] ?? 0;
    let before: string | number | undefined;
    for (const one of usable) {
      const bucket = bucketOf(one);
      if (left === 0 || bucket === before) continue;
      before = bucket;
      left -= 1;
      keep(one, rule);
    }
  }
  return [...choices.values()];
}

const { existsSync } = process.getBuiltinModule("node:fs");

const DAYS = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];
/** Words that name a day. */
export const DAY_NAMES: readonly string[] = ["today", "yesterday", ...DAYS];

const REFERENCE = new RegExp(
  `^(?:[1-9]\\d{0,8}|-[1-9]\\d{0,8}|${DAY_NAMES.join("|")}|\\d{4}-\\d\\d-\\d\\d(?:T[\\d:.]+Z?)?)$`,
);

export interface SnapshotName {
  /** The file itself. */
  path: string;
  /** The generation; absent: the latest. */
  reference?: string | undefined;
}

/** Checks whether a text is what follows the `@` of a snapshot's name. */
export const isGenerationName = (text: string): boolean => REFERENCE.test(text);

/** A file that is called so is meant, whatever is in its name. */
export function parseSnapshotName(name: string): SnapshotName {
  const at = name.lastIndexOf("@");
  const [path, reference] = [name.slice(0, at), name.slice(at + 1)];
  if (at < 1 || !isGenerationName(reference) || existsSync(name) || !existsSync(path)) return { path: name };
  return { path, reference };
}

/** The file of a snapshot that lost too much, beside one that cannot keep it as a generation. */
export const suspectOf = (file: string): string => `${file}.suspect`;

/** The one that is meant, of all, the oldest first; the latest unless one is named. @throws Failure not-found */
export function findGeneration<G extends { id: number; ended: string; state: string }>(
  generations: readonly G[],
  { path, reference = "-0" }: SnapshotName,
  now: number,
): G {
  // The others were never the latest.
  const usable = generations.filter(({ state }) => state !== "suspect");
  const found = /^-\d/.test(reference)
    ? usable.at(-1 - Number(reference.slice(1)))
    : /^\d{1,9}$/.test(reference)
      ? generations.find(({ id }) => id === Number(reference))
      : usable.findLast(({ ended }) => Date.parse(ended) < endOf(reference, now));
  if (found) return found;
  const [first] = generations;
  const why = /^-?\d{1,9}$/.test(reference)
    ? `has no generation ${reference}`
    : `has no generation of ${reference} or earlier: the first is of ${first?.ended}`;
  throw new Failure("not-found", `${path} ${why}`, { hint: `to list them: docs snapshots list ${path}` });
}

/** The first moment that is later than what is named, in UTC. @throws Failure usage for a day or time that does not exist */
function endOf(reference: string, now: number): number {
  const start = startOfDay(reference, now);
  if (start === undefined) throw usage(`${reference} is not a date`);
  return reference.includes("T") ? start + 1 : start + DAY_MS;
}

const timeOf = (reference: string): number => Date.parse(reference.endsWith("Z") ? reference : `${reference}Z`);

const LENGTHS: Readonly<Record<string, number>> = {
  h: DAY_MS / 24,
  d: DAY_MS,
  w: 7 * DAY_MS,
  m: 30 * DAY_MS,
  y: 365 * DAY_MS,
};

/** As startOfDay, and for a length such as `30d` the time so long ago; a minus before it changes nothing. */
export function startOfPeriod(text: string, now: number): number | undefined {
  const [, length, unit = ""] = /^-?(\d{1,5})([hdwmy])$/.exec(text) ?? [];
  return length === undefined ? startOfDay(text, now) : now - Number(length) * (LENGTHS[unit] ?? 0);
}

/** When a day begins in UTC, or the time itself; undefined for what is none. */
function startOfDay(reference: string, now: number): number | undefined {
  const today = Math.floor(now / DAY_MS);
  if (reference === "today") return today * DAY_MS;
  if (reference === "yesterday") return (today - 1) * DAY_MS;
  const day = DAYS.indexOf(reference);
  // The first day of 1970 was a Thursday.
  if (day >= 0) return (today - ((today + 4 - day) % 7)) * DAY_MS;
  if (!/^\d{4}-\d\d-\d\d(?:T[\d:.]+Z?)?$/.test(reference)) return undefined;
  const [date = "", clock] = reference.split("T");
  const start = parseDay(date);
  if (clock === undefined || start === undefined) return start;
  const time = timeOf(reference);
  return Number.isNaN(time) ? undefined : time;
}
