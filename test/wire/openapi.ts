import {
  createOpenapiSpec,
  deleteOpenapiSpec,
  getLatestOpenapiVersion,
  getLatestOpenapiVersionContent,
  getOpenapiSpec,
  getOpenapiVersion,
  getOpenapiVersionContent,
  listOpenapiSpecs,
  listOpenapiVersions,
  putOpenapiSpec,
  updateOpenapiSpecVisibility,
} from "../../src/catalog/openapi.js";
import { spec, version, versionContent } from "./answers.js";
import { call, list, PAGED } from "./helper.js";

const org = { params: { organizationId: "o1" } };
const at = { params: { organizationId: "o1", specSlug: "pet-store" } };
const one = { params: { organizationId: "o1", specSlug: "pet-store", versionId: "v1" } };
const specs = { count: 1, items: [spec] };
const versions = { count: 1, items: [version] };
const source = { url: "https://example.com/openapi.json" };

export const rows = [
  list(listOpenapiSpecs, org, {}, "GET /v1/orgs/o1/openapi?limit=1000", specs, [spec]),
  list(listOpenapiSpecs, org, PAGED, "GET /v1/orgs/o1/openapi?page=c%2F2%2B%3D&limit=25", specs, [spec]),
  call(createOpenapiSpec, { ...org, body: { slug: "pet-store", source } }, "POST /v1/orgs/o1/openapi", 201, spec),
  call(createOpenapiSpec, { ...org, body: {} }, "POST /v1/orgs/o1/openapi", 201, spec),
  call(getOpenapiSpec, at, "GET /v1/orgs/o1/openapi/pet-store", 200, spec),
  call(putOpenapiSpec, { ...at, body: { source } }, "PUT /v1/orgs/o1/openapi/pet-store", 201, spec),
  call(putOpenapiSpec, { ...at, body: {} }, "PUT /v1/orgs/o1/openapi/pet-store", 200, spec),
  call(deleteOpenapiSpec, at, "DELETE /v1/orgs/o1/openapi/pet-store", 204),
  call(
    updateOpenapiSpecVisibility,
    { ...at, body: { visibility: "private" } },
    "PATCH /v1/orgs/o1/openapi/pet-store",
    200,
    spec,
  ),
  call(updateOpenapiSpecVisibility, { ...at, body: {} }, "PATCH /v1/orgs/o1/openapi/pet-store", 200, spec),
  list(listOpenapiVersions, at, {}, "GET /v1/orgs/o1/openapi/pet-store/versions?limit=1000", versions, [version]),
  list(
    listOpenapiVersions,
    at,
    PAGED,
    "GET /v1/orgs/o1/openapi/pet-store/versions?page=c%2F2%2B%3D&limit=25",
    versions,
    [version],
  ),
  call(getLatestOpenapiVersion, at, "GET /v1/orgs/o1/openapi/pet-store/versions/latest", 200, version),
  call(
    getLatestOpenapiVersionContent,
    at,
    "GET /v1/orgs/o1/openapi/pet-store/versions/latest/content",
    200,
    versionContent,
  ),
  call(getOpenapiVersion, one, "GET /v1/orgs/o1/openapi/pet-store/versions/v1", 200, version),
  call(getOpenapiVersionContent, one, "GET /v1/orgs/o1/openapi/pet-store/versions/v1/content", 200, versionContent),
];
