import { Validator } from "@seriousme/openapi-schema-validator";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openApiDocument } from "../../src/sandbox/openapi/openapi-document.js";
import { type RunningServer, serve } from "../../src/sandbox/wire/serve.js";
import { type ContractRow, contract } from "../endpoints/all.js";
import { type TestSandbox, testSandbox } from "../helpers/sandbox.js";

// Expectations are literal or come from the contract's data; the document has every shape.
// biome-ignore lint/suspicious/noExplicitAny: members are looked at where they are expected
const document: any = JSON.parse(JSON.stringify(openApiDocument({ origin: "http://127.0.0.1:4321" })));
const operationOf = ({ path, method }: ContractRow) => document.paths[path]?.[method.toLowerCase()];
const contentOf = (answer: { content: Record<string, { schema: object }> }) =>
  answer.content["application/json"]?.schema;

describe("the document", () => {
  it("is valid OpenAPI 3.1 to an independent validator, with references that resolve", async () => {
    const validator = new Validator();
    const result = await validator.validate(structuredClone(document));
    expect([result.errors, result.valid, validator.version]).toEqual([undefined, true, "3.1"]);
    const broken = structuredClone(document);
    broken.paths["/v1/orgs"].get.parameters[0].in = "nowhere";
    expect((await new Validator().validate(broken)).valid).toBe(false);
    const texts = JSON.stringify(document).matchAll(/"\$ref":"#\/components\/(\w+)\/(\w+)"/g);
    const missing = [...texts].filter(([, kind = "", name = ""]) => document.components[kind]?.[name] === undefined);
    expect(missing).toEqual([]);
    expect(JSON.stringify(document)).not.toMatch(/"\$(id|schema|defs)":|__shared/);
  });

  it("has every operation and no other", () => {
    const found = Object.entries<object>(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(found.sort()).toEqual(contract.map(({ method, path }) => `${method} ${path}`).sort());
    expect(contract.map((row) => operationOf(row).operationId)).toEqual(contract.map(({ id }) => id));
  });

  it("says where it is served and how to call it", () => {
    expect(document.servers).toEqual([{ url: "http://127.0.0.1:4321" }]);
    expect(document.security).toEqual([{ token: [] }]);
    expect(document.components.securitySchemes).toEqual({ token: { type: "http", scheme: "bearer" } });
  });

  it("describes values by examples where the contract leaves an enumeration open", () => {
    const [, , order] = document.paths["/v1/spaces/{spaceId}/comments"].get.parameters.slice(1);
    expect(order).toEqual({
      name: "order",
      in: "query",
      schema: {
        type: "string",
        default: "desc",
        examples: ["asc", "desc"],
        description: "One of asc, desc; the service may know others.",
      },
    });
  });

  it("lists are envelopes, a link list with stats; other lists have their own member", () => {
    const schemaOf = (path: string) => contentOf(document.paths[path].get.responses[200]);
    expect(schemaOf("/v1/spaces/{spaceId}/links")).toMatchObject({
      required: ["count", "stats", "items"],
      properties: {
        next: { properties: { page: { type: "string" } } },
        count: { type: "integer" },
        stats: { properties: { total: { type: "integer" } } },
        items: { type: "array", items: { $ref: "#/components/schemas/LinkItem" } },
      },
    });
    expect(schemaOf("/v1/spaces/{spaceId}/content/pages")).toEqual({
      type: "object",
      required: ["pages"],
      properties: { pages: { type: "array", items: { $ref: "#/components/schemas/Page" } } },
    });
  });

  it("names the errors of the contract where they may come", () => {
    const errors = (path: string, method: string) =>
      Object.keys(document.paths[path][method].responses).filter((status) => Number(status) >= 400);
    expect(errors("/v1/spaces/{spaceId}/transfer", "post")).toEqual([
      "400",
      "401",
      "403",
      "404",
      "409",
      "412",
      "413",
      "415",
      "429",
    ]);
    expect(errors("/v1/spaces/{spaceId}", "delete")).toEqual(["401", "403", "429"]);
    expect(document.components.responses.NotFound).toEqual({
      description: "There is no such resource",
      content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
    });
    const put = document.paths["/v1/orgs/{organizationId}/openapi/{specSlug}"].put;
    expect(Object.keys(put.responses).slice(0, 2)).toEqual(["200", "201"]);
    const move = "/v1/orgs/{organizationId}/sites/{siteId}/sections/{siteSectionId}/move";
    expect(document.paths[move].post.deprecated).toBe(true);
  });
});

describe.each(contract.map((row) => [row.id, row] as const))("%s", (_id, row) => {
  const operation = operationOf(row);

  it("has the parameters, body and answer of the contract", () => {
    const parameters: { in: string; name: string; required?: boolean; schema: { maximum?: number; type: string } }[] =
      operation.parameters ?? [];
    const names = (place: string) => parameters.filter((one) => one.in === place).map(({ name }) => name);
    expect(names("path")).toEqual(row.pathParams.map(({ name }) => name));
    expect(names("query").sort()).toEqual(row.query.map(({ name }) => name).sort());
    for (const { name, schema } of parameters) {
      const field = row.query.find((one) => one.name === name);
      if (field?.max !== undefined) expect([name, schema.maximum]).toEqual([name, field.max]);
      if (field?.type === "boolean") expect([name, schema.type]).toEqual([name, "boolean"]);
      if (field?.type === "string[]") expect([name, schema.type]).toEqual([name, "array"]);
    }
    const body = operation.requestBody && contentOf(operation.requestBody);
    expect(Object.keys(body?.properties ?? {}).sort()).toEqual((row.body ?? []).map(({ name }) => name).sort());
    const required = (row.body ?? []).filter((field) => field.required === "Y").map(({ name }) => name);
    expect([...(body?.required ?? [])].sort()).toEqual(required.sort());
    const success = operation.responses[row.status ?? row.assumedStatus ?? 0];
    expect("content" in success).toBe(row.response.resource !== null);
    if (row.response.resource === null || row.response.resource === "inline") return;
    const schema = contentOf(success) as { $ref?: string; properties?: { items: { items: { $ref: string } } } };
    const answered = row.response.list ? schema.properties?.items.items.$ref : schema.$ref;
    expect(answered).toBe(`#/components/schemas/${row.response.resource}`);
  });
});

describe("GET /openapi.json", () => {
  let box: TestSandbox;
  let served: RunningServer;
  beforeAll(async () => {
    box = await testSandbox({ local: false });
    served = await serve({ sandbox: box.sandbox });
  });
  afterAll(async () => {
    await served.close(0);
    box.close();
  });

  it("answers the document without a token, with the origin that serves it", async () => {
    const response = await fetch(`${served.url}/openapi.json`);
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/json; charset=utf-8"]);
    const answered = (await response.json()) as { openapi: string; servers: object; paths: object };
    expect(answered.openapi).toBe("3.1.0");
    expect(answered.servers).toEqual([{ url: `http://127.0.0.1:${served.port}` }]);
    expect(Object.keys(answered.paths)).toContain("/v1/orgs/{organizationId}/translations");
  });

  it("answers it in the process too, and nothing beside it", async () => {
    const answer = await box.call("GET", "/openapi.json", undefined, { authorization: "" });
    expect([answer.status, answer.json.servers]).toEqual([200, [{ url: "https://docs.sandbox.invalid" }]]);
    expect((await box.call("GET", "/openapi.json/more", undefined, { authorization: "" })).status).toBe(404);
    expect((await box.call("POST", "/openapi.json", {})).status).toBe(404);
  });
});
