/** What bytes are no text, and why. */
import { expect, test } from "vitest";
import { textOf } from "../../src/system/files/file-bytes.js";

test.each<[string, number[], object | string]>([
  ["UTF-8", [0x61, 0xc3, 0xa9], { text: "a\u00e9" }],
  ["nothing", [], { text: "" }],
  ["UTF-16, little-endian", [0xff, 0xfe, 0x61, 0x00], "utf16"],
  ["UTF-16, big-endian", [0xfe, 0xff, 0x00, 0x61], "utf16"],
  ["the first byte of a mark, twice", [0xff, 0xff], "utf8"],
  ["the other one, twice", [0xfe, 0xfe], "utf8"],
  ["the second byte of a mark after a letter", [0x61, 0xff], "utf8"],
  ["the other one after a letter", [0x61, 0xfe], "utf8"],
  ["text with NUL", [0x61, 0x00], "nul"],
])("reads %s", (_, bytes, is) => {
  expect(textOf(Buffer.from(bytes))).toEqual(is);
});

test("NUL is taken where it may be", () => {
  expect(textOf(Buffer.from([0x61, 0x00]), { nul: true })).toEqual({ text: "a\0" });
});
