/** Finds the catalog's endpoint and its handler for a method and a path. */
import type { AnyEndpoint } from "../../catalog/endpoint.js";
import { createTemplateMatcher, type TemplateMatch } from "../../shared/path-template.js";
import { RESOURCES, type Resource } from "../handlers/index.js";
import type { Handler, Handlers } from "../types.js";
import { ServiceError } from "./service-error.js";

export interface Match {
  /** Export name of the endpoint in the catalog. */
  id: string;
  endpoint: AnyEndpoint;
  params: Record<string, string>;
  handler: Handler;
}

/**
 * The endpoint for a request.
 * @throws ServiceError 404 for a path that is not in the interface, 405 for a path that has other methods.
 */
export async function route(method: string, path: string): Promise<Match> {
  const segments = pathSegments(path);
  const resource = segments[0] === "v1" ? resourceOf(segments) : undefined;
  if (!resource) throw notFound();
  const matches = (endpoints.get(resource) ?? (await loadEndpoints(resource)))(segments);
  const best = matches.find(({ found }) => found.endpoint.method === method);
  if (!best) throw wrongMethod(matches.map(({ found }) => found));
  const { found, params } = best;
  const handler = (handlers.get(resource) ?? (await loadHandlers(resource)))[found.id];
  // A test ensures that every endpoint has one.
  if (!handler) throw new Error(`no handler for ${found.id}`);
  return { ...found, params, handler };
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

/** Longest first. */
const PATTERNS = RESOURCES.map((resource) => ({ resource, parts: resource.pattern.split("/") })).sort(
  (one, other) => other.parts.length - one.parts.length,
);

/** The resource with the longest pattern that matches the start of these segments (after `v1`). */
function resourceOf(segments: readonly string[]): Resource | undefined {
  const fits = (part: string, index: number) =>
    part === "*" ? index + 1 < segments.length : part === segments[index + 1];
  return PATTERNS.find(({ parts }) => parts.every(fits))?.resource;
}

type EndpointMatch = Pick<Match, "id" | "endpoint">;
type Matcher = (segments: readonly string[]) => TemplateMatch<EndpointMatch>[];

// Kept: an import() of a loaded module still takes a turn or two.
const endpoints = new Map<Resource, Matcher>();
const handlers = new Map<Resource, Handlers>();

async function loadEndpoints(resource: Resource): Promise<Matcher> {
  const named = Object.entries(await resource.catalog()).flatMap(([id, value]) =>
    isEndpoint(value) ? [{ id, endpoint: value }] : [],
  );
  const matcher = createTemplateMatcher(named, ({ endpoint }) => endpoint.path.slice(1));
  endpoints.set(resource, matcher);
  return matcher;
}

async function loadHandlers(resource: Resource): Promise<Handlers> {
  const loaded = (await resource.handlers()).handlers;
  handlers.set(resource, loaded);
  return loaded;
}

function isEndpoint(value: unknown): value is AnyEndpoint {
  return typeof value === "object" && value !== null && "method" in value && "path" in value && "params" in value;
}

/** Writes that people try, and that no endpoint does. */
const ONLY_READ = /\/content\/(page|file)s?(\/|$)/;

function wrongMethod(found: readonly EndpointMatch[]): ServiceError {
  const [first] = found;
  if (!first) return notFound();
  const allow = [...new Set(found.map((match) => match.endpoint.method))].sort().join(", ");
  const [, kind] = ONLY_READ.exec(first.endpoint.path) ?? [];
  const reason = kind === undefined ? "" : `${kind}s cannot be changed through this interface: `;
  return new ServiceError(405, `${reason}this path takes ${allow}`, { allow });
}
