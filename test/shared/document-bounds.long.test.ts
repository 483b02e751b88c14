/** R89: depth, number of keys and equal keys of documents, in linear time. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import * as yaml from "yaml";
import { jsonBounds, MAX_DEPTH, yamlDepth, yamlKeyProblems } from "../../src/shared/documents/bounds.js";
import { expectLinear } from "../helpers/growth.js";
import { testCli } from "../helpers/run.js";
import { useOnce } from "../helpers/set-ups.js";

const keys = (count: number) => Array.from({ length: count }, (_, at) => at);
const json = (count: number) =>
  `{${keys(count)
    .map((at) => `"k${at}":"{\\"k0\\":[1"`)
    .join(",")}}`;
const block = (count: number) =>
  keys(count)
    .map((at) => `k${at}: x\n`)
    .join("");
const flow = (count: number) =>
  `{${keys(count)
    .map((at) => `k${at}: x`)
    .join(", ")}}`;

describe("JSON", () => {
  test.each([
    ['{"a":1,"b":{"a":1},"c":[{"a":1},{"a":2}]}', undefined],
    ['{"a":1, "a" :2}', [8, 'the key "a" is duplicated']],
    ['{"x":{"a\\u0062":1,"\\u0061b":2}}', [18, 'the key "ab" is duplicated']],
    ['{"a":"b","b":"a"}', undefined],
    ['["a","a"]', undefined],
    ['{"__proto__":1,"__proto__":2}', [15, 'the key "__proto__" is duplicated']],
    ['{"a":"\\\\","b":"\\"","a":1}', [19, 'the key "a" is duplicated']],
    [`${"[".repeat(MAX_DEPTH)}${"]".repeat(MAX_DEPTH)}`, undefined],
    [`${"[".repeat(MAX_DEPTH + 1)}${"]".repeat(MAX_DEPTH + 1)}`, [MAX_DEPTH, `nested deeper than ${MAX_DEPTH} levels`]],
  ] as const)("the duplicate keys and depth of %s", (text, expected) => {
    JSON.parse(text);
    const problem = jsonBounds(text);
    expect(problem && [problem.offset, problem.says]).toEqual(expected);
  });

  test("as many keys as are allowed, and one more", () => {
    expect(jsonBounds(json(250_000))).toBeUndefined();
    expect(jsonBounds(json(250_001))?.says).toBe("it has more than 250000 keys");
  });

  test("in linear time", () => expectLinear((size) => jsonBounds(json(size)), 10_000));
});

describe("YAML", () => {
  const problemsOf = (text: string) => yamlKeyProblems(yaml, yaml.parseDocument(text, { uniqueKeys: false }).contents);

  test.each([
    ["a: 1\nb:\n  a: 1\nc: [{a: 1}, {a: 2}]\n", []],
    ["a: 1\nb: 2\na: 3\n", ["a"]],
    ["x:\n  - {a: 1, 'a': 2}\n  - ? {k: 1, k: 2}\n    : 1\n", ["a", "k"]],
    ["1: a\n'1': b\n", ["1"]],
  ])("the duplicate keys of %j", (text, expected) => {
    const problems = problemsOf(text);
    expect(problems.map(({ says }) => says).sort()).toEqual(expected.map((key) => `the key "${key}" is duplicated`));
  });

  test("a key that is duplicated is told with its place", () => {
    const text = "a: 1\nb: 2\na: 3\n";
    expect(problemsOf(text)[0]?.offset).toBe(text.lastIndexOf("a"));
  });

  test.each([
    ["blocks", block],
    ["flow", flow],
  ])("%s in linear time", (_, text) => expectLinear((size) => problemsOf(text(size)), 10_000));

  test("the depth of a text is known before it is parsed", () => {
    expect(yamlDepth("a:\n  b:\n    - c: [[1]]\n")).toBeLessThan(10);
    expect(yamlDepth("[".repeat(100_000))).toBe(100_000);
    expect(yamlDepth(Array.from({ length: 200 }, (_, at) => `${"  ".repeat(at)}a:`).join("\n"))).toBeGreaterThan(150);
  });
});

describe("every format refuses keys that are there twice, and depth", () => {
  const cli = useOnce(() => testCli());

  const DEEP = `${"[".repeat(20_000)}${"]".repeat(20_000)}`;
  test.each([
    ["plans view x.plan", "x.plan", '{"format":1,"format":1}', `{"format":${DEEP}}`],
    ["sites plan site.yaml", "site.yaml", "title: A\ntitle: B\n", `title: ${DEEP}`],
    ["checks run --config c.yaml", "c.yaml", "rules:\n  links-broken: on\n  links-broken: off\n", `rules: ${DEEP}`],
    ["checks run --baseline b.json", "b.json", '{"docs checks baseline":1,"entries":[],"entries":[]}', `{"a":${DEEP}}`],
    ["teams sync t.json --dry-run", "t.json", '[{"team":"A","team":"B"}]', `[{"team":${DEEP}}]`],
    ["teams sync t.csv --dry-run", "t.csv", "team,team,email\nA,B,c\n", ""],
    ["reviews view r.csv", "r.csv", "grant,grant\na,b\n", ""],
  ])("docs %s", async (line, name, twice, deep) => {
    for (const text of [twice, ...(deep === "" ? [] : [deep])]) {
      const file = join(cli.folder, name);
      writeFileSync(file, text);
      const ran = await cli.run(line.replace(name, file));
      expect([ran.code, ran.sent]).toEqual([2, []]);
      expect(ran.stderr).toMatch(text === twice ? /twice|duplicated|two columns/ : /deeper|levels/);
    }
  });
});
