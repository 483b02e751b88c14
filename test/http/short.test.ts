import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { locateShort } from "../../src/http/short.js";

const find = (text: string) => locateShort(Buffer.from(text), "items");

describe("a short answer", () => {
  it("is found out without the scan: where items start, where ids stand", () => {
    const text = '{"count":2,"items":[{"a":{"id":"x"},"id":"s1"},{"id":"s2","t":"]"}],"next":{"page":"A"}}';
    expect(find(text)).toEqual({ from: 20, end: 66, starts: [0, 27], ids: [22, 24, 34, 36] });
    expect(text.slice(20, 66)).toBe('{"a":{"id":"x"},"id":"s1"},{"id":"s2","t":"]"}');
  });

  it.each([
    ["spaces between members", '{"items":[{"id": "1"}]}'],
    ["a member twice", '{"items":[{"id":"1","id":"2"}]}'],
    ["the array twice", '{"items":[{"id":"1"}],"items":[{"id":"1"}]}'],
    ["another array of that name before it", '{"a":{"items":[{"id":"1"}]},"items":[{"id":"1"}]}'],
    ["items that are no objects", '{"items":[1]}'],
    ["a number written in another way", '{"items":[{"n":1.0}]}'],
    ["a letter beyond ASCII", '{"items":[{"t":"é"}]}'],
    ["a control character", '{"items":[{"t":"\u0007"}]}'],
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
    const words = fc.string({ unit: "grapheme-ascii" });
    const item = fc.record({ id: fc.stringMatching(/^[\w-]{1,9}$/), t: words, v: fc.jsonValue() });
    fc.assert(
      fc.property(fc.array(item), words, (items, before) => {
        const text = JSON.stringify({ before, items, count: items.length });
        const found = find(text);
        // What is beyond ASCII is not for this reader.
        if (/[^ -~]/.test(text)) return expect(found).toBeUndefined();
        if (!found) throw new Error(`not found in ${text}`);
        const raw = text.slice(found.from, found.end);
        expect(`[${raw}]`).toBe(JSON.stringify(items));
        const ends = [...found.starts.slice(1).map((start) => start - 1), raw.length];
        expect(found.starts.map((start, index) => raw.slice(start, ends[index]))).toEqual(
          items.map((one) => JSON.stringify(one)),
        );
        const ids = items.map((_, index) => raw.slice(found.ids[2 * index], found.ids[2 * index + 1]));
        expect(ids).toEqual(items.map(({ id }) => id));
      }),
    );
  });
});
