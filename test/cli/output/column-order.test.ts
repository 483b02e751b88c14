import { expect, test } from "vitest";
import { titlesFirst } from "../../../src/cli/output/filter/fields.js";
import type { AnyColumn } from "../../../src/cli/output/types.js";

const COLUMNS: readonly AnyColumn[] = [
  { header: "ID", path: "id", as: "id" },
  { header: "Title", path: "title" },
  { header: "Parent", path: "parent", as: "id", drop: 1 },
  { header: "Entity ID", path: "entityID" },
];

test("the thing's own id comes last and goes first; ids of others stay where they are", () => {
  expect(titlesFirst(COLUMNS, false)).toEqual([...COLUMNS.slice(1), { ...COLUMNS[0], drop: 99 }]);
});

test("an id that is asked for is never hidden", () => {
  expect(titlesFirst(COLUMNS, true).at(-1)).toEqual({ ...COLUMNS[0], drop: 99, asked: true });
});

test("a column may say when its id goes", () => {
  expect(titlesFirst([{ header: "Id", path: "object.id", as: "id", drop: 0 }], false)[0]?.drop).toBe(0);
});
