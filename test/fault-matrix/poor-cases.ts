/**
 * R94: each write is answered with what proves nothing, by something that sends nothing on, or on the way back from the
 * service: typed, over several targets with a journal, and as a step of a plan. Whatever is claimed has to be so.
 */
import { aboutOf } from "../../src/catalog/about.js";
import type { AnyEndpoint } from "../../src/catalog/endpoint.js";
import { endpointNamed } from "../../src/changes/endpoints.js";
import { meet, type Seen, WRITES } from "../changes/fault-matrix.js";
import { type BulkLine, type BulkRun, bulk, bulkLines } from "./bulk.js";
import { DIRECT_LINES, type DirectRun, direct } from "./direct.js";
import type { Fault } from "./network.js";

const ANSWERS: Readonly<Record<string, readonly [status: number, text: string]>> = {
  HTML: [200, "<!doctype html><title>Sign in</title>"],
  text: [200, "OK"],
  "202": [202, "{}"],
  "206": [206, "{}"],
  "207": [207, '{"object":"multi"}'],
  "{}": [200, "{}"],
  empty: [200, ""],
  "an error": [200, '{"error":{"message":"try again"}}'],
  "another id": [200, '{"object":"thing","id":"zzzzzzzzzzzzzzzzzz99","title":"Other"}'],
  null: [200, "null"],
  "a list": [200, "[]"],
};

/** Answers of JSON, or of nothing, are good ones of endpoints that promise none: only a read tells whether they are true. */
const GOOD_OF_NONE = new Set(["{}", "empty", "another id", "null", "a list"]);

export interface PoorCase {
  road: "typed" | "bulk" | "plan";
  line: string;
  answer: string;
  isSentOn: boolean;
  /** Lists go on showing what they showed before it. */
  isLate?: true;
}

const faultOf = ({ answer, isSentOn, isLate }: PoorCase): Fault => ({
  ...(isLate && { late: isLate }),
  async write({ service }) {
    if (isSentOn) await service();
    const [status = 0, text = ""] = ANSWERS[answer] ?? [];
    return { status, headers: {}, body: Buffer.from(text) };
  },
});

let several: Promise<ReadonlyMap<string, BulkLine>> | undefined;
const bulkLine = async (line: string): Promise<BulkLine> => {
  several ??= bulkLines().then((all) => new Map(all.map((one) => [one.line, one])));
  const found = (await several).get(line);
  if (!found) throw new Error(`${line}: takes one target`);
  return found;
};

export async function poorCases(): Promise<PoorCase[]> {
  const lines = { typed: DIRECT_LINES, bulk: (await bulkLines()).map(({ line }) => line), plan: WRITES };
  // The names of a constant object.
  return (Object.keys(lines) as PoorCase["road"][]).flatMap((road) =>
    lines[road].flatMap((line) =>
      Object.keys(ANSWERS).flatMap((answer) =>
        [{ isSentOn: true }, { isSentOn: false }, { isSentOn: true, isLate: true as const }].map((how) => ({
          road,
          line,
          answer,
          ...how,
        })),
      ),
    ),
  );
}

/** What is claimed that is not so; nothing if all holds. */
export function poorProblems(one: PoorCase): Promise<string[]> {
  const roads = { typed: typedProblems, bulk: bulkProblems, plan: planProblems };
  return roads[one.road](one);
}

const says = ({ code, sent, applied }: { code: number; sent: number; applied: number }, ended: string): string =>
  `${ended} ${code}, sent ${sent}, applied ${applied}`;

/** Of one write. */
function claims({ ended, ...run }: Pick<DirectRun | BulkRun, "ended" | "code" | "sent" | "applied">): string[] {
  const [, outcome] = ended.split(" ");
  const isClaimed = outcome === "applied" || (ended === "ok" && run.sent > 0);
  if (run.applied === 0 && isClaimed) return [`claimed, but not applied: ${says(run, ended)}`];
  if (run.applied > 0 && outcome === "not_applied") return [`applied, but not claimed: ${says(run, ended)}`];
  return (run.code === 0) === (ended === "ok") ? [] : [`exit code: ${says(run, ended)}`];
}

/** Nothing in the answer shows that it is not true: none was promised, or what is new may have any id. */
function isTrusted(one: PoorCase, endpoint: AnyEndpoint): boolean {
  if (one.isSentOn) return false;
  if (!endpoint.response) return GOOD_OF_NONE.has(one.answer);
  const isNew = !aboutOf(endpoint).some(({ fields }) => fields.includes("id"));
  return isNew && one.answer === "another id";
}

/** JSON of another shape may have been cut off: what may be sent again is. */
const tooOften = (sent: number, { retry }: Pick<AnyEndpoint, "retry">): string[] =>
  sent > 1 && retry !== "idempotent" ? [`sent ${sent} times`] : [];

async function typedProblems(one: PoorCase): Promise<string[]> {
  const { endpoint, first, again } = await direct(one.line, faultOf(one));
  if (isTrusted(one, endpoint)) return [];
  return [...tooOften(first.sent, endpoint), ...claims(first), ...claims(again).map((text) => `second run: ${text}`)];
}

async function bulkProblems(one: PoorCase): Promise<string[]> {
  const { endpoint, met, records, runs } = await bulk(await bulkLine(one.line), faultOf(one));
  if (isTrusted(one, endpoint)) return [];
  const [first, resumed] = [runs.first.of[met], runs.resumed.of[met]];
  if (!first || !resumed) return ["the target was not met"];
  const applied = first.applied + resumed.applied;
  return [
    ...tooOften(first.sent, endpoint),
    ...(first.applied === 0 && records[met] === "ok" ? ["logged as ok, but not applied"] : []),
    ...(first.applied === 0 && runs.first.code === 0 ? ["ends well, but one was not applied"] : []),
    ...(endpoint.retry !== "idempotent" && applied > 1 ? [`applied ${applied} times`] : []),
    ...(runs.resumed.code === 0 && applied === 0 ? ["the resumed run ends well, but one was never applied"] : []),
  ];
}

async function planProblems(one: PoorCase): Promise<string[]> {
  const { first, again, undone, step } = await meet(one.line, faultOf(one));
  const endpoint = endpointNamed(step.endpoint);
  if (isTrusted(one, endpoint) && step.reads.every(({ becomes }) => becomes === undefined)) return [];
  const isGood = ({ outcome }: Seen) => /^(?:done|satisfied|earlier)$/.test(outcome);
  const applied = first.applied + again.applied;
  return [
    ...tooOften(first.sent, endpoint),
    ...(isGood(first) && first.applied === 0 ? [`claimed, but not applied: ${says(first, first.outcome)}`] : []),
    ...(first.outcome === "failed" && first.applied > 0 ? [`applied, but not claimed: ${says(first, "failed")}`] : []),
    ...(isGood(again) && applied === 0 ? [`second run: claimed, but not applied: ${says(again, again.outcome)}`] : []),
    ...(undone.sent > 0 && applied === 0 ? ["the undo takes back what was never done"] : []),
  ];
}
