/* What nights add to a file: growth in bytes, whatever the machine. */
import { mkdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { importFolder } from "../../src/sandbox/import/import-markdown.js";
import { ORG, SPACE, smallOrganization, type TestSandbox, testSandbox } from "../helpers/sandbox.js";
import { generationsOf } from "./generations-helper.js";
import { snapshotOf, temporaryFolder } from "./snapshot-helper.js";

const PAGES = 400;
const DAY = 86_400_000;
const START = Date.parse("2026-01-01T02:00:00.000Z");

const place = temporaryFolder();
let service: TestSandbox;
beforeAll(async () => {
  const folder = join(place.folder, "pages");
  mkdirSync(folder);
  for (let at = 0; at < PAGES; at += 1) writeFileSync(join(folder, `page-${at}.md`), textOf(at, 0));
  service = await testSandbox({
    load: async (context) => {
      smallOrganization(context);
      await importFolder(context, { folder, organization: ORG, space: SPACE });
    },
  });
});
afterAll(() => {
  service.close();
  place.remove();
});

/** About 3 KB that hardly compress; a night changes one of its paragraphs. */
function textOf(page: number, night: number): string {
  const paragraphs = Array.from({ length: 20 }, (_, at) =>
    wordsOf(page * 1000 + at + (at === 7 ? night * 100_000 : 0)),
  );
  return [`# Page ${page}`, ...paragraphs].join("\n\n");
}

function wordsOf(seed: number): string {
  let state = seed + 1;
  return Array.from({ length: 20 }, () => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return (state >>> 8).toString(36);
  }).join(" ");
}

let night = 0;
/** Bytes that a night adds in which so many pages are changed. */
async function nightWith(changes: number): Promise<number> {
  night += 1;
  service.advance(DAY);
  for (let at = 0; at < changes; at += 1) {
    const page = (night * 37 + at * 91) % PAGES;
    const url = `data:text/markdown;name=page-${page}.md,${encodeURIComponent(textOf(page, night))}`;
    const sent = await service.call("POST", `/v1/spaces/${SPACE}/content/import`, { url, source: "markdown" });
    expect(sent.status).toBe(201);
  }
  const before = sizeOf();
  const started = new Date(START + night * DAY).toISOString();
  await snapshotOf(service, place.file, { organization: ORG }, undefined, { started, ended: started });
  return sizeOf() - before;
}

const sizeOf = (): number => statSync(place.file, { throwIfNoEntry: false })?.size ?? 0;

it("is little of a night without changes, and in proportion to what changed", async () => {
  const first = await nightWith(0);
  expect(first).toBeGreaterThan(PAGES * 3000);
  for (let quiet = 0; quiet < 3; quiet += 1) expect(await nightWith(0)).toBeLessThan(20_000);
  const added: number[] = [];
  for (let busy = 0; busy < 6; busy += 1) added.push(await nightWith(PAGES / 100));
  for (const bytes of added) expect(bytes).toBeLessThan(first * 0.03);
  // Ninety such nights would be less than three times the first file.
  const sum = added.reduce((one, other) => one + other, 0);
  expect(sum * (90 / added.length)).toBeLessThan(first * 3);
  const changed = generationsOf(place.file).map(({ changes }) => changes?.document?.[0] ?? 0);
  expect(changed).toEqual([0, 0, 0, 0, ...added.map(() => PAGES / 100)]);
});
