/** What makes one text of another. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applyPatch, findDifference, patchOf } from "../../src/snapshot/file/generations/difference.js";
import { holds, PROPERTY_TIME } from "../helpers/properties.js";

const text = fc
  .array(fc.constantFrom("a", "b", ",", "{", "}", "[", "]", "\n", '"', "\\", "é"))
  .map((all) => all.join(""));

describe("a patch", () => {
  it("makes one text of the other, whatever these are", { timeout: PROPERTY_TIME }, async () => {
    await holds(
      fc.property(text, text, (from, to) => {
        expect(applyPatch(from, patchOf(from, to))).toBe(to);
      }),
    );
  });

  it("has only what differs", () => {
    const row = (seen: string) => JSON.stringify({ id: "u1", name: "Ada, of [Halden]", seen, teams: 3 });
    expect(patchOf(row("monday"), row("friday"))).toEqual([0, 6, '"seen":"friday",', 1, 1]);
    const list = Array.from({ length: 1000 }, (_, at) => `page ${at}\n`);
    expect(patchOf(["new\n", ...list].join(""), list.join(""))).toEqual([1, 1000]);
    expect(patchOf("", "a{b")).toEqual(["a{b"]);
    expect(patchOf("a,b", "")).toEqual([]);
  });

  it.each([[[0, 4]], [[-1, 1]], [[2, 2]], [[0, 0]], [[0]]])("of another text is refused: %j", (patch) => {
    expect(() => applyPatch("a,b,c", patch)).toThrow(/does not match/);
  });
});

it("a night without changes is stored as nothing", () => {
  const lists = [
    { name: "spaces", newer: '["s1","s2"]', older: '["s1","s2"]' },
    { name: "teams", newer: '["t1"]', older: '["t1","t2"]' },
  ];
  const { difference, changes } = findDifference([], lists, () => null);
  expect(Object.keys(difference.lists)).toEqual(["teams"]);
  expect([difference.rows, changes]).toEqual([{}, {}]);
  expect(findDifference([], lists.slice(0, 1), () => null).difference).toEqual({ rows: {}, lists: {} });
});
