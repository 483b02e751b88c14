/** The requests that bring a site to what is wanted, in their order, and the steps of a plan that they become. */
import type { AnyEndpoint } from "../../catalog/endpoint.js";
import type { Planner } from "../make/planner.js";
import { type Change, type Inverse, referenceTo, type Step } from "../types.js";

// How well a step is undone if its plan holds the site as it was before.

const BACK_ANEW: ReadonlySet<string> = new Set(["deleteSiteSection", "deleteSiteSectionGroup", "deleteSiteSpace"]);
const DEFAULTS: ReadonlySet<string> = new Set(["defaultSiteSection", "defaultSiteSpace"]);

interface SentStep {
  endpoint: string;
  change: Change;
  body?: Record<string, unknown>;
}

/** Places, defaults and parts come back with the site. */
export function withExactSiteUndo({ endpoint, change, body = {}, ...step }: SentStep & Inverse): Inverse {
  // The id of what was created is recorded for it.
  const inverse = change === "create" ? step.inverse : [];
  if (BACK_ANEW.has(endpoint)) return { inverse, undo: "approximate", why: "it is restored with another id" };
  const isField = change === "change" && Object.keys(body).some((name) => !DEFAULTS.has(name));
  const isKept = change === "act" || change === "remove" || (isField && step.undo !== "exact");
  return isKept ? { inverse, undo: step.undo, why: step.why } : { inverse, undo: "exact", why: undefined };
}

/** A placeholder for a member of the answer to an earlier call. */
interface AnswerReference {
  /** The key of that call. */
  $from: string;
  /** Dotted path: `id`, `siteSpaces.0.id`. */
  path: string;
}

export type Id = string | AnswerReference;

interface CallOptions {
  /** It needs all calls before it. */
  last?: true;
  /** Earlier calls create what it changes, so nothing can be compared before it is sent. */
  unseen?: boolean;
}

export interface Call extends CallOptions {
  key: string;
  endpoint: AnyEndpoint;
  params: Record<string, Id>;
  body?: Record<string, unknown>;
}

/** Collects calls and gives them keys. */
export interface Calls {
  readonly list: Call[];
  /** Adds a call. Returns the placeholder for the id of what it creates. */
  add(
    endpoint: AnyEndpoint,
    params: Record<string, Id>,
    body?: Record<string, unknown>,
    more?: CallOptions,
  ): AnswerReference;
}

export function createCalls(): Calls {
  const list: Call[] = [];
  return {
    list,
    add(endpoint, params, body, more) {
      const key = `call-${list.length + 1}`;
      list.push({ key, endpoint, params, ...(body && { body }), ...more });
      return { $from: key, path: "id" };
    },
  };
}

interface AddOptions {
  /** How the ids of the steps begin. */
  ids?: string;
  /** The plan will hold the whole site as it was before. */
  holdsSite?: boolean;
}

/** Adds the calls as steps, in their order. @throws Failure of the reads */
export async function addSteps(
  planner: Planner,
  calls: readonly Call[],
  { ids, holdsSite = false }: AddOptions = {},
): Promise<void> {
  const steps = new Map<string, Step>();
  for (const [at, { key, endpoint, params, body, last, unseen }] of calls.entries()) {
    const request = { endpoint, params: withStepIds(params, steps), ...(body && { body: withStepIds(body, steps) }) };
    // Nothing is removed, and nothing is shown, where what comes before failed.
    const needs = last ? { needs: [...steps.values()] } : {};
    const id = ids === undefined ? {} : { id: `${ids}${at + 1}` };
    const own = { ...id, ...(unseen && { unseen }) };
    const step = await planner.add({ ...request, ...needs, ...own });
    if (holdsSite) Object.assign(step, withExactSiteUndo(step));
    steps.set(key, step);
  }
}

/** The same with the ids of steps in place of keys. */
function withStepIds<T>(value: T, steps: ReadonlyMap<string, Step>): T {
  // Members keep their names and places: the type stays.
  return replaceKeys(value, steps) as T;
}

function replaceKeys(value: unknown, steps: ReadonlyMap<string, Step>): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => replaceKeys(one, steps));
  if ("$from" in value && "path" in value) {
    const step = steps.get(String(value.$from));
    if (!step) throw new TypeError("a call names a later one");
    return referenceTo(step.id, String(value.path));
  }
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, replaceKeys(one, steps)]));
}
