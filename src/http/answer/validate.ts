import { Failure } from "../../errors.js";
import { type Schema, valueAt, withArticle } from "../../shared/schemas.js";
import { isObject } from "../../shared/values.js";

type Shape = "array" | "object" | "value";

function shapeOf(value: unknown): Shape {
  if (Array.isArray(value)) return "array";
  return typeof value === "object" && value !== null ? "object" : "value";
}

const EXPECTED: Record<string, Shape> = { array: "array", object: "object", record: "object" };

/**
 * R31: an answer may hold more, fewer or other values than the contract says; only an array or object of the wrong kind
 * makes it unusable. The value is not changed. Returns the fields that differ in other ways.
 * @throws Failure "invalid-answer"
 */
export function checkAnswer(schema: Schema | undefined, value: unknown, where = ""): string[] {
  if (!schema || acceptOf(schema)(value)) return [];
  const issues = schema.safeParse(value).error?.issues ?? [];
  return issues.map((issue) => {
    const field = [where, ...issue.path.map(String)].filter((part) => part !== "").join(".");
    if (issue.code === "invalid_type") {
      const expected = EXPECTED[String(issue.expected)] ?? "value";
      const found = shapeOf(valueAt(value, issue.path));
      if (expected !== found) {
        const what = `${field || "it"} is not ${withArticle(issue.expected)}`;
        throw new Failure("invalid-answer", `the answer is not as documented: ${what}`);
      }
    }
    return field;
  });
}

/** A fast check: true means that the value matches the schema; false means that the schema itself has to decide. */
type Accept = (value: unknown) => boolean;

/** The members of a schema's definition that are read here: public in zod's core, but loosely typed. */
interface Def {
  type: string;
  shape?: Record<string, SchemaInternals>;
  innerType?: SchemaInternals;
  element?: SchemaInternals;
  valueType?: SchemaInternals;
  checks?: readonly unknown[];
  format?: unknown;
  catchall?: SchemaInternals;
}

interface SchemaInternals {
  _zod: { def: unknown };
}

/** Compiles a schema when it is first asked for; a run has a few of them, and thousands of values. */
function compiler(compile: (def: Def) => Accept): (schema: object) => Accept {
  const compiled = new WeakMap<object, Accept>();
  return (schema) => {
    const known = compiled.get(schema);
    if (known) return known;
    // Recursive schemas (pages within pages) reach this entry while they are still being compiled.
    let made: Accept = acceptNothing;
    compiled.set(schema, (value) => made(value));
    made = isDescribed(schema) ? compile(schema._zod.def as Def) : made;
    compiled.set(schema, made);
    return made;
  };
}

/**
 * A catalog schema compiled to a function. Parsing with zod copies the value, which takes longer than parsing its JSON;
 * an answer that matches the contract only needs a check.
 */
export const acceptOf = compiler(compileAccept);

/**
 * The same, but fails only for what makes an answer unusable (R31): an array or object where the schema has another kind
 * of value, or the reverse. Walks the members that are present, so absent ones cost nothing.
 */
export const usableOf = compiler(compileUsable);

const isDescribed = (schema: object): schema is SchemaInternals => "_zod" in schema;

// zod types `def` as unknown; `Def` lists what is read of it.
const typeOf = (schema: SchemaInternals) => (schema._zod.def as Def).type;

const acceptNothing: Accept = () => false;

/** True if the schema also checks members that it does not name. */
const hasOthers = ({ catchall }: Def) => catchall !== undefined && typeOf(catchall) !== "unknown";

function compileAccept(def: Def): Accept {
  // Limits, formats and strict objects are left to zod; the catalog's answers have none.
  if (def.checks?.length || def.format || hasOthers(def)) return acceptNothing;
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
      return innerType ? orElse(undefined, acceptOf(innerType)) : acceptNothing;
    case "nullable":
      return innerType ? orElse(null, acceptOf(innerType)) : acceptNothing;
    case "array":
      return element ? arrayOf(acceptOf(element)) : acceptNothing;
    case "record":
      return valueType ? recordOf(acceptOf(valueType)) : acceptNothing;
    case "object":
      return shape ? objectOf(shape) : acceptNothing;
    default:
      return acceptNothing;
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

function objectOf(shape: Record<string, SchemaInternals>): Accept {
  const members = Object.entries(shape).map(([name, schema]) => [name, acceptOf(schema)] as const);
  return (value) => {
    if (!isObject(value)) return false;
    for (const [name, accept] of members) if (!accept(value[name])) return false;
    return true;
  };
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
      return innerType ? orElse(undefined, usableOf(innerType)) : acceptNothing;
    case "nullable":
      return innerType ? orElse(null, usableOf(innerType)) : acceptNothing;
    case "array":
      return element && !def.checks?.length ? arrayOf(usableOf(element)) : acceptNothing;
    case "record":
      return valueType ? recordOf(usableOf(valueType)) : acceptNothing;
    case "object":
      return shape && !def.checks?.length && !hasOthers(def) ? usableObject(shape) : acceptNothing;
    default:
      return acceptNothing;
  }
}

function usableObject(shape: Record<string, SchemaInternals>): Accept {
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
