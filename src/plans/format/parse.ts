/** Parses a plan, which may be written by hand: errors name the line. */
import type { AnyEndpoint } from "../../catalog/endpoint.js";
import { type Failure, usage } from "../../errors.js";
import { idProblem } from "../../facts/ids.js";
import { jsonLine } from "../../facts/json-position.js";
import { PLAN_SCHEMA } from "../../facts/plan-schema.js";
import { isObject } from "../../facts/values.js";
import { idOf, references, refuseFileSources } from "../calls.js";
import { addressOf, writing } from "../endpoints.js";
import { isFrom, MAX_PLAN_BYTES, MAX_REMOVALS, type Plan, type PlannedCall, type Step } from "../types.js";
import { problemOf } from "./check.js";
import { completed } from "./complete.js";

/** Deeper values are refused. */
const DEEPEST = 100;

/** @param name the name of the file in messages. @throws Failure usage */
export function parsePlan(text: string, name: string): Plan {
  if (text.length > MAX_PLAN_BYTES) throw usage(`${name} is larger than ${MAX_PLAN_BYTES / 1024 / 1024} MiB`);
  const value = parsed(text, name);
  const wrong: Wrong = (path, says) => usage(`${name}: line ${jsonLine(text, path)}: ${places(path)}${says}`);
  const odd = oddKey(value, []);
  if (odd) throw wrong(odd.path, odd.says);
  const problem = problemOf(value, PLAN_SCHEMA);
  if (problem) throw wrong(problem.path, problem.says);
  // The schema was checked above.
  const plan = value as Partial<Plan> & Pick<Plan, "format" | "origin" | "organization" | "steps">;
  checkSteps(plan.steps, wrong);
  if (plan.site) checkSite(plan.site, plan.organization, wrong);
  const steps = plan.steps.map(completed);
  const whole: Plan = {
    id: "",
    maker: "by hand",
    command: "",
    made: "",
    complete: true,
    totals: {},
    maxRemovals: MAX_REMOVALS,
    rails: [],
    cannotUndo: steps.filter(({ undo }) => undo === "impossible").map(({ id }) => id),
    left: [],
    ...plan,
    steps,
  };
  return { ...whole, id: idOf(whole) };
}

type Wrong = (path: readonly string[], says: string) => Failure;

function parsed(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw usage(`${name}: line ${jsonLine(text)}: not valid JSON`, "docs help plan-format describes the format");
  }
}

const places = (path: readonly string[]): string => (path.length === 0 ? "" : `${path.join(".").slice(0, 200)}: `);

function oddKey(value: unknown, path: readonly string[]): { path: readonly string[]; says: string } | undefined {
  if (path.length > DEEPEST) return { path: path.slice(0, 5), says: `nested deeper than ${DEEPEST} levels` };
  if (Array.isArray(value)) return firstOdd(value.entries(), path);
  if (!isObject(value)) return undefined;
  if (Object.hasOwn(value, "__proto__")) return { path: [...path, "__proto__"], says: "this name is not allowed" };
  return firstOdd(Object.entries(value), path);
}

function firstOdd(entries: Iterable<[string | number, unknown]>, path: readonly string[]) {
  for (const [name, member] of entries) {
    const odd = oddKey(member, [...path, String(name)]);
    if (odd) return odd;
  }
  return undefined;
}

function checkSteps(steps: readonly Step[], wrong: Wrong): void {
  const known = new Map<string, number>();
  steps.forEach((step, at) => {
    const path = ["steps", String(at)];
    if (known.has(step.id)) throw wrong([...path, "id"], `another step has the id ${step.id}`);
    known.set(step.id, at);
    checkCall(step, path, wrong);
    for (const [index, call] of (step.inverse ?? []).entries())
      checkCall(call, [...path, "inverse", String(index)], wrong);
    step.reads?.forEach(({ path: read }, index) => {
      guarded(() => addressOf(read), [...path, "reads", String(index), "path"], wrong);
    });
  });
  checkNeeds(steps, known, wrong);
}

/** It is read again when the plan is taken back. */
function checkSite({ organization, id }: NonNullable<Plan["site"]>, own: string, wrong: Wrong): void {
  if (organization !== own) throw wrong(["site", "organization"], `it is not that of the plan, ${own}`);
  const problem = idProblem(id);
  if (problem !== undefined) throw wrong(["site", "id"], problem);
}

function checkCall({ endpoint: name, params, body }: PlannedCall, path: readonly string[], wrong: Wrong): void {
  const endpoint = writing(name);
  if (!endpoint)
    throw wrong([...path, "endpoint"], `${JSON.stringify(name)} is not an endpoint that changes something`);
  const needed = endpoint.params as readonly string[];
  const extra = Object.keys(params).find((param) => !needed.includes(param));
  if (extra !== undefined) throw wrong([...path, "params", extra], `${name} has no parameter of this name`);
  for (const param of needed) {
    const value = Object.hasOwn(params, param) ? params[param] : undefined;
    if (value === undefined) throw wrong([...path, "params"], `"${param}" is missing`);
    const problem = typeof value === "string" ? idProblem(value) : undefined;
    if (problem !== undefined) throw wrong([...path, "params", param], problem);
  }
  if (body === undefined) return;
  guarded(() => refuseFileSources(body), [...path, "body"], wrong);
  const problem = bodyProblem(endpoint, body);
  if (problem) throw wrong([...path, "body", ...problem.path], problem.says);
}

/** Checks a body against the catalog's schema; placeholders count as texts. */
function bodyProblem(endpoint: AnyEndpoint, body: Record<string, unknown>) {
  if (!endpoint.body) return { path: [], says: "this request has no body" };
  const result = endpoint.body().safeParse(withTexts(body));
  if (result.success) return undefined;
  const [issue] = result.error.issues as { path: PropertyKey[]; message: string }[];
  return { path: (issue?.path ?? []).map(String), says: issue?.message ?? "is not accepted" };
}

function withTexts(value: unknown): unknown {
  if (isFrom(value)) return "id";
  if (Array.isArray(value)) return value.map(withTexts);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withTexts(member)]));
}

function guarded(check: () => unknown, path: readonly string[], wrong: Wrong): void {
  try {
    check();
  } catch (error) {
    throw wrong(path, error instanceof Error ? error.message : String(error));
  }
}

/** Steps may only need earlier ones, and only use the answers of steps they need. */
function checkNeeds(steps: readonly Step[], known: ReadonlyMap<string, number>, wrong: Wrong): void {
  steps.forEach((step, at) => {
    const path = ["steps", String(at)];
    const needs = step.needs ?? [];
    needs.forEach((id, index) => {
      const other = known.get(id);
      const at2 = [...path, "needs", String(index)];
      if (other === undefined) throw wrong(at2, `there is no step ${id}`);
      // As steps only need earlier ones, there can be no cycle.
      if (other >= at) throw wrong(at2, `step ${id} is not before this one`);
    });
    for (const id of references([step.params, step.body])) {
      if (!needs.includes(id)) throw wrong(path, `it uses the answer of ${id}, which is not among its needs`);
    }
    for (const id of references(step.inverse)) {
      if (id !== step.id && id !== `${step.id}:back`)
        throw wrong([...path, "inverse"], `it may only use answers of this step, not of ${id}`);
    }
  });
}
