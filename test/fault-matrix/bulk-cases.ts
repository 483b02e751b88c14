/** Checks what a command over several targets did under one fault, what its journal says, and what a resumed run does. */

import { renamed } from "../changes/fault-cases.js";
import { differences } from "../changes/state-of.js";
import { changedFiles } from "../helpers/nothing-else.js";
import { BULK_FAULTS, type Bulk, type BulkFault, type BulkLine, type BulkRun, bulk, bulkLines } from "./bulk.js";
import { isLookedUp, isReadFirst } from "./direct-ends.js";
import type { Counted } from "./network.js";

export interface BulkCase {
  name: string;
  line: BulkLine;
  fault: BulkFault;
}

// The names of a constant object.
const NAMES = Object.keys(BULK_FAULTS) as BulkFault[];

export const bulkCases = async (): Promise<BulkCase[]> =>
  (await bulkLines()).flatMap((line) => NAMES.map((fault) => ({ name: line.line, line, fault })));

/** What is wrong; nothing if all holds. */
export async function bulkProblems({ line, fault }: BulkCase): Promise<string[]> {
  const [met, clean] = [await bulk(line, BULK_FAULTS[fault]), await cleanRun(line)];
  const { first, resumed, last } = met.runs;
  return [
    ...[first, resumed, last].flatMap(claims),
    ...firstRun(met, fault),
    ...journalProblems(met, fault),
    ...resumedRun(met, clean),
    ...lastRun(met),
    ...fileProblems(met, line),
  ];
}

const says = ({ ended, code, of }: BulkRun): string =>
  `${ended} ${code}, ${of.map(({ sent, applied }) => `${sent}/${applied}`).join(" ")}`;

/** What is claimed of the whole run fits what the service did. */
function claims(run: BulkRun): string[] {
  const { ended, code, applied, stderr } = run;
  const [, outcome] = ended.split(" ");
  if ((code === 0) !== (ended === "ok")) return [`exit code: ${says(run)}`];
  if (outcome === "no") return [`no outcome: ${says(run)}`];
  if (outcome === "not_applied" && applied > 0) return [`applied, but not claimed: ${says(run)}`];
  if (outcome === "applied" && applied === 0) return [`claimed, but not applied: ${says(run)} ${stderr}`];
  return [];
}

const isStopping = (fault: BulkFault): boolean => /^401|^Ctrl-C|^disk full|^output full|^429 for long/.test(fault);

/** The fault of one target is no matter of the others, unless all would meet it. */
function firstRun({ runs: { first }, met, endpoint }: Bulk, fault: BulkFault): string[] {
  const odd = first.of.flatMap(({ sent, applied }, at) => {
    if (at === met) return endpoint.retry !== "idempotent" && applied > 1 ? [`applied ${applied} times`] : [];
    if (isStopping(fault) && (at > met || fault.startsWith("disk full")))
      return sent > 1 ? [`${at} sent ${sent} times`] : [];
    return sent === 1 && applied === 1 ? [] : [`target ${at}`];
  });
  // What has to be read first is read for all.
  if (/^(reads denied|nothing visible) before$/.test(fault) && first.sent === 0 && first.code !== 0) return [];
  // A deletion is not sent for what cannot be read.
  if (/reads denied|nothing visible/.test(fault) && isReadFirst(endpoint)) return [];
  if (fault === "disk full before" && first.sent > 0) odd.push("sent without a record");
  return odd.map((one) => `first run: ${one}: ${says(first)}`);
}

/** What the journal has of each target after the first run. */
function journalProblems({ runs: { first }, records }: Bulk, fault: BulkFault): string[] {
  return records.flatMap((record, at) => {
    const { sent = 0, applied = 0 } = first.of[at] ?? {};
    const shown = `record ${record} of target ${at}: ${says(first)}`;
    if (record === undefined && sent > 0) return [`sent without a record: ${shown}`];
    if (record === "failed" && applied > 0) return [`failed, but applied: ${shown}`];
    if ((record === "ok" || record === "applied") && applied === 0) return [`done, but not applied: ${shown}`];
    if (record === "sent" && !/^disk full after|^Ctrl-C, lost/.test(fault) && sent > 0) return [`no result: ${shown}`];
    return [];
  });
}

/** Done is left alone, all else is sent, or looked up where it may have been applied. */
function resumedRun(met: Bulk, clean: Bulk): string[] {
  const { runs, records, endpoint, states } = met;
  const { first, resumed } = runs;
  const isStuck = (record: string | undefined): boolean =>
    (record === "unknown" || record === "sent") && endpoint.retry !== "idempotent" && !isLookedUp(met);
  const code = records.some(isStuck) ? 9 : 0;
  const problems = resumed.of.flatMap(({ sent, applied }, at) => {
    const record = records[at];
    const before = first.of[at]?.applied ?? 0;
    if (record === "ok" || record === "applied" || isStuck(record)) return sent === 0 ? [] : [`${at} sent again`];
    if (endpoint.retry !== "idempotent" && before + applied !== 1) return [`${at} applied ${before + applied} times`];
    return before + applied === 0 ? [`${at} was left out`] : [];
  });
  if (resumed.code !== code) problems.push(`not ${code}`);
  // Later targets that were changed before this one may make another order, as of merges.
  const isLeft = ({ applied }: Counted): boolean => applied === 0;
  const inOrder = first.of.slice(first.of.findIndex(isLeft)).every(isLeft);
  // The sandbox goes on with a translation whenever one is read, and a resumed run reads more.
  const isAdvancedByReads = endpoint.path.includes("/translations");
  if (!isAdvancedByReads && (first.of.every(({ applied }) => applied > 0) || (code === 0 && inOrder))) {
    problems.push(...differences(renamed(clean.states.first), renamed(states.resumed)).slice(0, 3));
  }
  return problems.map((one) => `resumed: ${one}: ${says(first)}, then ${says(resumed)}`);
}

/** After a run in which all is done, nothing is sent. */
function lastRun({ runs: { resumed, last }, states }: Bulk): string[] {
  const odd = resumed.code === 0 && last.sent > 0 ? [`the last run: ${says(last)}`] : [];
  if (resumed.code !== last.code) odd.push(`the last run: ${says(resumed)}, then ${says(last)}`);
  return [...odd, ...(last.sent === 0 ? differences(states.resumed, states.last) : [])];
}

function fileProblems({ files: { before, last } }: Bulk, { line }: BulkLine): string[] {
  const may = /^spaces (?:delete|restore)/.test(line) ? /^deleted-spaces|^journal/ : /^journal/;
  return changedFiles(before, last)
    .filter((path) => !may.test(path))
    .map((path) => `written: ${path}`);
}

const clean = new Map<string, Promise<Bulk>>();

function cleanRun(line: BulkLine): Promise<Bulk> {
  const known = clean.get(line.line) ?? bulk(line, {});
  clean.set(line.line, known);
  return known;
}
