/** Checks requests against the catalog's schemas: query texts become typed values, errors name the field. */
import type * as z from "zod/mini";
import type { AnyEndpoint } from "../../catalog/endpoint.js";
import { fieldOf, hints, valueAt, withArticle } from "../../shared/schemas.js";
import { ServiceError } from "./service-error.js";

const MAX_LIMIT = 1000;
const MAX_DEPTH = 100;
export const MAX_BODY = 1024 * 1024;

type Schema = z.core.$ZodType;
type Values = Record<string, unknown>;

const badRequest = (message: string) => new ServiceError(400, message);

/**
 * The query of a request, typed by its endpoint's schema. Unknown parameters are ignored. `open`: accepts values that
 * the catalog does not know, as data from elsewhere may have them.
 */
export function parseQuery(endpoint: AnyEndpoint, search: URLSearchParams, open = false): Values {
  const shape = shapeOf(endpoint.query?.());
  const values: Values = {};
  for (const name of new Set(search.keys())) {
    // Own members only: "constructor" is not a parameter of any endpoint.
    const schema = Object.hasOwn(shape, name) ? shape[name] : undefined;
    if (schema) values[name] = toTypedValue(name, search.getAll(name), unwrap(schema));
  }
  if ("limit" in shape) checkLimit(values.limit);
  for (const [name, value] of open ? [] : Object.entries(values)) checkKnown(name, value, unwrap(shape[name]));
  return endpoint.query ? checkValues(endpoint.query(), values) : {};
}

function checkLimit(limit: unknown): void {
  if (limit === undefined) return;
  if (typeof limit !== "number" || !Number.isInteger(limit) || limit < 1 || limit > MAX_LIMIT) {
    throw badRequest(`limit must be a whole number from 1 to ${MAX_LIMIT}`);
  }
}

/** The client passes on unknown values of open enumerations; as a filter they are useless to the service. */
function checkKnown(name: string, value: unknown, schema: Schema | undefined): void {
  const known = schema && hints.get(schema)?.known;
  if (known && typeof value === "string" && !known.includes(value)) throw badRequest(`${name} must be ${oneOf(known)}`);
}

function toTypedValue(name: string, texts: string[], schema: Schema | undefined): unknown {
  const type = schema?._zod.def.type;
  if (type === "array") return texts;
  if (texts.length > 1) throw badRequest(`${name} may be given once only`);
  const text = texts[0] ?? "";
  if (type === "boolean") {
    if (text !== "true" && text !== "false") throw badRequest(`${name} must be true or false`);
    return text === "true";
  }
  if (type === "number") {
    if (!/^-?\d+(\.\d+)?$/.test(text)) throw badRequest(`${name} must be a number`);
    return Number(text);
  }
  return text;
}

/** Checks a request's body: content type, size, depth, JSON, schema. Drops unknown members. */
export function parseBody(endpoint: AnyEndpoint, headers: Record<string, string>, body: Uint8Array): Values {
  if (body.byteLength > MAX_BODY) throw new ServiceError(413, "the body may have at most 1 MiB");
  if (!endpoint.body) return {};
  if (body.byteLength > 0) checkType(headers);
  const text = body.byteLength === 0 ? "{}" : decode(body);
  checkDepth(text);
  return checkValues(endpoint.body(), parseJson(text));
}

function checkType(headers: Record<string, string>): void {
  const type = headers["content-type"]?.split(";")[0]?.trim().toLowerCase();
  const encoding = headers["content-encoding"]?.toLowerCase() ?? "identity";
  if (type !== "application/json" || encoding !== "identity") {
    throw new ServiceError(415, "the body must be JSON with Content-Type: application/json");
  }
}

function decode(body: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(body);
  } catch (error) {
    if (error instanceof TypeError) throw badRequest("the body is not UTF-8");
    throw error;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) throw badRequest("the body is not JSON");
    throw error;
  }
}

const QUOTE = 34;
const BACKSLASH = 92;
const OPEN_ARRAY = 91;
const CLOSE_ARRAY = 93;
const OPEN_OBJECT = 123;
const CLOSE_OBJECT = 125;

/**
 * Counts brackets outside strings in the text, before parsing, in one pass: a pattern would look for the end of every
 * unclosed string, which takes minutes in a hostile text.
 */
function checkDepth(text: string): void {
  let depth = 0;
  let quoted = false;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === QUOTE) quoted = !quoted;
    else if (quoted) index += code === BACKSLASH ? 1 : 0;
    else if (code === OPEN_ARRAY || code === OPEN_OBJECT) depth++;
    else if (code === CLOSE_ARRAY || code === CLOSE_OBJECT) depth--;
    if (depth > MAX_DEPTH) throw badRequest(`the body is nested deeper than ${MAX_DEPTH} levels`);
  }
}

function checkValues(schema: z.ZodMiniType, value: unknown): Values {
  const result = schema.safeParse(value);
  // Schemas of queries and bodies are objects.
  if (result.success) return result.data as Values;
  throw badRequest(explain(result.error.issues[0], value));
}

function explain(issue: z.core.$ZodIssue | undefined, value: unknown): string {
  if (!issue) return "the request is not valid";
  const field = fieldOf(issue.path) || "the body";
  if (issue.path.length > 0 && valueAt(value, issue.path) === undefined) return `${field} is required`;
  switch (issue.code) {
    case "invalid_type":
      return `${field} must be ${withArticle(issue.expected)}`;
    case "too_big":
      return `${field} may have at most ${issue.maximum}${issue.origin === "string" ? " characters" : ""}`;
    case "too_small":
      return `${field} must have at least ${issue.minimum}${issue.origin === "string" ? " characters" : ""}`;
    case "invalid_value":
      return `${field} must be ${oneOf(issue.values.map(String))}`;
    default:
      return `${field} is not valid`;
  }
}

const oneOf = (values: readonly string[]) => (values.length === 1 ? `${values[0]}` : `one of ${values.join(", ")}`);

// Members of a definition are public in zod's core, but loosely typed.
function shapeOf(schema: Schema | undefined): Record<string, Schema> {
  const def = schema?._zod.def as { shape?: Record<string, Schema> } | undefined;
  return def?.shape ?? {};
}

/** The schema inside `optional` and `nullable`. */
function unwrap(schema: Schema | undefined): Schema | undefined {
  const inner = (schema?._zod.def as { innerType?: Schema } | undefined)?.innerType;
  return inner ? unwrap(inner) : schema;
}
