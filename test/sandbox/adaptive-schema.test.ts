import { describe, expect, it } from "vitest";
import { ORG } from "../helpers/sandbox.js";
import { useTestSandbox } from "../helpers/set-ups.js";
import { loadSites, SITES } from "./sites-helper.js";

const service = useTestSandbox({ load: loadSites });

const PATH = `${SITES}/web/adaptive-schema`;
const put = (jsonSchema: unknown) => service.call("PUT", PATH, { jsonSchema });

const jsonSchema = {
  type: "object",
  properties: {
    isPartner: { type: "boolean", description: "Sells our boats" },
    "has-boat": { type: "boolean" },
    unsigned: {
      type: "object",
      properties: { preview: { type: "boolean" } },
      additionalProperties: { type: "boolean" },
    },
  },
  additionalProperties: false,
};

describe("adaptive schema", () => {
  it("GET adaptive-schema before any PUT is an error (no visitor attributes schema found)", async () => {
    const { status, json } = await service.call("GET", PATH);
    expect([status, json]).toEqual([
      404,
      { error: { code: 404, message: "no visitor attributes schema found for the site" } },
    ]);
  });

  it("puts a schema, and gets it", async () => {
    const expected = { object: "site-adaptive-schema", jsonSchema, updatedAt: "2026-01-15T10:00:00.000Z" };
    const { status, json } = await put(jsonSchema);
    expect([status, json]).toEqual([200, expected]);
    const read = await service.call("GET", PATH);
    expect([read.status, read.json]).toEqual([200, expected]);
    expect((await service.call("GET", `${SITES}/flat/adaptive-schema`)).status).toBe(404);
  });

  it("PUT replaces the schema", async () => {
    await put(jsonSchema);
    service.advance(60_000);
    const small = { type: "object", properties: { old: { type: "boolean" } }, additionalProperties: false };
    await put(small);
    expect((await service.call("GET", PATH)).json).toEqual({
      object: "site-adaptive-schema",
      jsonSchema: small,
      updatedAt: "2026-01-15T10:01:00.000Z",
    });
  });

  it("adaptive jsonSchema has additionalProperties false and `unsigned` with boolean additional properties", async () => {
    const unsigned = (schema: unknown) => ({ ...jsonSchema, properties: { unsigned: schema } });
    for (const good of [
      { type: "object", properties: {}, additionalProperties: false },
      unsigned({ type: "object" }),
      unsigned({ type: "object", additionalProperties: true }),
      unsigned({ type: "object", properties: {}, additionalProperties: { type: "boolean" } }),
    ]) {
      expect((await put(good)).status, JSON.stringify(good)).toBe(200);
    }
    for (const bad of [
      { ...jsonSchema, additionalProperties: true },
      { type: "object", properties: {} },
      unsigned({ type: "boolean" }),
      unsigned({ type: "object", additionalProperties: { type: "string" } }),
      unsigned({ type: "object", properties: { name: { type: "string" } } }),
      unsigned({ type: "object", properties: [] }),
    ]) {
      expect((await put(bad)).status, JSON.stringify(bad)).toBe(400);
    }
  });

  it("Bad Request: what is not the schema of an object of booleans", async () => {
    for (const bad of [
      {},
      { properties: {}, additionalProperties: false },
      { ...jsonSchema, type: "array" },
      { type: "object", additionalProperties: false },
      { ...jsonSchema, properties: [] },
      { ...jsonSchema, properties: { name: { type: "string" } } },
      { ...jsonSchema, properties: { name: true } },
      "text",
      null,
    ]) {
      expect((await put(bad)).status, JSON.stringify(bad)).toBe(400);
    }
    expect((await service.call("PUT", PATH, {})).json.error).toEqual({
      code: 400,
      message: "jsonSchema: give the JSON Schema of the visitor's attributes",
    });
    expect((await service.call("GET", PATH)).status).toBe(404);
  });

  it("template-conditions return {items} only, one for each attribute", async () => {
    await put(jsonSchema);
    const { status, json } = await service.call("GET", `${PATH}/template-conditions`);
    expect([status, json]).toEqual([
      200,
      {
        items: [
          { description: "Sells our boats", condition: "visitor.claims.isPartner" },
          { description: "Visitors with has-boat", condition: 'visitor.claims["has-boat"]' },
          { description: "Visitors with preview", condition: "visitor.claims.unsigned.preview" },
        ],
      },
    ]);
  });

  it("gives no conditions before any PUT", async () => {
    const { status, json } = await service.call("GET", `${PATH}/template-conditions`);
    expect([status, json]).toEqual([200, { items: [] }]);
  });

  it("answers 404 for a site that is not there, 403 to members who are not admins", async () => {
    for (const [method, path] of [
      ["GET", `${SITES}/none/adaptive-schema`],
      ["PUT", `${SITES}/foreign/adaptive-schema`],
      ["GET", `${SITES}/none/adaptive-schema/template-conditions`],
    ] as const) {
      expect((await service.call(method, path, method === "PUT" ? { jsonSchema } : undefined)).status).toBe(404);
    }
    await service.change(({ store, actor }) => {
      store.update<object>("member", `${ORG}/${actor}`, (member) => ({ ...member, role: "create" }));
    });
    expect((await put(jsonSchema)).status).toBe(403);
  });
});
