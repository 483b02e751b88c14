/** Answers that hold a text of the test's choice in every member that the catalog documents as text. */
import { aboutOf } from "../../src/catalog/about.js";
import type { AnyEndpoint } from "../../src/catalog/endpoint.js";
import { endpoints } from "../../src/catalog/index.js";
import { getPath } from "../../src/shared/paths.js";
import { isObject } from "../../src/shared/values.js";
import type { Reply, Sent } from "../helpers/run.js";

/** What to put at a member; `where` is its dotted path. */
export type Fill = (where: string) => string;

interface Def {
  type: string;
  innerType?: Schema;
  element?: Schema;
  options?: readonly Schema[];
  shape?: Record<string, Schema>;
  getter?: () => Schema;
  valueType?: Schema;
}

interface Schema {
  _zod: { def: Def };
}

const DEEP = 6;

function madeUp(schema: Schema, fill: Fill, where: string, depth = 0): unknown {
  const { def } = schema._zod;
  const inner = (one: Schema | undefined, name = "") =>
    one && madeUp(one, fill, name === "" ? where : `${where}.${name}`, depth + 1);
  switch (def.type) {
    case "optional":
    case "nullable":
    case "default":
      return inner(def.innerType);
    case "lazy":
      return depth > DEEP ? undefined : inner(def.getter?.());
    case "union":
      return inner(def.options?.[0]);
    case "array":
      return depth > DEEP ? [] : [inner(def.element, "0"), inner(def.element, "1")];
    case "object": {
      const members = Object.entries(def.shape ?? {}).map(([name, member]) => [name, inner(member, name)]);
      // Whatever is not documented is kept and shown too, and its name may be anything.
      return Object.fromEntries([...members, [fill(`${where}.name`), fill(`${where}.unknown`)]]);
    }
    case "record":
      return { [fill(`${where}.key`)]: inner(def.valueType, "value"), [fill(`${where}.other`)]: null };
    case "number":
      return 7;
    case "boolean":
      return true;
    case "unknown":
    case "any":
    case "string":
    case "enum":
    case "literal":
      return fill(where);
    default:
      throw new Error(`${where}: no value for a ${def.type}`);
  }
}

/** The endpoint of a request; a literal segment says more than a parameter. */
export function endpointOf({ method, path }: Pick<Sent, "method" | "path">): AnyEndpoint {
  const parts = (path.split("?")[0] ?? "").split("/");
  const fits = (endpoint: AnyEndpoint) => {
    const segments = endpoint.path.split("/");
    return (
      endpoint.method === method &&
      segments.length === parts.length &&
      segments.every((segment: string, at: number) => segment.startsWith("{") || segment === parts[at])
    );
  };
  const open = (endpoint: AnyEndpoint) => endpoint.path.split("{").length;
  const [best] = Object.values(endpoints)
    .filter(fits)
    .sort((a, b) => open(a) - open(b));
  if (!best) throw new Error(`no endpoint for ${method} ${path}`);
  return best;
}

/** The answer to a change shows the change. */
function proving({ verify }: AnyEndpoint, asked: unknown, answer: unknown): unknown {
  const { field, is } = verify?.proof ?? {};
  if (field === undefined || typeof answer !== "object" || answer === null) return answer;
  const { [field]: _, ...others } = answer as Record<string, unknown>;
  if (is === "unset") return others;
  if (typeof is !== "object" || !("body" in is)) return answer;
  const { [is.body]: value } = (asked ?? {}) as Record<string, unknown>;
  return { ...answer, [field]: value };
}

function setPath(value: unknown, path: string, put: unknown): void {
  const names = path.split(".");
  const last = names.pop() ?? "";
  // Entries of lists have numbers as names.
  const at = names.reduce<unknown>((one, name) => Object(one)[name], value);
  if (isObject(at)) at[last] = put;
}

/** The answer with the ids that the path names: one about another thing is refused before anything of it is shown. */
function aboutAsked(endpoint: AnyEndpoint, path: string, answer: unknown): unknown {
  const segments = endpoint.path.split("/");
  const parts = (path.split("?")[0] ?? "").split("/");
  for (const { param, fields } of aboutOf(endpoint)) {
    const value = parts[segments.indexOf(`{${param}}`)];
    if (value !== undefined) setPath(answer, fields[0] ?? "", decodeURIComponent(value));
  }
  return answer;
}

/** Members of a body that an answer has at another place than the catalog's `shownAs` says. */
const SHOWN_AT: Readonly<Record<string, string>> = { sectionId: "sections.0.id" };

/** The answer with what was sent: one that disagrees proves that the change was not made. */
function agreeing({ method, shownAs = {}, confirmedBy }: AnyEndpoint, sent: unknown, answer: unknown): unknown {
  if (method === "GET" || !isObject(answer)) return answer;
  for (const [name, value] of Object.entries(isObject(sent) ? sent : {})) {
    if (Object.hasOwn(answer, name)) answer[name] = value;
    else if (SHOWN_AT[name] !== undefined) setPath(answer, SHOWN_AT[name], value);
  }
  for (const [name, shown] of Object.entries(shownAs)) {
    const value = getPath(sent, name);
    const [field, put] = typeof shown === "string" ? [shown, value] : [shown.field, value === true && shown.true];
    if (value !== undefined) setPath(answer, field, put);
  }
  const { field, is } = confirmedBy ?? {};
  if (field !== undefined && typeof is === "object" && "value" in is) answer[field] = is.value;
  return answer;
}

/** A good answer for any request. */
export function filledReply(request: Pick<Sent, "method" | "path" | "body">, fill: Fill): Reply {
  const endpoint = endpointOf(request);
  const schema = endpoint.response?.();
  if (!schema) return { status: endpoint.status };
  const item = (name: string) => aboutAsked(endpoint, request.path, madeUp(schema as Schema, fill, name));
  if (!endpoint.items)
    return {
      status: endpoint.status,
      body: proving(endpoint, request.body, agreeing(endpoint, request.body, item("item"))),
    };
  const stats = endpoint.stats ? { stats: { [fill("stats")]: 1 } } : {};
  const items = [item("items.0"), item("items.1")];
  // One text in every member makes one thing of both.
  const count = new Set(items.map((one) => JSON.stringify(one))).size;
  return { status: endpoint.status, body: { [endpoint.items]: items, count, next: {}, ...stats } };
}
