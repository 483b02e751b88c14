import { timestamp } from "../lookup.js";
import { findSite } from "../sites/find.js";
import { checkVisitorSchema, templateConditions } from "../sites/visitor-schema.js";
import type { Handler, Handlers } from "../types.js";
import { ServiceError } from "../wire/service-error.js";

const KIND = "site-adaptive-schema";

interface StoredSchema {
  jsonSchema: Record<string, unknown>;
}

const getSiteAdaptiveSchema: Handler = (input, context) => {
  const { site } = findSite(input, context);
  const value = context.store.get<StoredSchema>(KIND, site.id);
  if (!value) throw new ServiceError(404, "no visitor attributes schema found for the site");
  return { value };
};

const setSiteAdaptiveSchema: Handler = (input, context) => {
  const { site } = findSite(input, context);
  const jsonSchema = checkVisitorSchema(input.body.jsonSchema);
  const value = { object: KIND, jsonSchema, updatedAt: timestamp(context) };
  context.store.put(KIND, site.id, site.id, value);
  return { value };
};

/** Empty while there is no schema; only reading the schema itself is an error then. */
const listSiteTemplateConditions: Handler = (input, context) => {
  const { site } = findSite(input, context);
  const schema = context.store.get<StoredSchema>(KIND, site.id)?.jsonSchema;
  return { value: { items: schema ? templateConditions(schema) : [] } };
};

export const handlers: Handlers = { getSiteAdaptiveSchema, setSiteAdaptiveSchema, listSiteTemplateConditions };
