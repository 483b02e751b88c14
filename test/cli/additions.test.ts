import { describe, expect, it, test } from "vitest";
import { assign, parseAdditions, parseTypedValue } from "../../src/cli/argv/request-additions.js";

const parse = (given: Partial<Parameters<typeof parseAdditions>[0]>) =>
  parseAdditions({ query: [], field: [], rawField: [], ...given });

describe("typed values", () => {
  it.each<[string, unknown]>([
    ["true", true],
    ["false", false],
    ["null", null],
    ["0", 0],
    ["-1.5e3", -1500],
    ["007", "007"],
    ["1.", "1."],
    ["NaN", "NaN"],
    ["True", "True"],
    ["", ""],
    ["a b", "a b"],
    ["[1,2]", [1, 2]],
    ['{"a":{"b":1}}', { a: { b: 1 } }],
    ["{not json", "{not json"],
    ['"quoted"', '"quoted"'],
  ])("%j is typed", (text, value) => {
    expect(parseTypedValue(text)).toEqual(value);
  });
});

describe("bodies", () => {
  it.each<[string, Parameters<typeof parse>[0], unknown]>([
    ["typed and plain", { field: ["n=1"], rawField: ["s=1"] }, { n: 1, s: "1" }],
    ["an equals sign in the value", { field: ["a=b=c"] }, { a: "b=c" }],
    ["an empty value", { rawField: ["a="] }, { a: "" }],
    ["nesting", { field: ["a.b.c=1", "a.b.d=2"] }, { a: { b: { c: 1, d: 2 } } }],
    ["lists", { field: ["a[]=1", "a[]=x"] }, { a: [1, "x"] }],
    ["lists below", { rawField: ["a.b[]=1"] }, { a: { b: ["1"] } }],
    ["objects in a list", { field: ["m[][k]=1", "m[][k]=2"] }, { m: [{ k: 1 }, { k: 2 }] }],
    ["one object in a list", { field: ["m[][k]=1", "m[][j]=2", "m[][k]=3"] }, { m: [{ k: 1, j: 2 }, { k: 3 }] }],
    [
      "members of an object in a list",
      { field: ["m[].a.x=1", "m[].a.y=2", "m[].a.x=3"] },
      { m: [{ a: { x: 1, y: 2 } }, { a: { x: 3 } }] },
    ],
    ["lists of an object in a list", { field: ["m[].t[]=1", "m[].t[]=2", "m[].k=3"] }, { m: [{ t: [1, 2], k: 3 }] }],
    ["an object after a value in a list", { field: ["m[]=1", "m[][k]=2"] }, { m: [1, { k: 2 }] }],
    ["a member of a JSON object", { field: ['a={"b":1}', "a.c=2"] }, { a: { b: 1, c: 2 } }],
    ["no body for a query alone", { query: ["a=1"] }, undefined],
  ])("the body of fields: %s", (_, given, body) => {
    expect(parse(given).body).toEqual(body);
  });

  it.each<[string, string[]]>([
    ["a second value", ["a=1", "a=2"]],
    ["an object in place of a value", ["a=1", "a.b=2"]],
    ["a value in place of an object", ["a.b=2", "a=1"]],
    ["an object in place of a list", ["m[]=1", "m[k]=2"]],
    ["a list in place of an object", ["m[k]=2", "m[]=1"]],
    ["a list in place of a value", ["m=1", "m[]=1"]],
    ["a second value in a JSON object", ['a={"b":1}', "a.b=2"]],
  ])("refuses %s, of which one would not be sent", (_, field) => {
    expect(() => parse({ field })).toThrow(/is given twice|would replace an earlier one/);
  });

  it.each([
    "n=9007199254740993",
    "n=-9007199254740993",
    "n=0.12345678901234567890",
    "n=1e400",
    "n=[1,12345678901234567890]",
    'n={"a":{"b":12345678901234567890}}',
  ])("refuses %s, which would be sent as another number", (entry) => {
    expect(() => parse({ field: [entry] })).toThrow("would lose digits");
    expect(parse({ rawField: [entry] }).body).toEqual({ n: entry.slice(2) });
  });

  it.each([
    "n=9007199254740992",
    "n=1.50",
    "n=-0.1",
    "n=1e3",
    "n=15E-1",
    "n=0",
    "n=0.000",
    "n=100",
    'n=["12345678901234567890","a\\"1e999"]',
    'n={"12345678901234567890":1}',
  ])("sends %s", (entry) => {
    expect(parse({ field: [entry] }).body).toEqual({ n: JSON.parse(entry.slice(2)) });
  });

  it.each([
    "__proto__.x=1",
    "a.__proto__=1",
    "constructor.prototype.x=1",
    "a.constructor[]=1",
    "a..b=1",
    ".a=1",
    "[]=1",
  ])("R32 %s is no name", (entry) => {
    expect(() => parse({ field: [entry] })).toThrow("is not a valid field name");
    expect(Object.hasOwn(Object.prototype, "x")).toBe(false);
  });

  it("keeps an own member that is named like an inherited one", () => {
    const body: Record<string, unknown> = {};
    assign(body, "toString.x", 1);
    expect(JSON.stringify(body)).toBe('{"toString":{"x":1}}');
  });
});

it.each<[string, string[], unknown]>([
  ["one", ["a=1"], { a: "1" }],
  ["repeated", ["a=1", "a=2", "a=3"], { a: ["1", "2", "3"] }],
  ["with signs", ["q=a&b=c"], { q: "a&b=c" }],
  ["commas stay", ["a=1,2"], { a: "1,2" }],
  [
    "names of every object's members",
    ["constructor=1", "__proto__=2", "toString=3", "__proto__=4"],
    Object.fromEntries([
      ["constructor", "1"],
      ["__proto__", ["2", "4"]],
      ["toString", "3"],
    ]),
  ],
])("query: %s", (_, query, expected) => {
  expect(parse({ query }).query).toEqual(expected);
});

it.each([
  [{ query: ["a"] }, '--query takes key=value, not "a"'],
  [{ field: ["=1"] }, '--field takes key=value, not "=1"'],
  [{ rawField: [""] }, '--raw-field takes key=value, not ""'],
])("%j is refused", (given, message) => {
  expect(() => parse(given)).toThrow(message);
});

describe("depth", () => {
  const path = (levels: number) => Array.from({ length: levels }, () => "a").join(".");

  test.each(["--field", "--raw-field"])("%s: at most 1,000 levels", async (flag) => {
    const given = { query: [], field: [], rawField: [] };
    const parse = (entry: string) => parseAdditions({ ...given, [flag === "--field" ? "field" : "rawField"]: [entry] });
    expect(() => parse(`${path(1000)}=1`)).not.toThrow();
    for (const levels of [1001, 20_000]) {
      expect(() => parse(`${path(levels)}=1`)).toThrow(expect.objectContaining({ kind: "usage" }));
    }
  });

  test("path and value count together", () => {
    const value = `${"[".repeat(600)}${"]".repeat(600)}`;
    const parse = (levels: number) => parseAdditions({ query: [], field: [`${path(levels)}=${value}`], rawField: [] });
    expect(() => parse(400)).not.toThrow();
    expect(() => parse(401)).toThrow(expect.objectContaining({ kind: "usage" }));
  });
});
