// Chooses which of all possible mistakes to try.
import { existsSync, readFileSync } from "node:fs";

/** Random numbers from 0 to 1, the same for the same seed (mulberry32). */
function numbers(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function shuffled(list, next) {
  return list
    .map((one) => [next(), one])
    .sort(([one], [other]) => one - other)
    .map(([, one]) => one);
}

/**
 * Chooses `count` mistakes that are possible, taking the kinds in turn so that frequent ones do not crowd out rare ones.
 * `isPossible` is asked of no more than are needed.
 */
export async function choose(mistakes, count, seed, isPossible = (_mistake) => true) {
  const next = numbers(seed);
  const names = [...new Set(mistakes.map(({ kind }) => kind))];
  const kinds = names.map((name) =>
    shuffled(
      mistakes.filter(({ kind }) => kind === name),
      next,
    ),
  );
  const chosen = [];
  while (chosen.length < count && kinds.some((kind) => kind.length > 0)) {
    for (const kind of kinds) {
      const one = chosen.length < count ? kind.shift() : undefined;
      if (one && (await isPossible(one))) chosen.push(one);
    }
  }
  return chosen;
}

/** The listed mistakes that change nothing; none if there is no such file. */
export const readEquivalents = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : []);

/** Whether the mistake is listed as one that changes nothing. */
export function isEquivalent(mistake, equivalents) {
  return equivalents.some((known) => ["file", "code", "was", "becomes"].every((name) => known[name] === mistake[name]));
}
