/** Runs each rule on each of its subjects. All rules share the same facts, which are read once. */
import { Failure } from "../errors.js";
import type { Reader } from "../http/types.js";
import { forEachLimited } from "../shared/limiter.js";
import { getPath } from "../shared/paths.js";
import { matchesWildcards } from "../shared/text/names.js";
import { hashOf } from "../shared/values.js";
import { collectEarly, compileLate } from "../system/memory.js";
import { createPageIgnores } from "./accepted/in-pages.js";
import { chooseRules } from "./choose.js";
import { AROUND, type Estimate, estimate } from "./cost.js";
import {
  createFacts,
  type Facts,
  type FactsOptions,
  type Scope,
  SHARED,
  type SubjectList,
  type Timing,
} from "./data-source.js";
import { Inapplicable, Unknown } from "./not-evaluable.js";
import { AT_ONCE } from "./reader.js";
import { RULES, ruleNamed } from "./rules/index.js";
import { kindOf, type SubjectKind } from "./subjects.js";
import {
  type Change,
  type CommentProblem,
  type ConfiguredRule,
  type Finding,
  needOf,
  type Outcome,
  type RuleFinding,
  type RuleJob,
  requireWholeView,
  type Subject,
  type Thing,
} from "./types.js";

/** Milliseconds. */
const DAY = 86_400_000;

/** Requests of a run that is a long one: a shorter one ends before memory grows. */
const LONG = 200;

const OVER =
  "not requested: the run reached the announced number of requests; check one space, or fewer rules, at a time";

export interface Job extends Omit<FactsOptions, "whole" | "onRequest" | "onAnswer" | "onMore"> {
  /** Notes what each rule and each kind of request costs. */
  timing?: Timing | undefined;
  rules: readonly ConfiguredRule[];
  /** Milliseconds since the epoch; ages are relative to it. */
  now: number;
  /** Called before things are read one by one, and again if more are likely. The run ends before it sends more than `most`. */
  expect?: ((requests: Estimate) => void) | undefined;
  /** Called before every request with the number sent, this one included. */
  progress?: ((sent: number) => void) | undefined;
  /** Called with what is wrong with comments in pages that were read for them, unless a rule says so. */
  problems?: ((problems: readonly CommentProblem[]) => void) | undefined;
  /** Called at the end with the facts, so that further reading requests nothing twice. */
  after?: ((facts: Facts, outcomes: readonly Outcome[]) => Promise<void>) | undefined;
}

/** Outcomes in the order of the rules. @throws Failure if going on makes no sense (see `createBreaker`) */
export async function runRules(job: Job): Promise<Outcome[]> {
  const active = job.rules.filter(({ skipped }) => skipped === undefined);
  compileLate();
  let sent = 0;
  let limit = Number.POSITIVE_INFINITY;
  const needs = active.flatMap(({ rule }) => rule.needs.map(needOf));
  const facts = createFacts({
    ...job,
    whole: new Set(needs.filter(({ first, when }) => !first && when === undefined).map(({ endpoint }) => endpoint)),
    onAnswer: job.timing?.request,
    onRequest: () => {
      if (sent >= limit) throw new Unknown(OVER);
      sent += 1;
      job.progress?.(sent);
    },
    onMore: (requests) => {
      expected = { ...expected, likely: expected.likely + requests };
      job.expect?.(expected);
    },
  });
  let expected = await estimate(facts, active, () => sent);
  limit = expected.most - AROUND;
  job.expect?.(expected);
  if (expected.likely > LONG) collectEarly();
  const comments = createPageIgnores(facts.as(SHARED.comments), RULES);
  const context = { facts, comments, now: job.now, timing: job.timing };
  const isLate = ({ rule }: ConfiguredRule): boolean => rule.late === true;
  const first = await runEach(
    active.filter((chosen) => !isLate(chosen)),
    context,
  );
  const accepted = await comments.accept(first);
  const late = await runEach(active.filter(isLate), context);
  const outcomes = new Map([...accepted, ...(await comments.accept(late))].map((outcome) => [outcome.rule, outcome]));
  const all = job.rules.map(
    (chosen): Outcome => outcomes.get(chosen.rule) ?? { ...chosen, status: "skipped", looked: 0, findings: [] },
  );
  if (late.length === 0) job.problems?.(comments.all());
  await job.after?.(facts, all);
  return all;
}

async function runEach(rules: readonly ConfiguredRule[], context: RunContext): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  await forEachLimited([...rules.entries()], AT_ONCE, async ([at, chosen]) => {
    const began = performance.now();
    outcomes[at] = await runRule(chosen, { ...context, facts: context.facts.as(chosen.rule.id) });
    context.timing?.rule(chosen.rule.id, performance.now() - began);
  });
  return outcomes;
}

type RunContext = Pick<RuleJob, "facts" | "comments" | "now"> & Pick<Job, "timing">;

async function runRule(chosen: ConfiguredRule, context: RunContext): Promise<Outcome> {
  const { facts } = context;
  const listed = await readSubjects(facts, chosen.rule.of);
  const findings: Finding[][] = listed.unknown.map(({ thing, reason }) => [notEvaluable(chosen, reason, thing)]);
  const unread = findings.length;
  const entries = [...listed.subjects.entries()];
  const check = checkerOf(chosen, context);
  await forEachLimited(entries, AT_ONCE, ([at, subject]) => {
    const found = check(subject);
    if (!(found instanceof Promise)) {
      findings[unread + at] = found;
      return;
    }
    return found.then((all) => {
      findings[unread + at] = all;
    });
  });
  const all = findings.flat();
  const has = (status: string) => all.some((one) => one.status === status);
  const skipped = all.filter((one) => one.status === "skipped").length;
  const looked = listed.subjects.length - skipped;
  const none = skipped > 0 && looked === 0 ? "skipped" : "pass";
  const status = has("fail") ? "fail" : has("not-evaluable") ? "not-evaluable" : none;
  return { ...chosen, status, looked, findings: all };
}

async function readSubjects(facts: Facts, kind: SubjectKind): Promise<SubjectList> {
  try {
    const listed = await facts.subjects(kind);
    if (listed.subjects.length + listed.unknown.length === 0) await requireEmpty(facts, kindOf(kind).of ?? kind);
    return listed;
  } catch (error) {
    if (!(error instanceof Unknown)) throw error;
    return { subjects: [], unknown: [{ thing: undefined, reason: error.message }] };
  }
}

/** Nothing to check is no pass for a token from which there may be hidden things. @throws Unknown */
async function requireEmpty(facts: Facts, root: SubjectKind): Promise<void> {
  const { subjects } = await facts.subjects(root);
  if (subjects.length === 0) await requireWholeView(facts, root);
}

/** Checks one thing after the other with a rule. Most rules read nothing else, and there may be thousands of members. */
function checkerOf(chosen: ConfiguredRule, context: RunContext): (subject: Subject) => Finding[] | Promise<Finding[]> {
  const { rule } = chosen;
  const jobs = new Map<number, RuleJob>();
  const jobOf = (days: number): RuleJob => {
    const job = jobs.get(days) ?? {
      ...context,
      ...agesIn(context.now, days),
      days,
      decorative: chosen.decorative ?? [],
    };
    jobs.set(days, job);
    return job;
  };
  return (subject) => {
    const days = daysFor(chosen, subject);
    const found = (all: readonly RuleFinding[]) => all.map((one) => makeFinding(chosen, subject, one, days));
    const failed = (error: unknown) => [unevaluated(chosen, subject, context, error)];
    try {
      const left = rule.decidedBy?.find((path) => getPath(subject.item, path) === undefined);
      if (left !== undefined) throw new Unknown(`the service does not show its ${left}`);
      const made = rule.check(subject, jobOf(days));
      return made instanceof Promise ? made.then(found).catch(failed) : found(made);
    } catch (error) {
      return failed(error);
    }
  };
}

function agesIn(now: number, days: number): Pick<RuleJob, "isOld" | "age"> {
  return {
    age: (time) => {
      const at = Date.parse(time ?? "");
      return Number.isNaN(at) ? 0 : Math.floor((now - at) / DAY);
    },
    isOld: (time) => now - Date.parse(time ?? "") > days * DAY,
  };
}

function makeFinding(chosen: ConfiguredRule, subject: Subject, one: RuleFinding, days: number): Finding {
  if (!one.isUnknown) return toFinding(chosen, subject, one, days);
  return { ...notEvaluable(chosen, one.message, subject.thing, subject.within), undecided: true };
}

/** @throws anything but what a rule could not read */
function unevaluated(chosen: ConfiguredRule, subject: Subject, { facts }: RunContext, error: unknown): Finding {
  if (!(error instanceof Unknown)) throw error;
  const finding = notEvaluable(chosen, error.message, subject.thing, subject.within);
  if (!(error instanceof Inapplicable)) return finding;
  if (facts.scope.changeRequest !== undefined) return { ...finding, undecided: true };
  return { ...finding, status: "skipped", message: `skipped: ${error.message}` };
}

/** The threshold in the space that it is, or is in: an id counts before a pattern, and that before the general one. */
function daysFor({ days, spaceDays = {} }: ConfiguredRule, { thing, within }: Subject): number {
  const all = Object.entries(spaceDays);
  const space = all.length === 0 ? undefined : [thing, within].find((one) => one?.kind === "space");
  if (!space) return days;
  const own = all.find(([id]) => id === space.id) ?? all.find(([pattern]) => matchesWildcards(pattern, space.title));
  return own?.[1] ?? days;
}

/** One literal, as V8 gives each object that is spread a shape of its own, which takes more memory than the finding. */
function toFinding({ rule, severity }: ConfiguredRule, subject: Subject, found: RuleFinding, days: number): Finding {
  const { thing = subject.thing, message, since = null, fix, key = "", movedKey, formerKey, place = null } = found;
  const keyed = (by: string, id = rule.id) => fingerprintOf(id, [subject.within?.id ?? "", subject.thing.id, by]);
  // A page is in its space; a space is in nothing.
  const within = thing === subject.thing ? subject.within : (subject.within ?? subject.thing);
  return {
    rule: rule.id,
    status: "fail",
    severity,
    tag: rule.tag,
    object: thing,
    within: within ?? null,
    message,
    since,
    fix,
    fingerprint: keyed(key),
    moved: movedKey === undefined ? undefined : keyed(`moved ${movedKey}`),
    formerly: formerKey === undefined ? undefined : keyed(formerKey, rule.formerId),
    place,
    params: subject.params,
    days,
  };
}

function notEvaluable({ rule, severity }: ConfiguredRule, reason: string, object?: Thing, within?: Thing): Finding {
  return {
    rule: rule.id,
    status: "not-evaluable",
    severity,
    tag: rule.tag,
    object: object ?? null,
    within: within ?? null,
    message: `not evaluable: ${reason}`,
    since: null,
    fix: null,
    fingerprint: null,
    place: null,
  };
}

/**
 * Identifies a finding across runs by its rule, ids, and what distinguishes findings about one thing.
 * Titles, messages and dates are not part of it.
 */
function fingerprintOf(rule: string, parts: readonly string[]): string {
  const { createHash } = process.getBuiltinModule("node:crypto");
  const hash = createHash("sha256").update(JSON.stringify([rule, ...parts]));
  // A slice of the whole text would keep all of it.
  return hash.digest().toString("hex", 0, 16);
}

// The condition of a change that a plan makes for a finding: the rule still finds it, and still proposes the change.

interface Condition {
  rule: string;
  /** The threshold that the rule was run with. */
  days: number;
}

interface ConditionJob {
  client: Reader;
  organization: string;
  /** Milliseconds since the epoch. */
  now: number;
}

/** Only what the change is about is read. */
const scopeOf = ({ params }: Change): Scope => ({
  space: params.spaceId,
  changeRequest: params.changeRequestId,
  site: params.siteId,
});

const isSame = (one: Change, other: Change): boolean =>
  hashOf([one.endpoint, one.params, one.body ?? {}]) === hashOf([other.endpoint, other.params, other.body ?? {}]);

/**
 * Why the change is not to be made now; undefined if its condition holds.
 * @throws Failure cannot-tell for a rule that is not evaluable there; if nothing can be read
 */
export async function whyNotNow(
  { client, organization, now }: ConditionJob,
  { rule: id, days }: Condition,
  change: Change,
): Promise<string | undefined> {
  const rule = ruleNamed(id);
  if (!rule) return `there is no rule ${JSON.stringify(id)}`;
  const rules = chooseRules([rule], { ids: [id], days });
  const outcomes = await runRules({ client, organization, rules, now, scope: scopeOf(change) });
  const findings = outcomes.flatMap((outcome) => outcome.findings);
  if (findings.some(({ fix }) => fix?.change && isSame(fix.change, change))) return undefined;
  return reasonIn(findings, change) ?? `${id} no longer finds a problem there`;
}

function reasonIn(findings: readonly Finding[], { params }: Change): string | undefined {
  const ids = new Set(Object.values(params));
  const isOther = ({ object }: Finding) => object !== null && object.kind !== "organization" && !ids.has(object.id);
  const fix = findings.find((finding) => finding.fix?.unplanned !== undefined && !isOther(finding))?.fix;
  if (fix && !fix.isUnknown) return fix.unplanned;
  const unknown = fix?.unplanned ?? findings.find(({ status }) => status === "not-evaluable")?.message;
  if (unknown === undefined) return undefined;
  throw new Failure("cannot-tell", `cannot tell whether the reason for it still applies: ${unknown}`, {
    outcome: "not_applied",
  });
}
