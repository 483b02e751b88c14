/** Anchors as the service makes them, by pairs of a heading and the id that it exported with it. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { contentContext, linkItems, putContent } from "../sandbox/content-helper.js";

const PAIRS = readFileSync("test/fixtures/content/heading-ids.tsv", "utf8")
  .trimEnd()
  .split("\n")
  .map((line) => line.split("\t") as [heading: string, id: string]);

/** The pairs whose link is broken on a page that has nothing but the heading. */
async function brokenOf(pairs: readonly (readonly [heading: string, id: string])[]): Promise<string[]> {
  const context = contentContext();
  const pages = pairs.map(([heading, id], index) => ({
    id: `p${index}`,
    title: `Page ${index}`,
    markdown: `## ${heading}\n\nText.\n\n[link](#${id})\n`,
  }));
  const items = await linkItems(context, { space: "guide", revision: putContent(context, { pages }) });
  expect(items).toHaveLength(pairs.length);
  return items.flatMap(({ status, targetReference: { anchor = "" } }) => (status === "broken" ? [anchor] : []));
}

test("the rule, derived from every second pair, holds for at least 97 % of the others", async () => {
  const others = PAIRS.filter((_, index) => index % 2 === 1);
  expect(others.length).toBeGreaterThan(190);
  const broken = await brokenOf(others);
  expect(1 - broken.length / others.length, broken.join("\n")).toBeGreaterThanOrEqual(0.97);
});

test("it holds for those that it was derived from", async () => {
  expect(await brokenOf(PAIRS.filter((_, index) => index % 2 === 0))).toEqual([]);
});

test("an id of another heading is broken", async () => {
  const shifted = PAIRS.map(([heading], index) => [heading, PAIRS[(index + 7) % PAIRS.length]?.[1] ?? ""] as const);
  const distinct = shifted.filter(([heading, id]) => !PAIRS.some(([other, own]) => own === id && other === heading));
  expect((await brokenOf(distinct)).length).toBe(distinct.length);
});
