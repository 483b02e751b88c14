/** Checks what one line did under one fault: what holds for all of them, and how the first run ends. */
import { UNDO_RULES } from "../../src/changes/inverses/index.js";
import { FAULTS, type FaultName } from "../fault-matrix/network.js";
import { FIRST, traitsOf } from "./fault-ends.js";
import { endpointOf, type Faulted, meet, type Seen, WRITES } from "./fault-matrix.js";
import { differences } from "./state-of.js";

export interface FaultCase {
  line: string;
  fault: FaultName;
}

// The names of a constant object.
const NAMES = Object.keys(FAULTS) as FaultName[];

export const CASES: readonly FaultCase[] = WRITES.flatMap((line) => NAMES.map((fault) => ({ line, fault })));

const GOOD = new Set(["done", "satisfied", "earlier"]);
const isGood = ({ outcome }: Seen): boolean => GOOD.has(outcome);

/** What is wrong; nothing if all holds. */
export async function problemsOf({ line, fault }: FaultCase): Promise<string[]> {
  const met = await meet(line, FAULTS[fault]);
  const clean = await cleanState(line);
  const { first, again, undone, step } = met;
  const expected = FIRST[fault](traitsOf(step))?.join(" ");
  const ended = `${first.outcome} ${first.code} ${first.sent}`;
  return [
    ...(expected === undefined || ended === expected ? [] : [`first: ${ended}, not ${expected}`]),
    ...[first, again, undone].flatMap((seen) => claims(seen)),
    ...onlyOnce(met),
    ...stateProblems(met, clean, fault),
    ...undoProblems(met),
  ];
}

/** What is claimed fits what the service did. */
function claims(seen: Seen): string[] {
  const says = `${seen.outcome} ${seen.code}, sent ${seen.sent}, applied ${seen.applied}`;
  const outcomes = seen.outcome.split(",");
  if ((seen.code === 0) !== outcomes.every((one) => GOOD.has(one))) return [`exit code: ${says}`];
  if (outcomes.includes("failed") && seen.applied > 0) return [`failed, but applied: ${says}`];
  if (/^(?:changed|cannot tell|not started|blocked|earlier)$/.test(seen.outcome) && seen.applied > 0) {
    return [`applied, but not claimed: ${says}`];
  }
  return [];
}

/** Nothing is applied twice, unless twice has the effect of once. */
function onlyOnce({ first, again, step }: Faulted): string[] {
  if (traitsOf(step).retry === "idempotent" || first.applied + again.applied <= 1) return [];
  return [`applied ${first.applied} and ${again.applied} times`];
}

function stateProblems({ states, first, again }: Faulted, clean: Map<string, string>, fault: FaultName): string[] {
  const isApplied = first.applied + again.applied > 0 || fault === "second writer";
  if (isGood(again) && !isApplied && fault !== "404" && fault !== "409") return ["good, though nothing was applied"];
  const expected = isApplied && fault !== "second writer" ? clean : undefined;
  const odd = expected ? differences(expected, renamed(states.again)) : [];
  const kept = isApplied ? [] : differences(states.before, states.again);
  return [...odd, ...kept].slice(0, 3).map((one) => `after the second run: ${one}`);
}

function undoProblems({ states, step, again, undone, first }: Faulted): string[] {
  if (undone.sent === 0) return differences(states.again, states.undone).map((one) => `undo sent nothing: ${one}`);
  const isOurs = isGood(again) && first.applied + again.applied > 0;
  if (!isOurs) return [`undo sent ${undone.sent}, though nothing was done`];
  if (step.undo !== "exact" || undone.code !== 0) return [];
  return differences(states.before, states.undone).map((one) => `after the undo: ${one}`);
}

const clean = new Map<string, Promise<Map<string, string>>>();

/** The organization after the line was applied without a fault. */
function cleanState(line: string): Promise<Map<string, string>> {
  const known = clean.get(line) ?? meet(line, {}).then(({ states }) => renamed(states.again));
  clean.set(line, known);
  return known;
}

/** How long a translation took depends on when somebody looked. */
const DURATION = /"(?:latestRunDuration|totalDuration)":\d+/g;

/** New ids count up with everything that asks for one: which number they have means nothing. */
export function renamed(state: ReadonlyMap<string, string>): Map<string, string> {
  const names = new Map<string, string>();
  const rename = (text: string): string =>
    text.replace(/\bA{12,}[A-Za-z]{1,8}\b/g, (id) => {
      const name = names.get(id) ?? `new${names.size + 1}`;
      names.set(id, name);
      return name;
    });
  const clean = (answer: string): string => rename(answer).replace(DURATION, '"duration":0');
  return new Map([...state].map(([address, answer]) => [rename(address), clean(answer)]));
}

/** Rules that no line reaches. */
export async function unreached(): Promise<string[]> {
  const reached = new Set<string>();
  // One after the other: a run closes the files of every run.
  for (const line of WRITES) reached.add(await endpointOf(line));
  return Object.keys(UNDO_RULES).filter((name) => !reached.has(name));
}
