import { expect, it } from "vitest";
import { mergeOrder, mergeRevisions } from "../../src/sandbox/content/merge.js";
import { slugify } from "../../src/sandbox/content/pages.js";
import { createRevision, getRevision } from "../../src/sandbox/content/revisions.js";
import { contentContext } from "./content-helper.js";

it.each([
  ["after its neighbor", ["a", "b", "n", "c"], ["c", "b", "n", "a"]],
  ["at the beginning", ["n", "a", "b", "c"], ["n", "c", "b", "a"]],
  ["at the end", ["a", "b", "c", "n"], ["c", "n", "b", "a"]],
  ["after another new one", ["a", "n", "m", "b", "c"], ["c", "b", "a", "n", "m"]],
])("puts a page of the other side where it stood there: %s", (_, theirs, merged) => {
  const base = ["a", "b", "c"];
  const wanted = new Set(theirs);
  expect(mergeOrder(base, ["c", "b", "a"], theirs, wanted)).toEqual(merged);
  expect(mergeOrder(base, theirs, ["c", "b", "a"], wanted)).toEqual(merged);
});

it("gives a merged page the later of both times, whichever side has it", () => {
  const context = contentContext();
  const at = (day: number) => ({ updatedAt: `2026-03-0${day}T00:00:00.000Z`, createdAt: "2026-01-01T00:00:00.000Z" });
  const revision = (fields: { emoji?: string; icon?: string }, day: number) =>
    createRevision(context, { space: "s", type: "edits", pages: [{ id: "a", title: "A", ...fields, ...at(day) }] });
  const base = revision({}, 1);
  const [early, late] = [revision({ emoji: "1f600" }, 2), revision({ icon: "star" }, 3)];
  for (const [ours, theirs] of [
    [early, late],
    [late, early],
  ] as const) {
    const result = mergeRevisions(context, { base, ours, theirs, space: "s", type: "merge" });
    const page = getRevision(context.store, "revision" in result ? result.revision : "").pages[0];
    expect(page).toMatchObject({ emoji: "1f600", icon: "star", ...at(3) });
  }
});

it("cuts a slug after 100 characters", () => {
  expect(slugify("a".repeat(150))).toBe("a".repeat(100));
  expect(slugify("ab ".repeat(50))).toHaveLength(100);
});
