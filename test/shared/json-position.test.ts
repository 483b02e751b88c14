import { describe, expect, it } from "vitest";
import { jsonLine } from "../../src/shared/json-position.js";

describe("line of a syntax error", () => {
  it.each([
    ["", 1],
    ["\n\n", 3],
    ["{", 1],
    ['{\n  "a": 1,\n}', 3],
    ['{\n  "a": 1\n  "b": 2\n}', 3],
    ['{\n  "a"\n}', 3],
    ['{\n  "a": "open\n}', 2],
    ['{\n  "a": "\\x"\n}', 2],
    ['{\n  "a": [1, 2,\n  3\n', 4],
    ['{\n  "a": [1, 2}\n}', 2],
    ['{"a": 1}\n\nrest', 3],
    ["[\n01]", 2],
    ["[\n1,]", 2],
    ["{\n,}", 2],
    ["[\ntrue false]", 2],
    ["}", 1],
  ])("%j is on line %i", (text, line) => {
    expect(() => JSON.parse(text)).toThrow();
    expect(jsonLine(text)).toBe(line);
  });

  it("goes through every kind of value", () => {
    const text = '{"a": [{}, [], -1.5e+3, true, false, null, "\\u00e9\\"\\n", {"b": []}],\n"c": {"d": 0}}\n!';
    expect(jsonLine(text)).toBe(3);
  });

  it("stands a text that is nested a hundred thousand deep", () => {
    expect(jsonLine(`\n${"[".repeat(100_000)}`)).toBe(2);
  });

  it("takes linear time for a long string that does not end", () => {
    expect(jsonLine(`\n"${"a".repeat(1_000_000)}`)).toBe(2);
  });
});

describe("line of a member", () => {
  const text = '{\n"a": {"x": 1},\n"b": {\n"x": [],\n"y": 2}}';
  it.each([
    [[], 1],
    [["a"], 2],
    [["a", "x"], 2],
    [["b"], 3],
    [["b", "x"], 4],
    [["b", "y"], 5],
  ])("the line of %j", (path, line) => {
    expect(jsonLine(text, path)).toBe(line);
  });
});
