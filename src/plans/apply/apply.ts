/** Applies a plan. For each step: check that nothing has changed since it was planned, send it, check the result. */

import { Failure } from "../../errors.js";
import { hashOf } from "../../facts/values.js";
import type { CallOptions } from "../../http/types.js";
import { named } from "../endpoints.js";

import { checkRails } from "../rails/rails.js";
import type { Plan, Step } from "../types.js";
import { createWorld, type Reader } from "../world.js";
import { type Outs, placed, takeOut, usedAnswers } from "./answers.js";
import { compare, type Found } from "./compare.js";
import { inLanes } from "./lanes.js";
import { readState, type StateFile, type StateRecord, type StepState } from "./state.js";

export const OUTCOMES = [
  "done",
  "satisfied",
  "earlier",
  "changed",
  "failed",
  "unknown",
  "blocked",
  "not started",
] as const;
/**
 * `satisfied`: already as planned. `earlier`: done by an earlier run. `changed`: not as expected, so not sent.
 * `blocked`: a step that it needs was not done.
 */
export type StepOutcome = (typeof OUTCOMES)[number];

export interface StepResult {
  step: Step;
  outcome: StepOutcome;
  /** Why, for people. */
  says?: string;
  failure?: Failure;
}

export interface ApplySetup {
  client: Reader;
  plan: Plan;
  state: StateFile;
  /** The name of the state in messages. */
  stateName: string;
  now: () => number;
  /** Steps at once. */
  lanes: number;
  /** How many milliseconds an unanswered request may still be under way. */
  settleMs: number;
  /** Sends a request again even if it was sent before and its outcome cannot be found out. */
  retryUnknown: boolean;
  /** The rails are checked again for the remaining steps, as a plan may be written by hand. Absent for an undo. */
  guard?: Guard;
  onResult: (result: StepResult) => void;
}

export interface Guard {
  me: string | undefined;
  /** People who may be touched besides those the plan names, and a share that may exceed the plan's. */
  named?: readonly string[];
  maxRemovals?: number | undefined;
}

export const GOOD: ReadonlySet<StepOutcome> = new Set(["done", "satisfied", "earlier"]);

/**
 * Returns one result for each step, in the order of the plan.
 * @throws Failure usage: the state belongs to another plan; refused: it would break a rail. Nothing was sent.
 */
export async function applyPlan(setup: ApplySetup): Promise<StepResult[]> {
  const { plan, state, onResult } = setup;
  const states = readState(state.text, plan, setup.stateName);
  const run = createRun(setup, states);
  if (setup.guard) await guard(setup, states, setup.guard);
  run.write({ record: "run", version: 1, at: run.at(), plan: plan.id });
  const results = new Map<string, StepResult>();
  const stop = stopper();
  await inLanes(plan.steps, setup.lanes, async (step) => {
    const why = stop.reason();
    const result: StepResult =
      why === undefined ? await settle(step, run, results) : { step, outcome: "not started", says: why };
    results.set(step.id, result);
    stop.see(result.failure);
    onResult(result);
  });
  return plan.steps.map((step) => results.get(step.id) ?? { step, outcome: "not started" });
}

async function guard({ plan, client }: ApplySetup, states: ReadonlyMap<string, StepState>, given: Guard) {
  const isLeft = ({ id }: Step) => !["done", "satisfied"].includes(states.get(id)?.state ?? "");
  const named = [...(plan.me ?? []), ...(given.named ?? [])];
  const maxRemovals = Math.max(plan.maxRemovals, given.maxRemovals ?? 0);
  const world = createWorld(client);
  await checkRails(plan.steps.filter(isLeft), { rows: undefined, named, maxRemovals, me: given.me, world });
}

/** Failures that all later steps would meet, too. */
const FATAL: ReadonlySet<string> = new Set(["unauthorized", "no-token", "canceled", "io"]);
const OUTAGE: ReadonlySet<string> = new Set(["network", "tls", "timeout", "service"]);
const OUTAGE_LIMIT = 5;

function stopper() {
  let why: string | undefined;
  let outages = 0;
  return {
    reason: () => why,
    see(failure: Failure | undefined) {
      if (!failure) return;
      outages = OUTAGE.has(failure.kind) ? outages + 1 : 0;
      if (FATAL.has(failure.kind)) why = failure.message;
      if (outages >= OUTAGE_LIMIT) why = `${OUTAGE_LIMIT} failures of service or network in a row`;
    },
  };
}

interface Run {
  setup: ApplySetup;
  states: ReadonlyMap<string, StepState>;
  used: ReadonlyMap<string, string[]>;
  outs: Outs;
  at(): string;
  write(record: StateRecord): void;
}

function createRun(setup: ApplySetup, states: ReadonlyMap<string, StepState>): Run {
  return {
    setup,
    states,
    used: usedAnswers(setup.plan),
    outs: new Map([...states].map(([id, { out }]) => [id, out])),
    at: () => new Date(setup.now()).toISOString(),
    write: (record) => setup.state.append(`${JSON.stringify(record)}\n`),
  };
}

async function settle(step: Step, run: Run, results: ReadonlyMap<string, StepResult>): Promise<StepResult> {
  const before = run.states.get(step.id);
  if (before?.state === "done" || before?.state === "satisfied") return { step, outcome: "earlier" };
  const missing = step.needs.find((id) => !GOOD.has(results.get(id)?.outcome ?? "blocked"));
  if (missing !== undefined) return { step, outcome: "blocked", says: `${missing} was not done` };
  const call = placed({ params: step.params, body: step.body }, run.outs);
  if (!call) return { step, outcome: "blocked", says: "the id from an earlier step is not known" };
  try {
    return await attempt(step, call, before, run);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return failed(step, error, run);
  }
}

type Call = Pick<Step, "params" | "body">;

async function attempt(step: Step, call: Call, before: StepState | undefined, run: Run): Promise<StepResult> {
  const world = createWorld(run.setup.client);
  const found = await compare(step, world);
  if (found.is === "becomes") return satisfied(step, found, before, run, await outOf(step, run, world));
  if (found.is === "changed") {
    run.write({ record: "changed", at: run.at(), step: step.id });
    return {
      step,
      outcome: "changed",
      says: `changed since it was planned: ${found.changed.slice(0, 5).join(", ")}; not sent`,
    };
  }
  const open = before?.state === "open" ? openReason(step, before, run) : undefined;
  if (open !== undefined) return { step, outcome: "unknown", says: open, failure: stillUnknown(step, open) };
  return send(step, call, found, run);
}

/** Why a request that an earlier run sent is not sent again; undefined: it may be. */
function openReason({ endpoint, reads }: Step, { sentAt = 0 }: StepState, { setup }: Run): string | undefined {
  const { retry } = named(endpoint);
  if (retry === "idempotent") return undefined;
  const left = setup.settleMs - Math.abs(setup.now() - sentAt);
  if (left > 0 && !setup.retryUnknown) {
    return `an earlier run sent it, and it may still be under way: apply again in ${Math.ceil(left / 1000)} s`;
  }
  const canTell = reads.some(({ becomes }) => becomes !== undefined);
  return canTell || setup.retryUnknown
    ? undefined
    : "an earlier run sent it, and the service does not show whether it took effect: check, then apply again with --retry-unknown";
}

const stillUnknown = ({ title }: Step, says: string): Failure =>
  new Failure("unknown-outcome", `outcome unknown: ${title}: ${says}`, { outcome: "unknown" });

/** If an earlier run sent the request, the step counts as done, so that it can be undone. */
function satisfied(
  step: Step,
  { hashes }: Found,
  before: StepState | undefined,
  run: Run,
  out: Record<string, unknown> | undefined,
): StepResult {
  const record = { at: run.at(), step: step.id, ...(out && { out }) };
  if (before?.state === "open") {
    run.write({ record: "done", came: hashes, ...record });
    run.outs.set(step.id, out);
    return { step, outcome: "done", says: "sent by an earlier run" };
  }
  run.write({ record: "satisfied", ...record });
  run.outs.set(step.id, out);
  return { step, outcome: "satisfied" };
}

/** What later steps use of a thing that is already there. */
async function outOf({ id, reads: [read] }: Step, { used }: Run, world: ReturnType<typeof createWorld>) {
  const paths = used.get(id);
  return paths && read ? takeOut(await world.thing(read), paths) : undefined;
}

async function send(step: Step, call: Call, found: Found, run: Run): Promise<StepResult> {
  const endpoint = named(step.endpoint);
  run.write({ record: "sent", at: run.at(), step: step.id, request: `${endpoint.method} ${endpoint.path}` });
  const { setup } = run;
  const options: CallOptions = { tell: undefined };
  let answer: unknown;
  try {
    // Parsing checked the plan against the catalog.
    answer = await setup.client.call(endpoint, call as never, options);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (isThere(step, error)) {
      const out = await outOf(step, run, createWorld(setup.client));
      return satisfied(step, found, run.states.get(step.id), run, out);
    }
    if (!isOpen(error)) throw error;
    return lookAfter(step, error, run);
  }
  const world = createWorld(setup.client);
  const after = await compare(step, world).catch(() => undefined);
  const out = takeOut(answer, run.used.get(step.id));
  const fails =
    refusalIn(answer) ?? (isUntouched(step, found, after) ? "the service answered, but nothing changed" : undefined);
  if (fails !== undefined) return failed(step, new Failure("refused", fails, { outcome: "not_applied" }), run);
  return done(step, after, out, run);
}

const isOpen = ({ kind, outcome }: Failure): boolean =>
  kind === "unknown-outcome" || outcome === "unknown" || outcome === "applied";

/** The place of an empty group shows nowhere: only the service knows that a move "would not result in any update". */
const isThere = ({ change }: Step, { kind }: Failure): boolean => change === "move" && kind === "conflict";

/** A merge with conflicts is answered with 200 but changes nothing. */
const refusalIn = (answer: unknown): string | undefined =>
  typeof answer === "object" && answer !== null && "result" in answer && answer.result === "conflicts"
    ? "it conflicts with the main content"
    : undefined;

const isUntouched = ({ reads }: Step, before: Found, after: Found | undefined): boolean =>
  reads.some(({ becomes }) => becomes !== undefined) && hashOf(after?.hashes) === hashOf(before.hashes);

function done(step: Step, after: Found | undefined, out: Record<string, unknown>, run: Run): StepResult {
  const canTell = step.reads.length > 0 && step.reads.every(({ becomes }) => becomes !== undefined);
  const differs = canTell && after !== undefined && after.is !== "becomes";
  run.outs.set(step.id, out);
  run.write({
    record: "done",
    at: run.at(),
    step: step.id,
    came: after?.hashes ?? [],
    ...(Object.keys(out).length > 0 && { out }),
    ...(differs && { differs: true }),
  });
  const says = differs
    ? "done, but not exactly as planned"
    : after
      ? undefined
      : "done, but the result could not be checked";
  return { step, outcome: "done", ...(says !== undefined && { says }) };
}

/** After a lost answer, checks whether the service shows the change. */
async function lookAfter(step: Step, error: Failure, run: Run): Promise<StepResult> {
  const world = createWorld(run.setup.client);
  const found = await compare(step, world).catch(() => undefined);
  if (found?.is === "becomes" || error.outcome === "applied") {
    return done(step, found, (await outOf(step, run, world).catch(() => undefined)) ?? {}, run);
  }
  return failed(step, error, run);
}

function failed(step: Step, failure: Failure, run: Run): StepResult {
  const { kind, message, hint } = failure;
  const outcome = kind === "unknown-outcome" || failure.outcome === "unknown" ? "unknown" : "failed";
  run.write({ record: outcome, at: run.at(), step: step.id, error: { kind, message } });
  return { step, outcome, says: hint === undefined ? message : `${message} (${hint})`, failure };
}
