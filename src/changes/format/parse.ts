/** Parses a plan, which may be written by hand: errors name the line. */
import { type Failure, usage } from "../../errors.js";
import { jsonBounds } from "../../shared/documents/bounds.js";
import { idProblem } from "../../shared/ids.js";
import { jsonLine, lineAt, notJson } from "../../shared/json-position.js";
import { refusePrivateKey } from "../../shared/private-keys.js";
import { shellWord } from "../../shared/shell-words.js";
import { hashOf, isObject } from "../../shared/values.js";
import { addressOf, endpointNamed, writingEndpoints } from "../endpoints.js";
import { undoRuleOf } from "../inverses/index.js";
import type { ReadRule, UndoRule } from "../inverses/types.js";
import { siblingOf } from "../make/move-position.js";
import { observationsOf } from "../make/observations.js";
import type { ObservedFields, ResolvedCall } from "../make/selector.js";
import { formatTarget, makeTitle, nameIn, namesItsTarget, oldName, oldTitle, shownAfter } from "../make/step.js";
import { bodyProblem, idOf, references, refuseFileSources, summaryOf } from "../request-rules.js";
import type { SiteState } from "../site/model.js";
import {
  type Fields,
  type Inverse,
  MAX_PLAN_BYTES,
  MAX_REMOVALS,
  type Plan,
  type PlannedCall,
  type PlanSummary,
  type Read,
  type Step,
  type StepDraft,
} from "../types.js";
import { planProblem } from "./plan-schema.js";
import {
  createObservationFinder,
  derivedReads,
  type RecordedObservation,
  readProblem,
  recordedFields,
  undoProblem,
  undoWays,
} from "./recorded.js";

// Adds what a plan written by hand may leave out, and compares what a file says about a step with what its request and
// the recorded fields say: nothing is shown or undone that the request does not do.

/** Makes the error about a member of a step. */
type Refuse = (path: readonly string[], says: string) => Error;

/** @throws what `refuse` returns, for a claim that does not hold */
function completeStep(given: StepDraft, head: { organization: string; site?: SiteState }, refuse: Refuse): Step {
  const rule = undoRuleOf(given.endpoint);
  const params = { organizationId: head.organization, ...given.params };
  const asked: ResolvedCall = { endpoint: endpointNamed(given.endpoint), params, body: given.body ?? {} };
  const recorded = observationsOf(rule, asked).map(
    (one): RecordedObservation => ({ ...one, before: recordedFields(one, given.before, given.reads) }),
  );
  const reads = given.reads ?? derivedReads(given, recorded);
  checkReads(given, rule, recorded, refuse);
  const observed = observationsFrom(rule, recorded);
  const isRecorded = recorded.every(({ before }) => before !== undefined);
  const thing = checkedThing(given, rule, asked, reads, refuse);
  const { inverse, undo, why } = checkedUndo(given, rule, asked, { observed, isRecorded }, head.site, refuse);
  const { why: _claimed, ...rest } = given;
  return {
    ...rest,
    title: checkedTitle(given, rule, thing, refuse),
    change: checkClaim(given, "change", rule.change, refuse),
    thing,
    before: given.before ?? null,
    after: checkedAfter(given, rule, asked, observed, refuse),
    undo,
    ...(why !== undefined && { why }),
    inverse,
    needs: given.needs ?? [],
    reads,
  };
}

/** @throws what `refuse` returns, unless the file says the same or nothing */
function checkClaim<T>(given: StepDraft, name: "title" | "change", derived: T, refuse: Refuse): T {
  if (given[name] === undefined || given[name] === derived) return derived;
  throw refuse([name], `the request does something else: ${JSON.stringify(derived)}`);
}

function checkedTitle(given: StepDraft, rule: UndoRule, thing: string, refuse: Refuse): string {
  const old = oldTitle(rule, thing, given.body);
  if (old !== undefined && given.title === old) return old;
  return checkClaim(given, "title", makeTitle(rule, thing, given.body), refuse);
}

function checkReads(given: StepDraft, rule: UndoRule, recorded: readonly RecordedObservation[], refuse: Refuse): void {
  const find = createObservationFinder(recorded);
  given.reads?.forEach((read, at) => {
    const problem = readProblem(read, given, rule, find);
    if (problem) throw refuse(["reads", String(at), ...problem.path], problem.says);
  });
}

/** As they were when the plan was made; what is not recorded counts as absent. */
const observationsFrom = ({ reads }: UndoRule, recorded: readonly RecordedObservation[]): ObservedFields[] =>
  recorded
    .filter(({ before }) => reads?.as !== "new" || before == null)
    .map(({ selector, label, before = null, after }) => ({
      selector,
      before,
      after: after(before),
      ...(label !== undefined && { label }),
    }));

/** The names in it come from the service: they are compared before the step is sent, so they need a read. */
function checkedThing(
  given: StepDraft,
  rule: UndoRule,
  asked: ResolvedCall,
  reads: readonly Read[],
  refuse: Refuse,
): string {
  const claimed = given.thing === undefined ? {} : nameIn(rule, given.thing);
  const isCompared = reads.length > 0;
  const names = isCompared ? { team: claimed.team, ...(namesItsTarget(rule, asked) && { title: claimed.title }) } : {};
  const thing = formatTarget(rule, asked, names);
  if (given.thing === undefined || given.thing === thing) return thing;
  if (given.thing === oldName(rule, asked)) return given.thing;
  throw refuse(["thing"], `the request is about something else: ${thing}`);
}

function checkedAfter(
  given: StepDraft,
  rule: UndoRule,
  asked: ResolvedCall,
  observed: readonly ObservedFields[],
  refuse: Refuse,
): Fields {
  const derived = shownAfter(rule, observed, given.body);
  const { after, before, body } = given;
  if (after === undefined) return derived;
  const known = derived ?? {};
  const isUnchanged = ([name, value]: [string, unknown]) =>
    !Object.hasOwn(known, name) && isObject(before) && hashOf(before[name]) === hashOf(value);
  const claimed = after && Object.fromEntries(Object.entries(after).filter((field) => !isUnchanged(field)));
  const forms: Fields[] = [derived, ...(rule.change === "remove" ? [] : [{ ...body }])];
  if (forms.some((form) => hashOf(form) === hashOf(claimed))) return after;
  if (rule.reads?.as === "order" && isPlace(after, rule.reads, asked.body)) return after;
  throw refuse(["after"], `the request sets something else: ${JSON.stringify(derived).slice(0, 500)}`);
}

function checkedUndo(
  given: StepDraft,
  rule: UndoRule,
  asked: ResolvedCall,
  { observed, isRecorded }: { observed: readonly ObservedFields[]; isRecorded: boolean },
  site: SiteState | undefined,
  refuse: Refuse,
): Inverse {
  const ways = undoWays(given, { rule, asked, observed, isRecorded }, site);
  const problem = undoProblem(given, ways);
  if ("way" in problem) return problem.way;
  throw refuse(problem.path, problem.says);
}

/** True if the request may lead to a place, as far as that does not depend on its neighbors. */
function isPlace(
  after: Fields,
  { within, reference }: Extract<ReadRule, { as: "order" }>,
  body: Readonly<Record<string, unknown>>,
): boolean {
  if (after === null || Object.keys(after).some((name) => name !== "after" && name !== within)) return false;
  const beside = siblingOf(body, reference);
  if (beside) return beside.side === "before" ? after.after !== beside.id : after.after === beside.id;
  return within !== undefined && hashOf(body.parent ?? null) === hashOf(after[within] ?? null);
}

/** Deeper values are refused. */
const DEEPEST = 100;

/** @param name the name of the file in messages. @throws Failure usage */
export function parsePlan(text: string, name: string): Plan {
  if (text.length > MAX_PLAN_BYTES) throw usage(`${name} is larger than ${MAX_PLAN_BYTES / 1024 / 1024} MiB`);
  const value = parseJson(text, name);
  const wrong: Wrong = (path, says) =>
    usage(`${name}: line ${jsonLine(text, path)}: ${places(path)}${says}`, says === NO_FORMAT ? NO_PLAN : undefined);
  const odd = oddKey(value, []);
  if (odd) throw wrong(odd.path, odd.says);
  const problem = planProblem(value);
  if (problem) throw wrong(problem.path, problem.says);
  // The schema was checked above.
  const plan = value as Partial<Plan> & { format: 1; origin: string; organization: string; steps: Step[] };
  checkSteps(plan.steps, plan.organization, wrong);
  if (plan.site) checkSite(plan.site, plan.organization, wrong);
  const steps = plan.steps.map((step, at) =>
    completeStep(step, plan, (path, says) => wrong(["steps", String(at), ...path], says)),
  );
  const derived = summaryOf(steps);
  checkSummary(plan, derived, wrong);
  const whole: Plan = {
    id: "",
    maker: "by hand",
    command: "",
    made: "",
    complete: true,
    maxRemovals: MAX_REMOVALS,
    left: [],
    ...plan,
    ...derived,
    // Guards are measured on what is there, and not taken from a file.
    rails: [],
    memberships: undefined,
    steps,
  };
  const id = idOf(whole);
  if (plan.id !== undefined && plan.id !== id) {
    throw wrong(["id"], `it is the id of another plan: ${name} has changed since it was made (its id would be ${id})`);
  }
  return { ...whole, id };
}

/** @throws Failure usage for totals and a list of steps that do not fit the steps */
function checkSummary(plan: Partial<Plan>, { totals, cannotUndo }: PlanSummary, wrong: Wrong): void {
  if (plan.totals && hashOf(plan.totals) !== hashOf(totals)) {
    throw wrong(["totals"], `the steps are ${JSON.stringify(totals)}`);
  }
  if (plan.cannotUndo && hashOf([...plan.cannotUndo].sort()) !== hashOf([...cannotUndo].sort())) {
    throw wrong(["cannotUndo"], `the steps that cannot be undone are ${JSON.stringify(cannotUndo).slice(0, 500)}`);
  }
}

/** Each plan begins with it. */
const NO_FORMAT = '"format" is missing';
const NO_PLAN = "it is no plan; to make one, add --plan FILE to a command";

type Wrong = (path: readonly string[], says: string) => Failure;

/** Other programs do not read such JSON. @throws Failure usage */
export function refuseMark(text: string, name: string): void {
  if (text.startsWith("\ufeff")) throw usage(`${name} begins with a byte order mark`, "save it as UTF-8 without one");
}

/** Names the command that reads a file which is no plan. */
const readerOf = (name: string): string | undefined =>
  /\.ya?ml$/i.test(name)
    ? `a plan is JSON; for the file of a site: docs sites plan ${shellWord(name)}`
    : /\.csv$/i.test(name)
      ? `a plan is JSON; for a review: docs reviews apply ${shellWord(name)}`
      : undefined;

function parseJson(text: string, name: string): unknown {
  refuseMark(text, name);
  if (text.trim() === "") throw usage(`${name} is empty`, "to make a plan, add --plan FILE to a command");
  try {
    const value: unknown = JSON.parse(text);
    const problem = jsonBounds(text);
    if (problem) throw usage(`${name}: line ${lineAt(text, problem.offset)}: ${problem.says}`);
    return value;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw usage(notJson(name, text), readerOf(name) ?? "docs help plan-format describes the format");
  }
}

const places = (path: readonly string[]): string => (path.length === 0 ? "" : `${path.join(".").slice(0, 200)}: `);

function oddKey(value: unknown, path: readonly string[]): { path: readonly string[]; says: string } | undefined {
  if (path.length > DEEPEST) return { path: path.slice(0, 5), says: `nested deeper than ${DEEPEST} levels` };
  if (Array.isArray(value)) return firstOddKey(value.entries(), path);
  if (!isObject(value)) return undefined;
  if (Object.hasOwn(value, "__proto__")) return { path: [...path, "__proto__"], says: "this name is not allowed" };
  return firstOddKey(Object.entries(value), path);
}

function firstOddKey(entries: Iterable<[string | number, unknown]>, path: readonly string[]) {
  for (const [name, member] of entries) {
    const odd = oddKey(member, [...path, String(name)]);
    if (odd) return odd;
  }
  return undefined;
}

function checkSteps(steps: readonly Step[], organization: string, wrong: Wrong): void {
  const known = new Map<string, number>();
  steps.forEach((step, at) => {
    const path = ["steps", String(at)];
    if (known.has(step.id)) throw wrong([...path, "id"], `another step has the id ${step.id}`);
    known.set(step.id, at);
    const requests: [PlannedCall, string[]][] = [
      [step, path],
      ...(step.inverse ?? []).map((call, index): [PlannedCall, string[]] => [
        call,
        [...path, "inverse", String(index)],
      ]),
    ];
    for (const [call, where] of requests) {
      checkCall(call, where, wrong);
      checkOrganization(call, organization, where, wrong);
    }
    step.reads?.forEach(({ path: read }, index) => {
      nameErrors(() => addressOf(read), [...path, "reads", String(index), "path"], wrong);
    });
  });
  checkNeeds(steps, known, wrong);
}

/** It is read again when the plan is taken back. */
function checkSite({ organization, id }: NonNullable<Plan["site"]>, own: string, wrong: Wrong): void {
  if (organization !== own) throw wrong(["site", "organization"], `it is not that of the plan, ${own}`);
  const problem = idProblem(id);
  if (problem !== undefined) throw wrong(["site", "id"], problem);
}

function checkCall({ endpoint: name, params, body }: PlannedCall, path: readonly string[], wrong: Wrong): void {
  const endpoint = writingEndpoints(name);
  if (!endpoint)
    throw wrong([...path, "endpoint"], `${JSON.stringify(name)} is not an endpoint that changes something`);
  const needed = endpoint.params;
  const extra = Object.keys(params).find((param) => !needed.includes(param));
  if (extra !== undefined) throw wrong([...path, "params", extra], `${name} has no parameter of this name`);
  for (const param of needed) {
    const value = Object.hasOwn(params, param) ? params[param] : undefined;
    if (value === undefined) throw wrong([...path, "params"], `"${param}" is missing`);
    const problem = typeof value === "string" ? idProblem(value) : undefined;
    if (problem !== undefined) throw wrong([...path, "params", param], problem);
  }
  if (body === undefined) return;
  nameErrors(() => refuseFileSources(body), [...path, "body"], wrong);
  nameErrors(() => refusePrivateKey(endpoint.path, body), [...path, "body"], wrong);
  const problem = bodyProblem(endpoint, body);
  if (problem) throw wrong([...path, "body", ...problem.path], problem.says);
}

/** All endpoints act on an organization, or on a space or collection of one: those are read before the first request. */
function checkOrganization(
  { endpoint, params }: PlannedCall,
  own: string,
  path: readonly string[],
  wrong: Wrong,
): void {
  if (own === "") throw wrong(["organization"], `it is empty, but ${endpoint} changes something of an organization`);
  const { organizationId: given = own } = params;
  if (given === own) return;
  const other = typeof given === "string" ? JSON.stringify(given.slice(0, 50)) : "an answer";
  throw wrong([...path, "params", "organizationId"], `it is ${other}, but the plan is for ${JSON.stringify(own)}`);
}

function nameErrors(check: () => unknown, path: readonly string[], wrong: Wrong): void {
  try {
    check();
  } catch (error) {
    throw wrong(path, error instanceof Error ? error.message : String(error));
  }
}

/** Steps may only need earlier ones, and only use the answers of steps they need. */
function checkNeeds(steps: readonly Step[], known: ReadonlyMap<string, number>, wrong: Wrong): void {
  steps.forEach((step, at) => {
    const path = ["steps", String(at)];
    const needs = step.needs ?? [];
    needs.forEach((id, index) => {
      const other = known.get(id);
      const at2 = [...path, "needs", String(index)];
      if (other === undefined) throw wrong(at2, `there is no step ${id}`);
      // As steps only need earlier ones, there can be no cycle.
      if (other >= at) throw wrong(at2, `step ${id} is not before this one`);
    });
    for (const id of references([step.params, step.body])) {
      if (!needs.includes(id)) throw wrong(path, `it uses the answer of ${id}, which is not among its needs`);
    }
    for (const id of references(step.inverse)) {
      if (id !== step.id && id !== `${step.id}:back`)
        throw wrong([...path, "inverse"], `it may only use answers of this step, not of ${id}`);
    }
  });
}
