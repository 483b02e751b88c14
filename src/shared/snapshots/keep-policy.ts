/** The generations of a snapshot that stay, in the words of backup programs. */

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
