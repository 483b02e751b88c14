/** Applies a plan. For each step: check that nothing has changed since it was planned, send it, check the result. */
import { type Absence, createAbsence, type Proofs } from "../../absence/absence.js";
import { Failure, isOutcomeUnknown } from "../../errors.js";
import type { Reader } from "../../http/types.js";
import { GOOD, type StepOutcome } from "../../shared/choices.js";
import { endsRun, isRefusal } from "../../shared/outage-rule.js";
import { getPath } from "../../shared/paths.js";
import { hashOf, isObject } from "../../shared/values.js";
import { bindClient } from "../binding/bind.js";
import { endpointNamed, pathOf } from "../endpoints.js";
import { checkGuards, stepPlaces } from "../guards/guards.js";
import { PEOPLE } from "../guards/memberships.js";
import { undoRuleOf } from "../inverses/index.js";
import { readPlanLog, stepsLeft } from "../log/plan-log.js";
import type { StepState } from "../log/read-log.js";
import { createLogWriter } from "../log/write-log.js";
import type { ResolvedCall } from "../make/selector.js";
import { formatTarget, makeTitle, nameIn, namesItsTarget, readName, type TargetName } from "../make/step.js";
import { runSteps } from "../run-steps.js";
import { type SentStep, sendStep, soleFields } from "../send-step.js";
import { type CallInput, type GuardResult, MAX_REMOVALS, type Plan, type PlannedCall, type Step } from "../types.js";
import { createWorld, isList, type ThingReader, type World } from "../world.js";
import {
  type ApplyPlanOptions,
  createEarlierCheck,
  doneResult,
  failedResult,
  type GuardLimits,
  isDoneBefore,
  notRemoved,
  openReason,
  pickOutputs,
  type Run,
  readUsed,
  resolveReferences,
  type StepResult,
  satisfiedResult,
  stillUnknown,
  unclearResult,
  usedAnswers,
} from "./results.js";
import { type Comparison, compare, createStepReads, isCreatedThing } from "./step-reads.js";

// The present name of a step's target: shown in place of the plan's name, and compared with it.

interface NamedStep {
  /** With the names that the service has. */
  step: Step;
  /** How they differ from those in the plan; undefined: they do not. */
  differs?: string;
}

/**
 * Somebody who confirms "remove team X" must not remove another one: the names have to be those in the plan, if it has any.
 * @param call the request with the ids from earlier steps
 * @param around where teams are read
 */
export async function nameStep(
  step: Step,
  call: CallInput,
  { plan: { organization }, redact = (value) => value }: { plan: Plan; redact?: <T>(value: T) => T },
  world: World,
  around: ThingReader,
): Promise<NamedStep> {
  const params = { organizationId: organization, ...call.params };
  const asked = askedOf({ endpoint: step.endpoint, params, body: call.body });
  const rule = undoRuleOf(step.endpoint);
  const now = step.reads.length === 0 ? {} : redact(await readName(rule, asked, world, around));
  const planned = nameIn(rule, step.thing);
  const fresh = withName(step, asked, now);
  // Of what a step creates, the request itself has the name.
  const title = namesItsTarget(rule, asked) ? planned.title : undefined;
  const odd = findDifference({ ...planned, title }, now, asked);
  return { step: fresh, ...(odd !== undefined && { differs: odd }) };
}

const askedOf = ({ endpoint, params, body = {} }: PlannedCall): ResolvedCall => ({
  endpoint: endpointNamed(endpoint),
  params,
  body,
});

function withName(step: Step, asked: ResolvedCall, name: TargetName): Step {
  const rule = undoRuleOf(step.endpoint);
  const thing = formatTarget(rule, asked, name);
  return { ...step, thing, title: makeTitle(rule, thing, step.body) };
}

/** A step with ids in place of the names that its plan has. */
export const withoutName = (step: Step): Step => withName(step, askedOf(step), {});

function findDifference(planned: TargetName, now: TargetName, { params }: ResolvedCall): string | undefined {
  if (planned.team !== undefined && planned.team !== now.team)
    return formatRename(`team ${String(params.teamId)}`, now.team);
  const isOther = planned.title !== undefined && now.title !== planned.title;
  return isOther ? formatRename("it", now.title) : undefined;
}

const formatRename = (what: string, name: string | undefined): string =>
  `${what} is now called ${name === undefined ? "nothing" : JSON.stringify(name)}`;

// Measures the guards of what is left of a plan, with what was there when it is applied.

interface GuardSubject {
  plan: { steps: Step[]; organization: string };
  client: Reader;
  states: ReadonlyMap<string, StepState>;
  /** Guards that are not met are reported instead of being refused. */
  reportOnly?: boolean;
}

/**
 * Only what is given lifts a guard: what the plan itself asks for may be anyone's.
 * @throws Failure refused: a guard; and of the reads
 */
export async function guardPlan(
  { plan, client, states, reportOnly = false }: GuardSubject,
  { me, named = [], maxRemovals = MAX_REMOVALS, allowTeams }: GuardLimits,
  absence: Proofs = createAbsence(client, plan.organization),
): Promise<GuardResult[]> {
  const world = createWorld(client, absence);
  const places = stepPlaces(plan.steps);
  const given = { rows: undefined, named, maxRemovals, allowTeams, reportOnly, me, world, places };
  return (await checkGuards(stepsLeft(plan.steps, states), given)).rails;
}

// Steps about the member who applies a plan go last: after them the token may have no permissions for the rest.

interface Request {
  params?: Readonly<Record<string, unknown>> | undefined;
  body?: Readonly<Record<string, unknown>> | undefined;
}

/** True if a request changes the membership of this person. */
function changesMembershipOf({ params, body }: Request, person: string | undefined): boolean {
  if (person === undefined) return false;
  const { remove, memberships } = body ?? {};
  return (
    params?.userId === person ||
    (Array.isArray(remove) && remove.includes(person)) ||
    (isObject(memberships) && Object.hasOwn(memberships, person))
  );
}

/** The same requests, those about this person last. */
export const putOwnRequestsLast = <T extends Request>(requests: readonly T[], me: string | undefined): T[] => [
  ...requests.filter((one) => !changesMembershipOf(one, me)),
  ...requests.filter((one) => changesMembershipOf(one, me)),
];

/** The same steps, those about this person last, with the steps that need them. */
function putOwnStepsLast(steps: readonly Step[], me: string | undefined): Step[] {
  const last = new Set<string>();
  for (const step of steps) {
    if (changesMembershipOf(step, me) || step.needs.some((id) => last.has(id))) last.add(step.id);
  }
  return [...steps.filter(({ id }) => !last.has(id)), ...steps.filter(({ id }) => last.has(id))];
}

export type { ApplyPlanOptions, GuardLimits, StepResult } from "./results.js";

/**
 * Returns one result for each step, in the order of the plan.
 * @throws Failure usage: the state belongs to another plan, or a step is about another organization; refused: it would
 * break a guard. Nothing was sent.
 */
export async function applyPlan(options: ApplyPlanOptions): Promise<StepResult[]> {
  const { plan, state, guard, me, onResult } = options;
  const { steps: states } = readPlanLog(state.text, plan, options.stateName);
  const client = await bindClient(options.client, plan.organization, stepsLeft(plan.steps, states), options.now);
  const run = createRun({ ...options, client }, states);
  // A single step has none after it to stop.
  if (plan.steps.length > 1) await run.absence.begin();
  const guards = guard && (await guardPlan({ ...options, client, states }, guard, run.absence));
  if (guards) options.onGuards?.(guards);
  run.log.begin({ plan: plan.id, by: options.by });
  const results = new Map<string, StepResult>();
  const isOwn = (step: Step) => changesMembershipOf(step, me);
  let beforeOwn = options.beforeOwn;
  const onEnd = (step: Step, result: StepResult) => {
    results.set(step.id, result);
    onResult(result);
  };
  // Its own user goes alone: whatever else is under way would lose its permissions.
  await runSteps(putOwnStepsLast(plan.steps, me), {
    atOnce: options.concurrency,
    async work(step) {
      if (isOwn(step)) {
        await beforeOwn?.();
        beforeOwn = undefined;
      }
      return runStep(step, run, results);
    },
    isAnswered: ({ outcome }) => ANSWERED.has(outcome),
    stopsAfter: ({ kind, message }) => (endsRun(kind) ? message : UNSEEN.has(kind) ? findLoss(run.absence) : undefined),
    onEnd,
    onSkip: (step, { why }) => onEnd(step, { step, outcome: "not started", says: why }),
    isAlone: isOwn,
    onIdle: run.reads.flush,
  });
  return plan.steps.map((step) => results.get(step.id) ?? { step, outcome: "not started" });
}

/** The service answered. Steps that were not tried say nothing. */
const ANSWERED: ReadonlySet<StepOutcome> = new Set<StepOutcome>(["done", "satisfied", "changed"]);
/** Failures of a token that has lost its permissions. */
const UNSEEN: ReadonlySet<string> = new Set(["cannot-tell", "forbidden", "not-found"]);

/** Without an answer nothing is known to be lost: the next step finds out. */
async function findLoss(absence: Absence): Promise<string | undefined> {
  try {
    return await absence.lossOfSight();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return undefined;
  }
}

function createRun(options: ApplyPlanOptions, states: ReadonlyMap<string, StepState>): Run {
  const { client, plan, now } = options;
  const absence = createAbsence(client, plan.organization);
  const { steps, organization } = plan;
  const reads = createStepReads({ client, absence, organization, now, steps });
  return {
    options,
    absence,
    states,
    reads,
    earlier: createEarlierCheck({ steps, states, read: async (step) => (await reads.before(step)).found }),
    used: usedAnswers(plan.steps),
    around: createWorld(client, absence),
    outs: new Map([...states].map(([id, { out }]) => [id, out])),
    log: createLogWriter(options.state, now),
  };
}

/** The request was answered; what came of it is looked at together with others. */
interface Later {
  later: Promise<StepResult>;
}

async function runStep(step: Step, run: Run, results: ReadonlyMap<string, StepResult>): Promise<StepResult | Later> {
  const before = run.states.get(step.id);
  if (isDoneBefore(before)) return run.earlier(step);
  const missing = step.needs.find((id) => !GOOD.has(results.get(id)?.outcome ?? "blocked"));
  if (missing !== undefined) return { step, outcome: "blocked", says: `${missing} was not done` };
  const call = resolveReferences({ params: step.params, body: step.body }, run.outs);
  if (!call) return { step, outcome: "blocked", says: "the id from an earlier step is not known" };
  const refused = (error: unknown): StepResult => {
    if (!(error instanceof Failure)) throw error;
    // Nothing is recorded: another token, or this one later, starts afresh.
    if (error.kind === "cannot-tell") return unclearResult(step, error);
    return before?.state === "open" ? stillOpen(step, error) : failedResult(step, error, run);
  };
  try {
    const settled = await attempt(step, call, before, run, results);
    return "later" in settled ? { later: settled.later.catch(refused) } : settled;
  } catch (error) {
    return refused(error);
  }
}

/** A request of an earlier run may have taken effect, even if its target cannot be read now. */
const stillOpen = (step: Step, failure: Failure): StepResult => ({
  step,
  outcome: "unknown",
  says: `an earlier run sent it, and its state could not be read: ${failure.message}`,
  failure,
});

async function attempt(
  planned: Step,
  call: CallInput,
  before: StepState | undefined,
  run: Run,
  results: ReadonlyMap<string, StepResult>,
): Promise<StepResult | Later> {
  const { found, world } = await run.reads.before(planned);
  const { step, differs } = await nameStep(planned, call, run.options, world, run.around);
  if (found.is === "becomes") return satisfiedResult(step, found, before, run, await readUsed(step, run, world));
  const changed = found.is === "changed" ? found.changed.slice(0, 5).join(", ") : differs;
  if (changed !== undefined) return notSent(step, `changed since it was planned: ${changed}`, before, run);
  const unmet = step.condition && (await (run.options.whyNotNow ?? reportUncheckable)(step));
  if (unmet !== undefined) return notSent(step, `the reason for it no longer applies: ${unmet}`, before, run);
  const added = await run.options.lastLook?.(planned, (id) => results.get(id)?.outcome);
  if (added !== undefined) return notSent(step, `changed since it was planned: ${added}`, before, run);
  const open = before?.state === "open" ? openReason(step, before, run) : undefined;
  if (open !== undefined) return { step, outcome: "unknown", says: open, failure: stillUnknown(step, open) };
  return send(step, call, found, run);
}

function notSent(step: Step, why: string, before: StepState | undefined, run: Run): StepResult {
  if (before?.state !== "open") run.log.write({ record: "changed", step: step.id });
  return { step, outcome: "changed", says: `${why}; not sent` };
}

const reportUncheckable = async () => "its condition cannot be checked here";

async function send(step: Step, call: CallInput, found: Comparison, run: Run): Promise<StepResult | Later> {
  const endpoint = endpointNamed(step.endpoint);
  const { client } = run.options;
  const { absence } = run;
  // Parsing checked the plan against the catalog, and all references have their values.
  const params = call.params as Record<string, string>;
  const prove = () => absence.proveThing(pathOf(endpoint, params));
  let sent: SentStep<unknown>;
  try {
    sent = await sendStep({
      async log() {
        await run.log.writeAhead({ step: step.id, request: `${endpoint.method} ${endpoint.path}` });
        // How it ended is logged once its target was read again.
        return undefined;
      },
      send: (own) => client.call(endpoint, call as never, { ...own, before: soleFields(found.fields) }),
      ...(endpoint.method === "DELETE" && { removal: { endpoint, params, prove } }),
    });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return afterFailure(step, error, found, run);
  }
  if (!PEOPLE.has(step.endpoint)) run.around = createWorld(client, absence);
  if (sent.isAbsent) {
    if (await isStillThere(step, found, run)) return failedResult(step, stillThere(), run);
    return satisfiedResult(step, found, run.states.get(step.id), run, undefined);
  }
  const check = (world: World) => checkSent(step, sent.answer, found, world, run);
  const alone = () => check(createWorld(client, step.change === "remove" ? CONFIRMED : absence));
  const together = run.reads.afterward(step);
  if (!together) return alone();
  const isWanted = async (world: World) => (await readAfter(step, world))?.is === "becomes";
  return { later: together.then(async (world) => ((await isWanted(world)) ? check(world) : alone())) };
}

/** Finds the state after a failed request. */
async function afterFailure(step: Step, error: Failure, found: Comparison, run: Run): Promise<StepResult> {
  if (isThere(step, error)) {
    const out = await readUsed(step, run, createWorld(run.options.client, run.absence));
    return satisfiedResult(step, found, run.states.get(step.id), run, out);
  }
  if (error.kind === "cannot-tell") {
    return (await isStillThere(step, found, run))
      ? failedResult(step, stillThere(), run)
      : notRemoved(step, error, run);
  }
  return isOpen(error) ? checkAfterLoss(step, error, run) : failedResult(step, error, run);
}

/** Compares the state after an answered request. */
async function checkSent(step: Step, answer: unknown, found: Comparison, world: World, run: Run): Promise<StepResult> {
  const after = await readAfter(step, world);
  const out = pickOutputs(answer, run.used.get(step.id));
  // Later steps, and an undo, would change what it names.
  if (after && !(await isCreatedThing(step, out, world))) {
    return failedResult(step, stillUnknown(step, "the service answered with the id of another object"), run);
  }
  const refusal = refusalIn(answer);
  if (refusal === undefined && !isUntouched(step, found, after)) return doneResult(step, after, out, run);
  if (refusal === undefined && isLate(step)) return failedResult(step, notShown(step), run, getPath(answer, "id"));
  const fails = refusal ?? "the service answered, but nothing changed";
  return failedResult(step, new Failure("refused", fails, { outcome: "not_applied" }), run);
}

/** Lists may lag behind. Only a reading of the thing itself proves that it is as it was. */
const isLate = ({ change, reads }: Step): boolean =>
  change === "create" || change === "remove" || reads.some(({ path, item }) => item !== undefined || isList(path));

const notShown = (step: Step): Failure =>
  step.change === "remove"
    ? stillUnknown(step, "the service answered, but still shows it")
    : stillUnknown(step, "the service answered, but does not show it yet: apply again later");

/** The service has confirmed the removal: that the thing is not found afterward needs no more proof. */
const CONFIRMED: Proofs = {
  proveThing: async () => {},
  proveList: async () => {},
  proveComplete: async () => {},
};

const isStillThere = async (step: Step, before: Comparison, run: Run): Promise<boolean> =>
  isUntouched(step, before, await readAfter(step, createWorld(run.options.client, run.absence)));

const stillThere = (): Failure =>
  new Failure("refused", "the service answered that it does not exist, but still shows it", { outcome: "not_applied" });

const isOpen = (failure: Failure): boolean => isOutcomeUnknown(failure) || failure.outcome === "applied";

/** The place of an empty group shows nowhere: only the service knows that a move "would not result in any update". */
const isThere = ({ change, reads }: Step, { kind }: Failure): boolean =>
  change === "move" && kind === "conflict" && reads.every(({ becomes }) => becomes === undefined);

function refusalIn(answer: unknown): string | undefined {
  if (!isRefusal(answer)) return undefined;
  return getPath(answer, "result") === "conflicts" ? "it conflicts with the main content" : "nothing was imported";
}

/** Reads the state afterward; undefined if it is unknown: an invisible thing may still exist. */
async function readAfter(step: Step, world: World): Promise<Comparison | undefined> {
  try {
    const found = await compare(step, world);
    const unseen = step.reads.filter((_, at) => found.hashes[at] === hashOf(null));
    await Promise.all(unseen.map((read) => world.proveAbsent(read)));
    return found;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return undefined;
  }
}

const isUntouched = ({ reads }: Step, before: Comparison, after: Comparison | undefined): boolean =>
  reads.some(({ becomes }) => becomes !== undefined) && hashOf(after?.hashes) === hashOf(before.hashes);

/** After a lost answer, checks whether the service shows the change. */
async function checkAfterLoss(step: Step, error: Failure, run: Run): Promise<StepResult> {
  const world = createWorld(run.options.client, run.absence);
  const found = await compare(step, world).catch(() => undefined);
  if (found?.is === "becomes" || error.outcome === "applied") {
    return doneResult(step, found, (await readUsed(step, run, world).catch(() => undefined)) ?? {}, run);
  }
  return failedResult(step, error, run);
}
