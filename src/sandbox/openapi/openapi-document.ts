/** The interface as an OpenAPI 3.1 document, generated from the catalog. */

import * as z from "zod/mini";
import type { AnyEndpoint } from "../../catalog/endpoint.js";
import { endpoints, modules, resources } from "../../catalog/index.js";
import { hints } from "../../shared/schemas.js";
import type { RouteHandler } from "../types.js";

type Json = Record<string, unknown>;
type Schema = z.core.$ZodType;

const json = (schema: Json) => ({ content: { "application/json": { schema } } });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** Includes all endpoints of the catalog. `origin` is where they are served. */
export function openApiDocument({ origin }: { origin: string }): object {
  const names = new Map<unknown, string>(Object.entries(resources).map(([name, schema]) => [schema(), name]));
  const paths: Record<string, Json> = {};
  for (const [tag, module] of Object.entries(modules)) {
    for (const id of Object.keys(module)) {
      const endpoint = endpoints[id];
      if (!endpoint) continue;
      const method = endpoint.method.toLowerCase();
      paths[endpoint.path] = { ...paths[endpoint.path], [method]: operation(id, tag, endpoint, names) };
    }
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Documentation management service",
      version: "1",
      description: "Endpoints of the sandbox: spaces, change requests, comments, sites, members and more.",
    },
    servers: [{ url: origin }],
    security: [{ token: [] }],
    tags: Object.keys(modules).map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: { token: { type: "http", scheme: "bearer" } },
      schemas: { ...componentSchemas(), Error: ERROR },
      responses: RESPONSES,
    },
  };
}

const ERROR = {
  type: "object",
  required: ["error"],
  properties: {
    error: {
      type: "object",
      required: ["code", "message"],
      properties: { code: { type: "integer" }, message: { type: "string" } },
    },
  },
};

/** Resources refer to each other, so each gets its own schema. */
function componentSchemas(): Record<string, Json> {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(resources)) registry.add(schema(), { id });
  const { schemas } = z.toJSONSchema(registry, {
    uri: (id) => ref(id).$ref,
    unrepresentable: "any",
    override: describe,
  });
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, withoutIdentifiers(schema)]));
}

/** Removes identifiers that only make sense in a standalone schema. */
function withoutIdentifiers({ $schema: _schema, $id: _id, ...schema }: Json): Json {
  return schema;
}

/** The schema of a request, standalone. */
function requestSchema(schema: Schema): Json {
  return withoutIdentifiers(z.toJSONSchema(schema, { io: "input", unrepresentable: "any", override: describe }));
}

/** Adds what the catalog knows beyond types: known values of open enumerations, which are not enforced. */
function describe({ zodSchema, jsonSchema }: { zodSchema: Schema; jsonSchema: Json }): void {
  const hint = hints.get(zodSchema);
  if (hint?.known) {
    jsonSchema.description = `One of ${hint.known.join(", ")}; the service may know others.`;
    jsonSchema.examples = [...hint.known];
  }
  if (hint?.default !== undefined) jsonSchema.default = hint.default;
}

function operation(id: string, tag: string, endpoint: AnyEndpoint, names: ReadonlyMap<unknown, string>): Json {
  const { status, summary, deprecated } = endpoint;
  const parameters = [...pathParameters(endpoint), ...queryParameters(endpoint)];
  const answer = answerOf(endpoint, names);
  // PUT of a specification creates (201) or updates (200).
  const statuses =
    endpoint.method === "PUT" && status === 201 && endpoint.retry === "idempotent" ? [200, 201] : [status];
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(deprecated && { deprecated }),
    ...(parameters.length > 0 && { parameters }),
    ...(endpoint.body && { requestBody: requestBody(endpoint.body()) }),
    responses: { ...Object.fromEntries(statuses.map((code) => [code, answer])), ...errorsOf(endpoint) },
  };
}

function pathParameters(endpoint: AnyEndpoint): Json[] {
  return endpoint.params.map((name) => ({ name, in: "path", required: true, schema: { type: "string" } }));
}

/** Lists are sent as a repeated key (`style: form` with `explode`), which is the document's default. */
function queryParameters({ query }: AnyEndpoint): Json[] {
  const properties = query ? requestSchema(query()).properties : {};
  // Queries are object schemas.
  return Object.entries(properties as Record<string, Json>).map(([name, schema]) => ({ name, in: "query", schema }));
}

function requestBody(body: Schema): Json {
  const schema = requestSchema(body);
  return { required: Array.isArray(schema.required), ...json(schema) };
}

function answerOf(endpoint: AnyEndpoint, names: ReadonlyMap<unknown, string>): Json {
  const { items, paginated } = endpoint;
  const response = endpoint.response?.();
  if (!response) return { description: "Done; no content" };
  const name = names.get(response);
  const one = name === undefined ? withoutIdentifiers(z.toJSONSchema(response, { unrepresentable: "any" })) : ref(name);
  if (items === undefined) return { description: endpoint.summary, ...json(one) };
  const list = { type: "array", items: one };
  if (!paginated) {
    return {
      description: endpoint.summary,
      ...json({ type: "object", required: [items], properties: { [items]: list } }),
    };
  }
  return { description: "A page of the list", ...json(envelope(endpoint, items, list)) };
}

/** Contract, convention 5; `next` is left out on the last page. */
function envelope({ stats }: AnyEndpoint, items: string, list: Json): Json {
  const count = { type: "integer", description: "Number of objects in all pages" };
  const next = {
    type: "object",
    description: "Left out on the last page",
    required: ["page"],
    properties: { page: { type: "string", description: "Value of the query parameter page for the next page" } },
  };
  const properties = { next, count, ...(stats && { stats: STATS }), [items]: list };
  return { type: "object", required: ["count", ...(stats ? ["stats"] : []), items], properties };
}

const STATS = {
  type: "object",
  properties: {
    total: { type: "integer" },
    broken: { type: "object", properties: { total: { type: "integer" }, changeRequest: { type: "integer" } } },
  },
};

let text: string | undefined;

/** `/openapi.json`: describes the service to everybody. Generated once. */
export const route: RouteHandler = ({ segments }, { origin }) => {
  if (segments.length > 0) return undefined;
  text ??= JSON.stringify(openApiDocument({ origin }));
  return { contentType: "application/json; charset=utf-8", body: text };
};

// Error answers in the OpenAPI document.

const ERRORS = {
  BadRequest: [400, "The request is not valid"],
  Unauthorized: [401, "The token is missing or wrong"],
  Forbidden: [403, "The caller may not do this"],
  NotFound: [404, "There is no such resource"],
  Conflict: [409, "The operation would not result in any update"],
  CannotBeMoved: [412, "The space or collection cannot be moved"],
  TooLarge: [413, "The body is too large"],
  UnsupportedType: [415, "The body is not JSON"],
  TooManyRequests: [429, "Wait for the seconds that Retry-After names"],
} as const;

type Name = keyof typeof ERRORS;

/** `components.responses` of the document. */
const RESPONSES = Object.fromEntries(
  Object.entries(ERRORS).map(([name, [, description]]) => [
    name,
    { description, content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } } },
  ]),
);

const isAbout = ({ path }: AnyEndpoint, action: string) => path.endsWith(`/${action}`);
const isOf = ({ path }: AnyEndpoint, ...roots: string[]) => roots.some((root) => path.startsWith(`/v1/${root}/`));

/** When an operation can answer with each error. */
const WHEN: Record<Name, (endpoint: AnyEndpoint) => boolean> = {
  BadRequest: ({ query, body }) => query !== undefined || body !== undefined,
  Unauthorized: () => true,
  Forbidden: ({ method }) => method !== "GET",
  // Deleting something missing is not an error.
  NotFound: ({ method, params }) => params.length > 0 && method !== "DELETE",
  Conflict: (endpoint) =>
    ["merge", "update", "restore"].some((action) => isAbout(endpoint, action)) ||
    (isOf(endpoint, "spaces", "collections") && ["move", "transfer"].some((action) => isAbout(endpoint, action))),
  CannotBeMoved: (endpoint) => isAbout(endpoint, "transfer"),
  TooLarge: ({ body }) => body !== undefined,
  UnsupportedType: ({ body }) => body !== undefined,
  TooManyRequests: () => true,
};

/** Error answers of an operation by status. */
function errorsOf(endpoint: AnyEndpoint): Record<string, { $ref: string }> {
  const entries = (Object.keys(ERRORS) as Name[])
    .filter((name) => WHEN[name](endpoint))
    .map((name) => [ERRORS[name][0], { $ref: `#/components/responses/${name}` }]);
  return Object.fromEntries(entries);
}
