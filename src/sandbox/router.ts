/** From a method and a path to the endpoint of the catalog and its handler. */
import type { AnyEndpoint } from "../catalog/endpoint.js";
import { RESOURCES, type Resource } from "./handlers/index.js";
import { ServiceError } from "./service-error.js";
import type { Handler } from "./types.js";

export interface Match {
  /** Export name of the endpoint in the catalog. */
  id: string;
  endpoint: AnyEndpoint;
  params: Record<string, string>;
  handler: Handler;
}

/**
 * The endpoint that answers a request.
 * @throws ServiceError 404 for a path that the interface does not have, 405 for another method of one that it has.
 */
export async function route(method: string, path: string): Promise<Match> {
  const segments = pathSegments(path);
  const resource = segments[0] === "v1" ? resourceOf(segments.slice(1)) : undefined;
  if (!resource) throw notFound();
  const found = candidates(await resource.catalog(), segments);
  const best = found.filter((match) => match.endpoint.method === method)[0];
  if (!best) throw wrongMethod(found);
  const { handlers } = await resource.handlers();
  const handler = handlers[best.id];
  // The table test makes sure that every endpoint has one.
  if (!handler) throw new Error(`no handler for ${best.id}`);
  return { ...best, handler };
}

const notFound = () => new ServiceError(404, "no such path");

/** Decoded segments. @throws ServiceError 400 for a path that is not percent-encoded UTF-8, 404 for empty segments. */
export function pathSegments(path: string): string[] {
  const segments = path.split("/").slice(1);
  if (segments.includes("")) throw notFound();
  try {
    return segments.map(decodeURIComponent);
  } catch (error) {
    if (error instanceof URIError) throw new ServiceError(400, "the path is not valid");
    throw error;
  }
}

/** The resource whose pattern is the longest that begins these segments (without `v1`). */
function resourceOf(segments: readonly string[]): Resource | undefined {
  let best: Resource | undefined;
  for (const resource of RESOURCES) {
    const pattern = resource.pattern.split("/");
    const fits = pattern.every((part, index) => (part === "*" ? index < segments.length : part === segments[index]));
    if (fits && pattern.length > (best?.pattern.split("/").length ?? 0)) best = resource;
  }
  return best;
}

type Candidate = Omit<Match, "handler">;

/** Endpoints of a catalog file that fit the path, literal segments (`versions/latest`) before parameters. */
function candidates(catalog: Record<string, unknown>, segments: readonly string[]): Candidate[] {
  const found: Candidate[] = [];
  for (const [id, value] of Object.entries(catalog)) {
    if (!isEndpoint(value)) continue;
    const params = matchPath(value.path, segments);
    if (params) found.push({ id, endpoint: value, params });
  }
  return found.sort((one, other) => Object.keys(one.params).length - Object.keys(other.params).length);
}

function isEndpoint(value: unknown): value is AnyEndpoint {
  return typeof value === "object" && value !== null && "method" in value && "path" in value && "params" in value;
}

function matchPath(template: string, segments: readonly string[]): Record<string, string> | undefined {
  const parts = template.split("/").slice(1);
  if (parts.length !== segments.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, part] of parts.entries()) {
    const segment = segments[index] ?? "";
    if (part.startsWith("{")) params[part.slice(1, -1)] = segment;
    else if (part !== segment) return undefined;
  }
  return params;
}

function wrongMethod(found: readonly Candidate[]): ServiceError {
  if (found.length === 0) return notFound();
  const allow = [...new Set(found.map((match) => match.endpoint.method))].sort().join(", ");
  return new ServiceError(405, `this path takes ${allow}`, { allow });
}
