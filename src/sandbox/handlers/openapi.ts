import { SLUG } from "../../catalog/openapi.js";
import { SITES } from "../../resources/sites.js";
import { listAnswer } from "../lists.js";
import { notFound, timestamp } from "../lookup.js";
import {
  CONTENT,
  findSpec,
  notePending,
  removeSpec,
  resolveSource,
  type StoredSpec,
  settleAll,
  specUrls,
  VERSION,
} from "../openapi/specs.js";
import { permissionsFor } from "../rights/levels.js";
import type { Handler, HandlerContext, HandlerInput, Handlers } from "../types.js";
import { ServiceError } from "../wire/service-error.js";
import { createResource, inOrganization } from "./resource.js";

const KIND = "openapi-spec";

const specs = createResource(SITES.spec, {
  place: inOrganization,
  find: (context, { org }, slug) => findSpec(context, org, slug),
});

/** @throws ServiceError 400 */
function sourceOf({ body }: HandlerInput): string {
  // The schema has checked the shape.
  const url = (body.source as { url: string } | undefined)?.url;
  if (url === undefined) throw new ServiceError(400, "source is required");
  return url;
}

const list = specs.list(({ org }, context) => {
  settleAll(context, org);
  return undefined;
});

/** Creates a specification and reads its source; the next read shows the outcome. */
async function add(context: HandlerContext, org: string, slug: string, sourceURL: string): Promise<StoredSpec> {
  if (!SLUG.test(slug)) throw new ServiceError(400, "slug may have lower case letters, digits and single hyphens");
  const resolved = await resolveSource(context, sourceURL);
  const now = timestamp(context);
  const value: StoredSpec = {
    object: KIND,
    id: context.id(),
    createdAt: now,
    updatedAt: now,
    slug,
    sourceURL,
    processingState: "pending",
    visibility: "private",
    permissions: permissionsFor(KIND, "admin"),
    urls: specUrls(org, slug, "private"),
  };
  context.store.put(KIND, `${org}/${slug}`, org, value);
  notePending(context, org, slug, resolved);
  return value;
}

const create: Handler = async (input, context) => {
  const { org } = inOrganization(input, context);
  const { slug } = input.body;
  if (typeof slug !== "string") throw new ServiceError(400, "slug is required");
  if (context.store.scopeOf(KIND, `${org}/${slug}`) !== undefined) {
    throw new ServiceError(400, `slug "${slug}" is taken`);
  }
  return { value: await add(context, org, slug, sourceOf(input)) };
};

/** Creates a missing specification (201); else sets the source and reads it again (200). */
const put: Handler = async (input, context) => {
  const { org } = inOrganization(input, context);
  const slug = input.params.specSlug ?? "";
  const key = `${org}/${slug}`;
  const sourceURL = sourceOf(input);
  if (context.store.scopeOf(KIND, key) === undefined) return { value: await add(context, org, slug, sourceURL) };
  // First turn the result of the previous source into a version.
  findSpec(context, org, slug);
  const resolved = await resolveSource(context, sourceURL);
  const value = context.store.update<StoredSpec>(KIND, key, (spec) => ({
    ...spec,
    sourceURL,
    processingState: "pending",
    updatedAt: timestamp(context),
  }));
  notePending(context, org, slug, resolved);
  return { status: 200, value };
};

const updateVisibility: Handler = (input, context) => {
  const { org } = inOrganization(input, context);
  const slug = input.params.specSlug ?? "";
  const spec = context.store.get<StoredSpec>(KIND, `${org}/${slug}`);
  if (!spec) throw notFound("specification", slug);
  const { visibility } = input.body;
  if (visibility !== "private" && visibility !== "public") throw new ServiceError(400, "visibility is required");
  const value = context.store.update<StoredSpec>(KIND, `${org}/${slug}`, (stored) => ({
    ...stored,
    visibility,
    updatedAt: timestamp(context),
    urls: specUrls(org, slug, visibility),
  }));
  return { value };
};

const remove = specs.act(({ org, thing: spec }, context) => {
  removeSpec(context, org, spec.slug);
  return undefined;
});

/** Newest first. */
const listVersions = specs.act(({ org, thing: spec, ...input }, context) =>
  listAnswer(context, input, { kind: VERSION, scope: `${org}/${spec.slug}`, descending: true }),
);

/** The version in the path, or the latest; `kind` selects which part of it is answered. */
const version = (kind: string) =>
  specs.act(({ org, thing: spec, params }, context) => {
    const id = params.versionId ?? spec.lastVersion;
    if (id === undefined) throw new ServiceError(404, `specification "${spec.slug}" has no version`);
    const json = context.store.scopeOf(kind, id) === `${org}/${spec.slug}` ? context.store.text(kind, id) : undefined;
    if (json === undefined) throw notFound("version", id);
    return { json };
  });

export const handlers: Handlers = {
  listOpenapiSpecs: list,
  createOpenapiSpec: create,
  getOpenapiSpec: specs.get,
  putOpenapiSpec: put,
  updateOpenapiSpecVisibility: updateVisibility,
  deleteOpenapiSpec: remove,
  listOpenapiVersions: listVersions,
  getLatestOpenapiVersion: version(VERSION),
  getLatestOpenapiVersionContent: version(CONTENT),
  getOpenapiVersion: version(VERSION),
  getOpenapiVersionContent: version(CONTENT),
};
