/**
 * Adds what a plan written by hand may leave out, and compares what a file says about a step with what its request and
 * the recorded fields say: nothing is shown or undone that the request does not do.
 */
import { hashOf, isObject } from "../../shared/values.js";
import { endpointNamed } from "../endpoints.js";
import { undoRuleOf } from "../inverses/index.js";
import type { ReadRule, UndoRule } from "../inverses/types.js";
import { siblingOf } from "../make/move-position.js";
import { observationsOf } from "../make/observations.js";
import type { ObservedFields, ResolvedCall } from "../make/selector.js";
import { shownAfter } from "../make/shown-fields.js";
import { formatTarget, nameIn, namesItsTarget, titleOf } from "../make/step-title.js";
import type { Fields, Plan, Read, Step, StepDraft } from "../types.js";
import { derivedReads, readProblem } from "./recorded/reads.js";
import { createObservationFinder, type RecordedObservation, recordedFields } from "./recorded/recorded-fields.js";
import { undoProblem, undoWays } from "./recorded/undo-ways.js";

/** Makes the error about a member of a step. */
type Refuse = (path: readonly string[], says: string) => Error;

/** @throws what `refuse` returns, for a claim that does not hold */
export function completeStep(given: StepDraft, head: Pick<Plan, "organization" | "site">, refuse: Refuse): Step {
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
  const { inverse, undo, why } = checkedUndo(given, rule, asked, { observed, isRecorded }, head, refuse);
  const { why: _claimed, ...rest } = given;
  return {
    ...rest,
    title: checkClaim(given, "title", titleOf(rule, thing, given.body), refuse),
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
  head: Pick<Plan, "site">,
  refuse: Refuse,
): Pick<Step, "inverse" | "undo"> & { why?: string | undefined } {
  const ways = undoWays(given, { rule, asked, observed, isRecorded }, head.site);
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
