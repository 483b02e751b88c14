/** Evidence of a plan that was applied: what was asked for, by whom, what came of it, and what can be verified later. */
import * as z from "zod/mini";
import { createAbsence } from "../absence/absence.js";
import { Failure, usage } from "../errors.js";
import type { Reader } from "../http/types.js";
import { GOOD } from "../shared/choices.js";
import { jsonBounds } from "../shared/documents/bounds.js";
import { hashOf, parseIfJson, sha256Of } from "../shared/values.js";
import type { StepResult } from "./apply/apply.js";
import { judgeRead, lastReads } from "./apply/results.js";
import { parsePlan, refuseMark } from "./format/parse.js";
import { planText } from "./format/write.js";
import type { StepState } from "./log/read-log.js";
import type { PlanRun, StepRecord } from "./log/write-log.js";
import type { Footprint } from "./offboard/footprint.js";
import type { Plan, Read, Step } from "./types.js";
import type { Who } from "./who.js";
import { createWorld, type World } from "./world.js";

/** Something that was checked. */
export interface Check {
  what: string;
  /** Null: it could not be told. */
  holds: boolean | null;
  /** Why it could not be told. */
  why?: string;
}

/** The result of a step. */
export interface StepLine {
  /** Of the step, in the plan. */
  id: string;
  step: string;
  outcome: string;
  /** Some of what it was to change is as it was. */
  inPart?: true;
  says?: string | undefined;
  /** The decision with its author and reason, as the plan records it. */
  evidence?: Step["evidence"];
}

interface Run {
  at: string;
  by?: Who | undefined;
}

interface PlanFile {
  name: string;
  sha256: string;
}

export interface Receipt {
  format: 1;
  organization: string;
  service: string;
  command: string;
  /** When it was written, RFC 3339. */
  at: string;
  /** Id of the plan. */
  plan: string;
  /** SHA-256 of the plan's file, as this program writes it. */
  sha256: string;
  /** Name and version of the program. */
  tool: string;
  by: Who;
  /** When the plan was applied, and by whom: more than once after an interruption. */
  runs: Run[];
  /** The file of the plan, with the hash of its text; absent where it is gone, or another one by now. */
  file?: PlanFile | undefined;
  guards: Plan["rails"];
  /** Missing parts of the plan, one line each. */
  left: string[];
  /** The source of the plan, as it records it. */
  evidence?: Plan["evidence"];
  /** Of an offboarding: what each of the people had. */
  before?: readonly Footprint[];
  done: StepLine[];
  notDone: StepLine[];
  verified: Check[];
  /** The whole plan. */
  document: Plan;
  /** By the id of the step: its outcome, and a hash of what was there afterward for each of its reads. */
  results: Record<string, { outcome: string; came?: string[] | undefined }>;
}

/** The part of a receipt that the run itself has. */
export interface RunParts {
  plan: Plan;
  results: readonly StepResult[];
  by: Who;
  /** As they were measured; default: those of the plan. */
  guards?: Plan["rails"] | undefined;
  /** Missing parts of the plan, beside those that it names itself. */
  left?: readonly string[] | undefined;
  /** In place of what the states say of the steps. */
  verified?: Check[];
}

interface ReceiptParts extends RunParts {
  states: ReadonlyMap<string, StepState>;
  at: string;
  tool: string;
  /** Lines of the plan's state. */
  log: string;
  file?: PlanFile | undefined;
}

const sha256 = (plan: Plan): string => sha256Of(planText(plan));

/** The lines were read before, as the state of the plan. */
const runsIn = (log: string): Run[] =>
  log
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as PlanRun | StepRecord)
    .filter((record) => record.record === "run")
    .map(({ at, by }) => ({ at, ...(by && { by }) }));

export function receiptOf({ plan, results, states, at, tool, by, verified, ...more }: ReceiptParts): Receipt {
  const line = ({ step, outcome, says, isPartial }: StepResult): StepLine => ({
    id: step.id,
    step: step.title,
    outcome,
    ...(isPartial && { inPart: true }),
    ...(says !== undefined && { says }),
    ...(step.evidence && { evidence: step.evidence }),
  });
  const good = results.filter(({ outcome }) => GOOD.has(outcome));
  return {
    ...{ format: 1, organization: plan.organization, service: plan.origin, command: plan.command, at },
    ...{ plan: plan.id, sha256: sha256(plan), tool, by },
    ...{ runs: runsIn(more.log), ...(more.file && { file: more.file }) },
    guards: plan.rails.length > 0 ? plan.rails : (more.guards ?? []),
    left: [...plan.left, ...(more.left ?? [])],
    ...(plan.evidence && { evidence: plan.evidence }),
    done: good.map(line),
    notDone: results.filter((one) => !good.includes(one)).map(line),
    verified: verified ?? good.map((result) => toCheck(result, states.get(result.step.id))),
    document: plan,
    results: Object.fromEntries(
      results.map(({ step, outcome }) => [step.id, { outcome, came: states.get(step.id)?.came }]),
    ),
  };
}

/** The read of this run: after the step, or to see if it is still done. */
function toCheck({ step: { title, reads }, outcome, holds = null }: StepResult, state: StepState | undefined): Check {
  if (outcome === "earlier")
    return { what: title, holds, ...(holds === null && { why: "the service does not show it" }) };
  if (state?.state === "satisfied") return { what: title, holds: true };
  const { came = [] } = state ?? {};
  const isKnown =
    reads.length > 0 && came.length === reads.length && reads.every(({ becomes }) => becomes !== undefined);
  if (!isKnown) return { what: title, holds: null, why: "the service does not show it" };
  return { what: title, holds: reads.every(({ becomes }, at) => becomes === came[at]) };
}

const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const schema = z.looseObject({
  format: z.literal(1),
  at: z.string(),
  sha256: hash,
  document: z.looseObject({}),
  results: z.record(z.string(), z.looseObject({ outcome: z.string(), came: z.optional(z.array(hash)) })),
});

interface ReadReceipt {
  at: string;
  results: Receipt["results"];
  plan: Plan;
}

/** @throws Failure usage for what is no receipt, or holds another plan than the one it has the hash of */
export function parseReceipt(text: string, name: string): ReadReceipt {
  refuseMark(text, name);
  const found = schema.safeParse(parseIfJson(text));
  if (!found.success || jsonBounds(text))
    throw usage(`${name} is not a receipt of a plan`, "to write one: docs plans apply PLAN --receipt FILE");
  const { document, results, at } = found.data;
  const plan = parsePlan(JSON.stringify(document), name);
  // It was parsed as a plan above.
  if (sha256(document as unknown as Plan) !== found.data.sha256) {
    throw usage(`${name} was changed: the plan in it is not the one that was applied`);
  }
  return { at, plan, results };
}

/** True if a file holds this plan. */
export function isSamePlan(text: string, name: string, plan: Plan): boolean {
  try {
    return sha256(parsePlan(text, name)) === sha256(parsePlan(planText(plan), name));
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return false;
  }
}

/** A step of the plan, as the service shows it now. */
export interface VerifiedCheck extends Check {
  id: string;
  /** The plan was applied without it. */
  isNotDone?: true;
}

/** Reads the service again: whether what was done still holds. @throws Failure of the reads that end a run */
export async function verifyReceipt(client: Reader, { plan, results }: ReadReceipt): Promise<VerifiedCheck[]> {
  const world = createWorld(client, createAbsence(client, plan.organization));
  const verified: VerifiedCheck[] = [];
  const own = lastReads(plan.steps, ({ id }) => isGood(results[id]?.outcome));
  for (const step of plan.steps) {
    const { outcome = "not started", came } = results[step.id] ?? {};
    const reads = own.get(step.id);
    const check = { id: step.id, what: step.title };
    if (!reads) verified.push({ ...check, holds: null, why: `not done: ${outcome}`, isNotDone: true });
    else if (reads.length > 0 || step.reads.length === 0) {
      const each = reads.map((at) => ({ read: step.reads[at] as Read, came: came?.[at] }));
      verified.push({ ...check, ...(await isStillSo(each, world)) });
    }
  }
  return verified;
}

const isGood = (outcome: string | undefined): boolean => [...GOOD].some((one) => one === outcome);

async function isStillSo(
  reads: readonly { read: Read; came: string | undefined }[],
  world: World,
): Promise<{ holds: boolean | null; why?: string }> {
  if (reads.length === 0) return { holds: null, why: "the service does not show it" };
  try {
    for (const { read, came } of reads) {
      if (came === undefined && read.becomes === undefined) return { holds: null, why: "its result was not read" };
      if (!(await isAsLeft(read, came, world))) return { holds: false };
    }
    return { holds: true };
  } catch (error) {
    if (!(error instanceof Failure) || !["cannot-tell", "forbidden"].includes(error.kind)) throw error;
    return { holds: null, why: error.message };
  }
}

/** Another state than the one that was left does not hold, even if it is as planned. */
async function isAsLeft(read: Read, came: string | undefined, world: World): Promise<boolean> {
  const now = hashOf(await world.readFields(read));
  return (came === undefined || now === came) && [true, "rewritten"].includes(judgeRead(read, now, came) ?? false);
}
