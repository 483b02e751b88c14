/** Makes the plan that takes another one back: what was done, in reverse, where it is still as it came out. */
import { cannotTell, createAbsence, idIn, parentOf } from "../../absence/absence.js";
import { Failure } from "../../errors.js";
import type { Reader } from "../../http/types.js";
import { GOOD } from "../../shared/choices.js";
import { getPath } from "../../shared/paths.js";
import { foldName } from "../../shared/text/names.js";
import { hashOf, isObject } from "../../shared/values.js";
import { endpointNamed, pathOf } from "../endpoints.js";
import { type Content, contentsOf } from "../inverses/contents.js";
import { undoRuleOf } from "../inverses/index.js";
import { stepsLeft } from "../log/plan-log.js";
import type { LeftSite, StepState } from "../log/read-log.js";
import { siblingOf } from "../make/move-position.js";
import { type CreatePlannerOptions, createPlanner } from "../make/planner.js";
import { inverseId } from "../make/selector.js";
import type { SiteState } from "../site/model.js";
import { isOfSite } from "../site/undo/effects.js";
import type { Conflict, UndoSiteOptions } from "../site/undo/undo-site.js";
import { isReference, MAX_REMOVALS, type Plan, type PlannedCall, referenceTo, type Step } from "../types.js";
import { createWorld, type World } from "../world.js";
import { type ApplyPlanOptions, resolveReferences } from "./results.js";
import { isCreatedThing } from "./step-reads.js";

/** Steps that an undo leaves alone. */
export interface Skipped {
  /** Was done, and somebody changed since what came out; `why`: what was added to it. */
  changed: Conflict[];
  /** Was done, and whether it is still as it came out cannot be told: `why`. */
  unclear: Conflict[];
}

export interface Undoing extends Skipped {
  plan: Plan;
  /** Was done and cannot be undone. */
  impossible: Conflict[];
  /** Were done and are as they were before already, or go with what they belong to. */
  nothing: { id: string }[];
  /** Comes back under another id. */
  again: { id: string; name: string }[];
  /** Steps that are undone once all steps of `undo.site.` are. */
  ofSite: string[];
}

/** Ids of steps that take back a step of another plan: `undo.s3.1`. */
const undoId = (step: string, at: number): string => `undo.${step}.${at + 1}`;

/** In place of a step: all that were about the plan's site. */
export const SITE = "site";

/** The step that a step of an undo takes back, or SITE. */
export const undoStates = (id: string): string => id.slice("undo.".length, id.lastIndexOf("."));

/** Limits by its flags. */
export interface UndoLimits {
  maxRemovals?: number | undefined;
  allowTeams?: readonly string[] | undefined;
}

/** Guards that are not met are among the plan's. @throws Failure of the reads */
export async function makeUndo(
  plan: Plan,
  states: ReadonlyMap<string, StepState>,
  options: CreatePlannerOptions & UndoLimits,
  records: LeftSite = { after: undefined, remade: [] },
): Promise<Undoing> {
  const planner = createPlanner(options);
  const contents = createContents({ ...options, organization: options.head.organization }, states);
  const undone: Step[] = [];
  const found: Omit<Undoing, "plan"> = { impossible: [], changed: [], unclear: [], nothing: [], again: [], ofSite: [] };
  for (const step of [...plan.steps].reverse()) {
    const state = states.get(step.id);
    if (state?.state !== "done" || (plan.site && isOfSite(step, plan.site))) continue;
    if (step.undo === "impossible") {
      found.impossible.push(step);
      continue;
    }
    const isGone = await isAboutRemovedPerson(step, plan, states, planner.world).catch(whyUnclear);
    if (isGone === true) {
      found.impossible.push({ ...step, why: INVITE_FIRST });
      continue;
    }
    if (typeof isGone === "string") {
      found.unclear.push({ ...step, why: isGone });
      continue;
    }
    const now = await isUnchangedSince(step, state, planner.world).catch(whyUnclear);
    const added = now === true ? await contents.added(step, undone).catch(asUnclear) : undefined;
    const strayed = now === true && added === undefined ? await findStrayedNeighbor(step, planner.world) : undefined;
    if (typeof now === "string") found.unclear.push({ ...step, why: now });
    else if (added instanceof Failure) found.unclear.push({ ...step, why: added.message });
    else if (!now || added !== undefined || strayed !== undefined)
      found.changed.push(changedStep(step, added ?? strayed));
    else {
      undone.push(step);
      const before = planner.unchanged();
      const calls = await undoStep(step, state, planner);
      if (calls === planner.unchanged() - before) found.nothing.push(step);
    }
  }
  if (plan.site) await addSiteUndo({ ...options, plan: { ...plan, site: plan.site }, states, planner, records }, found);
  return { ...found, plan: await planner.finish({ ...allowedByUndo(options.me, options), reportOnly: true }) };
}

const changedStep = ({ id, title }: Step, why: string | undefined): Conflict => ({ id, title, ...(why && { why }) });

interface ContentsOptions {
  client: Reader;
  organization: string;
}

/** Contents of what steps created, as they are now. */
function createContents({ client, organization }: ContentsOptions, states: ReadonlyMap<string, StepState>) {
  const world = createWorld(client, createAbsence(client, organization));
  const outs = new Map([...states].map(([id, { out }]) => [id, out]));
  const doneStep = ({ id, endpoint, params, body }: Step): DoneStep => {
    const call: PlannedCall = { endpoint, params, ...(body && { body }) };
    return { ...(resolveReferences(call, outs) ?? call), out: outs.get(id) ?? {} };
  };
  const removalOf = ({ inverse: [first] }: Step) => first && resolveReferences(first, outs);
  return {
    removalOf,
    /** As `addedSince`. `undone`: steps that are taken back as well, and what they put there with them. */
    async added(step: Step, undone: readonly Step[]): Promise<string | undefined> {
      const removal = removalOf(step);
      return (
        removal && addedSince({ step: doneStep(step), removal, undone: undone.map(doneStep), organization }, world)
      );
    },
  };
}

/**
 * For `applyPlan` of an undo: what was added to a thing since somebody was asked whether it is to go, and what a step before
 * could not take out of it.
 */
export function createLastLook(
  plan: Plan,
  undo: { steps: Step[] },
  states: ReadonlyMap<string, StepState>,
  client: Reader,
): NonNullable<ApplyPlanOptions["lastLook"]> {
  const done = plan.steps.filter(({ id }) => states.get(id)?.state === "done");
  const ofSite = new Set(plan.site ? done.filter((step) => plan.site && isOfSite(step, plan.site)) : []);
  return async (step, outcomeOf) => {
    if (endpointNamed(step.endpoint).method !== "DELETE") return undefined;
    const contents = createContents({ client, organization: plan.organization }, states);
    const wanted = hashOfRequest(step, plan.organization);
    const creation = done.find((one) => {
      const removal = contents.removalOf(one);
      return removal !== undefined && hashOfRequest(removal, plan.organization) === wanted;
    });
    if (!creation) return undefined;
    const takesBack = (original: Step) => (id: string) =>
      undoStates(id) === original.id || (ofSite.has(original) && undoStates(id) === SITE);
    const isUndone = (original: Step): boolean => {
      const own = undo.steps.filter(({ id }) => takesBack(original)(id) && id !== step.id);
      // Some steps go with what they belong to.
      if (own.length === 0) return original.inverse.length === 0 && original.undo !== "impossible";
      return ofSite.has(original) || own.every(({ id }) => GOOD.has(outcomeOf(id) ?? "not started"));
    };
    return contents.added(creation, done.filter(isUndone));
  };
}

/**
 * Why a move cannot be taken back: what it would be put beside is elsewhere by now, so that "before X" names another place
 * than the one that it left. Undefined: nothing is known to be in the way.
 */
async function findStrayedNeighbor(
  { endpoint, reads, before, inverse }: Step,
  world: World,
): Promise<string | undefined> {
  const { reads: rule } = undoRuleOf(endpoint);
  const [read, back] = [reads[0], inverse[0]];
  if (rule?.as !== "order" || read?.within === undefined || !before || !Object.hasOwn(before, read.within))
    return undefined;
  const sibling = siblingOf(back?.body ?? {}, rule.reference);
  const found = sibling && (await world.items(read.path)).find(({ id }) => id === sibling.id);
  if (!found || (getPath(found, read.within) ?? null) === (before[read.within] ?? null)) return undefined;
  return `what it would be put ${sibling.side}, ${sibling.id}, was moved elsewhere`;
}

const INVITE_FIRST = "the person must be invited again first";

/** True if the plan has also removed the person whom the step is about, and they have not come back. @throws Failure cannot-tell */
async function isAboutRemovedPerson(
  { endpoint, params }: Step,
  { steps }: Plan,
  states: ReadonlyMap<string, StepState>,
  world: World,
): Promise<boolean> {
  const { organizationId, userId } = params;
  if (endpoint !== "removeTeamMember" || typeof userId !== "string") return false;
  const isRemoval = (one: Step) => one.endpoint === "removeMember" && one.params.userId === userId;
  if (!steps.some((one) => isRemoval(one) && states.get(one.id)?.state === "done")) return false;
  const member = { path: `/v1/orgs/${organizationId}/members/${encodeURIComponent(userId)}`, fields: [] };
  return (await world.readFields(member)) === null;
}

/** Why a step is left alone while the others are taken back. @throws what is another failure */
const whyUnclear = (error: unknown): string => asUnclear(error).message;

function asUnclear(error: unknown): Failure {
  if (error instanceof Failure && error.kind === "cannot-tell") return error;
  throw error;
}

/** Guards hold as for plans, but that people may take back what they did to themselves. */
export const allowedByUndo = (me: string | undefined, { maxRemovals = MAX_REMOVALS, allowTeams }: UndoLimits) => ({
  named: me === undefined ? [] : [me],
  ...{ maxRemovals, allowTeams },
});

async function addSiteUndo(options: UndoSiteOptions, found: Omit<Undoing, "plan">) {
  const ids = siteSteps(options.plan, options.states);
  if (ids.length === 0) return;
  const { undoSite } = await import("../site/undo/undo-site.js");
  const { changed, unclear, lost, again, steps } = await undoSite(options);
  found.changed.push(...changed);
  found.unclear.push(...unclear);
  found.impossible.push(...lost);
  found.again.push(...again);
  if (changed.length > 0 || unclear.length > 0) return;
  found.ofSite.push(...ids);
  if (steps === 0) found.nothing.push(...found.ofSite.map((id) => ({ id })));
}

/** Ids of the steps about the plan's site that were sent. */
export const siteSteps = (
  { site, steps }: { site?: SiteState; steps: Step[] },
  states: ReadonlyMap<string, StepState>,
): string[] =>
  site ? steps.filter((step) => isOfSite(step, site) && isSent(states.get(step.id))).map(({ id }) => id) : [];

/** Ids of what an undo made, changed, moved and removed. */
export const touchedIds = ({ steps }: Plan, states: ReadonlyMap<string, StepState>): string[] =>
  steps.flatMap(({ id, params }) => {
    const state = states.get(id);
    if (state?.state !== "done") return [];
    // The first site space of a section comes with it.
    return [...Object.values(state.out ?? {}), Object.values(params).at(-1)].filter((one) => typeof one === "string");
  });

const isSent = (state: StepState | undefined): boolean => state?.state === "done" || state?.state === "open";

/** A state that was not read afterward counts as unchanged. */
async function isUnchangedSince(step: Step, { came = [], out }: StepState, world: World): Promise<boolean> {
  const { reads } = step;
  if (!(await isCreatedThing(step, out, world))) return false;
  if (came.length !== reads.length) return true;
  for (const [at, read] of reads.entries()) {
    const fields = await world.peek(read);
    const hash = hashOf(fields);
    // A removed thing that is still not visible is brought back; any other absence must be proved.
    if (fields === null && hash !== came[at]) await world.proveAbsent(read);
    if (hash !== came[at] && hash !== read.was) return false;
  }
  return true;
}

/** Adds the inverses of a step. Answers how many there are. */
async function undoStep(step: Step, state: StepState, planner: ReturnType<typeof createPlanner>): Promise<number> {
  let first: Step | undefined;
  const outs = new Map([[step.id, state.out]]);
  for (const [at, call] of step.inverse.entries()) {
    const own = withFirst(call, step, first);
    const { endpoint, params, body } = resolveReferences(own, outs) ?? own;
    const added = await planner.add({
      id: undoId(step.id, at),
      endpoint: endpointNamed(endpoint),
      params,
      body,
      ...(first && { needs: [first], unseen: true }),
    });
    first ??= added;
  }
  return step.inverse.length;
}

/** The other requests use the answer to the first. */
function withFirst(call: PlannedCall, { id }: Step, first: { id: string } | undefined): PlannedCall {
  const put = (value: unknown): unknown => {
    if (isReference(value)) return value.$from === inverseId(id) && first ? referenceTo(first.id, value.path) : value;
    if (Array.isArray(value)) return value.map(put);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, put(member)]));
  };
  // Only placeholders were replaced.
  return put(call) as PlannedCall;
}

/** True if an undo was interrupted within a step, or within its site: then it is resumed, and not made again. */
export function isInterrupted(undo: Plan, states: ReadonlyMap<string, StepState>, isSiteKnown: boolean): boolean {
  const groups = new Map<string, string[]>();
  for (const { id } of undo.steps) groups.set(undoStates(id), [...(groups.get(undoStates(id)) ?? []), id]);
  return [...groups].some(([group, ids]) => {
    const kinds = ids.map((id) => states.get(id)?.state);
    // The rest of a site is planned again once it is known how the undo left the site.
    if (group === SITE) return kinds.includes("open") || !isSiteKnown;
    const begun = kinds.filter((kind) => kind === "done" || kind === "open" || kind === "satisfied").length;
    return kinds.includes("open") || (begun > 0 && begun < ids.length);
  });
}

/** An undo, as its file and the state beside it have it. */
interface HalfDone {
  undo: { steps: Step[] };
  states: ReadonlyMap<string, StepState>;
}

/** The first step that is still to be sent and takes nothing of the plan back; undefined if there is none. */
export function findForeignStep(
  { undo, states }: HalfDone,
  plan: Plan,
  applied: ReadonlyMap<string, StepState>,
): Step | undefined {
  const originals = new Map(plan.steps.map((step) => [step.id, step]));
  return stepsLeft(undo.steps, states).find((step) => {
    const group = undoStates(step.id);
    if (group === SITE) return plan.site === undefined || !isOfSite(step, plan.site);
    const original = originals.get(group);
    return original === undefined || !isInverse(step, original, applied.get(group), plan.organization);
  });
}

/** True for a request that the plan names as the inverse of its own step. */
function isInverse(step: Step, original: Step, state: StepState | undefined, organization: string): boolean {
  if (state?.state !== "done") return false;
  const outs = new Map([[original.id, state.out]]);
  const requests = original.inverse.map((call) => {
    const own = withFirst(call, original, { id: undoId(original.id, 0) });
    return hashOfRequest(resolveReferences(own, outs) ?? own, organization);
  });
  return requests.includes(hashOfRequest(step, organization));
}

/** Inverses may leave the organization out. */
function hashOfRequest({ endpoint, params, body }: PlannedCall, organizationId: string): string {
  const given: Record<string, unknown> = { organizationId, ...params };
  const names: readonly string[] = endpointNamed(endpoint).params;
  return hashOf({ endpoint, params: names.map((name) => given[name]), ...(body && { body }) });
}

// Compares the contents of a thing that a step created with what the creation left.

/** A step that was done, without placeholders. */
interface DoneStep extends PlannedCall {
  out: Readonly<Record<string, unknown>>;
}

interface Created {
  step: DoneStep;
  /** The request that removes it, without placeholders. */
  removal: PlannedCall;
  /** Other steps of the plan that are taken back as well: what they put there goes with them. */
  undone: readonly DoneStep[];
  organization: string;
}

interface Thing {
  path: string;
  shown: Record<string, unknown>;
  by: readonly DoneStep[];
  step: DoneStep;
  organization: string;
  world: World;
}

/**
 * Contents that came after the creation: `2 members were added since`. Undefined: none, or the thing itself is gone.
 * @throws Failure cannot-tell if they cannot be read, or are not whole; of the requests
 */
async function addedSince(created: Created, world: World): Promise<string | undefined> {
  const { step, removal, undone, organization } = created;
  const contents = contentsOf(step.endpoint);
  const { method } = endpointNamed(removal.endpoint);
  if (contents.length === 0 || method !== "DELETE") return undefined;
  // Only ids are left in them.
  const path = pathOf(endpointNamed(removal.endpoint), { organizationId: organization, ...removal.params });
  try {
    const shown = await readThing(path, world);
    if (!shown) return undefined;
    const by = [step, ...undone.filter((one) => textsIn(one).has(foldName(idIn(path))))];
    const thing: Thing = { path, shown, by, step, organization, world };
    const found: string[] = [];
    for (const content of contents) found.push(...(await compareContent(content, thing)));
    return found.length === 0 ? undefined : found.join(", ");
  } catch (error) {
    if (error instanceof Failure && UNREADABLE.has(error.kind)) throw cannotTell(path, error.message);
    throw error;
  }
}

const UNREADABLE: ReadonlySet<string> = new Set(["forbidden", "not-found", "invalid-answer"]);

/** Null if it is absent. Sections and their groups are read in their list. @throws Failure cannot-tell */
async function readThing(path: string, world: World): Promise<Record<string, unknown> | null> {
  const around = parentOf(path);
  const isOwn = !/\/(sections|section-groups)\/[^/]+$/.test(path);
  const address = isOwn ? { path } : { path: around, item: { id: idIn(path) } };
  const found = await world.thing(address);
  if (found === null) await world.proveAbsent(address);
  return found;
}

async function compareContent(content: Content, { shown, path, ...thing }: Thing): Promise<string[]> {
  if ("field" in content) {
    const value = getPath(shown, content.field);
    if (typeof value !== "boolean") throw cannotTell(path, `the service does not show its ${content.field}`);
    return value === content.is ? [] : [content.says];
  }
  if ("answered" in content) {
    const [now, then] = [getPath(shown, content.answered), thing.step.out[content.answered]];
    if (typeof now !== "string" || typeof then !== "string")
      throw cannotTell(path, `its ${content.answered} is not known`);
    return now === then ? [] : [content.says];
  }
  const { noun, many = `${noun}s`, counter, keys = [], unnamed = {} } = content;
  const counted = counter === undefined ? undefined : getPath(shown, counter);
  const items = await readItems(content, { shown, path, ...thing });
  if (!items && typeof counted !== "number") throw cannotTell(path, `the service does not show its number of ${many}`);
  const named = new Set(thing.by.flatMap((step) => [...textsIn(step)]));
  const isNamed = (item: unknown) => keys.some((key) => named.has(foldName(String(getPath(item, key)))));
  const brought = thing.by.filter(({ endpoint, body }) => {
    const member = Object.hasOwn(unnamed, endpoint) ? unnamed[endpoint] : undefined;
    return member !== undefined && Boolean(body?.[member]);
  });
  const others = items ? items.filter((item) => !isNamed(item)).length : (counted as number);
  const added = others - brought.length;
  if (added <= 0) return [];
  return [added === 1 ? `1 ${noun} was added since` : `${added} ${many} were added since`];
}

/** Undefined if only their number shows. */
async function readItems(
  { list, around, inside, noun }: Exclude<Content, { says: string }>,
  { path, shown, world, organization }: Omit<Thing, "step" | "by">,
): Promise<readonly unknown[] | undefined> {
  if (inside !== undefined) {
    const items = getPath(shown, inside);
    if (!Array.isArray(items)) throw cannotTell(path, `the service does not show its ${noun}s`);
    return items;
  }
  if (around) {
    const all = await world.complete(`/v1/orgs/${encodeURIComponent(organization)}/${around.list}`);
    return all.filter((item) => item[around.by] === idIn(path));
  }
  return list === undefined ? undefined : world.whole(`${path}${list}`);
}

/** All texts in a request and in what is known of its answer, in lower case; names of members may be ids. */
function textsIn({ params, body, out }: DoneStep): Set<string> {
  const texts = new Set<string>();
  const note = (value: unknown): void => {
    if (typeof value === "string") texts.add(foldName(value));
    else if (Array.isArray(value)) value.forEach(note);
    else if (isObject(value)) for (const [name, member] of Object.entries(value)) [name, member].forEach(note);
  };
  note([Object.values(params), body, out]);
  return texts;
}
