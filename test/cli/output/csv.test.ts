import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { csvCell } from "../../../src/shared/csv.js";
import { holds, PROPERTY_TIME } from "../../helpers/properties.js";
import { listing, PIPE, speak } from "./helpers.js";

/** A reader of RFC 4180, written for these tests. */
function readCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = "";
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? "";
    if (quoted) {
      if (character !== '"') cell += character;
      else if (text[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else quoted = false;
    } else if (character === '"') quoted = true;
    else if (character === "," || character === "\r") {
      row.push(cell);
      cell = "";
      if (character === "\r") {
        rows.push(row);
        row = [];
        at += 1;
      }
    } else cell += character;
  }
  return rows;
}

const dangerous = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;
const text = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.tuple(fc.constantFrom("=", "+", "-", "@", "\t", "\r", "\n", "＝", '"', ","), fc.string()).map(([a, b]) => a + b),
);

/** Without quotes where the guard puts them. */
const unguarded = (cell: string): string => cell.replace(/(^|[;\t])'/g, "$1");

describe("CSV", () => {
  it.each([
    ["=1+1", "'=1+1"],
    ["+cmd|' /C calc'!A0", "'+cmd|' /C calc'!A0"],
    ["-2+3", "'-2+3"],
    ["@SUM(A1)", "'@SUM(A1)"],
    ["＝1", "'＝1"],
    ["＋1", "'＋1"],
    ["－1", "'－1"],
    ["＠x", "'＠x"],
    ["\tx", "'\tx"],
    ["x;=cmd|' /C calc'!A0", "x;'=cmd|' /C calc'!A0"],
    ["a\t@SUM(A1)", "a\t'@SUM(A1)"],
    ["a;b;+1+1;-c", "a;b;'+1+1;'-c"],
    ["=1+1;=2+2", "'=1+1;'=2+2"],
    ['x;="y"', '"x;\'=""y"""'],
    ['=HYPERLINK("http://x","y")', '"\'=HYPERLINK(""http://x"",""y"")"'],
    ["\nx", '"\'\nx"'],
    ["\rx", '"\'\rx"'],
  ])("R58 disarms %j", (given, expected) => {
    expect(csvCell(given)).toBe(expected);
  });

  it.each(["-5", "+5", "-1.5e3", "+.5", "-0"])("R58 leaves the plain number %s alone", (given) => {
    expect(csvCell(given)).toBe(given);
  });

  it("R58 leaves formulas alone with --csv-raw", async () => {
    expect(csvCell("=1", true)).toBe("=1");
    const spoken = speak(PIPE, { format: "csv", csvRaw: true });
    await spoken.out.list([{ a: "=1+1" }]);
    expect(spoken.stdout()).toBe("a\r\n=1+1\r\n");
  });

  it("starts with one byte order mark with --bom, and is refused for other formats", async () => {
    const spoken = speak(PIPE, { format: "csv", bom: true });
    await spoken.out.list(listing({ items: [{ a: "é" }], next: "2" }, { items: [{ a: "b" }] }));
    expect(spoken.stdout()).toBe("\ufeffa\r\né\r\nb\r\n");
    await expect(speak(PIPE, { format: "json", bom: true }).out.prepare()).rejects.toMatchObject({
      kind: "usage",
      message: "--bom is for CSV",
    });
  });

  it("R58 disarms header names", async () => {
    const spoken = speak(PIPE, { format: "csv" });
    await spoken.out.item({ "=cmd()": "x", "@b": 1 });
    expect(spoken.stdout()).toBe("'=cmd(),'@b\r\nx,1\r\n");
  });

  it("quotes by RFC 4180", () => {
    expect(csvCell('say "hi"')).toBe('"say ""hi"""');
    expect(csvCell("a,b")).toBe('"a,b"');
    expect(csvCell("two\nlines")).toBe('"two\nlines"');
    expect(csvCell(" padded")).toBe('" padded"');
    expect(csvCell("")).toBe("");
  });

  it("R58 reads back as it was, but for the guard", { timeout: PROPERTY_TIME }, () => {
    return holds(
      fc.property(fc.array(text, { minLength: 1, maxLength: 5 }), (cells) => {
        const line = `${cells.map((cell) => csvCell(cell)).join(",")}\r\n`;
        const [row] = readCsv(line);
        expect(row?.map(unguarded)).toEqual(cells.map(unguarded));
        for (const part of row?.flatMap((cell) => [cell, ...cell.split(/[;\t]/)]) ?? []) {
          if (dangerous.test(part)) expect(Number.isNaN(Number(part))).toBe(false);
        }
      }),
    );
  });

  it("R58 writes whole rows that a reader takes apart again", { timeout: PROPERTY_TIME }, () => {
    return holds(
      fc.asyncProperty(fc.array(fc.record({ a: fc.string(), b: fc.string() }), { minLength: 1 }), async (items) => {
        const spoken = speak(PIPE, { format: "csv", csvRaw: true, raw: true });
        await spoken.out.list(items, { columns: ["a", "b"].map((path) => ({ header: path, path })) });
        expect(readCsv(spoken.stdout())).toEqual([["a", "b"], ...items.map(({ a, b }) => [a, b])]);
      }),
    );
  });
});
