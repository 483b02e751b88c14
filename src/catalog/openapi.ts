import * as z from "zod/mini";
import { endpoint, once } from "./endpoint.js";
import { Permissions, page, text, Urls } from "./shared.js";

/** Contract, "OpenAPISpec and OpenAPISpecVersion". Addressed by `slug`, not by `id`. */
export const OpenAPISpec = once(() =>
  z.looseObject({
    object: text(),
    id: text(),
    createdAt: text(),
    updatedAt: text(),
    slug: text(),
    sourceURL: text(),
    processingState: text(),
    visibility: text(),
    lastVersion: text(),
    lastProcessedAt: text(),
    lastProcessErrorCode: text(),
    permissions: Permissions(),
    urls: Urls(),
  }),
);

export const OpenAPISpecVersion = once(() =>
  z.looseObject({ object: text(), id: text(), createdAt: text(), url: text(), urls: Urls() }),
);

export const VersionContent = once(() =>
  z.looseObject({ filesystem: z.nullish(z.record(z.string(), z.unknown())), url: text() }),
);

/** Also applies to the slug in a path, as PUT may create a specification with it. */
export const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const SPEC_VISIBILITIES = ["private", "public"] as const;

const Source = once(() => z.object({ url: z.string() }));

export const listOpenapiSpecs = endpoint({
  method: "GET",
  path: "/v1/orgs/{organizationId}/openapi",
  summary: "List the OpenAPI specifications of an organization",
  query: () => z.object(page()),
  response: OpenAPISpec,
  paginated: true,
});

export const getOpenapiSpec = endpoint({
  method: "GET",
  path: "/v1/orgs/{organizationId}/openapi/{specSlug}",
  summary: "Get an OpenAPI specification",
  response: OpenAPISpec,
});

export const createOpenapiSpec = endpoint({
  method: "POST",
  path: "/v1/orgs/{organizationId}/openapi",
  summary: "Create an OpenAPI specification",
  body: () => z.object({ slug: z.optional(z.string().check(z.regex(SLUG))), source: z.optional(Source()) }),
  response: OpenAPISpec,
  status: 201,
  retry: "unsafe",
  shownAs: { "source.url": "sourceURL" },
  verify: { get: getOpenapiSpec, made: "specSlug" },
});

/** Answers 201 if it created the specification, 200 if it updated it. */
export const putOpenapiSpec = endpoint({
  method: "PUT",
  path: "/v1/orgs/{organizationId}/openapi/{specSlug}",
  summary: "Create an OpenAPI specification, or update it from its source",
  body: () => z.object({ source: z.optional(Source()) }),
  response: OpenAPISpec,
  status: 201,
  retry: "idempotent",
  shownAs: { "source.url": "sourceURL" },
  verify: { get: getOpenapiSpec },
});

export const updateOpenapiSpecVisibility = endpoint({
  method: "PATCH",
  path: "/v1/orgs/{organizationId}/openapi/{specSlug}",
  summary: "Change who can see an OpenAPI specification",
  body: () => z.object({ visibility: z.optional(z.enum(SPEC_VISIBILITIES)) }),
  response: OpenAPISpec,
  retry: "idempotent",
  verify: { get: getOpenapiSpec },
});

export const deleteOpenapiSpec = endpoint({
  method: "DELETE",
  path: "/v1/orgs/{organizationId}/openapi/{specSlug}",
  summary: "Delete an OpenAPI specification",
  retry: "idempotent",
});

export const listOpenapiVersions = endpoint({
  method: "GET",
  path: "/v1/orgs/{organizationId}/openapi/{specSlug}/versions",
  summary: "List the versions of an OpenAPI specification",
  query: () => z.object(page()),
  response: OpenAPISpecVersion,
  paginated: true,
});

export const getLatestOpenapiVersion = endpoint({
  method: "GET",
  path: "/v1/orgs/{organizationId}/openapi/{specSlug}/versions/latest",
  summary: "Get the latest version of an OpenAPI specification",
  response: OpenAPISpecVersion,
});

export const getLatestOpenapiVersionContent = endpoint({
  method: "GET",
  path: "/v1/orgs/{organizationId}/openapi/{specSlug}/versions/latest/content",
  summary: "Get the content of the latest version of an OpenAPI specification",
  response: VersionContent,
});

export const getOpenapiVersion = endpoint({
  method: "GET",
  path: "/v1/orgs/{organizationId}/openapi/{specSlug}/versions/{versionId}",
  summary: "Get a version of an OpenAPI specification",
  response: OpenAPISpecVersion,
});

export const getOpenapiVersionContent = endpoint({
  method: "GET",
  path: "/v1/orgs/{organizationId}/openapi/{specSlug}/versions/{versionId}/content",
  summary: "Get the content of a version of an OpenAPI specification",
  response: VersionContent,
});
