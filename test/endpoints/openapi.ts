import { expect } from "vitest";
import { spec, version, versionContent } from "./answers.js";
import * as id from "./ids.js";
import { type Contract, list, PAGED, PAGES, read, type Shapes, type Successes, write } from "./row.js";

export const contract: Contract = {
  listOpenapiSpecs: {
    request: "GET /v1/orgs/{organizationId}/openapi",
    query: [...PAGES],
    assumedStatus: 200,
    response: { resource: "OpenAPISpec", list: true },
    retry: "safe",
    about: "items have no field for what they belong to",
  },
  createOpenapiSpec: {
    request: "POST /v1/orgs/{organizationId}/openapi",
    body: [
      { name: "slug", type: "string", required: "-", pattern: "^[a-z0-9]+(?:-[a-z0-9]+)*$", alwaysSent: true },
      { name: "source", type: "{url: string}", required: "-", alwaysSent: true },
    ],
    assumedStatus: 201,
    response: { resource: "OpenAPISpec", list: false },
    retry: "unsafe",
    proof: { get: "getOpenapiSpec", made: true },
    role: "create",
    thing: "specification",
    about: "the thing is new, and has no field for what it belongs to",
    errors: ["bad request"],
  },
  getOpenapiSpec: {
    request: "GET /v1/orgs/{organizationId}/openapi/{specSlug}",
    assumedStatus: 200,
    response: { resource: "OpenAPISpec", list: false },
    retry: "safe",
    about: { specSlug: "slug,id" },
    errors: ["no matching resource"],
  },
  putOpenapiSpec: {
    // Updates the specification, or creates it when absent: 201 when created, 200 when updated.
    request: "PUT /v1/orgs/{organizationId}/openapi/{specSlug}",
    body: [{ name: "source", type: "{url: string}", required: "-", alwaysSent: true }],
    assumedStatus: 201,
    response: { resource: "OpenAPISpec", list: false },
    retry: "idempotent",
    proof: { get: "getOpenapiSpec" },
    role: "create",
    thing: "specification",
    about: { specSlug: "slug,id" },
    errors: ["bad request"],
  },
  deleteOpenapiSpec: {
    request: "DELETE /v1/orgs/{organizationId}/openapi/{specSlug}",
    status: 204,
    response: { resource: null, list: false },
    retry: "idempotent",
    role: "create",
    thing: "specification",
    about: { specSlug: "slug,id" },
  },
  updateOpenapiSpecVisibility: {
    request: "PATCH /v1/orgs/{organizationId}/openapi/{specSlug}",
    body: [{ name: "visibility", type: "enum", required: "-", enum: ["private", "public"], alwaysSent: true }],
    assumedStatus: 200,
    response: { resource: "OpenAPISpec", list: false },
    retry: "idempotent",
    proof: { get: "getOpenapiSpec" },
    role: "create",
    thing: "specification",
    about: { specSlug: "slug,id" },
    errors: ["bad request", "no matching resource"],
  },
  listOpenapiVersions: {
    request: "GET /v1/orgs/{organizationId}/openapi/{specSlug}/versions",
    query: [...PAGES],
    assumedStatus: 200,
    response: { resource: "OpenAPISpecVersion", list: true },
    retry: "safe",
    about: "items have no field for what they belong to",
    errors: ["no matching resource"],
  },
  getLatestOpenapiVersion: {
    // `latest` must win over {versionId} in routing.
    request: "GET /v1/orgs/{organizationId}/openapi/{specSlug}/versions/latest",
    assumedStatus: 200,
    response: { resource: "OpenAPISpecVersion", list: false },
    retry: "safe",
    about: "the version is only known by being the latest",
    errors: ["no matching resource"],
  },
  getLatestOpenapiVersionContent: {
    request: "GET /v1/orgs/{organizationId}/openapi/{specSlug}/versions/latest/content",
    assumedStatus: 200,
    response: { resource: "VersionContent", list: false },
    retry: "safe",
    about: "the answer is an address or a file",
    errors: ["no matching resource"],
  },
  getOpenapiVersion: {
    request: "GET /v1/orgs/{organizationId}/openapi/{specSlug}/versions/{versionId}",
    assumedStatus: 200,
    response: { resource: "OpenAPISpecVersion", list: false },
    retry: "safe",
    about: { versionId: "id" },
    errors: ["no matching resource"],
  },
  getOpenapiVersionContent: {
    request: "GET /v1/orgs/{organizationId}/openapi/{specSlug}/versions/{versionId}/content",
    assumedStatus: 200,
    response: { resource: "VersionContent", list: false },
    retry: "safe",
    about: "the answer is an address or a file",
    errors: ["no matching resource"],
  },
};

/** Answers, by their names in the contract. */
export const shapes: Shapes = {
  OpenAPISpec: `object=openapi-spec id createdAt updatedAt slug sourceURL processingState visibility lastVersion?
    lastProcessedAt? lastProcessErrorCode? permissions urls`,
  OpenAPISpecVersion: "object=openapi-spec-version id createdAt url urls",
  VersionContent: "filesystem url",
};

export const commands = `
openapi list | | GET O/openapi
  openapi list
openapi view <slug> | | GET O/openapi/{specSlug}
  openapi view harbor-api
openapi create <slug> | source-url | POST O/openapi
  openapi create pets --source-url https://pets.example/openapi.yaml
openapi publish <slug> | source-url wait | PUT O/openapi/{specSlug}
  openapi publish harbor-api --source-url https://pets.example/openapi.yaml
openapi edit <slug> | visibility | PATCH O/openapi/{specSlug}
  openapi edit harbor-api --visibility private
openapi delete <slug> | yes confirm must-exist | DELETE O/openapi/{specSlug}
  ! openapi delete harbor-api --yes
openapi versions <slug> | | GET O/openapi/{specSlug}/versions
  openapi versions harbor-api
openapi version <slug> [version] | | GET O/openapi/{specSlug}/versions/latest, GET O/openapi/{specSlug}/versions/{versionId}
  openapi version harbor-api
  openapi version harbor-api v8aWDpo1129BGSAf21ds
openapi content <slug> [version] | | GET O/openapi/{specSlug}/versions/latest/content, GET O/openapi/{specSlug}/versions/{versionId}/content
  openapi content harbor-api
  openapi content harbor-api v8aWDpo1129BGSAf21ds
`;

const all = "/v1/orgs/o1/openapi";
const at = "/v1/orgs/o1/openapi/pet-store";
const url = "https://example.com/openapi.json";

export const requests = [
  list("openapi list", `GET ${all}?limit=1000`, [spec]),
  list(`openapi list ${PAGED}`, `GET ${all}?page=c%2F2%2B%3D&limit=25`, [spec]),
  write(
    `openapi create pet-store --source-url ${url}`,
    `POST ${all}`,
    { slug: "pet-store", source: { url } },
    201,
    spec,
  ),
  read("openapi view pet-store", `GET ${at}`, spec),
  write(`openapi publish pet-store --source-url ${url}`, `PUT ${at}`, { source: { url } }, 201, spec),
  write(`openapi publish pet-store --source-url ${url}`, `PUT ${at}`, { source: { url } }, 200, spec),
  write("openapi delete pet-store --yes", `DELETE ${at}`, undefined, 204),
  write("openapi edit pet-store --visibility private", `PATCH ${at}`, { visibility: "private" }, 200, spec),
  write("openapi edit pet-store --visibility public", `PATCH ${at}`, { visibility: "public" }, 200, spec),
  list("openapi versions pet-store", `GET ${at}/versions?limit=1000`, [version]),
  list(`openapi versions pet-store ${PAGED}`, `GET ${at}/versions?page=c%2F2%2B%3D&limit=25`, [version]),
  read("openapi version pet-store", `GET ${at}/versions/latest`, version),
  read("openapi content pet-store", `GET ${at}/versions/latest/content`, versionContent),
  read("openapi version pet-store b1", `GET ${at}/versions/b1`, version),
  read("openapi content pet-store b1", `GET ${at}/versions/b1/content`, versionContent),
];

const ORG = `/v1/orgs/${id.ORG}`;
const SPEC = `${ORG}/openapi/harbor-api`;
const source = { url: new URL("source/docks.json", import.meta.url).href };
const content = {
  filesystem: { "openapi.json": { openapi: "3.1.0", info: { title: "Harbor API", version: "2.1.0" } } },
  url: expect.stringMatching(/\/openapi\.json\?key=[\w-]{22}$/),
};

export const successes: Successes = {
  listOpenapiSpecs: {
    send: `GET ${ORG}/openapi`,
    status: 200,
    answer: {
      count: 2,
      items: [
        { object: "openapi-spec", slug: "harbor-api", visibility: "public", processingState: "complete" },
        { slug: "harbor-events", lastProcessErrorCode: "FETCH_ERROR" },
      ],
    },
  },
  createOpenapiSpec: {
    send: `POST ${ORG}/openapi`,
    body: { slug: "docks", source },
    status: 201,
    answer: {
      object: "openapi-spec",
      slug: "docks",
      sourceURL: source.url,
      processingState: "pending",
      visibility: "private",
    },
    after: [
      { send: `GET ${ORG}/openapi/docks`, status: 200, answer: { processingState: "complete" } },
      {
        send: `GET ${ORG}/openapi/docks/versions/latest/content`,
        status: 200,
        answer: { filesystem: { "docks.json": { info: { title: "Docks" } } } },
      },
    ],
  },
  getOpenapiSpec: {
    send: `GET ${SPEC}`,
    status: 200,
    answer: {
      object: "openapi-spec",
      slug: "harbor-api",
      sourceURL: "https://harbor.halden-robotics.example/api/v2/openapi.json",
      lastVersion: id.LAST_VERSION,
      lastProcessedAt: "2025-12-22T10:00:00.000Z",
      permissions: { view: true, edit: true },
    },
  },
  putOpenapiSpec: {
    send: `PUT ${ORG}/openapi/docks`,
    body: { source },
    status: 201,
    answer: { object: "openapi-spec", slug: "docks", sourceURL: source.url },
    after: [
      { send: `PUT ${ORG}/openapi/docks`, body: { source }, status: 200, answer: { slug: "docks" } },
      { send: `GET ${ORG}/openapi`, status: 200, answer: { count: 3 } },
    ],
  },
  deleteOpenapiSpec: {
    send: `DELETE ${SPEC}`,
    status: 204,
    after: [
      { send: `GET ${SPEC}`, status: 404 },
      { send: `GET ${SPEC}/versions/${id.LAST_VERSION}`, status: 404 },
    ],
  },
  updateOpenapiSpecVisibility: {
    send: `PATCH ${SPEC}`,
    body: { visibility: "private" },
    status: 200,
    answer: { slug: "harbor-api", visibility: "private", lastVersion: id.LAST_VERSION },
  },
  listOpenapiVersions: {
    send: `GET ${SPEC}/versions`,
    status: 200,
    answer: { count: 2, items: [{ object: "openapi-spec-version", id: id.LAST_VERSION }, { id: id.FIRST_VERSION }] },
  },
  getLatestOpenapiVersion: {
    send: `GET ${SPEC}/versions/latest`,
    status: 200,
    answer: { object: "openapi-spec-version", id: id.LAST_VERSION, createdAt: "2025-12-22T10:00:00.000Z" },
  },
  getLatestOpenapiVersionContent: { send: `GET ${SPEC}/versions/latest/content`, status: 200, answer: content },
  getOpenapiVersion: {
    send: `GET ${SPEC}/versions/${id.FIRST_VERSION}`,
    status: 200,
    answer: { id: id.FIRST_VERSION, url: expect.stringContaining(id.FIRST_VERSION) },
  },
  getOpenapiVersionContent: {
    send: `GET ${SPEC}/versions/${id.LAST_VERSION}/content`,
    status: 200,
    answer: content,
  },
};
