import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { importFolder } from "../../src/sandbox/import/import-markdown.js";
import { serve } from "../../src/sandbox/wire/serve.js";
import { SPACE, type TestSandbox } from "../helpers/sandbox.js";
import { CR, discussionSandbox } from "./comments-helper.js";

let service: TestSandbox;
let folder: string;
beforeEach(async () => {
  service = await discussionSandbox();
  folder = mkdtempSync(join(tmpdir(), "docs-into-"));
});
afterEach(() => {
  service.close();
  rmSync(folder, { recursive: true, force: true });
});

const page = async (above: string, id: string) => (await service.call("GET", `${above}/content/page/${id}`)).json;
const MAIN = `/v1/spaces/${SPACE}`;
const into = (changeRequest: string) =>
  service.change((context) => importFolder(context, { folder, space: SPACE, changeRequest }));

it("puts a folder into a change request; the space has it after the merge", async () => {
  writeFileSync(join(folder, "start.md"), "# Start\n\nCharge the cart twice.");
  const report = await into("1");
  expect(report).toMatchObject({ space: SPACE, pages: 1 });
  expect((await service.call("GET", CR)).json).toMatchObject({ revision: report.revision, status: "draft" });
  expect((await page(CR, "pageOne")).markdown).toContain("twice");
  expect((await page(MAIN, "pageOne")).markdown).not.toContain("twice");
  expect((await service.call("POST", `${CR}/merge`)).json.result).toBe("merge");
  expect((await page(MAIN, "pageOne")).markdown).toContain("twice");
  await expect(into("1")).rejects.toMatchObject({ status: 409, message: "change request 1 is merged" });
  await expect(into("7")).rejects.toMatchObject({ status: 404 });
});

const bring = (url: string, source = "markdown") => service.call("POST", `${CR}/content/import`, { url, source });

it("imports a document that is in the address itself, a page at the same path again", async () => {
  const text = encodeURIComponent("# Night\n\nPark & charge: 100 %.");
  const first = await bring(`data:text/markdown;name=guide/night.md,${text}`);
  expect([first.status, first.json.importedResources]).toEqual([201, 1]);
  const pages = async () => (await service.call("GET", `${CR}/content/pages`)).json.pages;
  const night = async () => (await pages()).at(-1).pages[0];
  const { id, path } = await night();
  expect([path, (await page(CR, id)).markdown]).toEqual(["guide/night", "# Night\n\nPark & charge: 100 %."]);
  const again = Buffer.from("# Night\n\nSleep. Schön.").toString("base64");
  expect((await bring(`data:text/markdown;name=guide/night.md;charset=utf-8;base64,${again}`)).status).toBe(201);
  expect([(await night()).id, (await page(CR, id)).markdown]).toEqual([id, "# Night\n\nSleep. Schön."]);
  expect((await service.call("GET", `${MAIN}/content/pages`)).json.pages).toHaveLength(2);
});

it.each([
  ["data:text/html,<p>", "must be data:text/markdown"],
  ["data:text/markdown;name=../night.md,x", "has a name"],
  ["data:text/markdown;name=/etc/night.md,x", "has a name"],
  ["data:text/markdown;name=a%2F..%2Fnight.md,x", "has a name"],
  ["data:text/markdown;name=night.txt,x", "has a name"],
  ["data:text/markdown;name=.hidden.md,x", "has a name"],
  ["data:text/markdown,100%25%", "has a %"],
])("refuses %s", async (url, why) => {
  const { status, json } = await bring(url);
  expect([status, json.error.message]).toEqual([400, expect.stringContaining(why)]);
  expect((await service.call("GET", `${CR}/content/pages`)).json.pages).toHaveLength(2);
});

it("does so over HTTP", async () => {
  const { sandbox } = service;
  const served = await serve({ sandbox });
  try {
    const send = async (url: string) => {
      const answer = await fetch(`${served.url}${CR}/content/import`, {
        method: "POST",
        headers: { authorization: `Bearer ${sandbox.token}`, "content-type": "application/json" },
        body: JSON.stringify({ url, source: "markdown" }),
      });
      return answer.status;
    };
    expect(await send("data:text/markdown;name=over.md,%23%20Over%0A%0AThe%20wire.")).toBe(201);
    const { pages } = (await service.call("GET", `${CR}/content/pages`)).json;
    expect(pages.at(-1)).toMatchObject({ title: "Over", path: "over" });
    // A text of a megabyte does not fit into a request.
    expect(await send(`data:text/markdown,${"x".repeat(1_100_000)}`)).toBe(413);
  } finally {
    await served.close(1000);
  }
});
