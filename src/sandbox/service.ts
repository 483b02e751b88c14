/** `handle(request) -> response`: token, route, schemas, one transaction around the handler, answer after the commit. */
import type { AnyEndpoint } from "../catalog/endpoint.js";
import { Failure } from "../errors.js";
import { createTemplateMatcher, type TemplateMatch } from "../shared/paths.js";
import { sqliteProblem } from "../system/sqlite.js";
import { RESOURCES, type Resource } from "./handlers/index.js";
import { ORIGIN } from "./origin.js";
import { asCaller } from "./rights/caller-view.js";
import { refuseDenied } from "./rights/rules.js";
import { dueSpaces } from "./spaces/purge-schedule.js";
import { WriteNeeded } from "./store/store.js";
import type { Exclusive } from "./transaction-queue.js";
import type {
  Handler,
  HandlerContext,
  HandlerInput,
  HandlerResult,
  Handlers,
  RouteHandler,
  ServiceRequest,
  ServiceResponse,
  Sources,
} from "./types.js";
import {
  CutConnection,
  FAULT_HEADER,
  type Fault,
  faultAnswer,
  parseFault,
  ServiceError,
} from "./wire/service-error.js";
import { parseBody, parseQuery } from "./wire/validate.js";

// Finds the catalog's endpoint and its handler for a method and a path.

interface Match {
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
function pathSegments(path: string): string[] {
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

type EndpointMatch = { id: string; endpoint: AnyEndpoint };
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

interface ServiceOptions {
  context: HandlerContext;
  /** Redirects what handlers write while reading to memory; present if the state is read-only. */
  shadow?: (() => void) | undefined;
  exclusive: Exclusive;
  /** Id of the member that a token acts as; undefined for an invalid token. */
  actorOf(token: string): string | undefined;
  sleep: Sources["sleep"];
  faults: boolean;
}

export type Handle = (request: ServiceRequest, options?: HandleOptions) => Promise<ServiceResponse>;

interface HandleOptions {
  /** Origin of the URLs in this answer; the default is the constant in stored objects. */
  origin?: string | undefined;
  /** A long body may be returned as `stream`. */
  stream?: boolean | undefined;
}

interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string | Uint8Array;
}

/** The service as one function; every error except a cut connection becomes an answer. */
export function createService(options: ServiceOptions): Handle {
  return async (request, { origin = ORIGIN, stream = false } = {}) => {
    try {
      const actor = options.actorOf(bearer(request.headers.authorization));
      const response = await respond(request, options, { actor, origin });
      return stream ? response : await collectBody(response);
    } catch (error) {
      if (error instanceof CutConnection) throw error;
      if (options.context.frozen) refuseDamage(error);
      return finish(errorAnswer(error), origin);
    }
  };
}

async function respond(
  request: ServiceRequest,
  options: ServiceOptions,
  { actor, origin }: { actor: string | undefined; origin: string },
): Promise<ServiceResponse> {
  const [path = "", search = ""] = splitOnce(request.path, "?");
  const extra = request.method === "GET" ? routeOf(path) : undefined;
  if (extra) return routeAnswer(extra, path, search, { ...options, origin });
  if (actor === undefined) {
    throw new ServiceError(401, "no valid token", { "www-authenticate": "Bearer" });
  }
  const fault = options.faults ? parseFault(request.headers[FAULT_HEADER]) : {};
  if (fault.delayMs !== undefined) await options.sleep(fault.delayMs);
  const refused = faultAnswer(fault);
  if (refused) throw refused;
  const match = await route(request.method, path);
  if (options.context.frozen && request.method !== "GET") {
    throw new ServiceError(403, "nothing can be changed here: this copy is read-only");
  }
  const input = {
    path,
    params: match.params,
    query: parseQuery(match.endpoint, new URLSearchParams(search), options.context.frozen),
    body: parseBody(match.endpoint, request.headers, bytesOf(request.body)),
    prefer: options.context.local ? request.headers.prefer : undefined,
    origin,
  };
  const context = { ...options.context, actor };
  const response = await run(match, input, { ...options, context }, { fault, origin });
  if (fault.cut === "after-commit") throw new CutConnection();
  if (fault.cut === "body") throw new CutConnection(response);
  return response;
}

/** A GET runs in a read transaction; if its handler needs to write, it runs again in a write transaction. */
async function run(
  match: Match,
  input: HandlerInput,
  options: ServiceOptions,
  { fault, origin }: { fault: Fault; origin: string },
): Promise<ServiceResponse> {
  const attempt = (kind: "read" | "write") =>
    options.exclusive(kind, async () => {
      const answer = toAnswer(await call(match, input, options.context), match.endpoint.status);
      if (fault.cut === "before-commit") throw new CutConnection();
      return finish(answer, origin);
    });
  if (match.endpoint.method !== "GET") return attempt("write");
  try {
    return await attempt("read");
  } catch (error) {
    if (!(error instanceof WriteNeeded)) throw error;
    const { shadow } = options;
    if (!shadow) return attempt("write");
    await options.exclusive("read", shadow);
    return attempt("read");
  }
}

/** Deleting something missing, or below something missing, is not an error (contract, convention 6). */
async function call(
  { handler, endpoint, params }: Match,
  input: HandlerInput,
  context: HandlerContext,
): Promise<HandlerResult> {
  try {
    if (!context.frozen) await purgeDue(context, endpoint.method !== "GET");
    refuseDenied(context, { endpoint, params });
    const result = await (endpoint.method !== "GET" && params.siteId !== undefined
      ? followingSite(context, params.siteId, () => handler(input, context))
      : handler(input, context));
    return asCaller(context, { endpoint, params }, result);
  } catch (error) {
    if (endpoint.method === "DELETE" && error instanceof ServiceError && error.status === 404) return undefined;
    throw error;
  }
}

/** Runs before every request, so that whatever is asked, everything due is gone already. */
async function purgeDue(context: HandlerContext, writing: boolean): Promise<void> {
  const due = dueSpaces(context, { writing });
  if (due.length === 0) return;
  const { purgeSpace } = await import("./spaces/purge.js");
  for (const space of due) purgeSpace(context, space);
}

/** Makes a change to a site, then updates the addresses of the spaces that it showed before or shows now. */
async function followingSite<T>(context: HandlerContext, site: string, change: () => T | Promise<T>): Promise<T> {
  const { refreshAddresses, spaceIdsOnSite } = await import("./sites/addresses.js");
  const organization = context.store.scopeOf("site", site);
  if (organization === undefined) return change();
  const before = spaceIdsOnSite(context.store, site);
  const result = await change();
  refreshAddresses(context.store, organization, [...before, ...spaceIdsOnSite(context.store, site)]);
  return result;
}

function toAnswer(result: HandlerResult, status: number): Answer {
  if (result === undefined) return { status: 204, headers: {}, body: "" };
  if ("json" in result) return json(status, result.json);
  return json(result.status ?? status, JSON.stringify(result.value));
}

const json = (status: number, body: Answer["body"], headers: Record<string, string> = {}): Answer => ({
  status,
  headers: { "content-type": "application/json; charset=utf-8", "cache-control": "no-store", ...headers },
  body,
});

/** Routes outside the interface check the key in their link themselves, and only read. */
async function routeAnswer(
  found: NonNullable<ReturnType<typeof routeOf>>,
  path: string,
  search: string,
  options: ServiceOptions & { origin: string },
): Promise<ServiceResponse> {
  const handler = await found();
  const input = { segments: pathSegments(path).slice(1), path, query: new URLSearchParams(search) };
  const result = await options.exclusive("read", () => handler(input, options.context));
  if (!result) throw new ServiceError(404, "no such path");
  const headers = { "content-type": result.contentType, "x-content-type-options": "nosniff", ...result.headers };
  const { body } = result;
  if (typeof body !== "function") return finish({ status: 200, headers, body }, options.origin);
  const stream = body((work) => options.exclusive("read", work));
  return { status: 200, headers, body: new Uint8Array(), stream };
}

/** Collects an answer that comes in pieces into one body. */
async function collectBody(response: ServiceResponse): Promise<ServiceResponse> {
  const { stream, ...rest } = response;
  if (!stream) return response;
  const pieces: Uint8Array[] = [];
  for await (const piece of stream) pieces.push(piece);
  return { ...rest, body: Buffer.concat(pieces) };
}

/** The error answer for anything thrown. A bug answers 500 without its message, which may contain content. */
export function errorAnswer(error: unknown): Answer {
  const known = error instanceof ServiceError ? error : storageError(error);
  const { status, message, headers } = known ?? new ServiceError(500, "the sandbox failed to answer");
  return json(status, JSON.stringify({ error: { code: status, message } }), headers);
}

/** There is no service whose answer that could be. @throws Failure config for a snapshot that is damaged */
function refuseDamage(error: unknown): void {
  if (error instanceof Failure) throw error;
  if (sqliteProblem(error) !== "corrupt") return;
  throw new Failure("config", "the snapshot, or its index in the cache folder, is damaged", { cause: error });
}

function storageError(error: unknown): ServiceError | undefined {
  switch (sqliteProblem(error)) {
    case undefined:
    case "other":
      return undefined;
    case "full":
      return new ServiceError(507, "the disk is full; nothing was changed");
    case "busy":
      return new ServiceError(503, "another process is writing the sandbox's state", { "retry-after": "1" });
    case "corrupt":
      return new ServiceError(500, "the sandbox's state is damaged; run docs sandbox reset");
    default:
      return new ServiceError(500, "the sandbox's state cannot be read or written");
  }
}

function finish(answer: Answer, origin: string): ServiceResponse {
  const { status, headers, body } = answer;
  if (typeof body !== "string") return { status, headers, body };
  return { status, headers, body: Buffer.from(origin === ORIGIN ? body : body.replaceAll(ORIGIN, origin)) };
}

function bytesOf(body: ServiceRequest["body"]): Uint8Array {
  return typeof body === "string" ? Buffer.from(body) : (body ?? new Uint8Array());
}

function splitOnce(text: string, separator: string): string[] {
  const index = text.indexOf(separator);
  return index < 0 ? [text] : [text.slice(0, index), text.slice(index + 1)];
}

/** The token of an Authorization header, ignoring the case of the scheme; empty if there is none. */
const bearer = (header: string | undefined) => /^bearer +(\S+)$/i.exec(header ?? "")?.[1] ?? "";

/**
 * Routes outside the interface: links in answers to bytes, which need no token because they contain a key, and the
 * description of the interface itself.
 */
const ROUTES: Record<string, () => Promise<RouteHandler>> = {
  files: async () => (await import("./wire/downloads.js")).fileRoute,
  "openapi.json": async () => (await import("./openapi/openapi-document.js")).route,
  pdf: async () => (await import("./content/pdf.js")).route,
  specs: async () => (await import("./wire/downloads.js")).specificationRoute,
};

/** The handler for a path such as `/pdf/...`, by its first segment. */
function routeOf(path: string): (() => Promise<RouteHandler>) | undefined {
  const name = path.split("/")[1] ?? "";
  return Object.hasOwn(ROUTES, name) ? ROUTES[name] : undefined;
}
