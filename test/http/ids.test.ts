import { expect, it } from "vitest";
import { createIds, idOf } from "../../src/http/answer/list-evidence.js";

const numbered = (from: number, count: number) => Array.from({ length: count }, (_, at) => `id-${from + at}`);

it("R27 ids that came before are counted, also within a page", () => {
  const ids = createIds();
  expect(ids.note(["a", "b", "b", undefined, undefined])).toBe(1);
  expect(ids.note(["c", "a"])).toBe(1);
  expect(ids.note([])).toBe(0);
});

it("R27 ids are compared with the last 10,000 others", () => {
  const ids = createIds();
  for (let page = 0; page < 20; page += 1) expect(ids.note(numbered(page * 1000, 1000))).toBe(0);
  expect(ids.note(["id-10000", "id-19999"])).toBe(2);
  expect(ids.note(["id-9999"])).toBe(0);
  // It took the place of the oldest one.
  expect(ids.note(["id-10000", "id-10001", "id-9999"])).toBe(1);
});

it.each([[{ id: 7 }], [{}], [null], ["id"], [undefined]])("%j has no id", (item) => {
  expect(idOf(item)).toBeUndefined();
});
