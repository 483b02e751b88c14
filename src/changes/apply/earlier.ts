/** Compares records of an earlier run with what the service shows now. */
import { Failure } from "../../errors.js";
import type { StepState } from "../log/read-log.js";
import type { Read, Step } from "../types.js";
import type { Comparison } from "./compare.js";
import type { StepResult } from "./options.js";

/** `rewritten`: as it was left, which is not as planned. Null: it cannot be told. */
type Judgement = boolean | "rewritten" | null;

/**
 * A file alone proves nothing: it may claim anything of what came out, but not that what was there before is the change.
 * @param now hash of what is there
 * @param came hash of what was there after the step, as the file says
 */
export function judgeRead({ was, becomes }: Pick<Read, "was" | "becomes">, now: string, came?: string): Judgement {
  if (now === becomes) return true;
  const isBack = now === was && (becomes !== undefined || (came !== undefined && came !== was));
  if (isBack) return false;
  if (becomes === undefined) return came === undefined || now !== came ? null : "rewritten";
  return now === came ? "rewritten" : false;
}

const keyOf = ({ path, item }: Read): string => JSON.stringify([path, item ?? null]);

/** The positions of a step's reads by its id: of what several steps read, the last one that was done says what is there. */
export function lastReads(steps: readonly Step[], isDone: (step: Step) => boolean): ReadonlyMap<string, number[]> {
  const later = new Set<string>();
  const own = new Map<string, number[]>();
  for (const step of [...steps].reverse()) {
    if (!isDone(step)) continue;
    own.set(
      step.id,
      [...step.reads.keys()].filter((at) => !later.has(keyOf(step.reads[at] as Read))),
    );
    for (const read of step.reads) later.add(keyOf(read));
  }
  return own;
}

export const isDoneBefore = (state: StepState | undefined): boolean =>
  state?.state === "done" || state?.state === "satisfied";

interface EarlierRuns {
  steps: readonly Step[];
  states: ReadonlyMap<string, StepState>;
  /** @throws Failure of the reads */
  read(step: Step): Promise<Comparison>;
}

/** Checks that a step is done as recorded; if it is not, it is not sent again. */
export function createEarlierCheck({ steps, states, read }: EarlierRuns): (step: Step) => Promise<StepResult> {
  const own = lastReads(steps, ({ id }) => isDoneBefore(states.get(id)));
  // A later step that needs this one shows its state better: it may have renamed or moved the thing.
  const needed = new Set(steps.filter(({ id }) => isDoneBefore(states.get(id))).flatMap(({ needs }) => needs));
  return async (step) => {
    const reads = own.get(step.id) ?? [];
    if (reads.length === 0) return { step, outcome: "earlier", holds: null };
    try {
      const { hashes } = await read(step);
      const came = states.get(step.id)?.came;
      const all = reads.map((at) => judgeRead(step.reads[at] as Read, hashes[at] ?? "", came?.[at]));
      if (all.includes(false) && !needed.has(step.id)) return { step, outcome: "changed", says: NO_LONGER };
      const holds = all.every((one) => one === true) ? true : all.some((one) => one === null) ? null : false;
      return { step, outcome: "earlier", holds, ...(holds === false && { says: "not exactly as planned" }) };
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      const says = `an earlier run did it; it could not be determined whether it is still so: ${error.message}`;
      return { step, outcome: "cannot tell", says, failure: error };
    }
  };
}

const NO_LONGER = "recorded as done by an earlier run, but the service does not show it; not sent again";
