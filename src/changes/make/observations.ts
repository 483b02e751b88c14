/** Derives what to read for a request: where, what is there now, and what will be. */
import { isObject } from "../../shared/values.js";
import type { Member, ReadRule, Source, Template, UndoRule } from "../inverses/types.js";
import { type Fields, isReference, type Selector } from "../types.js";
import type { World } from "../world.js";
import { observePosition, positionSelector } from "./move-position.js";
import { fillTemplate, makeSelector, type ObservedFields, type ResolvedCall, valuesOf } from "./selector.js";

/** A read for a request. It follows from the request alone, so that a plan's file can be compared with it. */
export interface Observation {
  selector: Selector;
  /** The name of the field in the step's `before` and `after`, if it differs. */
  label?: string;
  /** The container of the item is that of another one, which only reading tells. */
  beside?: Source["beside"];
  /** The state afterward; undefined: not known in advance. */
  after: (before: Fields) => Fields | undefined;
}

/** Empty if there is nothing to read: an earlier step creates it, or no GET returns it. */
export function observationsOf({ reads }: UndoRule, asked: ResolvedCall): Observation[] {
  if (!reads || asked.endpoint.params.some((name: string) => isReference(asked.params[name]))) return [];
  switch (reads.as) {
    case "fields":
      return fieldObservations(reads, asked);
    case "gone":
      return observe(reads.of, asked, reads.keep ?? [], () => null);
    case "new":
      return observeNew(reads, asked);
    case "state":
      return observeState(reads, asked);
    case "order": {
      const selector = positionSelector(reads, asked);
      // The place after a move depends on its neighbors.
      return selector ? [{ selector, after: () => undefined }] : [];
    }
    case "members":
      return memberObservations(reads.of, asked);
  }
}

/** @throws Failure of the requests */
export async function observeStep(rule: UndoRule, asked: ResolvedCall, world: World): Promise<ObservedFields[]> {
  const { reads } = rule;
  const observations = observationsOf(rule, asked);
  if (reads?.as === "order") return observations.length === 0 ? [] : observePosition(reads, asked, world);
  const observed: ObservedFields[] = [];
  for (const { selector: found, label, after, beside } of observations) {
    const selector = await withBeside(beside, found, asked, world);
    // To create something it need not be known to be absent: the service refuses twins, or allows them.
    const before = await (reads?.as === "new" ? world.peek(selector) : world.readFields(selector));
    // If a similar thing exists already, finding one later would prove nothing.
    if (reads?.as === "new" && before !== null) continue;
    observed.push({ selector, before, after: after(before), ...(label !== undefined && { label }) });
  }
  return observed;
}

/** Without a container, the item is in none: `null`. */
async function withBeside(
  beside: Source["beside"],
  selector: Selector,
  asked: ResolvedCall,
  world: World,
): Promise<Selector> {
  if (!beside) return selector;
  const { within, id } = beside;
  const other = await world.thing({ path: selector.path, item: { id: String(fillTemplate(id, valuesOf(asked))) } });
  return { ...selector, item: { ...selector.item, [within]: String(other?.[within] ?? null) } };
}

function observe(
  of: Source,
  asked: ResolvedCall,
  fields: readonly string[],
  after: Observation["after"],
): Observation[] {
  const selector = makeSelector(of, asked, fields);
  return selector ? [{ selector, after, ...(of.beside && { beside: of.beside }) }] : [];
}

/** For the members of the body, grouped by where they are read. */
function fieldObservations(reads: Extract<ReadRule, { as: "fields" }>, asked: ResolvedCall): Observation[] {
  const rules = Object.keys(asked.body).map((name) => [name, reads.members?.[name] ?? {}] as const);
  const own = rules.filter(([, { of, swap }]) => !of && swap === undefined);
  const fields = [...new Set(own.map(([name, { at = name }]) => at))];
  // The place of a thing that a step makes is not known yet.
  const isHidden = ([name, { of }]: (typeof rules)[number]) =>
    of?.beside !== undefined && isReference(asked.body[name]);
  // An unread part may change, even if all that is read stays as it is.
  const isKnown = rules.every((one) => one[1].swap === undefined && !isHidden(one));
  const all = observe(reads.of, asked, fields, () => (isKnown ? fieldsFromRules(own, asked) : undefined));
  for (const one of rules) {
    const [name, rule] = one;
    if (!rule.of || isHidden(one)) continue;
    const after = { [rule.at ?? name]: asked.body[name] };
    const isUnknown = isReference(asked.body[name]);
    const others = observe(rule.of, asked, [rule.at ?? name], () => (isUnknown ? undefined : after));
    all.push(...others.map((one) => ({ ...one, label: name })));
  }
  // If every member is read elsewhere, the look at the thing itself is not needed.
  return own.length === 0 && all.length > 1 ? all.slice(1) : all;
}

function fieldsFromRules(rules: readonly (readonly [string, Member])[], { body }: ResolvedCall): Fields | undefined {
  const known: Record<string, unknown> = {};
  for (const [name, rule] of rules) {
    const value = fieldOf(body[name], rule);
    if (rule.opaque || value === undefined || isReference(value)) return undefined;
    known[rule.at ?? name] = value;
  }
  return known;
}

/** The value of the field that a member of the body sets. */
function fieldOf(value: unknown, { inner, means }: Member): unknown {
  if (means) return value === true ? means[0] : means[1];
  return inner !== undefined && isObject(value) ? value[inner] : value;
}

function observeNew({ of, fields }: Extract<ReadRule, { as: "new" }>, asked: ResolvedCall): Observation[] {
  const selector = makeSelector(of, asked, Object.keys(of.item ?? fields ?? {}));
  if (!selector) return [];
  const after = of.item ? { ...selector.item } : evaluateTemplates(fields ?? {}, asked);
  return [{ selector, after: () => after }];
}

function observeState(reads: Extract<ReadRule, { as: "state" }>, asked: ResolvedCall): Observation[] {
  const after = evaluateTemplates(reads.becomes, asked);
  const fields = [...Object.keys(reads.becomes), ...(reads.keep ?? [])];
  const isKnown = Object.keys(after).length > 0 && !Object.values(after).some(isReference);
  return observe(reads.of, asked, fields, (before) => (isKnown ? { ...before, ...after } : undefined));
}

const evaluateTemplates = (
  templates: Readonly<Record<string, Template>>,
  asked: ResolvedCall,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(templates).map(([path, template]) => [path, fillTemplate(template, valuesOf(asked)) ?? null]),
  );

const listOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];

/** One for each person. As in the service, removal wins. */
function memberObservations(of: Source, asked: ResolvedCall): Observation[] {
  const { add, remove, memberships } = asked.body;
  const [added, removed] = [new Set(listOf(add)), new Set(listOf(remove))];
  const roles = isObject(memberships) ? memberships : {};
  return [...new Set([...added, ...removed, ...Object.keys(roles)])].flatMap((user) => {
    const role = isObject(roles[user]) ? roles[user].role : undefined;
    const item = { [user.includes("@") ? "organization.user.email" : "organization.id"]: user };
    const found = observe({ ...of, item }, asked, ["team.role"], (before) => {
      if (removed.has(user)) return null;
      if (role !== undefined) return { "team.role": role };
      return before ?? { "team.role": "member" };
    });
    return found.map((one) => ({ ...one, label: user }));
  });
}
