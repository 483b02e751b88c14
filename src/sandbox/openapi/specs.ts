/** OpenAPI specifications and their versions in stored form. A specification is addressed by `<org>/<slug>`. */
import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { errorCode, reasonOf } from "../../errors.js";
import { yamlKeyProblems } from "../../shared/documents/bounds.js";
import { parseIfJson } from "../../shared/values.js";
import { MAX_FILE_BYTES } from "../import/folder.js";
import { notFound, timestamp } from "../lookup.js";
import { ORIGIN } from "../origin.js";
import type { HandlerContext } from "../types.js";
import { ServiceError } from "../wire/service-error.js";

// Sources of OpenAPI specifications. The sandbox makes no connections: only `file:` addresses can be read.

/** The result of reading a source: a specification, or the code of what went wrong. */
type SourceResult = Specification | { error: "FETCH_ERROR" | "PARSE_ERROR"; reason?: string };

/** Said of addresses that are not `file:`. */
const TAKES =
  "the sandbox makes no connections: it reads file: URLs of at most 10 MiB, such as file:///srv/openapi.yaml";

interface Specification {
  /** Name of the file. */
  name: string;
  text: string;
  /** The same text, parsed. */
  document: object;
}

/**
 * Reads a source.
 * @throws ServiceError 400 for an invalid address, 403 for a `file:` address over HTTP
 */
export async function resolveSource(context: HandlerContext, url: string): Promise<SourceResult> {
  if (!URL.canParse(url)) throw new ServiceError(400, "source.url must be an address");
  const address = new URL(url);
  if (address.protocol !== "file:") return { error: "FETCH_ERROR", reason: TAKES };
  if (!context.local) throw new ServiceError(403, "file: addresses are not read over HTTP");
  const file = readLocal(address);
  if (typeof file === "string") return { error: "FETCH_ERROR", reason: file };
  const document = await parseSpecification(file.text);
  return document ? { ...file, document } : { error: "PARSE_ERROR", reason: "it is no OpenAPI in JSON or YAML" };
}

/** The reason for anything unreadable: no such file, a folder, a pipe, too large. */
function readLocal(address: URL): { name: string; text: string } | string {
  let descriptor: number | undefined;
  try {
    const path = fileURLToPath(address);
    // Do not block on a pipe.
    descriptor = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const stat = fstatSync(descriptor);
    if (!stat.isFile()) return "it is not a plain file";
    if (stat.size > MAX_FILE_BYTES) return `it is larger than ${MAX_FILE_BYTES / 1024 / 1024} MiB`;
    return { name: basename(path), text: readFileSync(descriptor, "utf8") };
  } catch (error) {
    // System errors, and addresses that are not paths, have a code; anything else is a bug.
    if (errorCode(error) !== undefined) return reasonOf(error, { ENOENT: "there is no such file" });
    throw error;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** Parses a specification from JSON or YAML; undefined for anything else. */
async function parseSpecification(text: string): Promise<object | undefined> {
  const value = parseIfJson(text) ?? (await parseYaml(text));
  if (typeof value !== "object" || value === null) return undefined;
  const { openapi, swagger }: { openapi?: unknown; swagger?: unknown } = value;
  return typeof openapi === "string" || typeof swagger === "string" ? value : undefined;
}

/** Whatever a hostile text does to the parser (cycles, endless aliases, depth), the result is: not a specification. */
async function parseYaml(text: string): Promise<unknown> {
  const yaml = await import("yaml");
  try {
    // Convert via JSON, so that it can be stored: YAML allows cycles and numbers that JSON does not.
    const document = yaml.parseDocument(text, { uniqueKeys: false, prettyErrors: false, logLevel: "silent" });
    if (document.errors.length > 0 || yamlKeyProblems(yaml, document.contents).length > 0) return undefined;
    return JSON.parse(JSON.stringify(document.toJS() ?? null));
  } catch (_error) {
    return undefined;
  }
}

export interface StoredSpec {
  object: "openapi-spec";
  id: string;
  slug: string;
  sourceURL: string;
  visibility: "private" | "public";
  processingState: "pending" | "complete";
  createdAt: string;
  updatedAt: string;
  lastVersion?: string;
  lastProcessedAt?: string;
  lastProcessErrorCode?: string;
  /** Beside the code, which alone does not say what to do. */
  lastProcessErrorReason?: string;
  permissions: Record<string, boolean>;
  urls: { location: string; app: string; published?: string };
}

const SPEC = "openapi-spec";
export const VERSION = "openapi-spec-version";
/** The answer with a version's content; its text is stored as bytes, for downloads. */
export const CONTENT = "openapi-content";
/** The result of reading a source, kept until the next read shows it; never part of an answer. */
const PENDING = "openapi-pending";

export const textKey = (version: string) => `specs/${version}`;

/** @throws ServiceError 404 */
export function findSpec(context: HandlerContext, org: string, slug: string): StoredSpec {
  settle(context, org, slug);
  const spec = context.store.get<StoredSpec>(SPEC, `${org}/${slug}`);
  if (!spec) throw notFound("specification", slug);
  return spec;
}

/** Addresses of a specification; a public one also has an address for everybody. */
export function specUrls(org: string, slug: string, visibility: string): StoredSpec["urls"] {
  return {
    location: `${ORIGIN}/v1/orgs/${org}/openapi/${slug}`,
    app: `${ORIGIN}/o/${org}/openapi/${slug}`,
    ...(visibility === "public" && { published: `${ORIGIN}/specs/${org}/${slug}` }),
  };
}

/** Records the result of reading a source; the next read applies it. */
export function notePending(context: HandlerContext, org: string, slug: string, resolved: SourceResult): void {
  context.store.put(PENDING, `${org}/${slug}`, org, { slug, ...resolved });
}

/** Applies the pending results of an organization's sources. */
export function settleAll(context: HandlerContext, org: string): void {
  for (const { slug } of context.store.all<{ slug: string }>(PENDING, org)) settle(context, org, slug);
}

function settle(context: HandlerContext, org: string, slug: string): void {
  const { store } = context;
  const key = `${org}/${slug}`;
  const resolved = context.frozen ? undefined : store.get<SourceResult>(PENDING, key);
  if (!resolved) return;
  store.remove(PENDING, key);
  const spec = store.get<StoredSpec>(SPEC, key);
  if (!spec) return;
  const now = timestamp(context);
  const { lastProcessErrorCode: _code, lastProcessErrorReason: _reason, ...rest } = spec;
  const done: StoredSpec = { ...rest, processingState: "complete", lastProcessedAt: now, updatedAt: now };
  if ("error" in resolved) {
    done.lastProcessErrorCode = resolved.error;
    if (resolved.reason !== undefined) done.lastProcessErrorReason = resolved.reason;
  } else if (!isLatest(context, spec, resolved.text)) {
    done.lastVersion = context.id();
    addVersion(context, { org, slug, id: done.lastVersion, createdAt: now, ...resolved });
  }
  store.update<StoredSpec>(SPEC, key, () => done);
}

/** A source with unchanged text creates no new version. */
function isLatest({ store }: HandlerContext, { lastVersion }: StoredSpec, text: string): boolean {
  const bytes = lastVersion === undefined ? undefined : store.bytes(textKey(lastVersion));
  return bytes !== undefined && Buffer.from(bytes).equals(Buffer.from(text));
}

interface VersionInput extends Specification {
  org: string;
  slug: string;
  id: string;
  createdAt: string;
}

/** Adds a version after the others. Its `url` leads to the text and contains its own key. */
export function addVersion(context: HandlerContext, input: VersionInput): void {
  const { org, slug, id, createdAt, name, text, document } = input;
  const { store } = context;
  const path = `/specs/${org}/${slug}/${id}/${encodeURIComponent(name)}`;
  const url = `${ORIGIN}${path}?key=${context.sign(path)}`;
  const location = `${ORIGIN}/v1/orgs/${org}/openapi/${slug}/versions/${id}`;
  const scope = `${org}/${slug}`;
  store.put(VERSION, id, scope, { object: VERSION, id, createdAt, url, urls: { location } });
  store.put(CONTENT, id, scope, { filesystem: { [name]: document }, url });
  store.putBytes(textKey(id), Buffer.from(text));
}

export function removeSpec({ store }: HandlerContext, org: string, slug: string): void {
  const key = `${org}/${slug}`;
  for (const version of store.ids(VERSION, key)) store.removeBytes(textKey(version));
  for (const kind of [VERSION, CONTENT]) store.removeAll(kind, key);
  for (const kind of [SPEC, PENDING]) store.remove(kind, key);
}
