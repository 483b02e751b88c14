import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { GENERAL } from "./checklist/general.js";
import { RESOURCES } from "./checklist/resources.js";

const ITEMS = { ...GENERAL, ...RESOURCES };

/** Titles of the tests in a text, as they are written: the first argument of it(), or of what it.each() answers. */
function titlesIn(text: string): string[] {
  const calls = text.matchAll(/(?:\b(?:it|test|describe)|\))\(\s*(?:"((?:\\.|[^"\\])*)"|`([^`]*)`)\s*,/g);
  return [...calls].map(([, double, template]) => (double ?? template ?? "").replaceAll('\\"', '"'));
}

function isProven(proof: string): boolean {
  const [, place, title = "", row = ""] = /^(\S+): (.*?)(?: \| (.*))?$/.exec(proof) ?? [];
  const file = `test/${place}.test.ts`;
  if (!existsSync(file)) return false;
  const text = readFileSync(file, "utf8");
  return titlesIn(text).includes(title) && text.includes(row);
}

describe("what is easy to miss in the interface", () => {
  it("is a list of 89 things", () => {
    expect(Object.entries(ITEMS).map(([area, items]) => [area, items.length])).toEqual([
      ["protocol", 10],
      ["pagination", 3],
      ["query", 5],
      ["body", 6],
      ["path", 3],
      ["comments", 7],
      ["change-requests", 10],
      ["content", 6],
      ["spaces", 5],
      ["moves", 3],
      ["collections", 2],
      ["sites", 6],
      ["sections", 5],
      ["site-spaces", 2],
      ["teams", 6],
      ["members", 4],
      ["organizations", 1],
      ["openapi", 2],
      ["translations", 1],
      ["saml", 1],
      ["scope", 1],
    ]);
  });

  const all = Object.entries(ITEMS).flatMap(([area, items]) => items.map((item) => [area, ...item] as const));
  it.each(all)("%s: %s has its tests", (_area, _what, ...proofs) => {
    expect(proofs.filter((proof) => !isProven(proof))).toEqual([]);
  });
});
