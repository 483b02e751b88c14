/** Random choices that are the same for a seed. */

/** What is tried at random is the same in each run: DOCS_SEED tries something else. */
export const SEED = Number(process.env.DOCS_SEED ?? 1);

/** A whole number from 0 to below what is given. */
export type Random = (below: number) => number;

export function randomOf(seed: number): Random {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** So many of all, none twice. */
export function sampled<T>(all: readonly T[], count: number, seed: number): T[] {
  const random = randomOf(seed);
  const left = [...all];
  return Array.from({ length: Math.min(count, left.length) }, () => left.splice(random(left.length), 1)).flat();
}
