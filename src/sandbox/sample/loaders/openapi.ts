import sample from "virtual:sample";
import { addVersion, specUrls } from "../../openapi/specs.js";
import { permissionsFor } from "../../rights/permissions.js";
import type { HandlerContext } from "../../types.js";
import { SAMPLE } from "../ids.js";
import { ago } from "../tools.js";

/** Specifications of the default organization, with their versions. */
export function loadOpenapi(context: HandlerContext): void {
  const { org } = SAMPLE;
  for (const { created, processed, versions: _, ...spec } of sample.specifications) {
    context.store.put("openapi-spec", `${org}/${spec.slug}`, org, {
      object: "openapi-spec",
      ...spec,
      createdAt: ago(context, created),
      updatedAt: ago(context, processed),
      lastProcessedAt: ago(context, processed),
      permissions: permissionsFor("openapi-spec", "admin"),
      urls: specUrls(org, spec.slug, spec.visibility),
    });
  }
  for (const { slug, versions } of sample.specifications) {
    for (const { id, created, text } of versions) {
      const file = { name: "openapi.json", text, document: JSON.parse(text) };
      addVersion(context, { org, slug, id, createdAt: ago(context, created), ...file });
    }
  }
}
