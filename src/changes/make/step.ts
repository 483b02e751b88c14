/** Makes a step of a request: what it is called, what it changes, and how it is undone, from the request and what is read. */
import type { AnyEndpoint } from "../../catalog/endpoint.js";
import { usage } from "../../errors.js";
import { roleName } from "../../shared/choices.js";
import { getPath } from "../../shared/paths.js";
import { firstWords } from "../../shared/text/names.js";
import { hashOf, isObject } from "../../shared/values.js";
import { count } from "../../shared/wrap.js";
import { unlessUnseen } from "../binding/organizations.js";
import { isWriting, nameOf } from "../endpoints.js";
import { undoRuleOf } from "../inverses/index.js";
import type { UndoRule } from "../inverses/types.js";
import { refuseAbsent, refuseBody, SECRET } from "../request-rules.js";
import { type Change, type Fact, type Fields, isReference, type Read, type Selector, type Step } from "../types.js";
import { PREVIOUS, type ThingReader, type World } from "../world.js";
import { makeInverse } from "./inverse.js";
import { observationsOf, observeStep } from "./observations.js";
import type { ObservedFields, ResolvedCall } from "./selector.js";

// The fields of a step for people: `before` and `after`.

/** The fields of all observations by name; one with a label is one field. Null if the only thing does not exist. */
function shownBefore(observed: readonly ObservedFields[], side: "before" | "after"): Fields {
  const [only] = observed;
  if (only === undefined) return null;
  if (observed.length === 1 && only.label === undefined) return renamePrevious(only[side] ?? null);
  return Object.assign(
    {},
    ...observed.map((observation) => {
      const fields = observation[side] ?? null;
      if (observation.label === undefined) return renamePrevious(fields);
      return { [observation.label]: fields && (Object.values(fields)[0] ?? null) };
    }),
  );
}

const renamePrevious = (fields: Fields): Fields =>
  fields &&
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name === PREVIOUS ? "after" : name, value]));

export function shownAfter(
  rule: UndoRule,
  observed: readonly ObservedFields[],
  body: Readonly<Record<string, unknown>> | undefined,
): Fields {
  if (rule.change === "remove") return null;
  const isKnown = observed.length > 0 && observed.every(({ after }) => after !== undefined);
  return isKnown && rule.reads?.as !== "new" ? shownBefore(observed, "after") : { ...body };
}

/** A request to plan. */
export interface PlannedRequest {
  endpoint: AnyEndpoint;
  /** `from(step)` stands for the answer to an earlier step. The organization may be left out. */
  params?: Readonly<Record<string, unknown>>;
  body?: Readonly<Record<string, unknown>> | undefined;
  /** Default: the next of s1, s2 and so on. */
  id?: string;
  /** Nothing is compared, as earlier steps change its target in a way that cannot be predicted. */
  unseen?: boolean;
  /** Steps that must be done before; default: those about the same things. */
  needs?: readonly { id: string }[];
  /** Checked again when it is applied; the caller has checked it now. */
  condition?: Step["condition"];
  evidence?: readonly Fact[] | undefined;
}

interface MakeStepOptions {
  head: { organization: string };
  /** Removes secrets from a value. Requests with secrets are refused; steps that overwrite one cannot be undone. */
  redact: <T>(value: T) => T;
  /** Default: all that the rule asks for is read. */
  observe?: typeof observeStep;
  /** Reads the names of things around the target. Default: as the target is read. */
  around?: ThingReader;
}

/** A step with what it was made of. */
export interface MadeStep {
  step: Step;
  observed: ObservedFields[];
  rule: UndoRule;
  asked: ResolvedCall;
}

/** A field with a secret is left out: it is neither shown nor compared with its hash. */
function withoutSecrets(fields: Fields, redact: MakeStepOptions["redact"]): Fields {
  if (!fields) return fields;
  const clear = redact(fields);
  return Object.fromEntries(Object.entries(fields).filter(([name, value]) => hashOf(clear[name]) === hashOf(value)));
}

/** The most characters of a text in a plan. */
const LONGEST = 2000;

/** As long as the form of a plan allows: foreign texts may be longer. */
export const cutText = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text);

export const cutFact = ({ name, values }: Fact): Fact => ({ name, values: values.map(cutText) });

/** @throws Failure of the reads, usage for what cannot be a step, not-found for a target that is not there */
export async function makeStep(
  { endpoint, params = {}, body: wanted, unseen = false, condition, evidence }: PlannedRequest,
  id: string,
  { head, redact, observe = observeStep, around }: MakeStepOptions,
  world: World,
): Promise<MadeStep> {
  // As JSON has it: without members that are not set.
  const body = wanted && Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined));
  if (!isWriting(endpoint)) throw usage(`${nameOf(endpoint)} changes nothing, so it cannot be a step`);
  if (body !== undefined) refuseBody(endpoint, body, redact);
  const name = nameOf(endpoint);
  const rule = undoRuleOf(name);
  const asked: ResolvedCall = { endpoint, params: { organizationId: head.organization, ...params }, body: body ?? {} };
  const own = Object.fromEntries(endpoint.params.map((one) => [one, asked.params[one]]));
  // Ids or placeholders: the client checks ids before sending.
  const call = { endpoint: name, params: own as Step["params"], ...(body && { body: { ...body } }) };
  const observed = unseen ? [] : await observe(rule, asked, world);
  refuseAbsent(rule, asked, observed);
  const back = await makeInverse(rule, { id, ...call }, asked, observed, world);
  const isSecret = JSON.stringify(redact(back.inverse)) !== JSON.stringify(back.inverse);
  const thing = redact(formatTarget(rule, asked, unseen ? {} : await readName(rule, asked, world, around)));
  const step: Step = {
    id,
    title: makeTitle(rule, thing, body),
    ...call,
    change: rule.change,
    thing,
    reads: [],
    before: withoutSecrets(shownBefore(observed, "before"), redact),
    after: shownAfter(rule, observed, body),
    undo: isSecret ? "impossible" : back.undo,
    ...((isSecret || back.why !== undefined) && { why: isSecret ? SECRET : back.why }),
    inverse: isSecret ? [] : back.inverse,
    needs: [],
    ...(condition && { condition }),
    ...(evidence && { evidence: redact(evidence.map(cutFact)) }),
  };
  return { step, observed, rule, asked };
}

export function readOf({ selector, before, after }: ObservedFields): Read {
  return { ...selector, was: hashOf(before), ...(after !== undefined && { becomes: hashOf(after) }) };
}

// Titles of steps, with the title of the thing if it has one.

const VERBS: Readonly<Record<Change, string>> = {
  create: "create",
  change: "change",
  move: "move",
  remove: "remove",
  act: "act on",
};

const TITLES = [
  "title",
  "name",
  "label",
  "subject",
  "displayName",
  "user.displayName",
  "organization.user.displayName",
  "space.title",
  "slug",
];

/** Comments and replies have a text in place of a title. */
const TEXT = "body.markdown";
const hasText = ({ thing }: UndoRule): boolean => thing === "comment" || thing === "reply";

/** The name of a target in the service. */
export interface TargetName {
  title?: string | undefined;
  /** Of a team member: the title of the team. */
  team?: string | undefined;
}

/**
 * `space "Guide"`, `team member "Ann" of team "Writers"`, `comment "Is it 8 Nm …" on #42`; ids in place of names that are not
 * known.
 */
export function formatTarget(rule: UndoRule, asked: ResolvedCall, name: TargetName): string {
  const { thing, reads } = rule;
  const { params, body } = asked;
  const title = isCreation(reads) ? titleIn(body) : name.title;
  const place = thing === "team member" ? teamText(params.teamId, name.team) : hasText(rule) ? numberText(params) : "";
  return `${title === undefined ? unnamed(rule, asked) : `${thing} ${JSON.stringify(title)}`}${place}`;
}

function unnamed({ thing, reads }: UndoRule, { endpoint, params }: ResolvedCall): string {
  const id = params[endpoint.params.at(-1) ?? ""];
  return typeof id === "string" && !isCreation(reads) ? `${thing} ${id}` : thing;
}

/** The name of a comment or a reply in plans of earlier versions: its id, or nothing. */
export const oldName = (rule: UndoRule, asked: ResolvedCall): string | undefined =>
  hasText(rule) ? unnamed(rule, asked) : undefined;

/** The title of a change request's step in such plans: `change change request "Screws": subject`. */
export const oldTitle = (rule: UndoRule, thing: string, body: Step["body"]): string | undefined =>
  rule.verb === "edit" ? makeTitle({ ...rule, verb: VERBS.change }, thing, body) : undefined;

/** Commands keep the number of a change request as it was typed. */
const numberText = ({ changeRequestId }: ResolvedCall["params"]): string =>
  typeof changeRequestId === "string" && /^\d+$/.test(changeRequestId) ? ` on #${changeRequestId}` : "";

const teamText = (id: unknown, title: string | undefined): string => {
  if (title === undefined && isReference(id)) return "";
  return ` of team ${title === undefined ? String(id) : JSON.stringify(title)}`;
};

/** The names in what `formatTarget` returned; none if it is not in its form. */
export function nameIn({ thing }: UndoRule, text: string): TargetName {
  if (!text.startsWith(thing)) return {};
  const [, title, team] = NAMES.exec(text.slice(thing.length)) ?? [undefined, undefined, undefined];
  try {
    return { title: title && (JSON.parse(title) as string), team: team && (JSON.parse(team) as string) };
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}

const NAMES = /^(?: ("(?:[^"\\]|\\.)*")| [^" ]+)?(?: of team (?:("(?:[^"\\]|\\.)*")|[^" ]+))?(?: on #\d+)?$/;

/** Selects the read of a target's name; undefined: an earlier step creates it, or no GET returns it. */
function targetSelector(rule: UndoRule, asked: ResolvedCall): Selector | undefined {
  const { reads, thing } = rule;
  // A site space has the title of its space, which other steps may change.
  if (isCreation(reads) || thing === "site space") return undefined;
  const all = observationsOf(rule, asked);
  return (reads?.as === "fields" ? all.find(({ label }) => label === undefined) : all[0])?.selector;
}

/** True if the name of a target can be read, and is compared before the step is sent. */
export const namesItsTarget = (rule: UndoRule, asked: ResolvedCall): boolean =>
  targetSelector(rule, asked) !== undefined;

/**
 * The names of a target as the service has them; none for what a step creates.
 * @param around where teams are read: one that several steps share saves requests
 */
export async function readName(
  rule: UndoRule,
  asked: ResolvedCall,
  world: ThingReader,
  around: ThingReader = world,
): Promise<TargetName> {
  const { reads, thing } = rule;
  const selector = targetSelector(rule, asked);
  const found = selector && reads?.as !== "members" ? await world.thing(selector) : null;
  const group = reads?.as === "members" && selector ? await around.thing({ path: aroundOf(selector.path) }) : null;
  if (thing !== "team member") return { title: titleIn(found) ?? titleIn(group) };
  return {
    title: titleIn(found ?? (await readPerson(asked.params, around))),
    team: await readTeam(asked.params, around),
  };
}

/** A person who is not in the team yet has a name in the organization. */
const readPerson = async (
  { organizationId, userId }: Readonly<Record<string, unknown>>,
  world: ThingReader,
): Promise<Record<string, unknown> | null> =>
  typeof userId === "string" && typeof organizationId === "string"
    ? unlessUnseen(() =>
        world.thing({ path: `/v1/orgs/${encodeURIComponent(organizationId)}/members/${encodeURIComponent(userId)}` }),
      )
    : null;

/** Of a list of members: what they are members of. */
const aroundOf = (path: string): string => path.slice(0, path.lastIndexOf("/"));

const isCreation = (reads: UndoRule["reads"]): boolean => reads === undefined || reads.as === "new";

async function readTeam(
  { organizationId, teamId }: Readonly<Record<string, unknown>>,
  world: ThingReader,
): Promise<string | undefined> {
  if (isReference(teamId)) return undefined;
  return titleIn(await world.thing({ path: `/v1/orgs/${organizationId}/teams/${teamId}` }));
}

function titleIn(value: unknown): string | undefined {
  for (const path of TITLES) {
    const title = getPath(value, path);
    if (typeof title === "string" && title !== "") return title.slice(0, 200);
  }
  const text = getPath(value, TEXT);
  return typeof text === "string" ? firstWords(text) : undefined;
}

/** `change space "Guide": title, emoji`, `change the members of team "Writers": 2 added, 1 removed` */
export function makeTitle(
  { change, verb, reads }: UndoRule,
  thing: string,
  body: Readonly<Record<string, unknown>> | undefined,
): string {
  const words = `${verb ?? VERBS[change]} ${thing}`;
  const details =
    reads?.as === "members" ? memberCounts(body ?? {}) : change === "change" ? fieldNames(body ?? {}) : [];
  return details.length > 0 ? `${words}: ${details.join(", ")}` : words;
}

/** A role is short, and the point of the change. */
const fieldNames = (body: Readonly<Record<string, unknown>>): string[] =>
  Object.entries(body).map(([name, value]) =>
    name === "role" && roleName(value) !== undefined ? `role ${roleName(value)}` : name,
  );

function memberCounts({ add, remove, memberships }: Readonly<Record<string, unknown>>): string[] {
  const added: unknown[] = Array.isArray(add) ? add : [];
  const removed = Array.isArray(remove) ? remove.length : 0;
  const roles = isObject(memberships) ? Object.keys(memberships).filter((user) => !added.includes(user)).length : 0;
  return [
    ...(added.length > 0 ? [`${added.length} added`] : []),
    ...(removed > 0 ? [`${removed} removed`] : []),
    ...(roles > 0 ? [count(roles, "role change")] : []),
  ];
}
