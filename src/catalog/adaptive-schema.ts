import * as z from "zod/mini";
import { endpoint, once } from "./endpoint.js";
import { text } from "./shared.js";

const JsonSchema = once(() => z.record(z.string(), z.unknown()));

/** Contract, "Site adaptive schema and template conditions": the attributes expected of a visitor. */
export const SiteAdaptiveSchema = once(() =>
  z.looseObject({ object: text(), jsonSchema: z.nullish(JsonSchema()), updatedAt: text() }),
);

/** An expression for adaptive content, generated from the visitor schema. */
export const TemplateCondition = once(() => z.looseObject({ description: text(), condition: text() }));

export const getSiteAdaptiveSchema = endpoint({
  method: "GET",
  path: "/v1/orgs/{organizationId}/sites/{siteId}/adaptive-schema",
  summary: "Get the visitor schema of a site",
  response: SiteAdaptiveSchema,
});

export const setSiteAdaptiveSchema = endpoint({
  method: "PUT",
  path: "/v1/orgs/{organizationId}/sites/{siteId}/adaptive-schema",
  summary: "Replace the visitor schema of a site",
  body: () => z.object({ jsonSchema: z.optional(JsonSchema()) }),
  response: SiteAdaptiveSchema,
  retry: "idempotent",
  verify: { get: getSiteAdaptiveSchema },
});

/** Answers all of `{items}` at once: no `next`, no `count`. */
export const listSiteTemplateConditions = endpoint({
  method: "GET",
  path: "/v1/orgs/{organizationId}/sites/{siteId}/adaptive-schema/template-conditions",
  summary: "List the conditions generated from the visitor schema of a site",
  response: TemplateCondition,
  items: "items",
});
