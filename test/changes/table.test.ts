/** Tables as spreadsheets and directories write them. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readTable, writeTable } from "../../src/changes/table.js";
import { holds } from "../helpers/properties.js";

const NAMES = { team: ["group"], user: ["email"], role: [] };
const rows = (text: string) => readTable(text, "t.csv", NAMES, ["team", "user"]).rows;
const words = (text: string): string => {
  try {
    rows(text);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return "";
};

const WANTED = [{ line: 2, cells: { team: "Writers", user: "ada@x.example", role: "owner" } }];

describe("a table", () => {
  it.each([
    ["commas", "team,user,role\nWriters,ada@x.example,owner\n"],
    ["semicolons", "team;user;role\nWriters;ada@x.example;owner\n"],
    ["tabs", "team\tuser\trole\nWriters\tada@x.example\towner\n"],
    ["a byte order mark", "\uFEFFteam,user,role\nWriters,ada@x.example,owner\n"],
    ["CRLF and no last line end", "team,user,role\r\nWriters,ada@x.example,owner"],
    ["another order, more columns, other names", "Nr,Role,E-Mail,Group,\n1,owner,ada@x.example,Writers,x\n"],
    ["quotes and spaces", 'Team,"User",Role\n" Writers ","ada@x.example", owner\n'],
    ["empty lines and rows", "team,user,role\nWriters,ada@x.example,owner\n\n,,\n"],
  ])("reads %s", (_, text) => {
    expect(rows(text)).toEqual(WANTED);
  });

  it("takes 1,000 columns", () => {
    expect(rows(`team,user${",x".repeat(998)}\na,b${",".repeat(998)}\n`)).toEqual([
      { line: 2, cells: { team: "a", user: "b" } },
    ]);
  });

  it("tells the line where a row begins, with line ends in quotes", () => {
    expect(rows('team,user\n"a\nb",x\nc,y\n').map(({ line }) => line)).toEqual([2, 4]);
  });

  it("is a JSON list too", () => {
    expect(rows('[{"Team":"Writers","email":"ada@x.example","role":null,"more":1}]')).toEqual([
      { line: 1, cells: { team: "Writers", user: "ada@x.example", role: "" } },
    ]);
  });

  it.each([
    ["no column", "team,name\na,b\n", "t.csv has no column user"],
    ["a column twice", "team,user,email\na,b,c\n", "t.csv has two columns user"],
    ["an open quote", 'team,user\n"a,b\n', "t.csv cannot be read as CSV"],
    ["broken JSON", "[{]", "t.csv: line 1: not valid JSON"],
    ["JSON that is no list", '{"a":1}', "t.csv must be a list"],
    ["nothing", "", "t.csv has no column team, user"],
    ["more than 1,000 columns", `team,user${",x".repeat(999)}\n`, "t.csv: line 1 has more than 1000 columns"],
    ["a long row", `team,user\n"a\nb",c\n"d\ne",f${",".repeat(999)}\n`, "t.csv: line 4 has more than 1000 columns"],
  ])("refuses %s", (_, text, message) => {
    expect(words(text)).toContain(message);
  });

  it("comes back as it was written, formulas and all", async () => {
    const cell = fc
      .oneof(fc.string(), fc.constantFrom("=1+1", "+x", "-y", "@z", "a\nb", 'say "hi"', "a;b", "\t", "'x"))
      .map((text) => text.trim());
    const isSafe = (text: string) =>
      !/^'[=+\-@＝＋－＠]/.test(text) && !/[;\t][=+\-@＝＋－＠\t\r\n]/.test(text) && !/[\0\uFEFF]/.test(text);
    await holds(
      fc.property(fc.array(fc.record({ team: cell, user: cell }), { minLength: 1, maxLength: 4 }), (given) => {
        fc.pre(given.every(({ team, user }) => isSafe(team) && isSafe(user) && (team !== "" || user !== "")));
        expect(rows(writeTable(["team", "user"], given)).map(({ cells }) => cells)).toEqual(given);
      }),
    );
  });

  it("begins no cell with what spreadsheets take for a formula", () => {
    expect(writeTable(["team"], [{ team: "=HYPERLINK(1)" }, { team: "@x" }, { team: "+49" }])).toBe(
      "\uFEFFteam\r\n'=HYPERLINK(1)\r\n'@x\r\n+49\r\n",
    );
  });
});
