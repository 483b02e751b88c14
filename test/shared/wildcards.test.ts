import { expect, test } from "vitest";
import { matchesWildcards } from "../../src/shared/text/names.js";

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

test("many stars take no more steps than the texts are long", () => {
  const most = 61 * 500;
  let steps = 0;
  const counted = new Proxy(new String("a".repeat(500)), {
    get(text, name) {
      if (typeof name === "string" && /^\d+$/.test(name)) steps += 1;
      if (steps > most) throw new Error("too many steps");
      return Reflect.get(text, name);
    },
  });
  // The wrapper has all that the function uses of a text: its length and its characters.
  expect(matchesWildcards(`${"*a".repeat(30)}b`, counted as unknown as string)).toBe(false);
  expect(steps).toBeGreaterThan(0);
});
