import { describe, expect, it } from "vitest";
import { listOrgSpaces, listSpaceLinks } from "../../src/catalog/spaces.js";
import { slimmerFor } from "../../src/checks/reader.js";

const page = (id: string) => ({
  object: "page",
  id,
  title: "Limits",
  path: `a/${id}`,
  space: { id: "s1", organization: "o1" },
});
const link = (target: object, ...pages: string[]) => ({
  status: "broken",
  targetReference: target,
  locationReferences: pages.map((id) => ({ kind: "page", page: page(id) })),
});

describe("links as they are kept", () => {
  it("have what they name by id, title and path, once for all of them", () => {
    const { slim } = slimmerFor(listSpaceLinks, true);
    const [one, other] = [
      slim(link({ kind: "page", page: page("p2"), anchor: "x" }, "p1")),
      slim(link({ kind: "url", url: "https://a.example" }, "p1")),
    ];
    const p1 = { id: "p1", title: "Limits", path: "a/p1" };
    expect(one).toEqual({
      status: "broken",
      targetReference: { kind: "page", page: { id: "p2", title: "Limits", path: "a/p2" }, anchor: "x" },
      locationReferences: [{ kind: "page", page: p1 }],
    });
    expect(Reflect.get(Object(one), "locationReferences")[0].page).toBe(
      Reflect.get(Object(other), "locationReferences")[0].page,
    );
  });

  it("are told apart by all that their target says", () => {
    const { identity } = slimmerFor(listSpaceLinks, true);
    const all = [
      link({ kind: "page", page: page("p2") }, "p1"),
      link({ kind: "page", page: page("p2") }, "p3"),
      link({ kind: "page", page: page("p2") }, "p1", "p3"),
      link({ kind: "page", page: { ...page("p2"), space: { id: "s2" } } }, "p1"),
      { ...link({ kind: "page", page: page("p2") }, "p1"), status: "ok" },
      "text",
      null,
    ];
    expect(new Set(all.map(identity)).size).toBe(all.length);
  });

  it("are broken ones and includes, unless a rule reads every link", () => {
    const include = { ...link({ kind: "snippet", reusableContent: { id: "r1" } }, "p1"), status: "ok" };
    const broken = link({ kind: "page", page: page("p2") }, "p1");
    const good = { ...broken, status: "ok" };
    const odd = { ...broken, status: 7 };
    const links = [good, include, broken, odd, null];
    expect(links.filter(slimmerFor(listSpaceLinks, false).keeps)).toEqual([include, broken, odd, null]);
    expect(links.filter(slimmerFor(listSpaceLinks, true).keeps)).toEqual(links);
    expect([good].filter(slimmerFor(listOrgSpaces, false).keeps)).toEqual([good]);
  });

  it("stay as they are in other shapes, and so do items of other lists", () => {
    const { slim } = slimmerFor(listSpaceLinks, true);
    expect([null, "text", 3].map(slim)).toEqual([null, "text", 3]);
    expect(slim({ status: "ok", targetReference: "a.md", locationReferences: null })).toEqual({
      status: "ok",
      targetReference: "a.md",
      locationReferences: null,
    });
    const space = { id: "s1", title: "Guide" };
    expect(slimmerFor(listOrgSpaces, false).slim(space)).toBe(space);
  });
});
