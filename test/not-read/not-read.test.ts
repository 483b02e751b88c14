/** A few of all pairs of a reader and a list, chosen by a seed; the long test has them all. */
import { expect, it } from "vitest";
import { FAULTS, type FaultName } from "./list-faults.js";
import { listsOf, mistakes } from "./not-read.js";
import { READERS } from "./readers.js";

const SEED = Number(process.env.DOCS_SEED ?? 1);
const CASES = 8;

/** Numbers below `limit` that the seed decides. */
function numbers(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return (state >>> 8) % limit;
  };
}

it(`R83 R86 not read is not absent (DOCS_SEED=${SEED})`, async () => {
  const next = numbers(SEED);
  // The number is below the length.
  const pick = <T>(all: readonly T[]): T => all[next(all.length)] as T;
  for (let at = 0; at < CASES; at += 1) {
    const reader = pick(READERS);
    const list = pick(await listsOf(reader));
    const fault = pick(Object.keys(FAULTS) as FaultName[]);
    expect([reader.name, list, fault, await mistakes(reader, list, fault)]).toEqual([reader.name, list, fault, []]);
  }
});
