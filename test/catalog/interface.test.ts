import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import type { AnyEndpoint } from "../../src/catalog/endpoint.js";
import { endpoints, resources } from "../../src/catalog/index.js";
import { hints } from "../../src/shared/schemas.js";
import { type ContractRow, contract } from "../endpoints/all.js";
import type { ContractField } from "../endpoints/row.js";

type Json = Record<string, unknown>;

const text = { type: "string" };
const object = (properties: Json, required?: string[]) => ({
  type: "object",
  properties,
  ...(required && { required }),
});
const map = (value: unknown) => ({ type: "object", propertyNames: text, additionalProperties: value });
const is = (value: string) => ({ type: "string", const: value });

/** JSON Schema of each type name in the contract's data. */
const TYPES: Record<string, Json> = {
  string: text,
  enum: text,
  Role: text,
  TeamRole: text,
  uri: { type: "string", format: "uri" },
  number: { type: "number" },
  boolean: { type: "boolean" },
  "string[]": { type: "array", items: text },
  CommentBody: { ...object({ markdown: text }), additionalProperties: {} },
  "{record: string, definition: string}": object({ record: text, definition: text }, ["record", "definition"]),
  "{contentRefs: map name to ContentReference}": object({
    contentRefs: map({
      anyOf: [
        object({ kind: is("file"), file: text }, ["kind", "file"]),
        object({ kind: is("openapi"), spec: text }, ["kind", "spec"]),
      ],
    }),
  }),
  "{enabled: boolean}": object({ enabled: { type: "boolean" } }, ["enabled"]),
  "{type: site, site: string}": object({ type: is("site"), site: text }, ["type", "site"]),
  "{url: string}": object({ url: text }, ["url"]),
  "{space: string, language: string}": object({ space: text, language: text }, ["space"]),
  "JSON Schema object": map({}),
  "map user to {role: TeamRole}": map(object({ role: { type: "string", enum: ["owner", "member"] } }, ["role"])),
  Document: {
    ...object(
      {
        object: is("document"),
        data: { ...object({ schemaVersion: { type: "number" } }), additionalProperties: {} },
        nodes: { type: "array", items: map({}) },
      },
      ["object", "data", "nodes"],
    ),
    additionalProperties: {},
  },
};

/** Envelopes other than `{next, count, items}`: the member with the items, and the resource of one. */
const ENVELOPES: Record<string, [items: string, item: string]> = {
  PageTree: ["pages", "Page"],
  OrganizationsByDomain: ["organizations", "Organization"],
  TemplateConditions: ["items", "TemplateCondition"],
  SsoLogins: ["items", "SsoLogin"],
};

function expectedSchema(field: ContractField): Json {
  if (field.type === "Position") {
    const place = object({ type: is(String(field.positionType)), [String(field.positionReference)]: text }, [
      "type",
      String(field.positionReference),
    ]);
    return object({ before: place, after: place });
  }
  const schema: Json = { ...(TYPES[field.type] ?? { unknownType: field.type }) };
  if (field.enum) schema.enum = field.enum;
  if (field.max !== undefined) schema.maximum = field.max;
  if (field.minLength !== undefined) schema.minLength = field.minLength;
  if (field.maxLength !== undefined) schema.maxLength = field.maxLength;
  if (field.pattern !== undefined) schema.pattern = field.pattern;
  // The name and the limit of the search text are settled beside the contract.
  if (field.name === "query") schema.maxLength = 512;
  return schema;
}

function expectedField(field: ContractField) {
  return {
    required: field.required === "Y",
    nullable: field.nullable === true,
    known: field.knownValues,
    default: field.default,
    schema: expectedSchema(field),
  };
}

/** What the contract says, in the words of this test. */
function expected(row: ContractRow) {
  const { name, resource, list, stats } = row.response;
  const envelope = name === undefined ? undefined : ENVELOPES[name];
  const query = Object.fromEntries(row.query.map((field) => [field.name, expectedField(field)]));
  return {
    method: row.method,
    path: row.path,
    params: row.pathParams.map((param) => param.name),
    query,
    body:
      row.body === null ? undefined : Object.fromEntries(row.body.map((field) => [field.name, expectedField(field)])),
    status: row.status ?? row.assumedStatus,
    resource: envelope?.[1] ?? (resource === "inline" ? name : (resource ?? undefined)),
    items: list ? "items" : envelope?.[0],
    paginated: list,
    stats: stats === true,
    deprecated: row.deprecated === true,
  };
}

interface Def {
  type: string;
  innerType?: z.ZodMiniType;
  shape?: Record<string, z.ZodMiniType>;
}
// The definition of a zod schema is public but typed per class; this test reads it from any schema.
const definition = (schema: z.ZodMiniType) => schema._zod.def as unknown as Def;

function actualField(schema: z.ZodMiniType) {
  let inner = schema;
  const wrappers = new Set<string>();
  for (let def = definition(inner); def.innerType !== undefined; def = definition(inner)) {
    wrappers.add(def.type);
    inner = def.innerType;
  }
  const { $schema, ...json } = z.toJSONSchema(inner, { io: "input" }) as Json;
  expect($schema).toContain("json-schema.org");
  const hint = hints.get(inner);
  return {
    required: !wrappers.has("optional"),
    nullable: wrappers.has("nullable"),
    known: hint?.known === undefined ? undefined : [...hint.known],
    default: hint?.default,
    schema: json,
  };
}

function actualFields(schema: z.ZodMiniType) {
  const { type, shape = {} } = definition(schema);
  expect(type).toBe("object");
  return Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, actualField(field)]));
}

/** What the catalog says. */
function actual(endpoint: AnyEndpoint) {
  return {
    method: endpoint.method,
    path: endpoint.path,
    params: [...endpoint.params],
    query: endpoint.query === undefined ? {} : actualFields(endpoint.query()),
    body: endpoint.body === undefined ? undefined : actualFields(endpoint.body()),
    status: endpoint.status,
    resource: Object.entries(resources).find(([, schema]) => schema() === endpoint.response?.())?.[0],
    items: endpoint.items,
    paginated: endpoint.paginated === true,
    stats: endpoint.stats !== undefined,
    deprecated: endpoint.deprecated === true,
  };
}

describe("the catalog against the contract", () => {
  it("defines its endpoints, none missing and none extra", () => {
    expect(Object.keys(endpoints).sort()).toEqual(contract.map((row) => row.id).sort());
  });

  it.each(contract.map((row) => [row.id, row] as const))("%s is what the contract says", (id, row) => {
    const endpoint = endpoints[id];
    if (endpoint === undefined) throw new Error(`${id} is not in the catalog`);
    expect(actual(endpoint)).toEqual(expected(row));
    expect(endpoint.response === undefined).toBe(row.response.resource === null);
    expect(endpoint.summary).toMatch(/^[A-Z].{8,80}[^.]$/);
  });
});
