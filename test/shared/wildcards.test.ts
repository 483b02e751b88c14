import { expect, test } from "vitest";
import { matchesWildcards } from "../../src/shared/text/wildcards.js";

test.each([
  ["a", "a", true],
  ["a", "ab", false],
  ["ab", "a", false],
  ["a*", "a", true],
  ["a*c", "abbc", true],
  ["a*c", "abcd", false],
  ["*b*", "abc", true],
  ["*ab", "aab", true],
  ["a.c", "abc", false],
  ["", "", true],
  ["", "a", false],
  ["**", "a/b", true],
])("%j matches %j: %s", (pattern, text, isMatch) => {
  expect(matchesWildcards(pattern, text)).toBe(isMatch);
});

test("many stars take no longer than the texts are long", () => {
  const started = performance.now();
  expect(matchesWildcards(`${"*a".repeat(30)}b`, "a".repeat(5000))).toBe(false);
  expect(performance.now() - started).toBeLessThan(1000);
});
