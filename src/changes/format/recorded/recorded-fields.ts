/** The fields that a plan's file recorded in `before`, for each thing that was read. */
import { hashOf } from "../../../shared/values.js";
import type { Observation } from "../../make/observations.js";
import type { Fields, Read } from "../../types.js";
import { PREVIOUS, type Selector } from "../../world.js";

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
export function fieldsIn(
  before: Readonly<Record<string, unknown>>,
  fields: readonly string[],
): Record<string, unknown> | undefined {
  if (!fields.every((field) => Object.hasOwn(before, shownName(field)))) return undefined;
  return Object.fromEntries(fields.map((field) => [field, before[shownName(field)]]));
}
