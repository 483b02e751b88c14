/** What a person waits for, of twice as much: linear work takes twice the time, and never four times. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { historyService } from "../../src/app/files/history.js";
import { parseEntries } from "../../src/cli/cache/entries.js";
import { answerLines } from "../../src/cli/completion/question.js";
import { renderer } from "../../src/cli/output/formats/yaml.js";
import { expectLinear } from "../helpers/growth.js";

const range = (count: number) => Array.from({ length: count }, (_, number) => number);
const space = (number: number) => ({
  id: `sp${number}QmXv9TzLbW`,
  title: `Handbook of team ${number}: volume ${number % 17}`,
  updatedAt: "2025-01-17T08:00:00.000Z",
  language: "no",
  urls: { app: `https://docs.example/s/${number}` },
});

test("-o yaml", { timeout: 300_000 }, async () => {
  await expectLinear((size) => {
    const yaml = renderer();
    for (let page = 0; page < size; page += 1000)
      yaml.page(
        range(1000).map((number) => space(page + number)),
        [],
      );
  }, 10_000);
});

test("TAB with 100,000 names", { timeout: 300_000 }, async () => {
  const textOf = (count: number) =>
    `docs-ids 1 here\n${range(count)
      .map((number) => `s${number}\tn${number}\tTitle ${number}\n`)
      .join("")}`;
  const texts = new Map([50_000, 100_000].map((count) => [count, textOf(count)]));
  await expectLinear((size) => {
    // A name of which the file has one, and a beginning that all have.
    const [one, all] = ["s49999", "s"].map((prefix) => parseEntries(texts.get(size) ?? "", "here", prefix));
    expect([one?.length, all?.length]).toEqual([1, 10_000]);
    for (const found of [one, all]) answerLines("spaceId", "s", found ?? []);
  }, 50_000);
});

const RUN = { plan: "p1", origin: "sandbox", organization: "o1", maker: "docs 0.1.0" };

test("history with 200 runs", { timeout: 300_000 }, async () => {
  const dir = mkdtempSync(join(tmpdir(), "docs-history-"));
  try {
    const services = new Map(
      [100, 200].map((count) => {
        const service = historyService({ dir: join(dir, String(count)), now: Date.now });
        for (const number of range(count)) service.begin({ ...RUN, command: `docs spaces edit s${number}` });
        return [count, service];
      }),
    );
    await expectLinear(async (size) => {
      for (const _ of range(20)) expect(await services.get(size)?.past()).toHaveLength(size);
    }, 100);
  } finally {
    rmSync(dir, { recursive: true });
  }
});
