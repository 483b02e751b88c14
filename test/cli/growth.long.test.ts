/** What a person waits for, of eight times as much: linear work takes eight times the time, and never its square. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parseEntries } from "../../src/cli/cache/entries.js";
import { offerThings } from "../../src/cli/completion/candidates.js";
import { renderer } from "../../src/cli/output/formats/yaml.js";
import { createRecordedRuns } from "../../src/cli/records/history.js";
import { by, change, ME, organization, PRIYA, SPACES, space as spaceOf } from "../commands/inbox-helper.js";
import { expectLinear } from "../helpers/growth.js";
import { testCli } from "../helpers/run.js";

const range = (count: number) => Array.from({ length: count }, (_, number) => number);
const space = (number: number) => ({
  id: `sp${number}QmXv9TzLbW`,
  title: `Handbook of team ${number}: volume ${number % 17}`,
  updatedAt: "2025-01-17T08:00:00.000Z",
  language: "no",
  urls: { app: `https://docs.example/s/${number}` },
});

test("-o yaml", async () => {
  await expectLinear((size) => {
    const yaml = renderer();
    for (let page = 0; page < size; page += 1000)
      yaml.page(
        range(1000).map((number) => space(page + number)),
        [],
      );
  }, 16_000);
});

test("TAB with as many names as are kept", async () => {
  const textOf = (count: number) =>
    `docs-ids 1 here\n${range(count)
      .map((number) => `s${number}\tn${number}\tTitle ${number}\n`)
      .join("")}`;
  const texts = new Map([1250, 10_000, 100_000].map((count) => [count, textOf(count)]));
  const entriesOf = (count: number) => parseEntries(texts.get(count) ?? "", "here");
  expect(entriesOf(100_000)).toHaveLength(10_000);
  await expectLinear((size) => {
    const entries = entriesOf(size);
    expect(entries).toHaveLength(size);
    // An id of which the file has one, a beginning of all ids, one of all titles, and no beginning at all.
    for (const prefix of ["s1249", "s", "title", ""]) offerThings("spaceId", prefix, entries);
  }, 10_000);
});

const RUN = { plan: "p1", origin: "sandbox", organization: "o1", maker: "docs 0.1.0" };

test("history with 200 runs", async () => {
  const dir = mkdtempSync(join(tmpdir(), "docs-history-"));
  try {
    const services = new Map(
      [25, 200].map((count) => {
        const service = createRecordedRuns({ dir: join(dir, String(count)), now: Date.now });
        for (const number of range(count)) service.begin({ ...RUN, command: `docs spaces edit s${number}` });
        return [count, service];
      }),
    );
    await expectLinear(async (size) => {
      for (const _ of range(50)) expect(await services.get(size)?.runs()).toHaveLength(size);
    }, 200);
  } finally {
    rmSync(dir, { recursive: true });
  }
});

/** Each space has a change request of the person, a reply to a comment on it, and twenty comments of somebody else. */
function inboxOf(count: number) {
  const spaces = range(count).map((number) =>
    spaceOf({ id: `s${number}`, title: `Guide ${number}`, comments: 1, changeRequestsOpen: 1 }),
  );
  const at = "2026-01-10T08:00:00.000Z";
  const own = { id: "k1", body: { markdown: "Is it so?" }, replies: 1, postedBy: by(ME), postedAt: at };
  const others = range(20).map((number) => ({ ...own, id: `o${number}`, replies: 0, postedBy: by(PRIYA) }));
  return organization((key) => {
    const [path = "", filter = ""] = key.split(" ");
    if (path === SPACES) return spaces;
    if (path.endsWith("/change-requests"))
      return [change({ id: `c${path.split("/")[1]}`, comments: 1, createdBy: by(ME), updatedAt: at })];
    if (path.endsWith("/replies"))
      return [{ id: "r1", body: { markdown: "It is." }, postedBy: by(PRIYA), postedAt: at }];
    if (path.endsWith("/comments"))
      return filter === "status=open" && !path.includes("/change-requests/") ? others : [own];
    return [];
  });
}

test("inbox of 200 spaces", async () => {
  const cli = await testCli();
  try {
    const intercepts = new Map([25, 200].map((count) => [count, inboxOf(count)]));
    await expectLinear(async (size) => {
      const items = await cli.json("inbox", { intercept: intercepts.get(size) });
      expect(items).toHaveLength(22 * size);
    }, 200);
  } finally {
    cli.close();
  }
});
