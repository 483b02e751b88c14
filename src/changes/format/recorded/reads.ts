/** Reads before a step is sent: derived for plans written by hand, compared for all others. */
import { hashOf, isObject } from "../../../shared/values.js";
import type { UndoRule } from "../../inverses/types.js";
import type { Fields, Read, Step } from "../../types.js";
import { PREVIOUS } from "../../world.js";
import { fieldsIn, type RecordedObservation } from "./recorded-fields.js";

type Claims = Partial<Pick<Step, "before" | "after">>;

/** None without `before`: then nothing can be compared. */
export function derivedReads({ before }: Claims, recorded: readonly RecordedObservation[]): Read[] {
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
  { before, after }: Claims,
  { reads }: UndoRule,
  find: (read: Read) => RecordedObservation | undefined,
): ReadProblem | undefined {
  const found = find(read);
  if (!found) return { path: [], says: "it does not read what the request changes" };
  const was = fieldsOf(read, found, before);
  if (was !== undefined && hashOf(was) !== read.was) {
    return { path: ["was"], says: "before has other values than its reads" };
  }
  if (read.becomes === undefined) return undefined;
  const known = becomesOf(read, found, reads?.as === "order" ? { place: after } : {}, was);
  if (known === undefined || hashOf(known) === read.becomes) return undefined;
  return { path: ["becomes"], says: "the request leaves other values" };
}

/** The recorded fields of a read; undefined if the file does not have all of them. */
function fieldsOf({ fields }: Read, found: RecordedObservation, before: Fields | undefined): Fields | undefined {
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
function becomesOf(
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
