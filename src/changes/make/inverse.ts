/** Derives the requests that undo a step, as far as possible given what is there now. */
import type { AnyEndpoint } from "../../catalog/endpoint.js";
import { Failure } from "../../errors.js";
import { getPath } from "../../shared/paths.js";
import { isObject } from "../../shared/values.js";
import { endpointNamed, pathOf } from "../endpoints.js";
import type { Caveat, InverseRequest, Member, UndoRule } from "../inverses/types.js";
import { bodyProblem, references } from "../request-rules.js";
import type { Inverse, PlannedCall, UndoWay } from "../types.js";
import type { World } from "../world.js";
import { inverseMove } from "./move-position.js";
import { observationsOf } from "./observations.js";
import { fillTemplate, type ObservedFields, type ResolvedCall, type Values } from "./selector.js";

// Levels of spaces and collections that come from what they are in.

/** The level that a thing inherits: that of its collection, or of the organization. @throws Failure of the reads */
export async function inheritedLevel(
  world: World,
  organizationId: string,
  { parent }: Readonly<Record<string, unknown>>,
): Promise<unknown> {
  const org = { organizationId };
  if (typeof parent !== "string")
    return (await world.thing({ path: pathOf(endpointNamed("getOrg"), org) }))?.defaultRole;
  const all = await world.items(pathOf(endpointNamed("listOrgCollections"), org));
  return all.find(({ id }) => id === parent)?.defaultLevel;
}

// In which circumstances an undo leaves something different, though every request of it is there.

interface CaveatContext {
  asked: ResolvedCall;
  observed: readonly ObservedFields[];
  world: World;
  /** The value of the caveat's member in the body. */
  sent: unknown;
}

const CHECKS: Readonly<Record<Caveat["if"], (given: CaveatContext) => boolean | Promise<boolean>>> = {
  sends: ({ sent }) => sent === true || (Array.isArray(sent) && sent.length > 0),
  inherits: ({ sent, ...given }) => sent !== undefined && mayInherit(given),
  "not last": ({ observed, world }) => isInside(observed, world),
  "default leaves": async ({ observed, world }) =>
    mayChangeContainer(observed) && (await readWholeThing(observed, world))?.default === true,
  "path taken": ({ observed, world }) => mayChangeContainer(observed) && isTaken(observed, world),
  "own title": async ({ sent, observed, world }) => {
    const thing = sent === undefined ? null : await readWholeThing(observed, world);
    return thing !== null && thing.title !== getPath(thing, "space.title");
  },
  "space gone": async ({ sent, asked, observed, world }) => {
    if (sent === undefined) return false;
    const path = pathOf(endpointNamed("listOrgSpaces"), { organizationId: String(asked.params.organizationId) });
    const before = observed[0]?.before?.["space.id"];
    return !(await world.items(path)).some(({ id }) => id === before);
  },
};

/** The caveats of a rule that hold for a request, or may: what decides it cannot be read. @throws Failure of the reads */
async function findCaveats(
  { caveats = [] }: UndoRule,
  asked: ResolvedCall,
  observed: readonly ObservedFields[],
  world: World,
): Promise<Caveat[]> {
  const met: Caveat[] = [];
  for (const caveat of caveats) {
    const sent = caveat.member === undefined ? undefined : asked.body[caveat.member];
    if (await mayHold(CHECKS[caveat.if], { asked, observed, world, sent })) met.push(caveat);
  }
  return met;
}

async function mayHold(check: (typeof CHECKS)[Caveat["if"]], given: CaveatContext): Promise<boolean> {
  try {
    return await check(given);
  } catch (error) {
    if (error instanceof Failure && error.kind === "forbidden") return true;
    throw error;
  }
}

const readWholeThing = async ([first]: readonly ObservedFields[], world: World) =>
  first ? world.thing(first.selector) : null;

/** A level of its own that equals the one around cannot be told from an inherited one. */
async function mayInherit({ observed, world, asked }: Omit<CaveatContext, "sent">): Promise<boolean> {
  const thing = await readWholeThing(observed, world);
  if (!thing) return false;
  const organization = String(thing.organization ?? asked.params.organizationId);
  return (thing.defaultLevel ?? null) === ((await inheritedLevel(world, organization, thing)) ?? null);
}

/** True if people who leave a list are before some who stay, or come back in another order. */
async function isInside(observed: readonly ObservedFields[], world: World): Promise<boolean> {
  const gone: unknown[] = [];
  for (const { selector, before, after } of observed) {
    if (before !== null && after === null) gone.push(await world.thing(selector));
  }
  const [observation] = observed;
  if (gone.length === 0 || !observation) return false;
  const all = await world.items(observation.selector.path);
  return all.slice(all.length - gone.length).some((one, at) => one !== gone[at]);
}

/** True if a move goes to another container, or perhaps does. */
const mayChangeContainer = ([observation]: readonly ObservedFields[]): boolean => {
  if (!observation) return false;
  const { selector, before, after } = observation;
  return after == null || (selector.within !== undefined && after[selector.within] !== before?.[selector.within]);
};

/** True if something in its new container has its path, or if that is not known in advance. */
async function isTaken([observation]: readonly ObservedFields[], world: World): Promise<boolean> {
  if (!observation?.after || observation.selector.within === undefined) return true;
  const { selector, after } = observation;
  const { within = "" } = selector;
  const thing = await world.thing(selector);
  const there = (await world.items(selector.path)).filter((one) => (getPath(one, within) ?? null) === after[within]);
  return there.some(({ path }) => path === thing?.path);
}

interface IdentifiedCall extends PlannedCall {
  /** Id of the step. */
  id: string;
}

const impossibleInverse = (why: string | undefined): Inverse => ({
  inverse: [],
  undo: "impossible",
  ...(why !== undefined && { why }),
});

/** How a step is undone, and how well where it is made. @throws Failure of the reads */
export async function makeInverse(
  rule: UndoRule,
  given: IdentifiedCall,
  asked: ResolvedCall,
  observed: readonly ObservedFields[],
  world: World,
): Promise<Inverse> {
  const made = await inverseRequests(rule, given, asked, observed, world);
  if (made.inverse.length === 0) return made;
  const met = await findCaveats(rule, asked, observed, world);
  const refused = met.find(({ undo }) => undo === "impossible");
  if (refused) return impossibleInverse(refused.why);
  if (met.length === 0) return made;
  const why = [made.why, ...met.map((one) => one.why)].filter((one) => one !== undefined).join("; ");
  return { ...made, undo: made.undo === "exact" ? "near" : made.undo, why };
}

async function inverseRequests(
  rule: UndoRule,
  given: IdentifiedCall,
  asked: ResolvedCall,
  observed: readonly ObservedFields[],
  world: World,
): Promise<Inverse> {
  const { inverse: back, reads } = rule;
  if (back !== "move back" || reads?.as !== "order" || observed.length === 0)
    return recordedInverse(rule, given, asked, observed);
  const [observation] = observed;
  const found = observation && (await inverseMove(reads, asked, given, observation, world));
  if (!found) return impossibleInverse(NO_NEIGHBOR);
  return { ...(found.isNear ? NEAR_PLACE : plainOf(rule)), inverse: [found.call] };
}

export const NO_NEIGHBOR = "it has no neighbor to be placed beside";
export const NEAR_PLACE = {
  undo: "near",
  why: "it has no neighbor of its kind: it may end up in another position",
} as const;
const ALONG = "undone together with its parent";
export const NOT_READ = "its target was not read";

export const plainOf = ({ undo, why }: UndoRule): UndoWay => ({
  undo,
  ...(why !== undefined && { why }),
});

/** Derives the inverse from the request and the earlier state: all but the way back of a move, which depends on its neighbors. */
export function recordedInverse(
  rule: UndoRule,
  given: IdentifiedCall,
  asked: ResolvedCall,
  observed: readonly ObservedFields[],
): Inverse {
  const { inverse: back, reads } = rule;
  if (!back) return impossibleInverse(rule.why);
  if (reads && reads.as !== "new" && observed.length === 0) {
    // An earlier step creates what it changes: undoing that one suffices.
    const isCreated = observationsOf(rule, asked).length === 0 && references([given.params, given.body]).length > 0;
    return isCreated ? { inverse: [], undo: "exact", why: ALONG } : impossibleInverse(NOT_READ);
  }
  if (back === "move back") return impossibleInverse(NO_NEIGHBOR);
  if (back === "members") return { ...plainOf(rule), inverse: inverseMembers(given, observed) };
  return inverseCalls(rule, back, given, asked, observed);
}

/** A member that is not set back. */
interface LostMember {
  name: string;
  isRead: boolean;
}

function whyLost(lost: readonly LostMember[]): string {
  const names = (isRead: boolean) => lost.filter((one) => one.isRead === isRead).map(({ name }) => name);
  const [empty, unread] = [names(true).join(", "), names(false).join(", ")];
  const reasons = [
    empty && `it was empty before, and the service refuses an empty ${empty}`,
    unread && `${NOT_READ}: ${unread}`,
  ];
  return reasons.filter((one) => one !== "").join("; ");
}

function inverseCalls(
  rule: UndoRule,
  back: readonly InverseRequest[],
  given: IdentifiedCall,
  asked: ResolvedCall,
  observed: readonly ObservedFields[],
): Inverse {
  const isThere = observed[0]?.before != null;
  const before = Object.assign({}, ...observed.map((observation) => observation.before ?? {}));
  const values: Values = { step: given.id, params: given.params, body: given.body ?? {}, before };
  const lost: LostMember[] = [];
  const inverse = back
    .filter(({ when }) => when === undefined || (when === "present") === isThere)
    .filter(({ had = {} }) => Object.entries(had).every(([path, value]) => before[path] === value))
    .flatMap((one) => inverseCall(one, rule, values, asked, observed, lost));
  const invalid = inverse.map(({ endpoint, body }) => body && bodyProblem(endpointNamed(endpoint), body)).find(Boolean);
  if (invalid) return impossibleInverse(`undoing it needs a valid ${invalid.path.join(".")}, which it did not have`);
  const plain = plainOf(rule);
  if (lost.length === 0) return { inverse, ...plain };
  const why = whyLost(lost);
  return inverse.length === 0 ? impossibleInverse(why) : { inverse, undo: "near", why };
}

function inverseCall(
  { endpoint: name, params, body, only, except = [] }: InverseRequest,
  rule: UndoRule,
  values: Values,
  asked: ResolvedCall,
  observed: readonly ObservedFields[],
  lost: LostMember[],
): PlannedCall[] {
  const endpoint = endpointNamed(name);
  const own = Object.fromEntries(
    endpoint.params.map((param) => [
      param,
      params?.[param] === undefined
        ? (values.params[param] ?? asked.params[param])
        : fillTemplate(params[param], values),
    ]),
  ) as PlannedCall["params"];
  // There is nothing to go back to.
  if (Object.values(own).some((value) => value === undefined || value === null)) return [];
  if (body === undefined) return [{ endpoint: name, params: own }];
  const members = Object.entries(values.body).filter(
    ([member]) => (only?.includes(member) ?? true) && !except.includes(member),
  );
  const given = { ...values, body: Object.fromEntries(members) };
  const sent = body === "before" ? bodyBefore(rule, endpoint, given, observed, lost) : fillTemplate(body, values);
  if (!isObject(sent) || Object.keys(sent).length === 0) return [];
  return [{ endpoint: name, params: own, body: sent }];
}

/** The members of the body with their old values; those that cannot be set go to `lost`. */
function bodyBefore(
  { reads }: UndoRule,
  endpoint: AnyEndpoint,
  { body }: Values,
  observed: readonly ObservedFields[],
  lost: LostMember[],
): Record<string, unknown> {
  const back: Record<string, unknown> = {};
  for (const name of Object.keys(body)) {
    const member: Member = (reads?.as === "fields" ? reads.members?.[name] : undefined) ?? {};
    if (member.swap !== undefined) back[member.swap] = body[name];
    else {
      const observation = member.of
        ? observed.find(({ label }) => label === name)
        : observed.find(({ label }) => label === undefined);
      const value = memberOf(observation?.before?.[member.at ?? name] ?? null, member);
      if (value !== null || isNullable(endpoint, name)) back[name] = value;
      else lost.push({ name, isRead: observation !== undefined });
    }
  }
  return back;
}

export function memberOf(field: unknown, { inner, means, empty }: Member): unknown {
  if (means) return field === means[0];
  const value = field ?? empty ?? null;
  return inner === undefined || value === null ? value : { [inner]: value };
}

export const isNullable = (endpoint: AnyEndpoint, name: string): boolean =>
  endpoint.body?.().safeParse({ [name]: null }).success === true;

/** One request for everybody. People are named as in the original request. */
function inverseMembers({ endpoint, params }: IdentifiedCall, observed: readonly ObservedFields[]): PlannedCall[] {
  const add: string[] = [];
  const remove: string[] = [];
  const memberships: Record<string, unknown> = {};
  for (const { before, after, label = "" } of observed) {
    if (before === null && after) remove.push(label);
    if (before !== null && !after) add.push(label);
    const role = before?.["team.role"];
    if (role !== undefined && role !== null && role !== after?.["team.role"]) memberships[label] = { role };
  }
  const body = {
    ...(add.length > 0 && { add }),
    ...(remove.length > 0 && { remove }),
    ...(Object.keys(memberships).length > 0 && { memberships }),
  };
  return Object.keys(body).length === 0 ? [] : [{ endpoint, params, body }];
}
