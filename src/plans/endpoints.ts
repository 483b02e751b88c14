/** Looks up endpoints by name, and GET endpoints by path. */
import type { AnyEndpoint } from "../catalog/endpoint.js";
import { endpoints } from "../catalog/index.js";
import { usage } from "../errors.js";
import { idProblem } from "../facts/ids.js";

const names = new Map(Object.entries(endpoints).map(([name, endpoint]) => [endpoint, name]));

export const nameOf = (endpoint: AnyEndpoint): string => names.get(endpoint) ?? endpoint.path;

/** The endpoint with this name, if it changes something. */
export function writing(name: string): AnyEndpoint | undefined {
  const endpoint = Object.hasOwn(endpoints, name) ? endpoints[name] : undefined;
  return endpoint && isWriting(endpoint) ? endpoint : undefined;
}

/** A ping is a POST that changes nothing. */
export const isWriting = ({ method, retry }: AnyEndpoint): boolean => method !== "GET" && retry !== "safe";

/** The endpoint with this name. @throws TypeError if there is none: a bug in the matrix */
export function named(name: string): AnyEndpoint {
  const endpoint = endpoints[name];
  if (!endpoint) throw new TypeError(`there is no endpoint ${name}`);
  return endpoint;
}

export interface Address {
  endpoint: AnyEndpoint;
  params: Record<string, string>;
  query: Record<string, string>;
}

const byLength = new Map<number, { endpoint: AnyEndpoint; parts: string[] }[]>();
for (const endpoint of Object.values(endpoints)) {
  if (endpoint.method !== "GET") continue;
  const parts = endpoint.path.split("/");
  byLength.set(parts.length, [...(byLength.get(parts.length) ?? []), { endpoint, parts }]);
}

/**
 * The GET endpoint of a path.
 * @throws Failure usage if there is none
 */
export function addressOf(path: string): Address {
  const [plain = "", query = ""] = path.split("?");
  const given = plain.split("/");
  const fits = (byLength.get(given.length) ?? []).filter(({ parts }) =>
    parts.every((part, at) => part.startsWith("{") || part === given[at]),
  );
  // Literal segments win over parameters: `versions/latest`.
  const [best] = fits.sort((a, b) => a.endpoint.params.length - b.endpoint.params.length);
  if (!best) throw usage(`no GET endpoint has the path ${JSON.stringify(path.slice(0, 200))}`);
  const values = best.parts.flatMap((part, at) =>
    part.startsWith("{") ? [[part.slice(1, -1), decoded(given[at] ?? "")] as const] : [],
  );
  for (const [name, value] of values) {
    const problem = idProblem(value);
    if (problem !== undefined) throw usage(`${name}: ${problem}`);
  }
  return { endpoint: best.endpoint, params: Object.fromEntries(values), query: queryOf(query) };
}

function decoded(part: string): string {
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

/** The path of an endpoint with its parameters in place. */
export const pathOf = (endpoint: AnyEndpoint, params: Readonly<Record<string, string>>): string =>
  endpoint.path.replace(/\{(\w+)\}/g, (_: string, name: string) => encodeURIComponent(params[name] ?? ""));
