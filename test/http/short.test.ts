import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { locateShort } from "../../src/http/short.js";

const HIDDEN = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/;
const find = (text: string) => locateShort(Buffer.from(text), "items");

describe("a short answer", () => {
  it("is found out without the scan: where items start, where ids stand", () => {
    const text = '{"count":2,"items":[{"a":{"id":"x"},"id":"s1"},{"id":"s2","t":"]"}],"next":{"page":"A"}}';
    expect(find(text)).toEqual({ from: 20, end: 66, starts: Int32Array.of(0, 27), ids: ["s1", "s2"] });
    expect(text.slice(20, 66)).toBe('{"a":{"id":"x"},"id":"s1"},{"id":"s2","t":"]"}');
  });

  it.each([
    ["spaces between members", '{"items":[{"id": "1"}]}'],
    ["a member twice", '{"items":[{"id":"1","id":"2"}]}'],
    ["the array twice", '{"items":[{"id":"1"}],"items":[{"id":"1"}]}'],
    ["another array of that name before it", '{"a":{"items":[{"id":"1"}]},"items":[{"id":"1"}]}'],
    ["items that are no objects", '{"items":[1]}'],
    ["a number written in another way", '{"items":[{"n":1.0}]}'],
    ["a control character", '{"items":[{"t":"\u0007"}]}'],
    ["a DEL", '{"items":[{"t":"\u007f"}]}'],
    ["a C1 control", '{"items":[{"t":"\u009b"}]}'],
    ["an Arabic letter mark", '{"items":[{"t":"\u061c"}]}'],
    ["a line separator", '{"note":"\u2028","items":[{"t":"x"}]}'],
    ["a bidi override", '{"items":[{"t":"\u202e"}]}'],
    ["a bidi isolate", '{"items":[{"t":"\u2066"}]}'],
    ["no array", '{"items":{}}'],
    ["broken JSON", '{"items":[{"id":"1"}]'],
    ["a nesting that is too deep", `{"items":[{"a":${"[".repeat(1000)}${"]".repeat(1000)}}]}`],
  ])("is left to the scan with %s", (_, text) => {
    expect(find(text)).toBeUndefined();
  });

  it("is left to the scan when it is not short", () => {
    expect(find(`{"items":[{"t":"${"a".repeat(128 * 1024)}"}]}`)).toBeUndefined();
  });

  it("gives the very bytes of each item, whatever they are", () => {
    const words = fc.string({ unit: "grapheme" });
    const item = fc.record({ id: fc.oneof(fc.stringMatching(/^[\w-]{1,9}$/), words), t: words, v: fc.jsonValue() });
    fc.assert(
      fc.property(fc.array(item), words, (items, before) => {
        const text = JSON.stringify({ before, items, count: items.length });
        const bytes = Buffer.from(text);
        const found = locateShort(bytes, "items");
        // What output escapes is not for this reader.
        if (HIDDEN.test(text)) {
          expect(found).toBeUndefined();
          return;
        }
        if (!found) throw new Error(`not found in ${text}`);
        const raw = bytes.subarray(found.from, found.end);
        expect(`[${raw}]`).toBe(JSON.stringify(items));
        const starts = [...found.starts];
        const ends = [...starts.slice(1).map((start) => start - 1), raw.length];
        expect(starts.map((start, index) => raw.toString("utf8", start, ends[index]))).toEqual(
          items.map((one) => JSON.stringify(one)),
        );
        expect(found.ids).toEqual(items.map(({ id }) => id));
      }),
    );
  });
});
