import { expect, test } from "vitest";
import { KINDS } from "../../src/cli/kinds.js";

test("a path parameter names one kind, whose name headings use", () => {
  const params = Object.values(KINDS).map(({ param }) => param);
  expect(params).toContain("shareLinkId");
  expect(new Set(params).size).toBe(params.length);
});
