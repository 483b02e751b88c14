/** Where small mistakes are looked for, and which are tried. */
import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { AREAS } from "../../scripts/mutate/areas.mjs";
import { choose, isEquivalent } from "../../scripts/mutate/choose.mjs";
import { mistakesOf, parses, withMistake } from "../../scripts/mutate/mistakes.mjs";

const changed = (text: string): string[] =>
  mistakesOf(text)
    .filter((one) => parses(text, one))
    .map((one) => withMistake(text, one));

test.each([
  ["a < b;", ["a <= b;"]],
  ["a === b;", ["a !== b;"]],
  ["a && b;", ["a || b;", "a;", "b;"]],
  [
    "const x = (a < 2) || (b as C);",
    ["const x = (a < 2) && (b as C);", "const x = (a < 2);", "const x = (b as C);", "const x = (a <= 2) || (b as C);"],
  ],
  ["a ?? b;", ["a;", "b;"]],
  ["a + 1;", ["a - 1;"]],
  ["if (a) b;", ["if (!(a)) b;", "if (true) b;"]],
  ["if (a) b; else c;", ["if (!(a)) b; else c;"]],
  [
    "for (;;) { if (a) continue; b; }",
    [
      "for (;;) { { if (a) continue; b; } break; }",
      "for (;;) { if (!(a)) continue; b; }",
      "for (;;) { if (true) continue; b; }",
      "for (;;) { if (a) ; b; }",
    ],
  ],
  ["if (a) { throw b; }", ["if (!(a)) { throw b; }", "if (true) { throw b; }", "if (a) { ; }"]],
  [
    "if (a) { c = 1; throw b; }",
    ["if (!(a)) { c = 1; throw b; }", "if (true) { c = 1; throw b; }", "if (a) { ; throw b; }"],
  ],
  ["const x = a ? b : c;", ["const x = !(a) ? b : c;"]],
  ["const x = !a;", ["const x = a;"]],
  ["x.y();", [";"]],
  ["await x.y(z);", [";", "void x.y(z);"]],
  ["x += 1;", [";"]],
  ["x++;", [";"]],
  ["for (const a of b) c;", ["for (const a of b) { c; break; }"]],
  [
    "for (const a of b) { if (a.c) continue; throw a; }",
    [
      "for (const a of b) { if (!(a.c)) continue; throw a; }",
      "for (const a of b) { if (true) continue; throw a; }",
      "for (const a of b) { if (a.c) ; throw a; }",
    ],
  ],
  ["while (a) { b; }", ["while (a) { { b; } break; }"]],
  ["const x = a.filter(b).map(c);", ["const x = a.map(c);"]],
  ["const x = (await a)\n  ?.sort();", ["const x = (await a)\n  ;"]],
  ["const x = a.some(b);", ["const x = a.every(b);"]],
  ["const x = a.toString();", []],
  [
    "try { a; } catch (b) { c; } finally { d; }",
    ["try { a; } catch (b) { c; } finally {}", "try { a; } catch (b) {} finally { d; }"],
  ],
  ["try { a; } catch {}", []],
  ["const f = (a) => a.b;", ["const f = (a) => undefined;"]],
  ["const f = () => void a;", []],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a program, as text
  ["const x = `a ${b}`;", ['const x = "";']],
  ["const x = { a, ...b, };", ["const x = { ...b, };", "const x = { a, };"]],
  ["const x = { a, };", ["const x = { };"]],
  ["const f = () => { return a; };", ["const f = () => { return undefined; };"]],
  ["const f = () => { return false; };", ["const f = () => { return true; };"]],
  ["const f = () => false;", ["const f = () => true;"]],
  ["const x = [a, b];", ["const x = [];", "const x = [b];", "const x = [a, ];"]],
  ["const x = [a];", ["const x = [];"]],
  ['const x = "a";', ['const x = "";']],
  ["const x = true;", ["const x = false;"]],
  ["const x = { a: true };", ["const x = {  };", "const x = { a: false };"]],
  ["const x = a as const;", []],
  ['import a from "b"; type C = "d" | "e"; const x = "", y = undefined;', []],
  ['class A extends B { constructor() { super("a"); } }', ['class A extends B { constructor() { super(""); } }']],
])("the mistakes of %s", (text, expected) => {
  expect(changed(text)).toEqual(expected);
});

test("each is told by its line, and knows the text of it", () => {
  const [mistake] = mistakesOf("let é;\n\n  if (é.a)\n    b;");
  expect(mistake).toMatchObject({ kind: "condition", line: 3, code: "if (é.a)", was: "é.a", becomes: "!(é.a)" });
});

test("the same seed takes the same ones, another seed others; rare kinds come as early as frequent ones", async () => {
  const all = mistakesOf(`${"f(true, 1); ".repeat(50)} a < b;`);
  const chosen = await choose(all, 10, 1);
  expect(chosen).toHaveLength(10);
  expect(await choose(all, 10, 1)).toEqual(chosen);
  expect(await choose(all, 10, 2)).not.toEqual(chosen);
  expect((await choose(all, 3, 3)).map(({ kind }) => kind)).toContain("comparison");
  expect(new Set(await choose(all, 1000, 1)).size).toBe(all.length);
});

test("what is no program is passed over, and others come in its place", async () => {
  const text = "f(() => a ?? { b }, c ?? d);";
  const all = mistakesOf(text).filter(({ kind }) => kind === "default taken");
  expect(all).toHaveLength(2);
  const chosen = await choose(all, 1, 1, (one) => parses(text, one));
  expect(chosen.map((one) => withMistake(text, one))).toEqual(["f(() => a ?? { b }, d);"]);
});

test("every area names folders and files that are there", () => {
  const named = Object.values(AREAS).flatMap(({ sources, tests }) => [...sources, ...tests]);
  expect(named.filter((name) => !existsSync(name))).toEqual([]);
});

test("one that changes nothing is known by its line's text, wherever that is by now", () => {
  const [mistake] = mistakesOf("\nconst x = a < b;").map((one) => ({ ...one, file: "src/a.ts" }));
  const known = { file: "src/a.ts", code: "const x = a < b;", was: "<", becomes: "<=", reason: "never equal" };
  expect(isEquivalent(mistake, [known])).toBe(true);
  expect(isEquivalent(mistake, [{ ...known, file: "src/b.ts" }])).toBe(false);
});
