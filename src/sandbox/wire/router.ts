/** Finds the catalog's endpoint and its handler for a method and a path. */
import type { AnyEndpoint } from "../../catalog/endpoint.js";
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
  const found = candidates(endpoints.get(resource) ?? (await loadEndpoints(resource)), segments);
  const best = found.filter((match) => match.endpoint.method === method)[0];
  if (!best) throw wrongMethod(found);
  const handler = (handlers.get(resource) ?? (await loadHandlers(resource)))[best.id];
  // A test ensures that every endpoint has one.
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

interface Template {
  id: string;
  endpoint: AnyEndpoint;
  /** Segments of its path. */
  parts: readonly string[];
}

// Kept: an import() of a loaded module still takes a turn or two.
const endpoints = new Map<Resource, readonly Template[]>();
const handlers = new Map<Resource, Handlers>();

/** Endpoints in a resource's catalog file, literal segments (`versions/latest`) before parameters. */
async function loadEndpoints(resource: Resource): Promise<readonly Template[]> {
  const templates = Object.entries(await resource.catalog())
    .flatMap(([id, value]) =>
      isEndpoint(value) ? [{ id, endpoint: value, parts: value.path.split("/").slice(1) }] : [],
    )
    .sort((one, other) => one.endpoint.params.length - other.endpoint.params.length);
  endpoints.set(resource, templates);
  return templates;
}

async function loadHandlers(resource: Resource): Promise<Handlers> {
  const loaded = (await resource.handlers()).handlers;
  handlers.set(resource, loaded);
  return loaded;
}

type Candidate = Omit<Match, "handler">;

/** Endpoints that match a path, in the order of the templates. */
function candidates(templates: readonly Template[], segments: readonly string[]): Candidate[] {
  const found: Candidate[] = [];
  for (const { id, endpoint, parts } of templates) {
    const params = matchPath(parts, segments);
    if (params) found.push({ id, endpoint, params });
  }
  return found;
}

function isEndpoint(value: unknown): value is AnyEndpoint {
  return typeof value === "object" && value !== null && "method" in value && "path" in value && "params" in value;
}

function matchPath(parts: readonly string[], segments: readonly string[]): Record<string, string> | undefined {
  if (parts.length !== segments.length) return undefined;
  if (!parts.every((part, index) => part.startsWith("{") || part === segments[index])) return undefined;
  const params: Record<string, string> = {};
  parts.forEach((part, index) => {
    if (part.startsWith("{")) params[part.slice(1, -1)] = segments[index] ?? "";
  });
  return params;
}

function wrongMethod(found: readonly Candidate[]): ServiceError {
  if (found.length === 0) return notFound();
  const allow = [...new Set(found.map((match) => match.endpoint.method))].sort().join(", ");
  return new ServiceError(405, `this path takes ${allow}`, { allow });
}
