/** Which parts of a site the parts of a file are. */
import { describe, expect, it } from "vitest";
import { nameOf } from "../../../src/changes/endpoints.js";
import { changesOf } from "../../../src/changes/site/diff.js";
import { match } from "../../../src/changes/site/match.js";
import type { Group, Site } from "../../../src/changes/site/model.js";
import { groupState as group, sectionState as section, siteState, spaceState } from "./site-states.js";

const STATE = siteState([], {
  spaces: [spaceState("one", { path: "guide", default: true }), spaceState("two", { path: "api" })],
});

it("a site space that the file names by id is not found by its old path, too", () => {
  const renamed = { line: 2, id: "two", path: "reference", default: false };
  const other = { line: 3, path: "api", space: "another", default: false };
  const wanted: Site = {
    spaces: [{ line: 1, path: "guide", default: true }, renamed, other],
  };
  const { spaces, unlisted } = match(STATE, wanted, true, []);
  expect(spaces.get(renamed)?.id).toBe("two");
  expect(spaces.get(other)).toBeUndefined();
  expect(unlisted.spaces).toEqual([]);
});

describe("a list that has a group without its sections", () => {
  const [inside, emptied, outside] = [section("inside"), section("emptied"), section("outside")];
  const state = { ...STATE, spaces: [], level: [group("ours", [inside]), group("listed", [emptied]), outside] };
  const ours: Group = { kind: "group", line: 1, title: "ours" };
  const wanted = (level: Group[]): Site => ({ level });

  it("leaves the sections in it alone, and only those", () => {
    const listed: Group = { ...ours, title: "listed", line: 2, sections: [] };
    const { unlisted } = match(state, wanted([ours, listed]), true, []);
    expect(unlisted.sections).toEqual([emptied, outside]);
    expect(unlisted.spaces.map(({ id }) => id)).toEqual(["emptied-space", "outside-space"]);
    expect(unlisted.groups).toEqual([]);
  });

  it("removes none of them", () => {
    const { calls } = changesOf(state, wanted([ours]), { prune: true, name: "site.yaml" });
    const removed = calls.flatMap(({ endpoint, params }) =>
      endpoint.method === "DELETE" ? [Object.values(params)] : [],
    );
    expect(removed.flat()).toEqual(expect.arrayContaining(["emptied", "outside", "listed"]));
    expect(removed.flat()).not.toContain("inside");
    expect(removed.flat()).not.toContain("inside-space");
  });
});

it.each([
  ["is published once", false, ["publishSite"]],
  ["is not published again", true, []],
])("a site that the file wants published %s", (_, published, expected) => {
  const wanted: Site = { published: true };
  const { calls } = changesOf({ ...STATE, published }, wanted, { prune: false, name: "site.yaml" });
  expect(calls.map(({ endpoint }) => nameOf(endpoint))).toEqual(expected);
});
