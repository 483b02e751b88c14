import { expect, it } from "vitest";
import { extract } from "../../src/sandbox/content/links/link-index.js";
import { handlers } from "../../src/sandbox/handlers/content.js";
import { loadMarked } from "../../src/shared/markdown/tokens.js";
import { caller, contentContext, putChange, putContent } from "./content-helper.js";

const FILE = { id: "logo", name: "logo.svg", contentType: "image/svg+xml", bytes: Buffer.from("<svg/>") };

const PAGES = [
  {
    id: "start",
    title: "Start",
    markdown:
      "[setup](setup.md) again [setup](setup.md) [no](none.md) ![logo](/files/logo)\nhttps://example.org and [app](https://docs.sandbox.invalid/o/org/s/guide)",
  },
  {
    id: "setup",
    title: "Setup",
    markdown: "# Steps\n[back](start.md) [me](#steps) [no](none.md)",
    pages: [{ id: "deep", title: "Deep", markdown: "[up](../setup.md#steps) ![](logo.svg)" }],
  },
  { id: "out", title: "Out", type: "link", href: "https://example.org" },
];

function guide() {
  const context = contentContext();
  const revision = putContent(context, { pages: PAGES, files: [FILE] });
  return { context, revision, call: caller(handlers, context) };
}

const SPACE = { spaceId: "guide" };

it("lists the links of a space, one item a target, with the pages that name it", async () => {
  const { call, revision } = guide();
  const { items, stats, count } = await call("listSpaceLinks", SPACE);
  expect(stats).toEqual({ total: 7, broken: { total: 1, changeRequest: 0 } });
  expect(count).toBe(7);
  const rows = items.map(({ status, relation, targetReference: target, locationReferences }: never) => [
    status,
    relation,
    (target as { kind: string }).kind,
    (locationReferences as { page: { id: string } }[]).map(({ page }) => page.id),
  ]);
  expect(rows).toEqual([
    ["ok", "reference", "page", ["start"]],
    ["broken", "reference", "page", ["start", "setup"]],
    ["ok", "reference", "file", ["start", "deep"]],
    ["ok", "reference", "url", ["start", "out"]],
    ["in-app", "reference", "url", ["start"]],
    ["ok", "reference", "page", ["setup"]],
    ["ok", "reference", "anchor", ["setup", "deep"]],
  ]);
  expect(items[2].targetReference).toMatchObject({
    kind: "file",
    organization: { id: "org", object: "organization" },
    space: { id: "guide", object: "space" },
    versionContext: { type: "revision", revision },
    file: { id: "logo", name: "logo.svg" },
  });
  expect(items[1].targetReference).toMatchObject({ path: "none.md" });
  expect(items[6].targetReference).toMatchObject({ anchor: "steps", page: { id: "setup" } });
});

it("leaves out links that checks do not prefer; the statistics stay those of all", async () => {
  const { call } = guide();
  const { items, stats, count } = await call("listSpaceLinks", SPACE, { prefer: "links=broken-and-includes" });
  expect(items.map(({ status }: { status: string }) => status)).toEqual(["broken"]);
  expect(stats).toEqual({ total: 7, broken: { total: 1, changeRequest: 0 } });
  expect(count).toBe(1);
  expect((await call("listSpaceLinks", SPACE, { prefer: "links=other" })).items).toHaveLength(7);
});

it("lists the links of one page, cut to the limit, the statistics of all of them", async () => {
  const { call } = guide();
  const params = { ...SPACE, pageId: "setup" };
  const first = await call("listSpacePageLinks", params, { query: { limit: 2 } });
  expect(first.items).toHaveLength(2);
  expect(first.stats).toEqual({ total: 3, broken: { total: 1, changeRequest: 0 } });
  const second = await call("listSpacePageLinks", params, { query: { limit: 2, page: first.next.page } });
  expect(second.items).toHaveLength(1);
  expect(second.next).toBeUndefined();
});

it("lists the pages that link to a page, also to a heading of it, but not the page itself", async () => {
  const { call } = guide();
  const { items } = await call("listSpacePageBacklinks", { ...SPACE, pageId: "setup" });
  expect(items.map(({ kind, page }: never) => [kind, (page as { path: string }).path])).toEqual([
    ["page", "start"],
    ["page", "setup/deep"],
  ]);
});

it("lists the pages that show a file, by its address and by its name", async () => {
  const { call } = guide();
  const { items } = await call("listSpaceFileBacklinks", { ...SPACE, fileId: "logo" });
  expect(items.map(({ page }: { page: { id: string } }) => page.id)).toEqual(["start", "deep"]);
});

it("reads a change request's own content and counts what only it breaks", async () => {
  const { context, call } = guide();
  const pages = PAGES.map((page) =>
    page.id === "setup" ? { ...page, markdown: "[no](none.md) [new](gone.md)" } : page,
  );
  putChange(context, { pages });
  const params = { ...SPACE, changeRequestId: "7", pageId: "setup" };
  const { stats } = await call("listChangeRequestPageLinks", params);
  expect(stats).toEqual({ total: 2, broken: { total: 2, changeRequest: 1 } });
  const other = await call("listChangeRequestPageLinks", { ...params, pageId: "start" });
  // The change request's revision has no file.
  expect(other.stats).toEqual({ total: 5, broken: { total: 2, changeRequest: 1 } });
});

it("answers 404 for a space, a page, a file and a change request that are not there", async () => {
  const { call } = guide();
  await expect(call("listSpaceLinks", { spaceId: "none" })).rejects.toMatchObject({ status: 404 });
  await expect(call("listSpacePageLinks", { ...SPACE, pageId: "none" })).rejects.toMatchObject({ status: 404 });
  await expect(call("listSpaceFileBacklinks", { ...SPACE, fileId: "none" })).rejects.toMatchObject({ status: 404 });
  const params = { ...SPACE, changeRequestId: "8", pageId: "start" };
  await expect(call("listChangeRequestPageLinks", params)).rejects.toMatchObject({ status: 404 });
});

it("finds the links of a paragraph of any length", async () => {
  const marked = await loadMarked();
  const names = Array.from({ length: 9000 }, (_, number) => `part-${number}.md`);
  const text = names.map((name) => `see [this](${name}) and\n`).join("");
  expect(extract(marked, text).hrefs).toEqual(names);
  expect(extract(marked, `${"x".repeat(30_000)}\n[a](b.md)\n`).hrefs).toEqual(["b.md"]);
});
