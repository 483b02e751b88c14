import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Comment } from "../../src/catalog/comments.js";
import { Space } from "../../src/catalog/spaces.js";
import { checkAnswer, usableOf } from "../../src/http/answer/validate.js";
import { holds, PROPERTY_TIME } from "../helpers/properties.js";

const SPACE = {
  id: "s1",
  title: "Handbook",
  visibility: "public",
  comments: 3,
  urls: { app: "https://docs.example/s1" },
  permissions: { view: true },
};

describe("R31 containers of the wrong kind", () => {
  const usable = usableOf(Space());

  it.each([
    ["as documented", SPACE, true],
    ["other scalars", { ...SPACE, title: 7, comments: "3", visibility: "new" }, true],
    ["absent members", { id: "s1" }, true],
    ["unknown members", { ...SPACE, more: [{ x: 1 }] }, true],
    ["an object for text", { ...SPACE, title: {} }, false],
    ["an array for a number", { ...SPACE, comments: [] }, false],
    ["text for an object", { ...SPACE, urls: "https://docs.example" }, false],
    ["an array for an object", { ...SPACE, urls: [] }, false],
    ["an object within an object", { ...SPACE, urls: { app: {} } }, false],
    ["an array for the item", [], false],
    ["text for the item", "s1", false],
  ])("%s", (_, item, expected) => {
    expect(usable(item)).toBe(expected);
  });

  it.each([
    ["spaces", Space()],
    ["comments", Comment()],
  ])("never lets pass what the schema refuses: %s", { timeout: PROPERTY_TIME }, async (_, schema) => {
    const names = fc.constantFrom("id", "title", "urls", "permissions", "body", "postedBy", "target", "reactions", "x");
    const value = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.dictionary(names, fc.jsonValue({ maxDepth: 2 })));
    await holds(
      fc.property(fc.dictionary(names, value), (item) => {
        if (usableOf(schema)(item)) expect(() => checkAnswer(schema, item)).not.toThrow();
      }),
    );
  });
});
