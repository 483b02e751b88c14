/** R94: an answer about another thing proves nothing. The contract says which field names what the path names. */
import { describe, expect, it } from "vitest";
import { aboutOf } from "../../src/catalog/about.js";
import { endpoints } from "../../src/catalog/index.js";
import { contract } from "../endpoints/all.js";

describe("R94 what an answer is about", () => {
  it.each(contract.map(({ id, about }) => [id, about] as const))("%s names it, or has a reason", (id, about) => {
    const endpoint = endpoints[id];
    if (!endpoint) throw new Error(`there is no endpoint ${id}`);
    const checks = aboutOf(endpoint).map(({ param, fields }) => [param, String(fields)]);
    if (typeof about === "string") {
      expect(about).toMatch(/^[a-z]\S* .{8}/);
      expect(checks).toEqual([]);
    } else expect(Object.fromEntries(checks)).toEqual(about);
  });
});
