/** Chooses which cases of a matrix a run tries. CONTRIBUTING.md says when a matrix runs whole. */
import { existsSync } from "node:fs";
import { randomOf, sampled } from "./random.js";
import { RED_CASES } from "./red-cases.js";

/** What vitest.config.ts sets for the run. */
export interface Sampling {
  /** Of the cases: 0 for as few as a matrix allows, 1 for all. */
  share: number;
  seed: number;
  /** Files that the change touches. */
  changed: readonly string[];
}

export interface Matrix<T> {
  /** A case in a few words: no two cases of a matrix have the same. */
  nameOf: (one: T) => string;
  /** How many are always tried. */
  few: number;
  /** Folders of src/ whose change makes the matrix run whole. */
  rooms: readonly string[];
}

/** As the environment has it. */
export const samplingOf = ({
  DOCS_TEST_SHARE = "0",
  DOCS_TEST_SEED = "1",
  DOCS_TEST_CHANGED = "",
}: NodeJS.ProcessEnv) => ({
  share: Number(DOCS_TEST_SHARE),
  seed: Number(DOCS_TEST_SEED),
  changed: DOCS_TEST_CHANGED.split("\n").filter((file) => file !== ""),
});

const OF_THIS_RUN: Sampling = samplingOf(process.env);

/**
 * The cases to try: those that failed once (red-cases.ts), and a share of all that the seed chooses; all of them if the
 * change touches one of the rooms. At least one.
 *
 * @throws {Error} a listed case or a room is not there, or several cases have one name
 */
export function sampleCases<T>(
  name: string,
  cases: readonly T[],
  { nameOf, few, rooms }: Matrix<T>,
  { share, seed, changed }: Sampling = OF_THIS_RUN,
  red: readonly string[] = RED_CASES[name] ?? [],
): T[] {
  const names = new Set(cases.map(nameOf));
  const missing = [...red.filter((one) => !names.has(one)), ...rooms.filter((room) => !existsSync(room))];
  if (missing.length > 0) throw new Error(`${name}: not there: ${missing.join(", ")}`);
  const doubled = cases.map(nameOf).filter((one) => !names.delete(one));
  if (doubled.length > 0) throw new Error(`${name}: several cases are called ${[...new Set(doubled)].join(", ")}`);
  if (share === 1 || isChanged(rooms, { share, changed })) return [...cases];
  const count = Math.max(few, Math.ceil(cases.length * share));
  const chosen = new Set(sampled(cases, count, mix(seed, name)));
  return cases.filter((one) => chosen.has(one) || red.includes(nameOf(one)));
}

/** For what is not made of cases, such as a number of nights: all in a whole run or if a room changes, else few. */
export function sampleCount(all: number, few: number, rooms: readonly string[]): number {
  return OF_THIS_RUN.share === 1 || isChanged(rooms, OF_THIS_RUN) ? all : few;
}

/** Whether the change touches one of the rooms. `npm test`, which tries few cases, does not look at changes. */
export function isChanged(rooms: readonly string[], { share, changed }: Omit<Sampling, "seed">): boolean {
  return share > 0 && changed.some((file) => rooms.some((room) => file === room || file.startsWith(`${room}/`)));
}

/** Another seed for each matrix, and far from that of the next commit. */
function mix(seed: number, name: string): number {
  const random = randomOf(
    [...name].reduce((sum, character) => Math.imul(sum, 31) + character.charCodeAt(0), seed) >>> 0,
  );
  return [1, 2, 3].map(() => random(2 ** 32)).at(-1) ?? seed;
}
