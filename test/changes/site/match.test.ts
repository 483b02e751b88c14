/** Which parts of a site the parts of a file are. */
import { describe, expect, it } from "vitest";
import { nameOf } from "../../../src/changes/endpoints.js";
import { findChanges } from "../../../src/changes/site/diff.js";
import { match, type Problem } from "../../../src/changes/site/match.js";
import type { Group, Section, Site } from "../../../src/changes/site/model.js";
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

describe("R97 an id beside what is another one's", () => {
  const [first, second] = [section("first", { path: "a", title: "A" }), section("second", { path: "b", title: "B" })];
  const state = { ...STATE, level: [first, second, group("ours", []), group("theirs", [])] };
  const sectionOf = (line: number, id: string, path: string, title?: string): Section => ({
    ...{ kind: "section", line, id, path, default: false },
    ...(title !== undefined && { title }),
  });
  const problemsOf = (wanted: Site): string[] => {
    const problems: Problem[] = [];
    match(state, wanted, false, problems);
    return problems.map(({ line, message }) => `${line}: ${message}`);
  };

  it("is refused for sections, groups and site spaces", () => {
    const sorted = [sectionOf(1, "first", "b", "B"), sectionOf(2, "second", "a")];
    expect(problemsOf({ level: sorted })).toEqual([
      '1: "b" is the section with the id "second", not "first"; to exchange the two, rename one of them first',
      '2: "a" is the section with the id "first", not "second"; to exchange the two, rename one of them first',
    ]);
    expect(problemsOf({ level: [{ kind: "group", line: 3, id: "ours", title: "theirs" }] })).toEqual([
      expect.stringMatching(/^3: "theirs" is the section group with the id "theirs", not "ours"/),
    ]);
    expect(problemsOf({ spaces: [{ line: 4, id: "one", path: "api", default: false }] })).toEqual([
      expect.stringMatching(/^4: "api" is the site space with the id "two", not "one"/),
    ]);
  });

  it("is not for what the rest of the entry names, for a new path, and for what an undo wants", () => {
    expect(problemsOf({ level: [sectionOf(1, "first", "b", "A"), sectionOf(2, "second", "new")] })).toEqual([]);
    expect(problemsOf({ level: [sectionOf(0, "first", "b"), sectionOf(0, "second", "a")] })).toEqual([]);
    const { space } = spaceState("one");
    expect(problemsOf({ spaces: [{ line: 4, id: "one", path: "api", space, default: false }] })).toEqual([]);
  });
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
    const { calls } = findChanges(state, wanted([ours]), { prune: true, name: "site.yaml" });
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
  const { calls } = findChanges({ ...STATE, published }, wanted, { prune: false, name: "site.yaml" });
  expect(calls.map(({ endpoint }) => nameOf(endpoint))).toEqual(expected);
});
