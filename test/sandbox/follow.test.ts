import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { importFolder } from "../../src/sandbox/import/import-markdown.js";
import { SPACE, type TestSandbox } from "../helpers/sandbox.js";
import { COMMENTS, CR, CR_COMMENTS, discussionSandbox } from "./comments-helper.js";

let service: TestSandbox;
let folder: string;
beforeEach(async () => {
  service = await discussionSandbox();
  folder = mkdtempSync(join(tmpdir(), "docs-follow-"));
});
afterEach(() => {
  service.close();
  rmSync(folder, { recursive: true, force: true });
});

async function importPages(pages: Record<string, string>, space = SPACE): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  for (const [name, text] of Object.entries(pages)) {
    mkdirSync(join(folder, name, ".."), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  await service.change((context) => importFolder(context, { folder, space }));
}

const pages = async () => (await service.call("GET", `/v1/spaces/${SPACE}/content/pages`)).json.pages;

const comment = async (list: string, page: string) =>
  (await service.call("POST", list, { body: { markdown: "Why?" }, page })).json.id as string;

const target = async (list: string, id: string) => (await service.call("GET", `${list}/${id}`)).json.target.page;

it("an import into a space keeps the ids of pages by their paths, and the times of those that did not change", async () => {
  await importPages({ "start.md": "# Start\n\nCharge it.", "more/inner.md": "# Inner\n\nDeep.", "gone.md": "# Gone" });
  const before = await pages();
  service.advance(60_000);
  await importPages({ "start.md": "# Begin\n\nCharge it.", "more/inner.md": "# Inner\n\nDeep.", "new.md": "# New" });
  const after = await pages();
  const named = (list: { path: string; id: string; createdAt: string }[], path: string) =>
    list.find((page) => page.path === path);
  const { id, createdAt } = named(before, "start") ?? {};
  const updatedAt = "2026-01-15T10:01:00.000Z";
  expect(named(after, "start")).toMatchObject({ id, createdAt, updatedAt, title: "Begin" });
  expect(named(after, "more")).toEqual(named(before, "more"));
  const ids = before.map((page: { id: string }) => page.id);
  expect(ids).not.toContain(named(after, "new")?.id);
});

it("a comment tells of its page as it is now: its title and path, and whether its text is another", async () => {
  await importPages({ "start.md": "# Start\n\nCharge it.", "stop.md": "# Stop\n\nPress." });
  const [start, stop] = (await pages()).map(({ id }: { id: string }) => id);
  const [one, two] = [await comment(COMMENTS, start), await comment(COMMENTS, stop)];
  expect(await target(COMMENTS, one)).toMatchObject({ id: start, title: "Start", outdated: false });
  await importPages({
    "start.md": "---\ntitle: Begin\n---\n# Start\n\nCharge it.",
    "stop.md": "# Stop\n\nPress hard.",
  });
  expect(await target(COMMENTS, one)).toMatchObject({ id: start, title: "Begin", path: "start", outdated: false });
  expect(await target(COMMENTS, two)).toMatchObject({ id: stop, title: "Stop", outdated: true });
  await importPages({ "stop.md": "# Stop\n\nPress hard." });
  expect(await target(COMMENTS, one)).toMatchObject({ id: start, title: "Begin", outdated: true });
  const { items } = (await service.call("GET", COMMENTS)).json;
  expect(items.map((item: { target: { page: { outdated: boolean } } }) => item.target.page.outdated)).toEqual([
    true,
    true,
  ]);
});

it("a comment on a change request follows the change request's own content", async () => {
  const id = await comment(CR_COMMENTS, "pageTwo");
  const other = await comment(CR_COMMENTS, "pageOne");
  await importPages({ "start.md": "# Start\n\nCharge the cart.", "stop.md": "# Stop" });
  expect(await target(CR_COMMENTS, id)).toMatchObject({ title: "Stop", outdated: false });
  writeFileSync(join(folder, "stop.md"), "Press the button twice.");
  const url = `file://${folder}/stop.md`;
  expect((await service.call("POST", `${CR}/content/import`, { url, source: "markdown" })).status).toBe(201);
  expect(await target(CR_COMMENTS, id)).toMatchObject({ id: "pageTwo", outdated: false });
  expect((await service.call("POST", `${CR}/update`)).status).toBe(200);
  expect(await target(CR_COMMENTS, other)).toMatchObject({ id: "pageOne" });
});
