// Chooses which of all possible mistakes to try.

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

/** Chooses `count` mistakes, taking the kinds in turn so that frequent ones do not crowd out rare ones. */
export function choose(mistakes, count, seed) {
  const next = numbers(seed);
  const names = [...new Set(mistakes.map(({ kind }) => kind))];
  const kinds = names.map((name) =>
    shuffled(
      mistakes.filter(({ kind }) => kind === name),
      next,
    ),
  );
  const chosen = [];
  for (let round = 0; chosen.length < count && kinds.some((kind) => kind.length > round); round++) {
    chosen.push(...kinds.flatMap((kind) => kind.slice(round, round + 1)));
  }
  return chosen.slice(0, count);
}

/** Whether the mistake is listed as one that changes nothing. */
export function isEquivalent(mistake, equivalents) {
  return equivalents.some((known) => ["file", "code", "was", "becomes"].every((name) => known[name] === mistake[name]));
}
