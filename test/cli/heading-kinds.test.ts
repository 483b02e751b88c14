import { expect, test } from "vitest";
import { KINDS } from "../../src/cli/lists/list-heading.js";

test("headings call the things of a list by one name, in whatever order the bundle has the kinds", () => {
  const names = new Map<string, Set<string>>();
  for (const { param, name } of KINDS) names.set(param, (names.get(param) ?? new Set()).add(name));
  expect([...names].filter(([, all]) => all.size > 1)).toEqual([]);
});
