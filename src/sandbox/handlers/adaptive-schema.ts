import { isObject } from "../../shared/values.js";
import { timestamp } from "../lookup.js";
import { findSite } from "../sites/find.js";
import type { Handler, Handlers } from "../types.js";
import { ServiceError } from "../wire/service-error.js";

type Values = Record<string, unknown>;

interface TemplateCondition {
  description: string;
  condition: string;
}

const badSchema = (why: string) => new ServiceError(400, `jsonSchema: ${why}`);

const isBoolean = (schema: unknown): schema is Values => isObject(schema) && schema.type === "boolean";

/**
 * Checks for an object schema of boolean properties without additional ones. `unsigned` is an object of booleans, which
 * may allow additional ones.
 * @throws ServiceError 400
 */
function checkVisitorSchema(schema: unknown): Values {
  if (!isObject(schema)) throw badSchema("give the JSON Schema of the visitor's attributes");
  if (schema.type !== "object") throw badSchema('type must be "object"');
  if (!isObject(schema.properties)) throw badSchema("properties must be an object");
  if (schema.additionalProperties !== false) throw badSchema("additionalProperties must be false");
  for (const [name, property] of Object.entries(schema.properties)) {
    if (name === "unsigned") checkUnsigned(property);
    else if (!isBoolean(property)) throw badSchema(`properties.${name} must be of type boolean`);
  }
  return schema;
}

function checkUnsigned(schema: unknown): void {
  if (!isObject(schema) || schema.type !== "object") throw badSchema("properties.unsigned must be of type object");
  const { properties = {}, additionalProperties = true } = schema;
  if (!isObject(properties)) throw badSchema("properties.unsigned.properties must be an object");
  for (const [name, property] of Object.entries(properties)) {
    if (!isBoolean(property)) throw badSchema(`properties.unsigned.properties.${name} must be of type boolean`);
  }
  if (typeof additionalProperties !== "boolean" && !isBoolean(additionalProperties)) {
    throw badSchema("properties.unsigned.additionalProperties must be booleans");
  }
}

/** One condition for each attribute in a checked schema. */
function templateConditions(schema: Values): TemplateCondition[] {
  const properties = isObject(schema.properties) ? schema.properties : {};
  const { unsigned, ...signed } = properties;
  const claims = isObject(unsigned) && isObject(unsigned.properties) ? unsigned.properties : {};
  return [...conditionsFor(signed, "visitor.claims"), ...conditionsFor(claims, "visitor.claims.unsigned")];
}

function conditionsFor(properties: Values, path: string): TemplateCondition[] {
  return Object.entries(properties).map(([name, property]) => {
    const described = isObject(property) && typeof property.description === "string" ? property.description : "";
    return { description: described || `Visitors with ${name}`, condition: member(path, name) };
  });
}

const member = (path: string, name: string) =>
  /^[A-Za-z_$][\w$]*$/.test(name) ? `${path}.${name}` : `${path}[${JSON.stringify(name)}]`;

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
