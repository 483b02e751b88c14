import { isObject } from "../../facts/values.js";

/** A quick yes: true means that the value is just as the schema says; false that the schema itself has to look. */
export type Accept = (value: unknown) => boolean;

/** Members of a schema's definition that are read here: public in zod's core, typed loosely there. */
interface Def {
  type: string;
  shape?: Record<string, Described>;
  innerType?: Described;
  element?: Described;
  valueType?: Described;
  checks?: readonly unknown[];
  format?: unknown;
  catchall?: Described;
}

interface Described {
  _zod: { def: unknown };
}

const accepts = new WeakMap<object, Accept>();

/**
 * A schema of the catalog as a function. The schema copies what it reads, which takes longer than parsing the answer did;
 * an answer that is as documented needs only to be looked at.
 */
export function acceptOf(schema: object): Accept {
  const known = accepts.get(schema);
  if (known) return known;
  // Some schemas hold themselves (pages within pages): they find this before they are complete.
  let made: Accept = () => false;
  accepts.set(schema, (value) => made(value));
  made = isDescribed(schema) ? compile(schema._zod.def as Def) : made;
  accepts.set(schema, made);
  return made;
}

const isDescribed = (schema: object): schema is Described => "_zod" in schema;

// `def` is described by `Def`.
const typeOf = (schema: Described) => (schema._zod.def as Def).type;

const never: Accept = () => false;

/** Members without a name in the schema are held against one of their own. */
const hasOthers = ({ catchall }: Def) => catchall !== undefined && typeOf(catchall) !== "unknown";

function compile(def: Def): Accept {
  // Limits, forms and strict objects are left to the schema; answers of the catalog have none.
  if (def.checks?.length || def.format || hasOthers(def)) return never;
  const { innerType, element, valueType, shape } = def;
  switch (def.type) {
    case "string":
    case "boolean":
      return (value) => typeof value === def.type;
    case "number":
      return (value) => Number.isFinite(value);
    case "unknown":
      return () => true;
    case "optional":
      return innerType ? orElse(undefined, acceptOf(innerType)) : never;
    case "nullable":
      return innerType ? orElse(null, acceptOf(innerType)) : never;
    case "array":
      return element ? arrayOf(acceptOf(element)) : never;
    case "record":
      return valueType ? recordOf(acceptOf(valueType)) : never;
    case "object":
      return shape ? objectOf(shape) : never;
    default:
      return never;
  }
}

const orElse =
  (empty: null | undefined, inner: Accept): Accept =>
  (value) =>
    value === empty || inner(value);

const arrayOf =
  (element: Accept): Accept =>
  (value) =>
    Array.isArray(value) && value.every(element);

const recordOf =
  (member: Accept): Accept =>
  (value) =>
    isObject(value) && Object.values(value).every(member);

function objectOf(shape: Record<string, Described>): Accept {
  const members = Object.entries(shape).map(([name, schema]) => [name, acceptOf(schema)] as const);
  return (value) => {
    if (!isObject(value)) return false;
    for (const [name, accept] of members) if (!accept(value[name])) return false;
    return true;
  };
}

const usables = new WeakMap<object, Accept>();

/**
 * The same for what makes an answer unusable only (R31): an array or object where the schema has another kind of value.
 * Members are taken as they come, so that those that are absent cost nothing.
 */
export function usableOf(schema: object): Accept {
  const known = usables.get(schema);
  if (known) return known;
  let made: Accept = () => false;
  usables.set(schema, (value) => made(value));
  made = isDescribed(schema) ? compileUsable(schema._zod.def as Def) : made;
  usables.set(schema, made);
  return made;
}

const isScalar: Accept = (value) => typeof value !== "object" || value === null;

function compileUsable(def: Def): Accept {
  const { innerType, element, valueType, shape } = def;
  switch (def.type) {
    case "string":
    case "boolean":
    case "number":
      return isScalar;
    case "unknown":
      return () => true;
    case "optional":
      return innerType ? orElse(undefined, usableOf(innerType)) : never;
    case "nullable":
      return innerType ? orElse(null, usableOf(innerType)) : never;
    case "array":
      return element && !def.checks?.length ? arrayOf(usableOf(element)) : never;
    case "record":
      return valueType ? recordOf(usableOf(valueType)) : never;
    case "object":
      return shape && !def.checks?.length && !hasOthers(def) ? usableObject(shape) : never;
    default:
      return never;
  }
}

function usableObject(shape: Record<string, Described>): Accept {
  const members = new Map(Object.entries(shape).map(([name, schema]) => [name, usableOf(schema)]));
  const required = [...members].filter(([, usable]) => !usable(undefined)).map(([name]) => name);
  return (value) => {
    if (!isObject(value)) return false;
    for (const name in value) {
      const usable = members.get(name);
      if (usable !== undefined && !usable(value[name])) return false;
    }
    for (const name of required) if (!Object.hasOwn(value, name)) return false;
    return true;
  };
}
