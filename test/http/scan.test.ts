import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { scan as scanBytes } from "../../src/http/answer/scan.js";

const HIDDEN = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/;
const scan = (json: string) => scanBytes(Buffer.from(json), "items");
const withValue = (json: string) => `{"items":[{"v":${json}}]}`;

describe("the scan of a page", () => {
  it("finds all of what JSON.stringify writes, or refuses what output would escape", () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue({ stringUnit: "binary", maxDepth: 6 })), fc.string(), (values, before) => {
        const items = values.map((v) => JSON.stringify({ v }));
        const json = `{"a":${JSON.stringify(before)},"items":[${items.join()}],"z":[{},[]]}`;
        const found = scan(json);
        if (HIDDEN.test(json)) {
          expect(found).toBeUndefined();
          return;
        }
        const bytes = Buffer.from(json);
        expect(bytes.toString("utf8", found?.from, found?.end)).toBe(items.join());
        const starts = [...(found?.starts ?? [])].map((start) => start + (found?.from ?? 0));
        const ends = [...starts.slice(1).map((start) => start - 1), found?.end];
        expect(starts.map((start, index) => bytes.toString("utf8", start, ends[index]))).toEqual(items);
      }),
      { numRuns: 1000 },
    );
  });

  it("never takes what JSON.parse refuses", () => {
    const byte = fc.constantFrom(...'{}[]",:0123456789.eE+-truefalsn\\u/ \n\t\u0001x\u0000');
    fc.assert(
      fc.property(
        fc.jsonValue({ maxDepth: 4 }),
        fc.nat(),
        byte,
        fc.constantFrom("set", "insert", "delete", "end"),
        (value, seed, char, how) => {
          const json = withValue(JSON.stringify(value));
          const at = seed % json.length;
          const rest = how === "end" ? "" : json.slice(how === "insert" ? at : at + 1);
          const broken = json.slice(0, at) + (how === "set" || how === "insert" ? char : "") + rest;
          if (scan(broken)) JSON.parse(broken);
        },
      ),
      { numRuns: 5000 },
    );
  });

  it.each([
    "01",
    "-",
    "1.",
    ".5",
    "1e",
    "1e+",
    "+1",
    "0x1",
    "--1",
    "tru",
    "nul",
    "fals",
    "truee",
    "NaN",
    '"\\x"',
    '"\\u12g4"',
    '"\\u123"',
    '"a\nb"',
    '"a',
    "{1:2}",
    '{"a"}',
    '{"a":}',
    '{"a":1,}',
    "[1,]",
    "[,1]",
    "[1 ,2]",
    "[}",
    "{]",
    "",
  ])("refuses %j", (json) => {
    expect(scan(withValue(json))).toBeUndefined();
  });

  it.each(["0", "-0", "10.25", "1e5", "1E-5", "-1.5e+10", "true", "false", "null", '"\\u00e9\\"\\/"', "[[],{}]"])(
    "takes %s",
    (json) => {
      expect(scan(withValue(json))).toMatchObject({ from: 10, end: withValue(json).length - 2 });
    },
  );

  it.each(["##[error]x", "##vso[task]x", "a ##TeamCity[x", "##[a]"])(
    "refuses %s, which a CI service acts on",
    (text) => {
      expect(scan(withValue(JSON.stringify(text)))).toBeUndefined();
      expect(scan(`{"items":[],"next":${JSON.stringify(text)}}`)).toBeUndefined();
    },
  );

  it.each(["## Install\n\n### Next", "##", "## [1.0]", "##[1]", "#[error]"])("takes headings: %j", (text) => {
    expect(scan(withValue(JSON.stringify(text)))).toBeDefined();
  });

  it("R32 refuses what is nested too deep, within the items and beside them", () => {
    const deep = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
    expect(scan(withValue(deep(997)))).toBeDefined();
    expect(scan(withValue(deep(998)))).toBeUndefined();
    expect(scan(withValue("[".repeat(5000)))).toBeUndefined();
    expect(scan(`{"a":${deep(999)},"items":[]}`)).toBeDefined();
    expect(scan(`{"a":${deep(1000)},"items":[]}`)).toBeUndefined();
  });

  it("reads no further than the text", () => {
    const whole = withValue('"abc"');
    for (let length = 0; length < whole.length; length += 1) {
      expect(scan(whole.slice(0, length))).toBeUndefined();
    }
  });

  it("finds the ids of items, and of nothing else", () => {
    const item = fc.record({ id: fc.string({ unit: "grapheme" }), a: fc.jsonValue() }, { requiredKeys: [] });
    fc.assert(
      fc.property(fc.array(item), (items) => {
        const found = scan(JSON.stringify({ items }));
        if (!found) return;
        expect(found.ids).toEqual(items.map(({ id }) => id && JSON.stringify(id).slice(1, -1)));
      }),
    );
    const none = scan('{"items":[{"a":{"id":"x"}},{"ids":"x"},{"id":7},{"i":"id"},{"id":"y","id":null}]}');
    expect(none?.ids).toEqual(Array(5).fill(undefined));
    expect(scan('{"items":[{"id":"x","a":{"id":"y"},"id":"z"}]}')?.ids).toEqual(["z"]);
  });
});
