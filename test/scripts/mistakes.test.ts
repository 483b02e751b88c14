/** Where small mistakes are looked for, and which are tried. */
import { expect, test } from "vitest";
import { choose, isEquivalent } from "../../scripts/mutate/choose.mjs";
import { mistakesOf, withMistake } from "../../scripts/mutate/mistakes.mjs";

const changed = (text: string): string[] => mistakesOf(text).map((one) => withMistake(text, one));

test.each([
  ["a < b;", ["a <= b;"]],
  ["a === b;", ["a !== b;"]],
  ["a && b;", ["a || b;"]],
  ["a ?? b;", ["a;"]],
  ["a + 1;", ["a - 1;"]],
  ["if (a) b;", ["if (!(a)) b;"]],
  ["x = a ? b : c;", ["x = !(a) ? b : c;"]],
  ["x = !a;", ["x = a;"]],
  ["x.y();", [";"]],
  ["await x.y(z);", [";"]],
  ["const f = () => { return a; };", ["const f = () => { return undefined; };"]],
  ["x = [a, b];", ["x = [];"]],
  ['x = "a";', ['x = "";']],
  ["x = true;", ["x = false;"]],
  ["x = { a: true };", ["x = { a: false };"]],
  ["x = a as const;", []],
  ['import a from "b"; type C = "d" | "e"; x = ""; return_ = undefined;', []],
  ['class A extends B { constructor() { super("a"); } }', ['class A extends B { constructor() { super(""); } }']],
])("%s", (text, expected) => {
  expect(changed(text)).toEqual(expected);
});

test("each is told by its line, and knows the text of it", () => {
  const [mistake] = mistakesOf("let é;\n\n  if (é.a)\n    b;");
  expect(mistake).toMatchObject({ kind: "condition", line: 3, code: "if (é.a)", was: "é.a", becomes: "!(é.a)" });
});

test("the same seed takes the same ones, another seed others; rare kinds come as early as frequent ones", () => {
  const all = mistakesOf(`${"x = true; ".repeat(50)} a < b;`);
  expect(choose(all, 10, 1)).toEqual(choose(all, 10, 1));
  expect(choose(all, 10, 1)).not.toEqual(choose(all, 10, 2));
  expect(choose(all, 2, 3).map(({ kind }) => kind)).toContain("comparison");
  expect(choose(all, 1000, 1)).toHaveLength(51);
});

test("one that changes nothing is known by its line's text, wherever that is by now", () => {
  const [mistake] = mistakesOf("\nx = a < b;").map((one) => ({ ...one, file: "src/a.ts" }));
  const known = { file: "src/a.ts", code: "x = a < b;", was: "<", becomes: "<=", reason: "never equal" };
  expect(isEquivalent(mistake, [known])).toBe(true);
  expect(isEquivalent(mistake, [{ ...known, file: "src/b.ts" }])).toBe(false);
});
