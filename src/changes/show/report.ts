/**
 * A plan as those who review it read it: what it changes in numbers, what cannot be undone, what the guards measured, then
 * the steps. All of it is derived from the steps and from what was read (R84). Text, Markdown and HTML are made of it.
 */
import { count } from "../../shared/wrap.js";
import { endpointNamed, requestOf } from "../endpoints.js";
import { isUnmet } from "../guards/guards.js";
import { changesMemberships } from "../guards/memberships.js";
import { undoRuleOf } from "../inverses/index.js";
import { formatTarget, makeTitle, nameIn } from "../make/step.js";
import {
  type Change,
  type Fact,
  type GuardResult,
  isReference,
  MAX_REMOVALS,
  type Plan,
  type Reference,
  type Step,
  type Undo,
} from "../types.js";
import { type FieldChange, fieldChanges, type Names, NO_NAMES, personText } from "./step-fields.js";
import { formatKindTally, pluralOf, summarizeSteps, tallyKinds } from "./tally.js";

const SIGNS: Readonly<Record<Change, string>> = { create: "+", change: "~", move: "~", remove: "-", act: "~" };

export interface ReportedStep {
  /** Its place in the plan, from 1. */
  at: number;
  sign: string;
  /** The name of its endpoint. */
  kind: string;
  title: string;
  /** `PATCH /v1/spaces/s1` */
  request: string;
  fields: FieldChange[];
  undo: Undo;
  why: string | undefined;
  /** Nothing is read before it is sent. */
  isUnchecked: boolean;
  /** Why it is in the plan, according to the file. */
  evidence: readonly Fact[];
}

/** Neighboring steps about one team, or of one kind. */
export interface StepGroup {
  /** `team "Writers"`; undefined: the steps say themselves what they are about. */
  heading: string | undefined;
  steps: ReportedStep[];
}

export interface PlanReport {
  plan: Plan;
  /** `12 to add, 3 to change, 1 to remove` */
  summary: string;
  /** `team members: 10 to add, 1 to remove` */
  kinds: string[];
  /** `3 exact, 1 near, 1 impossible`; empty without steps. */
  undo: string;
  /** Why it cannot be applied as it is. */
  obstacles: string[];
  lost: ReportedStep[];
  guards: { heading: string; lines: GuardLine[] };
  flags: string[];
  left: readonly string[];
  groups: StepGroup[];
}

interface GuardLine {
  text: string;
  isBroken: boolean;
}

export function reportOf(plan: Plan, names: Names = NO_NAMES): PlanReport {
  const { steps, left } = plan;
  const groups = groupSteps(steps, names);
  const reported = groups.flatMap(({ steps: some }) => some);
  return {
    plan,
    summary: steps.length === 0 ? `${emptyPlanText(plan.left)}.` : summarizeSteps(steps),
    kinds: tallyKinds(steps).map((tally) => {
      const { kind, add, change, move, remove, act } = tally;
      return `${pluralOf(kind, add + change + move + remove + act)}: ${formatKindTally(tally)}`;
    }),
    undo: undoSummary(steps),
    obstacles: obstaclesOf(plan),
    lost: reported.filter(({ undo }) => undo === "impossible"),
    guards: guardsOf(plan, names),
    flags: requestedFlags(plan, names),
    left,
    groups,
  };
}

/** As long as something is left out, nobody knows that nothing is to do. */
export const emptyPlanText = (left: string[]): string =>
  left.length === 0 ? "Nothing to do" : `No steps, but ${count(left.length, "change")} not in this plan`;

function undoSummary(steps: readonly Step[]): string {
  const grades: readonly Undo[] = ["exact", "near", "approximate", "impossible"];
  return grades
    .map((grade) => [grade, steps.filter(({ undo }) => undo === grade).length] as const)
    .flatMap(([grade, number]) => (number === 0 ? [] : [`${number} ${grade}`]))
    .join(", ");
}

function obstaclesOf({ complete, rails }: Plan): string[] {
  const broken = rails.filter(isUnmet).length;
  return [
    ...(complete ? [] : ["Not complete: making it failed halfway, so it cannot be applied."]),
    ...(broken > 0 ? [`Cannot be applied as it is: ${count(broken, "guard")} not met.`] : []),
  ];
}

function guardsOf({ rails, steps }: Plan, names: Names): PlanReport["guards"] {
  if (rails.length === 0) {
    const lines = removalLines(steps, (id) => teamText(id, names)).map((text) => ({ text, isBroken: false }));
    return { heading: "Guards, measured when it is applied", lines };
  }
  // Unmet guards come first.
  const ordered = [...rails.filter(isUnmet), ...rails.filter((guard) => !isUnmet(guard))];
  return { heading: "Guards", lines: ordered.map((guard) => ({ text: guardText(guard), isBroken: isUnmet(guard) })) };
}

/** Removals of people, as far as the requests say it: one line for each team and the organization; the numbers of their members are read when the plan is applied. */
function removalLines(steps: readonly Step[], nameTeam: (id: string) => string): string[] {
  const groups = new Map<string, number>();
  const lines: string[] = [];
  const add = (group: string, people: number): void => {
    if (people > 0) groups.set(group, (groups.get(group) ?? 0) + people);
  };
  for (const { endpoint, params, body = {} } of steps) {
    const { organizationId, teamId } = params;
    const [organization, team] = [`organization ${String(organizationId)}`, nameTeam(String(teamId))];
    if (endpoint === "removeMember") add(organization, 1);
    if (endpoint === "updateMember" && body.role === null) add(`${organization} (as guests)`, 1);
    if (endpoint === "removeTeamMember") add(team, 1);
    if (endpoint === "updateTeamMembers") add(team, Array.isArray(body.remove) ? body.remove.length : 0);
    if (endpoint === "deleteTeam") lines.push(`${team} is deleted, with all its memberships`);
  }
  return [...[...groups].map(([group, people]) => `${group} loses ${count(people, "member")}`), ...lines];
}

export const guardText = ({ rail, says, broken, way }: GuardResult): string =>
  `${broken ? "NOT MET " : ""}${rail}: ${says}${way === undefined ? "" : `; to allow it: ${way}`}`;

function teamText(id: string, { titles }: Names): string {
  const title = titles.get(id);
  return title === undefined ? `team ${id}` : `team ${JSON.stringify(title)} (${id})`;
}

/** Guards that were measured say themselves which flags they need; they are about people only. */
function requestedFlags({ maxRemovals, me = [], rails, steps }: Plan, names: Names): string[] {
  if (rails.length > 0 || !steps.some(changesMemberships)) return [];
  return [
    ...(maxRemovals > MAX_REMOVALS ? [`--max-removals ${Math.round(maxRemovals * 1000) / 10}%`] : []),
    ...(me.length > 0
      ? [`--touch-me, if you are one of them: ${me.map((user) => personText(names, user)).join(", ")}`]
      : []),
  ];
}

/** Neighbors about one team stand together under its name. */
function groupSteps(steps: readonly Step[], names: Names): StepGroup[] {
  const groups: (StepGroup & { key: string })[] = [];
  const byId: StepsById = new Map(steps.map((step) => [step.id, step]));
  for (const [index, step] of steps.entries()) {
    const { teamId } = step.params;
    const key = typeof teamId === "string" ? teamId : "";
    const last = groups.at(-1);
    const reported = reportStep(step, index + 1, names, byId);
    if (last && last.key === key) last.steps.push(reported);
    else groups.push({ key, heading: key === "" ? undefined : teamHeading(step, key, names), steps: [reported] });
  }
  return groups.map(({ heading, steps: some }) => ({ heading: some.length > 1 ? heading : undefined, steps: some }));
}

function teamHeading({ endpoint, thing }: Step, id: string, { titles }: Names): string {
  const { team, title } = nameIn(undoRuleOf(endpoint), thing);
  const name = titles.get(id) ?? (undoRuleOf(endpoint).thing === "team" ? title : team);
  return name === undefined ? `Team ${id}` : `Team ${JSON.stringify(name)} (${id})`;
}

type StepsById = ReadonlyMap<string, Step>;

function reportStep(step: Step, at: number, names: Names, byId: StepsById): ReportedStep {
  const { change, undo, why, reads, evidence = [] } = step;
  return {
    at,
    sign: SIGNS[change],
    kind: step.endpoint,
    title: namedTitle(step, names, byId),
    request: requestOf(step),
    fields: fieldChanges(step, names),
    undo,
    why,
    isUnchecked: reads.length === 0 && change !== "create",
    evidence,
  };
}

/** The titles of steps about what an earlier step of their plan creates, which have its name and no id. */
export function createNaming(steps: readonly Step[]): (step: Step) => Step {
  const byId = new Map(steps.map((step) => [step.id, step]));
  return (step) => ({ ...step, title: namedTitle(step, NO_NAMES, byId) });
}

/** The title of a step with the names that were read, which come before those of the plan; people have their address, too. */
function namedTitle(step: Step, names: Names, byId: StepsById): string {
  const rule = undoRuleOf(step.endpoint);
  const known = nameIn(rule, step.thing);
  const name = findName(step, names, byId) ?? known.title;
  const team = rule.thing === "team member" ? (findTeam(step, names, byId) ?? known.team) : undefined;
  if (name === known.title && team === known.team) return step.title;
  const asked = { endpoint: endpointNamed(step.endpoint), params: step.params, body: step.body ?? {} };
  const thing = formatTarget(rule, asked, { title: name, team });
  // A new thing is named by its request, but a new site space is not.
  return makeTitle(
    rule,
    thing === rule.thing && name !== undefined ? `${thing} ${JSON.stringify(name)}` : thing,
    step.body,
  );
}

function findTeam({ params: { teamId } }: Step, names: Names, byId: StepsById): string | undefined {
  return isReference(teamId) ? nameOfMade(teamId, names, byId) : names.titles.get(String(teamId));
}

/** A thing that an earlier step creates has the name of that step. */
function nameOfMade({ $from }: Reference, names: Names, byId: StepsById): string | undefined {
  const maker = byId.get($from);
  return maker && (nameIn(undoRuleOf(maker.endpoint), maker.thing).title ?? findName(maker, names, byId));
}

function findName({ endpoint, params, change, body = {} }: Step, names: Names, byId: StepsById): string | undefined {
  const { people, titles } = names;
  // A new site space has the name of the space that it shows; all else that is new is named by its request.
  if (change === "create") return endpoint === "addSiteSpace" ? titles.get(String(body.spaceId)) : undefined;
  const own = params[endpointNamed(endpoint).params.at(-1) ?? ""];
  if (isReference(own)) return nameOfMade(own, names, byId);
  if (own === undefined) return undefined;
  return people.has(own) ? personText(names, own) : titles.get(own);
}
