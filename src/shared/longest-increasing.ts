/** The things that can stay where they are when their order changes. */

/** The positions of a longest increasing subsequence. */
export function longestIncreasing(numbers: readonly number[]): Set<number> {
  /** Position of the smallest last number of the subsequences of each length. */
  const ends: number[] = [];
  const before: number[] = [];
  numbers.forEach((number, at) => {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((numbers[ends[middle] ?? 0] ?? 0) < number) low = middle + 1;
      else high = middle;
    }
    before[at] = low > 0 ? (ends[low - 1] ?? -1) : -1;
    ends[low] = at;
  });
  const chosen = new Set<number>();
  for (let at = ends.at(-1) ?? -1; at >= 0; at = before[at] ?? -1) chosen.add(at);
  return chosen;
}
