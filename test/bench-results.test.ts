/** The tables in bench/results/ are those of the JSON beside them, with the machine that it was measured on. */
import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { page } from "../bench/results.mjs";

const names = readdirSync("bench/results").flatMap((file) => /^(.*)\.json$/.exec(file)?.[1] ?? []);

it("has the results of each bench", () => {
  expect(names.sort()).toEqual(["commands", "growth", "large", "others", "sizes", "snapshots"]);
});

it.each(names)("the page of %s is made of its figures", (name) => {
  const read = (kind: string) => readFileSync(`bench/results/${name}.${kind}`, "utf8");
  expect(read("md"), "node bench/results.mjs writes it anew").toBe(page(name, JSON.parse(read("json"))));
  expect(read("md")).toMatch(/^`npm run bench\S*` wrote this on \d{4}-\d\d-\d\d: Node \d+\.\d+\.\d+, /m);
});
