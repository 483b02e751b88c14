/** Tables of hard titles, line by line. */
import { describe, expect, it } from "vitest";
import expected from "../../fixtures/tables.json" with { type: "json" };
import { hardTable, numbersLast } from "./hard-titles.js";

describe("a table of hard titles", () => {
  it.each(Object.entries(expected))("%s columns wide", async (name, lines) => {
    const width = Number(name.split(" ").at(-1));
    expect(
      await (name.startsWith("numbers") ? numbersLast(width) : hardTable(width, name.startsWith("color"))),
    ).toEqual(lines);
  });
});
