import { describe, expect, it } from "vitest";
import { resources } from "../../src/catalog/index.js";
import { contract, shapes } from "../endpoints/all.js";

function schemaOf(name: string) {
  const make = resources[name];
  if (!make) throw new Error(`the catalog has no ${name}`);
  return make();
}

describe("R31 the schemas of answers", () => {
  it("are those of the contract", () => {
    expect(Object.keys(resources).sort()).toEqual(Object.keys(shapes).sort());
    const answered = contract.flatMap(({ response: { resource } }) => (resource === "inline" ? [] : (resource ?? [])));
    expect(answered.filter((name) => !shapes[name])).toEqual([]);
  });

  it.each(Object.entries(shapes))("%s has the documented members", (name, shape) => {
    const schema = schemaOf(name);
    const members = shape.map((member) => member.name);
    expect(Object.keys(schema._zod.def.shape).sort()).toEqual([...members].sort());
    expect(schema.parse({})).toEqual({});
    const nulls = { ...Object.fromEntries(members.map((member) => [member, null])), neverSeen: { deep: [1] } };
    expect(schema.parse(nulls)).toEqual(nulls);
    expect(schema.safeParse([]).success).toBe(false);
  });

  it("takes the revision of a reference by its id and whole", () => {
    for (const revision of ["r1", { object: "revision", id: "r1", pages: [] }, null]) {
      const reference = { versionContext: { type: "revision", revision } };
      expect(schemaOf("Reference").parse(reference)).toEqual(reference);
    }
    expect(schemaOf("Reference").safeParse({ versionContext: { revision: 1 } }).success).toBe(false);
  });

  it("takes any string where the contract has an enumeration", () => {
    const space = { visibility: "new-one", editMode: "frozen", defaultLevel: "boss", language: "tlh" };
    expect(schemaOf("Space").parse(space)).toEqual(space);
    expect(schemaOf("Member").parse({ role: "boss" })).toEqual({ role: "boss" });
    expect(schemaOf("ChangeRequest").parse({ status: "parked" })).toEqual({ status: "parked" });
    const page = { type: "poem", cover: { ref: { kind: "video", video: "v1" } } };
    expect(schemaOf("Page").parse(page)).toEqual(page);
  });

  it("refuses an array for an object and an object for an array, at any depth", () => {
    expect(schemaOf("Space").safeParse({ urls: [] }).success).toBe(false);
    expect(schemaOf("Revision").safeParse({ pages: {} }).success).toBe(false);
    expect(schemaOf("Page").safeParse({ pages: [{ pages: [{ pages: "none" }] }] }).success).toBe(false);
    expect(schemaOf("SiteSectionGroup").safeParse({ sections: [{ siteSpaces: [{ space: [] }] }] }).success).toBe(false);
  });

  it("keeps numbers that look like lists numbers, and lists lists", () => {
    expect(schemaOf("Comment").safeParse({ replies: [] }).success).toBe(false);
    expect(schemaOf("Member").safeParse({ spaces: [], teams: 1 }).success).toBe(false);
    expect(schemaOf("Team").safeParse({ members: [] }).success).toBe(false);
    expect(schemaOf("Site").safeParse({ siteSpaces: [] }).success).toBe(false);
    expect(schemaOf("SiteSection").safeParse({ siteSpaces: 2 }).success).toBe(false);
    expect(schemaOf("SiteSectionGroup").safeParse({ sections: 2 }).success).toBe(false);
  });
});
