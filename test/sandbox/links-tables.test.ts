import { expect, it } from "vitest";
import { extract } from "../../src/sandbox/content/links/link-index.js";
import { copyRevision } from "../../src/sandbox/content/revisions.js";
import { handlers } from "../../src/sandbox/handlers/content.js";
import type { HandlerContext } from "../../src/sandbox/types.js";
import { loadMarked } from "../../src/shared/markdown/tokens.js";
import { caller, contentContext, putContent } from "./content-helper.js";

// Links are kept by document and place: a new revision adds what it changed only, and asking reads what is asked for.

const page = (id: string, markdown: string) => ({ id, title: id, markdown, git: { oid: "0", path: `${id}.md` } });
const PAGES = [page("a", "[b](b.md) [c](c.md#c)"), page("b", "[c](c.md)"), page("c", "# C\n")];

const rows = ({ store }: HandlerContext, table: string) =>
  Number(store.sql.all(`SELECT count(*) AS n FROM ${table}`)[0]?.n);
const counts = (context: HandlerContext) =>
  ["link_document", "link_source", "link_path"].map((table) => rows(context, table));

async function linked() {
  const context = contentContext();
  const revision = putContent(context, { pages: PAGES });
  const call = caller(handlers, context);
  const pagesTo = async (id: string) => {
    const { items } = await call("listSpacePageBacklinks", { spaceId: "guide", pageId: id });
    return items.map((item: { page: { id: string } }) => item.page.id);
  };
  expect(await pagesTo("c")).toEqual(["a", "b"]);
  return { context, revision, call, pagesTo };
}

it("adds rows for the pages that a revision changed", async () => {
  const { context, pagesTo } = await linked();
  expect(counts(context)).toEqual([3, 3, 3]);
  putContent(context, { pages: [PAGES[0], page("b", "nothing"), PAGES[2]] as typeof PAGES });
  expect(await pagesTo("c")).toEqual(["a"]);
  expect(counts(context)).toEqual([4, 4, 3]);
});

it("adds nothing for a copy in the same space, and is complete at once", async () => {
  const { context, revision } = await linked();
  const before = counts(context);
  const copy = copyRevision(context, revision, { space: "guide", type: "edits" });
  expect(counts(context)).toEqual(before);
  expect(context.store.sql.all("SELECT 1 FROM link_revision WHERE revision = ?", copy)).toHaveLength(1);
});

it("finds a page by what it is called now, after it moved", async () => {
  const { context, pagesTo } = await linked();
  const moved = { ...PAGES[2], git: { oid: "0", path: "deep/c.md" } };
  putContent(context, { pages: [...PAGES.slice(0, 2), moved] as typeof PAGES });
  expect(await pagesTo("c")).toEqual([]);
  putContent(context, { pages: [page("a", "[c](deep/c)"), PAGES[1], moved] as typeof PAGES });
  expect(await pagesTo("c")).toEqual(["a"]);
});

it("counts a page that stands twice in one place once", async () => {
  const { context, pagesTo } = await linked();
  const twin = { ...page("d", "[c](c.md)"), git: { oid: "0", path: "b.md" } };
  putContent(context, { pages: [...PAGES, twin] });
  expect(await pagesTo("c")).toEqual(["a", "b", "d"]);
});

it("keeps the same document of two spaces apart", async () => {
  const { context, pagesTo } = await linked();
  putContent(context, { pages: [page("z", "[c](c.md)"), PAGES[0] as (typeof PAGES)[0]] }, "other");
  const { items } = await caller(handlers, context)("listSpacePageBacklinks", { spaceId: "other", pageId: "a" });
  expect(items).toEqual([]);
  expect(await pagesTo("c")).toEqual(["a", "b"]);
});

it("takes a note for no link, and reads on in it", async () => {
  const marked = await loadMarked();
  const hrefs = (markdown: string) => extract(marked, markdown).hrefs;
  expect(hrefs("A[^1] and [b].\n\n[^1]: https://note.example\n[b]: b.md")).toEqual(["b.md", "https://note.example"]);
  expect(hrefs("A[^1].\n\n[^1]: note.md")).toEqual([]);
  expect(hrefs("A[^x].\n\n[^x]: see [c](<c (1).md>) and ![](img%20\\(1\\).png)")).toEqual([
    "c (1).md",
    "img%20(1).png",
  ]);
});

it("finds files with signs in their names, and headings by every anchor that hosts make", async () => {
  const context = contentContext();
  const git = (path: string) => ({ oid: "0", path });
  putContent(context, {
    pages: [
      {
        id: "start",
        title: "Start",
        git: git("README.md"),
        markdown: [
          "![](<img (1).png>) ![](img%20(1).png) ![](img%20%281%29.png) <img src='img (1).png'>",
          '{% file src="img (1).png" %}',
          "[x](<guide (1).md>) [y](#id-1.-install) [z](#how-do-i-start) [q](#how-do-i-start?) [n](<guide (1).md#nothing>)",
          "",
          "## 1. Install",
          "<details><summary>How do I start?</summary></details>",
        ].join("\n"),
      },
      { id: "guide", title: "Guide", git: git("guide (1).md"), markdown: "# Guide" },
    ],
    files: [
      { id: "img", name: "img (1).png", contentType: "image/png", bytes: Buffer.from("x"), git: git("img (1).png") },
    ],
  });
  const { items, stats } = await caller(handlers, context)("listSpaceLinks", { spaceId: "guide" });
  expect(stats).toEqual({ total: 6, broken: { total: 1, changeRequest: 0 } });
  const broken = items.filter(({ status }: { status: string }) => status === "broken");
  expect(broken.map((item: { targetReference: { anchor: string } }) => item.targetReference.anchor)).toEqual([
    "nothing",
  ]);
});

it("takes an anchor without a path for one of the page that names it", async () => {
  const context = contentContext();
  putContent(context, { pages: [page("a", "[ferry](#ferry)\n\n## Ferry"), page("b", "[ferry](#ferry)")] });
  const { stats } = await caller(handlers, context)("listSpaceLinks", { spaceId: "guide" });
  expect(stats).toEqual({ total: 2, broken: { total: 1, changeRequest: 0 } });
});
