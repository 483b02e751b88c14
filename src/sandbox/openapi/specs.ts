/** OpenAPI specifications and their versions in stored form. A specification is addressed by `<org>/<slug>`. */
import { notFound, timestamp } from "../lookup.js";
import { ORIGIN } from "../origin.js";
import type { HandlerContext } from "../types.js";
import type { SourceResult, Specification } from "./source.js";

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
