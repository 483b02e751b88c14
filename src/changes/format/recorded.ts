/** Derives what older plans and other writers did not record: reads, fields and ways to undo. */
import { hashOf, isObject } from "../../shared/values.js";
import type { UndoRule } from "../inverses/types.js";
import { NEAR_PLACE, NO_NEIGHBOR, NOT_READ, plainOf, recordedInverse } from "../make/inverse.js";
import type { Observation } from "../make/observations.js";
import type { ObservedFields, ResolvedCall } from "../make/selector.js";
import { LOST_PLACE, SECRET } from "../request-rules.js";
import type { SiteState } from "../site/model.js";
import { withExactSiteUndo } from "../site/plan.js";
import { isOfSite } from "../site/undo/effects.js";
import type { Fields, Inverse, PlannedCall, Read, Selector, Step, StepDraft } from "../types.js";
import { PREVIOUS } from "../world.js";

// The fields that a plan's file recorded in `before`, for each thing that was read.

/** `before` is undefined where the file does not have all of the fields. */
export interface RecordedObservation extends Observation {
  before: Fields | undefined;
}

/** The name of a field in `before` and `after`. */
export const shownName = (field: string): string => (field === PREVIOUS ? "after" : field);

const isSameSelector = (a: Omit<Selector, "fields">, b: Omit<Selector, "fields">): boolean =>
  a.path === b.path && a.within === b.within && hashOf(a.item ?? null) === hashOf(b.item ?? null);

/** True if a read is of this observation. */
function isReadOf({ item = {}, ...read }: Omit<Selector, "fields">, { selector, beside }: Observation): boolean {
  const others = Object.entries(item).filter(
    ([name]) => name !== beside?.within || selector.item?.[name] !== undefined,
  );
  return isSameSelector({ ...read, ...(selector.item && { item: Object.fromEntries(others) }) }, selector);
}

const placeOf = ({ path, within, item }: Omit<Selector, "fields">): string =>
  JSON.stringify([path, within ?? null, item ? Object.entries(item).sort() : null]);

/** Finds the observation that a read is of. A step about thousands of people has as many reads as observations. */
export function createObservationFinder<O extends Observation>(
  observations: readonly O[],
): (read: Omit<Selector, "fields">) => O | undefined {
  const byPlace = new Map<string, O>();
  // Their items have members that only reading tells.
  const others = observations.filter(({ beside }) => beside);
  for (const one of observations) {
    const place = placeOf(one.selector);
    if (!one.beside && !byPlace.has(place)) byPlace.set(place, one);
  }
  return (read) =>
    byPlace.get(placeOf(read)) ??
    byPlace.get(placeOf({ path: read.path, ...(read.within !== undefined && { within: read.within }) })) ??
    others.find((one) => isReadOf(read, one));
}

export function recordedFields(
  observation: Observation,
  before: Fields | undefined,
  reads: readonly Read[] = [],
): Fields | undefined {
  const { selector, label } = observation;
  if (before === undefined) return undefined;
  if (label === undefined) return before && fieldsIn(before, selector.fields);
  if (before === null || !Object.hasOwn(before, label)) return undefined;
  const [field = ""] = selector.fields;
  const fields = { [field]: before[label] };
  // Null: the thing was not there, or the field was empty. The hash tells which.
  const hash = hashOf(fields);
  const isEmpty = before[label] !== null || reads.some((read) => read.was === hash && isReadOf(read, observation));
  return isEmpty ? fields : null;
}

/** Undefined if one of them is missing. */
function fieldsIn(
  before: Readonly<Record<string, unknown>>,
  fields: readonly string[],
): Record<string, unknown> | undefined {
  if (!fields.every((field) => Object.hasOwn(before, shownName(field)))) return undefined;
  return Object.fromEntries(fields.map((field) => [field, before[shownName(field)]]));
}

// Reads before a step is sent: derived for plans written by hand, compared for all others.

/** None without `before`: then nothing can be compared. */
export function derivedReads({ before }: Partial<Step>, recorded: readonly RecordedObservation[]): Read[] {
  if (before === undefined) return [];
  const [only, ...others] = recorded;
  if (only && others.length === 0 && only.label === undefined && before !== null) return [readOf(only, before)];
  return recorded.flatMap(({ selector, before: was, after }) => {
    if (was === undefined) return [];
    const becomes = after(was);
    return [{ ...selector, was: hashOf(was), ...(becomes !== undefined && { becomes: hashOf(becomes) }) }];
  });
}

/** All recorded fields are compared, those too that the step does not change. */
function readOf({ selector, after }: RecordedObservation, before: Record<string, unknown>): Read {
  const fields = Object.keys(before).map((name) =>
    name === "after" && selector.within !== undefined ? PREVIOUS : name,
  );
  const was = fieldsIn(before, fields) ?? {};
  const becomes = after(was);
  const isKnown = becomes === null || (becomes && Object.keys(becomes).every((name) => fields.includes(name)));
  return {
    ...selector,
    fields,
    was: hashOf(was),
    ...(isKnown && { becomes: hashOf(becomes && { ...was, ...becomes }) }),
  };
}

interface ReadProblem {
  path: readonly string[];
  says: string;
}

/** `find`: of what the step reads. Why a read is not one of this step; undefined if it is. */
export function readProblem(
  read: Read,
  { before, after }: Partial<Step>,
  { reads }: UndoRule,
  find: (read: Read) => RecordedObservation | undefined,
): ReadProblem | undefined {
  const found = find(read);
  if (!found) return { path: [], says: "it does not read what the request changes" };
  const was = findFields(read, found, before);
  if (was !== undefined && hashOf(was) !== read.was) {
    return { path: ["was"], says: "before has other values than its reads" };
  }
  if (read.becomes === undefined) return undefined;
  const known = findNewFields(read, found, reads?.as === "order" ? { place: after } : {}, was);
  if (known === undefined || hashOf(known) === read.becomes) return undefined;
  return { path: ["becomes"], says: "the request leaves other values" };
}

/** The recorded fields of a read; undefined if the file does not have all of them. */
function findFields({ fields }: Read, found: RecordedObservation, before: Fields | undefined): Fields | undefined {
  if (before === undefined) return undefined;
  if (found.label !== undefined || before === null) {
    return found.before && fields.every((field) => Object.hasOwn(found.before ?? {}, field))
      ? found.before
      : nullOf(found);
  }
  return fieldsIn(before, fields);
}

const nullOf = ({ before }: RecordedObservation): null | undefined => (before === null ? null : undefined);

/** The fields of a read after the step; undefined if they cannot be known without reading. */
function findNewFields(
  { fields }: Read,
  { after, before }: RecordedObservation,
  { place }: { place?: Fields | undefined },
  was: Fields | undefined,
): Fields | undefined {
  if (place !== undefined) return isObject(place) ? fieldsIn(place, fields) : place;
  const becomes = after(before ?? null);
  // An opaque value: nobody can know in advance what is read.
  if (becomes === undefined) return before === undefined ? undefined : {};
  if (becomes === null) return null;
  const all = { ...was, ...becomes };
  return fields.every((field) => Object.hasOwn(all, field))
    ? Object.fromEntries(fields.map((field) => [field, all[field]]))
    : undefined;
}

// How a step can be undone, derived from its request and what was there; what a file says has to be one of these.

const NOT_SAID = "the plan does not say how";

/** All ways that the planner may have written for it. */
export function undoWays(
  given: StepDraft,
  {
    rule,
    asked,
    observed,
    isRecorded,
  }: { rule: UndoRule; asked: ResolvedCall; observed: readonly ObservedFields[]; isRecorded: boolean },
  site: SiteState | undefined,
): Inverse[] {
  const derived: Inverse =
    isRecorded || !needsBefore(rule)
      ? recordedInverse(rule, given, asked, observed)
      : { inverse: [], undo: "impossible", why: NOT_READ };
  const lost = [NOT_READ, SECRET, NO_NEIGHBOR].map((why): Inverse => ({ inverse: [], undo: "impossible", why }));
  const ways: Inverse[] = [derived, ...lost];
  if (rule.reads?.as === "order") ways.push({ inverse: [], ...LOST_PLACE }, ...placeWays(given, rule, asked, observed));
  ways.push(...ways.flatMap((way) => (way.inverse.length > 0 ? waysWithCaveats(way, rule) : [])));
  if (site === undefined || !isOfSite(given, site)) return ways;
  return ways.flatMap((way): Inverse[] => [withExactSiteUndo({ ...given, ...way, change: rule.change }), way]);
}

/** The same requests with what they may leave different, which depends on what else was there. */
function waysWithCaveats(way: Inverse, { caveats = [] }: UndoRule): Inverse[] {
  const lost = caveats.filter(({ undo }) => undo === "impossible");
  const near = caveats.filter(({ undo }) => undo !== "impossible");
  let sets: string[][] = [[]];
  for (const { why } of near) sets = sets.concat(sets.map((set) => set.concat(why)));
  return [
    ...lost.map(({ why }): Inverse => ({ inverse: [], undo: "impossible", why })),
    ...sets.slice(1).map((set): Inverse => {
      const why = [...(way.why === undefined ? [] : [way.why]), ...set].join("; ");
      return { ...way, undo: way.undo === "exact" ? "near" : way.undo, why };
    }),
  ];
}

/** True if the inverse depends on the earlier state. */
const needsBefore = ({ inverse: back }: UndoRule): boolean =>
  back === "members" || JSON.stringify(back ?? []).includes("before");

/** A move goes back beside its old neighbor; which one that is if it was the first, only the lists tell. */
function placeWays(
  { inverse = [], endpoint, params }: StepDraft,
  rule: UndoRule,
  asked: ResolvedCall,
  observed: readonly ObservedFields[],
): Inverse[] {
  const { reads } = rule;
  const [call, ...others] = inverse;
  if (!call || others.length > 0 || reads?.as !== "order") return [];
  const previous = observed[0]?.before?.$previous;
  if (call.endpoint !== endpoint) {
    const isAlone = [reads.alone?.into, reads.alone?.out].some((one) => one?.endpoint === call.endpoint);
    return isAlone && isAbout(call, asked) ? [{ inverse, ...NEAR_PLACE }] : [];
  }
  const isSame = hashOf(call.params) === hashOf(params);
  return isSame && isMoveBack(call.body, reads, previous)
    ? [
        { inverse, ...plainOf(rule) },
        { inverse, ...NEAR_PLACE },
      ]
    : [];
}

/** All parameters of the request, and nothing about another site or section. */
const isAbout = ({ params, body }: PlannedCall, asked: ResolvedCall): boolean => {
  const moved = asked.params[asked.endpoint.params.at(-1) ?? ""];
  const isOwn = Object.entries(params).every(
    ([name, value]) => !Object.hasOwn(asked.params, name) || asked.params[name] === value,
  );
  return isOwn && [...Object.values(params), ...Object.values(body ?? {})].includes(moved);
};

function isMoveBack(
  body: PlannedCall["body"],
  { type, reference }: { type: string; reference: string },
  previous: unknown,
): boolean {
  const { position, parent, ...others } = body ?? {};
  if (Object.keys(others).length > 0) return false;
  if (typeof previous === "string") {
    const isAfter = hashOf(position) === hashOf({ after: { type, [reference]: previous } });
    return parent === undefined && (isAfter || (isObject(position) && isObject(position.before)));
  }
  return position === undefined ? typeof parent === "string" : parent === undefined && isObject(position);
}

type Result = { way: Inverse } | { path: readonly string[]; says: string };

export function undoProblem({ inverse, undo, why }: Partial<Step>, ways: readonly Inverse[]): Result {
  if (inverse === undefined && undo === undefined) {
    return why === undefined || why === NOT_SAID
      ? { way: { inverse: [], undo: "impossible", why: NOT_SAID } }
      : { path: ["why"], says: "the plan does not say how to undo the step" };
  }
  const fitting = ways.filter((way) => hashOf(way.inverse) === hashOf(inverse ?? []));
  if (inverse && inverse.length > 0 && fitting.length === 0) {
    const [derived] = ways;
    const says = `it is not what undoes this request: ${JSON.stringify(derived?.inverse ?? []).slice(0, 500)}`;
    return { path: ["inverse"], says };
  }
  const isNone = (inverse ?? []).length === 0 && (undo ?? "impossible") === "impossible";
  if (isNone && (why === undefined || why === NOT_SAID))
    return { way: { inverse: [], undo: "impossible", why: why ?? NOT_SAID } };
  const graded = fitting.filter((way) => undo === undefined || way.undo === undo);
  if (graded.length === 0)
    return { path: ["undo"], says: `the request can be undone like this: ${fitting[0]?.undo ?? "impossible"}` };
  const way = graded.find((one) => why === undefined || one.why === why);
  return way
    ? { way }
    : { path: ["why"], says: `it does not fit the request: ${JSON.stringify(graded[0]?.why ?? null)}` };
}
