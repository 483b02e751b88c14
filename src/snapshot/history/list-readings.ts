/** Finds generations that read a list completely, and what such a reading proves. */
import type { GenerationStep } from "./generation-steps.js";
import type { ListState } from "./list-states.js";

/** A list, with the one that shows what it is in. */
export interface ListPath {
  list: string;
  above?: string | undefined;
}

export interface ListReadings {
  /** Begins the next generation. */
  begin(step: GenerationStep): void;
  /** How a list was read in this generation; undefined: there is no record of it. */
  stateOf(list: string): ListState | undefined;
  /** True if a generation read all of it: if it was taken over, the list above it says that nothing had changed. */
  isRead(path: ListPath, at: number): boolean;
  /** The last generation before `at` that read all of it, by one who sees no less than that of `sight`. */
  lastRead(path: ListPath, at: number, sight?: number): number | undefined;
  /** True if the caller of one generation sees all that the caller of the other does. */
  sees(one: number, other: number): boolean;
  /** True if nothing of the organization is hidden from the caller of a generation. */
  seesAll(at: number): boolean;
}

const ADMIN = "admin";

interface Caller {
  id: string;
  permissions: ReadonlySet<string>;
}

/** From a generation on. */
interface Phase {
  from: number;
  state: ListState | undefined;
}

/** Generations are named by their place: 0 is the oldest. */
export function createListReadings(): ListReadings {
  const phases = new Map<string, Phase[]>();
  const callers: Caller[] = [];
  const sees = (one: number, other: number): boolean => seesNoLess(callers[one], callers[other]);
  const stateAt = (list: string, at: number) => phases.get(list)?.findLast(({ from }) => from <= at)?.state;
  const isRead = ({ list, above }: ListPath, at: number): boolean => holds(stateAt(list, at), above, at);
  const holds = (state: ListState | undefined, above: string | undefined, at: number): boolean =>
    state?.isComplete === true && (state.isOwn || above === undefined || isRead({ list: above }, at));
  return {
    begin({ generation, permissions, lists }) {
      const last = callers.at(-1);
      const caller = { id: generation.caller, permissions: new Set(permissions) };
      // One object for all generations of one caller.
      callers.push(last && last.id === caller.id && isSame(last.permissions, caller.permissions) ? last : caller);
      for (const [list, state] of lists) {
        const all = phases.get(list) ?? [];
        all.push({ from: callers.length - 1, state });
        phases.set(list, all);
      }
    },
    stateOf: (list) => phases.get(list)?.at(-1)?.state,
    isRead,
    lastRead({ list, above }, at, sight) {
      let end = at - 1;
      for (const { from, state } of [...(phases.get(list) ?? [])].reverse()) {
        for (let one = end; one >= from && state?.isComplete; one -= 1)
          if (holds(state, above, one) && (sight === undefined || sees(one, sight))) return one;
        end = Math.min(end, from - 1);
      }
      return undefined;
    },
    sees,
    seesAll: (at) => callers[at]?.permissions.has(ADMIN) ?? false,
  };
}

const isSame = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  one.size === other.size && [...one].every((name) => other.has(name));

function seesNoLess(one: Caller | undefined, other: Caller | undefined): boolean {
  if (!one || !other || one === other) return true;
  // Another person may be in fewer spaces, whatever they may do in the organization.
  const isOne = one.id === other.id || one.permissions.has(ADMIN);
  return isOne && [...other.permissions].every((name) => one.permissions.has(name));
}
