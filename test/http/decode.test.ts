import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { Failure } from "../../src/errors.js";
import { decodeJson } from "../../src/http/answer/decode.js";

const decode = (body: Uint8Array | string, headers: Record<string, string> = {}, maxBody?: number) =>
  decodeJson({ status: 200, headers, body: Buffer.from(body) }, maxBody);

function refusal(body: Uint8Array | string, headers?: Record<string, string>, maxBody?: number): string {
  try {
    decode(body, headers, maxBody);
  } catch (error) {
    if (error instanceof Failure && error.kind === (maxBody === undefined ? "invalid-answer" : "too-large"))
      return error.message;
    throw error;
  }
  throw new Error("it was not refused");
}

const bytes = (...parts: (string | number[])[]) => Buffer.concat(parts.map((part) => Buffer.from(part as string)));

describe("bodies", () => {
  it("R32 removes one leading BOM and no second one", () => {
    expect(decode(bytes([0xef, 0xbb, 0xbf], '{"a":1}'))).toEqual({ a: 1 });
    expect(refusal(bytes([0xef, 0xbb, 0xbf, 0xef, 0xbb, 0xbf], "{}"))).toBe("the answer is not valid JSON");
  });

  it.each([
    [[0xff], 6],
    [[0xc3], 6],
    [[0xe2, 0x82], 6],
    [[0xc0, 0xaf], 6],
    [[0xed, 0xa0, 0x80], 6],
    [[0xf4, 0x90, 0x80, 0x80], 6],
    [[0xe2, 0x82, 0xac, 0x80], 9],
  ])("R32 names the offset of bytes that are not UTF-8: %j", (wrong, offset) => {
    expect(refusal(bytes('{"a":"', wrong, '"}'))).toBe(`the answer is not valid UTF-8 at byte ${offset}`);
  });

  it.each([0, 1, 2, 3, 5, 64, 1021, 1022, 1023, 1024, 5000])("R32 finds a wrong byte after %d characters", (count) => {
    const before = "€".repeat(count);
    expect(refusal(bytes(before, [0xfe], before))).toBe(`the answer is not valid UTF-8 at byte ${3 * count}`);
  });

  it("R32 keeps every character of valid UTF-8", () => {
    expect(decode('{"a":"é€😀\u0000"}'.replace("\u0000", "\\u0000"))).toEqual({ a: "é€😀\u0000" });
  });

  it("R32 takes 1000 levels and refuses 1001", () => {
    const deep = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
    expect(JSON.stringify(decode(deep(1000)))).toBe(deep(1000));
    expect(refusal(deep(1001))).toBe("the answer is nested deeper than 1000 levels");
    expect(refusal(deep(500_000))).toBe("the answer is nested deeper than 1000 levels");
    expect(refusal(`${`{"a":`.repeat(1001)}1${"}".repeat(1001)}`)).toBe("the answer is nested deeper than 1000 levels");
    // Not parsed at all: engines take seconds for millions of levels.
    expect(refusal(deep(4_000_001))).toBe("the answer holds more than 4000000 values");
  });

  it("R32 does not count brackets inside strings or closed ones", () => {
    for (const text of [`["${"[".repeat(2000)}","\\"[[["]`, `[${"[],".repeat(2000)}{}]`])
      expect(decode(text)).toEqual(JSON.parse(text));
  });

  it("R32 caps decoded bytes, whatever came over the wire", () => {
    const big = gzipSync(Buffer.from(`"${"x".repeat(1_000_000)}"`));
    expect(big.length).toBeLessThan(5000);
    expect(refusal(big, { "content-encoding": "gzip" }, 10_000)).toBe("the answer is larger than 10000 bytes");
    expect(refusal(`"${"x".repeat(100)}"`, {}, 100)).toBe("the answer is larger than 100 bytes");
  });

  it("R32 undoes one content coding and refuses two", () => {
    const text = '{"a":1}';
    expect(decode(gzipSync(text), { "content-encoding": "GZIP" })).toEqual({ a: 1 });
    expect(decode(deflateSync(text), { "content-encoding": "deflate" })).toEqual({ a: 1 });
    expect(decode(brotliCompressSync(text), { "content-encoding": "br" })).toEqual({ a: 1 });
    expect(refusal(gzipSync(gzipSync(text)), { "content-encoding": "gzip, gzip" })).toBe(
      "the answer has an unsupported content coding: gzip, gzip",
    );
    expect(refusal("x", { "content-encoding": "constructor" })).toContain("unsupported");
    expect(refusal(text, { "content-encoding": "gzip" })).toBe("the answer is not valid gzip");
  });

  it.each([
    ["", "the answer is empty, JSON was expected"],
    ["{", "the answer is not valid JSON"],
    ["OK", "the answer is not valid JSON"],
    ['{"a":1}{"a":2}', "the answer is not valid JSON"],
    ["NaN", "the answer is not valid JSON"],
    ["\n<html>", "the answer is HTML, JSON was expected"],
  ])("R33 refuses %j", (body, message) => {
    expect(refusal(body)).toBe(message);
  });
});
