/** Checks what one line did under one fault, typed directly: what holds for all of them, and how the first run ends. */

import { renamed } from "../changes/fault-cases.js";
import { differences } from "../changes/state-of.js";
import { changedFiles } from "../helpers/nothing-else.js";
import { DIRECT_FAULTS, DIRECT_LINES, type Direct, type DirectFault, type DirectRun, direct } from "./direct.js";
import { DIRECT_ENDS, traitsOf } from "./direct-ends.js";

export interface DirectCase {
  line: string;
  fault: DirectFault;
}

// The names of a constant object.
const NAMES = Object.keys(DIRECT_FAULTS) as DirectFault[];

export const DIRECT_CASES: readonly DirectCase[] = DIRECT_LINES.flatMap((line) =>
  NAMES.map((fault) => ({ line, fault })),
);

/** What is wrong; nothing if all holds. */
export async function directProblems({ line, fault }: DirectCase): Promise<string[]> {
  const [met, clean] = [await direct(line, DIRECT_FAULTS[fault]), await cleanRun(line)];
  const { first, again } = met;
  const ended = `${first.ended} ${first.code} ${first.sent}`;
  const traits = traitsOf(met, clean);
  const expected = DIRECT_ENDS[fault](traits, clean);
  return [
    ...(ended === expected ? [] : [`first: ${ended}, not ${expected}`]),
    ...(fault === "404" && !traits.isSeen ? [again] : [first, again]).flatMap(claims),
    ...(met.endpoint.retry !== "idempotent" && first.applied > 1 ? [`applied ${first.applied} times`] : []),
    ...secondRun(met, clean, fault),
    ...fileProblems(met, line),
  ];
}

/** What is claimed fits what the service did. */
function claims({ ended, code, sent, applied }: DirectRun): string[] {
  const [, outcome] = ended.split(" ");
  const says = `${ended} ${code}, sent ${sent}, applied ${applied}`;
  if ((code === 0) !== (ended === "ok")) return [`exit code: ${says}`];
  if (outcome === "no") return [`no outcome: ${says}`];
  if (outcome === "not_applied" && applied > 0) return [`applied, but not claimed: ${says}`];
  // An id that is absent already needs no request.
  if ((outcome === "applied" || (ended === "ok" && sent > 0)) && applied === 0)
    return [`claimed, but not applied: ${says}`];
  return [];
}

/** The second run finds what the first one left, and ends as it would without a fault. */
function secondRun({ first, again, states }: Direct, clean: Direct, fault: DirectFault): string[] {
  const isSecond = fault === "second writer";
  const isApplied = first.applied > 0 || isSecond;
  const end = ({ ended, code, sent, applied }: DirectRun): string =>
    `${ended} ${code}, sent ${sent}, applied ${applied}`;
  const expected = isApplied ? clean.again : clean.first;
  const middle = isSecond ? clean.states.again : isApplied ? clean.states.first : clean.states.before;
  // Somebody else's creation makes three in all.
  const last =
    isSecond && first.applied > 0 ? [] : odd(isApplied ? clean.states.again : clean.states.first, states.again);
  return [
    ...(end(again) === end(expected) ? [] : [`second run: ${end(again)}, not ${end(expected)}`]),
    ...odd(middle, states.first).map((one) => `after the first run: ${one}`),
    ...last.map((one) => `after the second run: ${one}`),
  ];
}

const odd = (wanted: Map<string, string>, state: Map<string, string>): string[] =>
  differences(renamed(wanted), renamed(state)).slice(0, 3);

/** Nothing is written but where a deleted space is remembered. */
function fileProblems({ files: { before, again } }: Direct, line: string): string[] {
  const may = line.startsWith("spaces delete") ? /^deleted-spaces/ : /^$/;
  return changedFiles(before, again)
    .filter((path) => !may.test(path))
    .map((path) => `written: ${path}`);
}

const clean = new Map<string, Promise<Direct>>();

function cleanRun(line: string): Promise<Direct> {
  const known = clean.get(line) ?? direct(line, {});
  clean.set(line, known);
  return known;
}
