import type { AnyEndpoint } from "../../catalog/endpoint.js";
import { Failure } from "../../errors.js";
import { acceptOf } from "./accept.js";

/** The part of a zod schema that is used here; the schemas come from the catalog. */
interface Schema {
  safeParse(value: unknown): { success: boolean; error?: { issues: readonly Issue[] } | undefined };
}

interface Issue {
  readonly code?: string | undefined;
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly expected?: unknown;
  readonly origin?: unknown;
  readonly maximum?: unknown;
  readonly minimum?: unknown;
  readonly values?: unknown;
  readonly pattern?: unknown;
}

/**
 * Checks that the input keeps the contract's limits.
 * @throws Failure "invalid-input" that names the field; nothing was sent
 */
export function checkInput(
  endpoint: AnyEndpoint,
  input: { query?: unknown; body?: unknown },
  extra: { query?: object; body?: object } = {},
): void {
  for (const part of ["query", "body"] as const) {
    const value = input[part] ?? {};
    if (part === "query" && isEmpty(value)) continue;
    const schema: Schema | undefined = endpoint[part]?.();
    if (!schema) continue;
    const added = extra[part] ?? {};
    // Fields set by an addition (--field, --query) are sent unchecked, and do not count as missing.
    const issue = schema.safeParse(value).error?.issues.find(({ path }) => !Object.hasOwn(added, path[0] ?? ""));
    if (!issue) continue;
    const field = issue.path.map(String).join(".") || part;
    throw new Failure("invalid-input", `${field}: ${explain(issue)}`, { details: { field } });
  }
}

/** All members of a query are optional, so an empty one needs no check. */
const isEmpty = (query: object): boolean => Object.values(query).every((value) => value === undefined);

const count = (issue: Issue, limit: unknown) => {
  const unit = issue.origin === "string" ? " character" : issue.origin === "array" ? " item" : "";
  return unit === "" ? String(limit) : `${limit}${unit}${Number(limit) === 1 ? "" : "s"}`;
};

function explain(issue: Issue): string {
  switch (issue.code) {
    case "too_big":
      return `must be at most ${count(issue, issue.maximum)}`;
    case "too_small":
      return `must be at least ${count(issue, issue.minimum)}`;
    case "invalid_value":
      return `must be ${Array.isArray(issue.values) ? issue.values.join(", ") : "another value"}`;
    case "invalid_format":
      return issue.pattern === undefined ? "has the wrong form" : `must match ${issue.pattern}`;
    case "invalid_type":
      return `must be ${/^[aeio]/.test(String(issue.expected)) ? "an" : "a"} ${issue.expected}`;
    default:
      return issue.message.charAt(0).toLowerCase() + issue.message.slice(1);
  }
}

type Shape = "array" | "object" | "value";

function shape(value: unknown): Shape {
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
      const found = shape(at(value, issue.path));
      if (expected !== found) {
        throw new Failure(
          "invalid-answer",
          `the answer is not as documented: ${field || "it"} is not ${article(issue)}`,
        );
      }
    }
    return field;
  });
}

const article = (issue: Issue) =>
  issue.expected === "array" || issue.expected === "object" ? `an ${issue.expected}` : `a ${issue.expected}`;

function at(value: unknown, path: readonly PropertyKey[]): unknown {
  let current = value;
  for (const key of path) {
    if (typeof current !== "object" || current === null) return undefined;
    // Reads own members of parsed JSON only, along the path that the schema reported.
    current = Object.hasOwn(current, key) ? (current as Record<PropertyKey, unknown>)[key] : undefined;
  }
  return current;
}
