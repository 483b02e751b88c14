/** Checks a value against a schema; supports only what PLAN_SCHEMA uses. */

import { PLAN_SCHEMA, type Schema } from "../../shared/plan-schema.js";
import { isObject } from "../../shared/values.js";

export interface Problem {
  path: readonly string[];
  says: string;
}

/** The first problem; undefined if there is none. */
export function problemOf(value: unknown, schema: Schema, path: readonly string[] = []): Problem | undefined {
  if (schema.$ref !== undefined) return problemOf(value, refOf(schema.$ref), path);
  const says = simple(value, schema);
  if (says !== undefined) return { path, says };
  if (schema.anyOf) {
    const problems = schema.anyOf.map((one) => problemOf(value, one, path));
    return problems.some((one) => one === undefined) ? undefined : problems.at(-1);
  }
  if (Array.isArray(value) && schema.items) return first(value.entries(), schema.items, path);
  return isObject(value) ? inObject(value, schema, path) : undefined;
}

const refOf = (ref: string): Schema => PLAN_SCHEMA.$defs?.[ref.slice("#/$defs/".length)] ?? {};

function first(
  entries: Iterable<[string | number, unknown]>,
  schema: Schema,
  path: readonly string[],
): Problem | undefined {
  for (const [name, member] of entries) {
    const problem = problemOf(member, schema, [...path, String(name)]);
    if (problem) return problem;
  }
  return undefined;
}

function inObject(value: Record<string, unknown>, schema: Schema, path: readonly string[]): Problem | undefined {
  const missing = schema.required?.find((name) => !Object.hasOwn(value, name));
  if (missing !== undefined) return { path, says: `"${missing}" is missing` };
  const { properties = {}, additionalProperties } = schema;
  for (const [name, member] of Object.entries(value)) {
    const at = [...path, name];
    const known = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (!known && additionalProperties === false) return { path: at, says: unknown(name, Object.keys(properties)) };
    const rule = known ?? (typeof additionalProperties === "object" ? additionalProperties : undefined);
    const problem = rule && problemOf(member, rule, at);
    if (problem) return problem;
  }
  return undefined;
}

const unknown = (name: string, known: readonly string[]): string =>
  `unknown member ${JSON.stringify(name.slice(0, 50))}: known are ${known.join(", ")}`;

function simple(value: unknown, schema: Schema): string | undefined {
  if (schema.type !== undefined && ![schema.type].flat().includes(typeOf(value))) {
    return `must be ${[schema.type].flat().join(" or ")}, not ${typeOf(value)}`;
  }
  if (schema.const !== undefined && value !== schema.const) return `must be ${JSON.stringify(schema.const)}`;
  if (schema.enum && !schema.enum.includes(value)) return `must be one of ${schema.enum.join(", ")}`;
  if (typeof value === "string") return textProblem(value, schema);
  if (typeof value === "number") {
    if (schema.minimum !== undefined && value < schema.minimum) return `must be ${schema.minimum} or more`;
    if (schema.maximum !== undefined && value > schema.maximum) return `must be ${schema.maximum} or less`;
  }
  if (Array.isArray(value) && value.length > (schema.maxItems ?? value.length)) {
    return `has ${value.length} items, ${schema.maxItems} at most`;
  }
  return undefined;
}

function textProblem(value: string, { minLength = 0, maxLength, pattern }: Schema): string | undefined {
  if (value.length < minLength) return "must not be empty";
  if (maxLength !== undefined && value.length > maxLength) return `is longer than ${maxLength} characters`;
  if (pattern !== undefined && !new RegExp(pattern).test(value)) return `must match ${pattern}`;
  return undefined;
}

const typeOf = (value: unknown): string => (value === null ? "null" : Array.isArray(value) ? "array" : typeof value);
