/** The facts of a schema about one of its fields, in command-line terms. */
import type * as z from "zod/mini";
import { hints } from "../../shared/schemas.js";

export interface FieldFacts {
  /** `switch` is a boolean without a `--no-` form. */
  kind: "string" | "boolean" | "switch" | "number" | "list";
  nullable?: boolean;
  /** Closed set of values. */
  values?: readonly string[];
  /** Known values; others are sent with a note. */
  known?: readonly string[];
  /** The service's default for an absent field. */
  fallback?: string | boolean;
  min?: number;
  max?: number;
  pattern?: RegExp;
  required?: boolean;
}

/** The members of zod's internals that we read; they are public API of zod's core, but loosely typed. */
interface Def {
  type: string;
  innerType?: z.ZodMiniType;
  shape?: Record<string, z.ZodMiniType>;
  entries?: Record<string, string>;
  checks?: { _zod: { def: { check: string; maximum?: number; minimum?: number; pattern?: RegExp } } }[];
}

// See `Def`.
const definition = (schema: z.ZodMiniType): Def => schema._zod.def as Def;

/**
 * Kind, limits and allowed values of `field` in an object schema.
 * @throws Error if the schema has no such field: a mistake in a command's definition.
 */
export function fieldFacts(schema: unknown, field: string): FieldFacts {
  // Bodies and queries of endpoints are always object schemas, as the catalog's types tell callers.
  let inner = definition(schema as z.ZodMiniType).shape?.[field];
  if (!inner) throw new Error(`the endpoint has no field ${field}`);
  const facts: FieldFacts = { kind: "string", required: true };
  for (let def = definition(inner); def.innerType; def = definition(inner)) {
    if (def.type === "optional") delete facts.required;
    if (def.type === "nullable") facts.nullable = true;
    inner = def.innerType;
  }
  const def = definition(inner);
  if (def.type === "boolean" || def.type === "number") facts.kind = def.type;
  if (def.type === "array") facts.kind = "list";
  if (def.type === "enum" && def.entries) facts.values = Object.values(def.entries);
  const hint = hints.get(inner);
  if (hint?.known) facts.known = hint.known;
  if (hint?.default !== undefined) facts.fallback = hint.default;
  for (const check of def.checks ?? []) addLimit(facts, check._zod.def);
  return facts;
}

function addLimit(facts: FieldFacts, check: { check: string; maximum?: number; minimum?: number; pattern?: RegExp }) {
  if (check.maximum !== undefined) facts.max = check.maximum;
  if (check.minimum !== undefined) facts.min = check.minimum;
  if (check.pattern !== undefined) facts.pattern = check.pattern;
}

type ResponseSchemas = readonly { response?: () => unknown }[];

/** Names that --fields accepts for the answers of these endpoints, as far as they are documented. */
const documentedFields = (endpoints: ResponseSchemas): string[] => [
  ...new Set(endpoints.flatMap((endpoint) => memberPaths(endpoint.response?.()))),
];

/** The parts of a command that decide which members its answer has. */
interface AnswerSource {
  answer?: readonly string[];
  addedMembers?: readonly string[];
  composite?: true;
  endpoints: ResponseSchemas;
  uses?: ResponseSchemas;
}

/**
 * Dotted names of the members of a command's own answer in JSON, as far as they are documented: those of what it only
 * calls besides are not among them. Undefined for an answer of any shape.
 */
export function answerFields({
  answer,
  addedMembers = [],
  composite,
  endpoints,
  uses = [],
}: AnswerSource): readonly string[] | undefined {
  if (answer !== undefined) return answer;
  if (composite) return undefined;
  return [...documentedFields(endpoints.length > 0 ? endpoints : uses), ...addedMembers];
}

/** Dotted names of the documented members of an answer: `urls.app`. Members of list items are named without an index. */
export function memberPaths(schema: unknown, before = "", above: readonly unknown[] = []): string[] {
  let inner = schema as z.ZodMiniType | undefined;
  while (inner) {
    const def: Def & { element?: z.ZodMiniType } = definition(inner);
    if (def.shape) {
      // A page contains pages: their members are the same again.
      if (above.includes(inner)) return [];
      const parents = [...above, inner];
      return Object.entries(def.shape).flatMap(([name, member]) => [
        `${before}${name}`,
        ...memberPaths(member, `${before}${name}.`, parents),
      ]);
    }
    inner = def.innerType ?? def.element;
  }
  return [];
}
