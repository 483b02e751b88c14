/** Looks up endpoints by name, and GET endpoints by path. */
import type { AnyEndpoint } from "../catalog/endpoint.js";
import { endpoints } from "../catalog/index.js";
import { type Failure, usage } from "../errors.js";
import { idProblem } from "../shared/ids.js";
import { createTemplateMatcher, expandTemplate } from "../shared/paths.js";
import { isReference, type PlannedCall } from "./types.js";

export { pathOf } from "../catalog/match-path.js";

const names = new Map(Object.entries(endpoints).map(([name, endpoint]) => [endpoint, name]));

export const nameOf = (endpoint: AnyEndpoint): string => names.get(endpoint) ?? endpoint.path;

/** The endpoint with this name, if it changes something. */
export function writingEndpoints(name: string): AnyEndpoint | undefined {
  const endpoint = Object.hasOwn(endpoints, name) ? endpoints[name] : undefined;
  return endpoint && isWriting(endpoint) ? endpoint : undefined;
}

/** A ping is a POST that changes nothing. */
export const isWriting = ({ method, retry }: AnyEndpoint): boolean => method !== "GET" && retry !== "safe";

/** The endpoint with this name. @throws TypeError if there is none: a bug in the undo rules */
export function endpointNamed(name: string): AnyEndpoint {
  const endpoint = endpoints[name];
  if (!endpoint) throw new TypeError(`there is no endpoint ${name}`);
  return endpoint;
}

export interface Address {
  endpoint: AnyEndpoint;
  params: Record<string, string>;
  query: Record<string, string>;
}

const gets = createTemplateMatcher(
  Object.values(endpoints).filter(({ method }) => method === "GET"),
  ({ path }) => path,
);

/**
 * The GET endpoint of a path.
 * @throws Failure usage if there is none, unless `refuse` makes another failure of the reason
 */
export function addressOf(path: string, refuse: (reason: string) => Failure = usage): Address {
  const [plain = "", query = ""] = path.split("?");
  const [best] = gets(plain.split("/"));
  if (!best) throw refuse(`no GET endpoint has the path ${JSON.stringify(path.slice(0, 200))}`);
  const values = Object.entries(best.params).map(([name, segment]) => [name, decodeSegment(segment)] as const);
  for (const [name, value] of values) {
    const problem = idProblem(value);
    if (problem !== undefined) throw refuse(`${name}: ${problem}`);
  }
  return { endpoint: best.found, params: Object.fromEntries(values), query: queryOf(query) };
}

function decodeSegment(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch (error) {
    if (error instanceof URIError) throw usage("a path has an invalid percent-encoding");
    throw error;
  }
}

/** Only the format of texts matters for comparisons. */
function queryOf(text: string): Record<string, string> {
  if (text === "") return {};
  if (text === "format=markdown") return { format: "markdown" };
  throw usage(`?${text.slice(0, 100)}: only ?format=markdown is allowed`);
}

/** `PATCH /v1/spaces/s1`: the request of a step with its ids; `{s1.id}` stands for a part of an earlier answer. */
export function requestOf({ endpoint: name, params }: PlannedCall): string {
  const { method, path } = endpointNamed(name);
  const idOf = (param: string): string => {
    const value = params[param];
    return isReference(value) ? `{${value.$from}.${value.path}}` : encodeURIComponent(value ?? "");
  };
  return `${method} ${expandTemplate(path, idOf)}`;
}
