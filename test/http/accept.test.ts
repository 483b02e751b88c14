import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { endpoints } from "../../src/catalog/index.js";
import { Space } from "../../src/catalog/spaces.js";
import { acceptOf } from "../../src/http/answer/validate.js";
import { holds, PROPERTY_TIME } from "../helpers/properties.js";

describe("the quick look at an answer", () => {
  it("takes what is as documented, and more of it", () => {
    const accept = acceptOf(Space());
    expect(accept({})).toBe(true);
    expect(accept({ id: "1", title: null, comments: 3, urls: { app: "https://x", more: [1] }, other: {} })).toBe(true);
    expect(accept({ permissions: { edit: true, more: {} } })).toBe(true);
  });

  it.each([[null], ["x"], [[]], [{ id: 1 }], [{ urls: [] }], [{ urls: { app: {} } }], [{ comments: "3" }]])(
    "leaves %j to the schema",
    (value) => {
      expect(acceptOf(Space())(value)).toBe(false);
    },
  );

  it.each([
    ["a limit", z.string().check(z.maxLength(3)), "abc"],
    ["a form", z.email(), "a@b.example"],
    ["a choice", z.enum(["a"]), "a"],
    ["an alternative", z.union([z.string(), z.number()]), "a"],
    ["a strict object", z.strictObject({ a: z.string() }), { a: "" }],
  ])("leaves %s to the schema", (_, schema, value) => {
    expect(acceptOf(schema)(value)).toBe(false);
  });

  it("knows schemas that hold themselves", () => {
    const Node = z.looseObject({
      id: z.string(),
      get below() {
        return z.optional(z.array(Node));
      },
    });
    expect(acceptOf(Node)({ id: "1", below: [{ id: "2", below: [] }] })).toBe(true);
    expect(acceptOf(Node)({ id: "1", below: [{ id: "2", below: [{}] }] })).toBe(false);
  });

  it("R31 never takes what a schema of the catalog refuses", { timeout: PROPERTY_TIME }, async () => {
    const schemas = [...new Set(Object.values(endpoints).flatMap(({ response }) => (response ? [response()] : [])))];
    expect(schemas.length).toBeGreaterThan(30);
    let tried = 0;
    let taken = 0;
    const names = fc.constantFrom("id", "title", "urls", "app", "items", "permissions", "comments", "pages", "object");
    const value = fc.letrec((tie) => ({
      node: fc.oneof(
        { depthSize: "small" },
        fc.constantFrom(null, true, "", "x", 0, 1.5, Number.POSITIVE_INFINITY),
        fc.array(tie("node"), { maxLength: 2 }),
        fc.dictionary(names, tie("node"), { maxKeys: 4 }),
      ),
    })).node;
    await holds(
      fc.property(fc.constantFrom(...schemas), value, (schema, given) => {
        tried += 1;
        if (!acceptOf(schema)(given)) return;
        taken += 1;
        expect(schema.safeParse(given).success).toBe(true);
      }),
    );
    expect(taken).toBeGreaterThan(tried / 50);
  });
});
