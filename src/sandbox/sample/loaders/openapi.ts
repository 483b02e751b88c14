import { addVersion, specUrls } from "../../openapi/specs.js";
import { permissionsFor } from "../../rights/permissions.js";
import type { HandlerContext } from "../../types.js";
import { OPENAPI, ORGS, VERSIONS } from "../names.js";
import { HARBOR_API_2_0, HARBOR_API_2_1 } from "../openapi.js";
import { ago } from "../tools.js";

const ORG = ORGS.halden;

const SPECS = [
  {
    id: OPENAPI.harbor,
    slug: "harbor-api",
    sourceURL: "https://harbor.halden-robotics.example/api/v2/openapi.json",
    visibility: "public",
    created: 400,
    processed: 24,
    processingState: "complete",
    lastVersion: VERSIONS.second,
  },
  {
    id: OPENAPI.events,
    slug: "harbor-events",
    sourceURL: "https://harbor.halden-robotics.example/events/openapi.json",
    visibility: "private",
    created: 20,
    processed: 20,
    processingState: "complete",
    lastProcessErrorCode: "FETCH_ERROR",
  },
];

const HARBOR_VERSIONS = [
  { id: VERSIONS.first, created: 400, text: HARBOR_API_2_0 },
  { id: VERSIONS.second, created: 24, text: HARBOR_API_2_1 },
];

/** A specification with two versions, and one whose source could not be read. */
export function loadOpenapi(context: HandlerContext): void {
  for (const { created, processed, ...spec } of SPECS) {
    context.store.put("openapi-spec", `${ORG}/${spec.slug}`, ORG, {
      object: "openapi-spec",
      ...spec,
      createdAt: ago(context, created),
      updatedAt: ago(context, processed),
      lastProcessedAt: ago(context, processed),
      permissions: permissionsFor("openapi-spec", "admin"),
      urls: specUrls(ORG, spec.slug, spec.visibility),
    });
  }
  for (const { id, created, text } of HARBOR_VERSIONS) {
    const createdAt = ago(context, created);
    const file = { name: "openapi.json", text, document: JSON.parse(text) };
    addVersion(context, { org: ORG, slug: "harbor-api", id, createdAt, ...file });
  }
}
