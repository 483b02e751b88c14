/** Makes the steps of a plan: reads what each one changes, and derives how to undo it. */
import { createAbsence } from "../../absence/absence.js";
import { getMember } from "../../catalog/members.js";
import { usage } from "../../errors.js";
import type { Reader } from "../../http/types.js";
import { hashOf } from "../../shared/values.js";
import { endpointNamed, pathOf } from "../endpoints.js";
import { MAX_STEPS } from "../format/plan-schema.js";
import { checkGuards, type GuardInput } from "../guards/guards.js";
import type { UndoRule } from "../inverses/types.js";
import { idOf, LOST_PLACE, references, refuseTwice, summaryOf } from "../request-rules.js";
import type { SiteState } from "../site/model.js";
import {
  type Evidence,
  isReference,
  MAX_REMOVALS,
  type Plan,
  type PlanHead,
  type Selector,
  type Step,
} from "../types.js";
import { checkedWho, type LookUpMember } from "../who.js";
import { createWorld, PREVIOUS, type World } from "../world.js";
import { siblingOf } from "./move-position.js";
import type { ObservedFields, ResolvedCall } from "./selector.js";
import { cutFact, cutText, formatTarget, makeStep, makeTitle, type PlannedRequest, readOf } from "./step.js";

// Keeps track of what steps change unpredictably, such as the order of a list that gets a new item, or anything that
// depends on an id not known yet. Later steps of the plan must not compare it, or they would mistake the plan's own
// changes for somebody else's.

interface UnpredictableFields {
  /** The same observations; what comes of a move beside something whose place is not known is not known either. */
  foreseen(rule: UndoRule, asked: ResolvedCall, observed: readonly ObservedFields[]): ObservedFields[];
  /** The observations without what is unpredictable by now. */
  clear(observed: readonly ObservedFields[]): ObservedFields[];
  /** Notes what a step makes unpredictable. */
  gather(rule: UndoRule, asked: ResolvedCall, observed: readonly ObservedFields[]): void;
}

const baseOf = (path: string): string => path.split("?", 1)[0] ?? path;

const keyOf = ({ path, item }: Selector): string => JSON.stringify([path, item ?? null]);

/** Members of listed things that depend on another list. */
const INNER = [
  { list: "/sections", member: "siteSpaces.", of: "/site-spaces" },
  { list: "/section-groups", member: "sections.", of: "/sections" },
] as const;

function createUnpredictableFields(): UnpredictableFields {
  const things = new Set<string>();
  const orders = new Set<string>();
  const moved = new Set<string>();
  const defaults = new Set<string>();
  const isClouded = (path: string, field: string): boolean => {
    if (field === PREVIOUS) return orders.has(path);
    const inner = INNER.find((one) => path.endsWith(one.list) && field.startsWith(one.member));
    return inner !== undefined && orders.has(`${path.slice(0, -inner.list.length)}${inner.of}`);
  };
  return {
    foreseen: ({ reads }, { body }, observed) =>
      observed.map((observation) => {
        const beside = reads?.as === "order" ? siblingOf(body, reads.reference) : undefined;
        const { path, fields } = observation.selector;
        const isKnown = !beside || !things.has(keyOf({ path, fields, item: { id: beside.id } }));
        return isKnown ? observation : { ...observation, after: undefined };
      }),
    clear: (observed) =>
      observed.flatMap((observation) => {
        const { selector } = observation;
        if (things.has(keyOf(selector))) return [];
        if (selector.item?.default === "true" && defaults.has(baseOf(selector.path))) return [];
        const isMoved = moved.has(keyOf(selector));
        const mayDiffer = (field: string) => isClouded(selector.path, field) || (isMoved && field === "path");
        const known = selector.fields.filter((field) => !mayDiffer(field));
        return known.length === selector.fields.length ? [observation] : [withOnly(observation, known)];
      }),
    gather({ reads, change, sideEffects: traces = [] }, asked, observed) {
      for (const { selector, before, after } of observed) {
        const { within } = selector;
        // Its path may change if it is taken in the new place.
        if (within !== undefined && after && after[within] !== before?.[within]) moved.add(keyOf(selector));
        if (after === undefined) things.add(keyOf(selector));
        if (after === undefined || change === "create" || traces.includes("order")) orders.add(selector.path);
        // If the default goes, the service picks another one.
        if (change === "remove" || traces.includes("default")) defaults.add(baseOf(selector.path));
      }
      const list =
        observed.length === 0 && reads && (change === "create" || change === "move")
          ? listOf(reads.of.get, asked)
          : undefined;
      if (list !== undefined) orders.add(list);
    },
  };
}

/** Keeps only the known fields; even without any, the look tells whether the thing exists. */
function withOnly({ selector, before }: ObservedFields, fields: string[]): ObservedFields {
  const known = before && Object.fromEntries(fields.map((field) => [field, before[field] ?? null]));
  return { selector: { ...selector, fields }, before: known, after: undefined };
}

/** The path of a list; undefined if a parameter is not known yet. */
function listOf(get: string, { params }: ResolvedCall): string | undefined {
  const endpoint = endpointNamed(get);
  const names = endpoint.params;
  if (names.some((name) => params[name] === undefined || isReference(params[name]))) return undefined;
  return pathOf(endpoint, Object.fromEntries(names.map((name) => [name, String(params[name])])));
}

export interface CreatePlannerOptions {
  client: Reader;
  head: PlanHead;
  /** Id of the member who applies it, if known. */
  me?: string | undefined;
  /** Removes secrets from a value. Requests with secrets are refused; steps that overwrite one cannot be undone. */
  redact: <T>(value: T) => T;
  /** A plan to continue: its steps stay, and count as done. */
  past?: Plan | undefined;
}

interface Finish extends Partial<GuardInput> {
  /** Default true. */
  complete?: boolean;
  /** Unplanned parts, one line each. */
  left?: readonly string[];
  /** The site that the steps are about, before them. */
  site?: SiteState;
  /** The source of the plan. */
  evidence?: readonly Evidence[] | undefined;
}

export interface Planner {
  /**
   * Adds a step. One that would change nothing is returned, but not added to the plan.
   * @throws Failure of the reads, usage for what cannot be planned
   */
  add(request: PlannedRequest): Promise<Step>;
  /** The state after the steps so far, to compare the next requests with. */
  world: World;
  /** How many requests changed nothing. */
  unchanged(): number;
  /** @throws Failure usage, refused (a guard) */
  finish(given?: Finish): Promise<Plan>;
}

export function createPlanner(options: CreatePlannerOptions): Planner {
  const { head, past } = options;
  const absence = createAbsence(options.client, head.organization);
  const world = createWorld(options.client, absence);
  const steps: Step[] = [...(past?.steps ?? [])];
  const links = createLinks();
  const unpredictable = createUnpredictableFields();
  let unchanged = 0;
  let started: Promise<void> | undefined;
  const start = () => (started ??= replay(steps, world, links));
  return {
    world,
    unchanged: () => unchanged,
    async add(request) {
      await start();
      if (steps.length >= MAX_STEPS) throw usage(`a plan has at most ${MAX_STEPS} steps`);
      const { step, rule, asked, ...made } = await makeStep(request, request.id ?? nextId(steps), options, world);
      const observed = unpredictable.foreseen(rule, asked, made.observed);
      const clear = unpredictable.clear(observed);
      step.reads = clear.map(readOf);
      dropUncompared(step, rule, asked, observed, clear);
      if (observed.length > 0 && clear.length === observed.length && clear.every(changesNothing)) {
        unchanged += 1;
        return step;
      }
      step.needs = links.needs(step, request.needs);
      for (const { selector, after } of observed) if (after !== undefined) await world.project(selector, after);
      unpredictable.gather(rule, asked, observed);
      links.add(step);
      steps.push(step);
      return step;
    },
    async finish({ complete = true, left = [], site = past?.site, evidence = [], ...given } = {}) {
      await start();
      refuseSecret(site, options.redact);
      const known = [...(past?.evidence ?? []), ...options.redact(evidence.map(cutEvidence))];
      const more = { complete, left: [...(past?.left ?? []), ...options.redact(left)], site, evidence: known };
      return finishPlan(head, steps, more, options.redact, {
        rows: undefined,
        named: past?.me ?? [],
        maxRemovals: past?.maxRemovals ?? MAX_REMOVALS,
        ...given,
        me: options.me,
        // The present state, without the steps.
        world: createWorld(options.client, absence),
      });
    },
  };
}

/** Removes fields from the step that are not compared when the plan is applied. */
function dropUncompared(
  step: Step,
  rule: UndoRule,
  asked: ResolvedCall,
  observed: readonly ObservedFields[],
  clear: readonly ObservedFields[],
): void {
  if (clear.length === 0) {
    step.thing = formatTarget(rule, asked, {});
    step.title = makeTitle(rule, step.thing, step.body);
  }
  if (hasLostPlace(rule, observed, clear)) Object.assign(step, { inverse: [], ...LOST_PLACE });
}

/** True if it is a move in a list whose order the plan has changed: its old place is not known. */
const hasLostPlace = (
  { reads }: UndoRule,
  [first]: readonly ObservedFields[],
  [clear]: readonly ObservedFields[],
): boolean => {
  if (reads?.as !== "order" || !first || clear?.selector.fields.includes(PREVIOUS)) return false;
  const { within } = reads;
  return first.after != null && (within === undefined || first.after[within] === first.before?.[within]);
};

const nextId = (steps: readonly Step[]): string => {
  const last = Number(/^s(\d+)$/.exec(steps.at(-1)?.id ?? "")?.[1] ?? steps.length);
  return `s${Math.max(last, steps.length) + 1}`;
};

const changesNothing = ({ before, after }: ObservedFields): boolean =>
  after !== undefined && hashOf(before) === hashOf(after);

const memberIn =
  (world: World, organization: string): LookUpMember =>
  (userId) =>
    world.thing({ path: pathOf(getMember, { organizationId: organization, userId }) });

const cutEvidence = ({ about, facts }: Evidence): Evidence => ({ about: cutText(about), facts: facts.map(cutFact) });

/** @throws Failure usage */
function refuseSecret(site: SiteState | undefined, redact: CreatePlannerOptions["redact"]): void {
  if (JSON.stringify(redact(site)) !== JSON.stringify(site))
    throw usage("the site contains a secret, so it cannot be planned");
}

interface Links {
  needs(step: Step, wanted: PlannedRequest["needs"]): string[];
  add(step: Step): void;
}

/** Finds the earlier steps that a step needs: the last one about each of the same things. */
function createLinks(): Links {
  const known = new Set<string>();
  const bySelector = new Map<string, string>();
  const byParam = new Map<string, string>();
  const selectors = ({ reads }: Step) => reads.map(({ path, item, within }) => JSON.stringify([path, within ?? item]));
  const params = ({ params: given }: Step) =>
    Object.entries(given).flatMap(([name, value]) => (name === "organizationId" || isReference(value) ? [] : [value]));
  return {
    needs(step, wanted) {
      const ids = new Set([
        ...references([step.params, step.body]),
        ...selectors(step).map((selector) => bySelector.get(selector)),
        ...(wanted ? wanted.map(({ id }) => id) : params(step).map((param) => byParam.get(param))),
      ]);
      return [...ids].filter((id): id is string => id !== undefined && known.has(id));
    },
    add(step) {
      known.add(step.id);
      for (const selector of selectors(step)) bySelector.set(selector, step.id);
      for (const param of params(step)) byParam.set(param, step.id);
    },
  };
}

/** Simulates the steps of an earlier plan, as far as their fields say what they do. */
async function replay(steps: readonly Step[], world: World, links: Links): Promise<void> {
  for (const step of steps) {
    links.add(step);
    const [read] = step.reads;
    if (step.reads.length !== 1 || !read || read.becomes === undefined) continue;
    if (step.change === "remove") await world.project(read, null);
    else if (step.after && hashOf(step.after) === read.becomes) await world.project(read, step.after);
  }
}

async function finishPlan(
  head: PlanHead,
  steps: readonly Step[],
  {
    complete,
    left,
    site,
    evidence,
  }: { complete: boolean; left: readonly string[]; site: SiteState | undefined; evidence: Evidence[] | undefined },
  redact: CreatePlannerOptions["redact"],
  given: GuardInput,
): Promise<Plan> {
  refuseTwice(steps);
  const { organization } = head;
  const by = head.by && (await checkedWho(head.by, organization, memberIn(given.world, organization)));
  const found = redact(await checkGuards(steps, { ...given, meUnconfirmed: by?.unconfirmed }));
  const plan = {
    format: 1 as const,
    ...head,
    ...(by && { by }),
    complete,
    ...summaryOf(steps),
    maxRemovals: given.maxRemovals,
    ...(given.named.length > 0 && { me: [...given.named] }),
    ...found,
    left: [...left],
    // As JSON has it: without what is not set.
    ...(site && { site: JSON.parse(JSON.stringify(site)) as SiteState }),
    ...(evidence && evidence.length > 0 && { evidence }),
    steps: [...steps],
  };
  return { ...plan, id: idOf(plan) };
}
