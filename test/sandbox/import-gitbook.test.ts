import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readBacklinks, readLinks } from "../../src/sandbox/content/links/links.js";
import { markdownOf, walkPages } from "../../src/sandbox/content/pages.js";
import { presentRevision } from "../../src/sandbox/content/present.js";
import { getRevision } from "../../src/sandbox/content/revisions.js";
import { evaluate, referenceTexts } from "../../src/sandbox/handlers/content.js";
import { importFolder } from "../../src/sandbox/import/import-markdown.js";
import type { HandlerContext } from "../../src/sandbox/types.js";
import { folderOf, imported } from "./import-helper.js";

/* Repositories as GitBook writes them. */

const FULL = `---
description: Two words
icon: bolt
cover: .gitbook/assets/light.png
coverDark: .gitbook/assets/dark.png
coverY: -12.5
hidden: true
noIndex: true
noRobotsIndex: true
vars:
  version: 1.10
  name: Vole
  beta: true
  list: [1]
layout:
  width: wide
  cover:
    visible: true
    size: hero
  title:
    visible: false
  tableOfContents: false
  outline:
    visible: true
  pagination: {}
  strange: true
---
# A
`;

it("reads the whole front matter of a page", async () => {
  const { pages, revision } = await imported({
    "a.md": FULL,
    ".gitbook/assets/light.png": "1",
    ".gitbook/assets/dark.png": "2",
    "b.md": "---\nlayout: landing\nvars: none\nhidden: 'yes'\nnoIndex: 1\ncoverY: 3\n---\n# B",
  });
  const idOf = (name: string) => revision.files.find((file) => file.name === name)?.id;
  expect(pages[0]).toMatchObject({
    title: "A",
    description: "Two words",
    icon: "bolt",
    hidden: true,
    noIndex: true,
    noRobotsIndex: true,
    variables: { version: "1.10", name: "Vole", beta: "true" },
    cover: {
      ref: { kind: "file", file: idOf("light.png") },
      refDark: { kind: "file", file: idOf("dark.png") },
      yPos: -12.5,
    },
  });
  expect(pages[0]?.layout).toEqual({
    width: "wide",
    cover: true,
    coverSize: "hero",
    title: false,
    tableOfContents: false,
    outline: true,
  });
  for (const member of ["layout", "variables", "cover"]) expect(pages[1]).not.toHaveProperty(member);
  for (const member of ["hidden", "noIndex"]) expect(pages[1]).not.toHaveProperty(member, true);
});

const INCLUDES = {
  "README.md": '# Home\n\n{% include ".gitbook/includes/note.md" %}\n',
  "deep/a.md":
    '# A\n\n{% include "../.gitbook/includes/note.md" %}\n\n{% include "../.gitbook/includes/none.md" %}\n\n{{ space.vars.product }} {{ page.vars.product }} <code class="expression">space.vars.two\\_words</code> <code class="expression">space.vars.none</code>\n',
  ".gitbook/includes/note.md":
    '---\ntitle: The note\n---\nMind {{ space.vars.product }}.\n\n{% include "inner.md" %}\n![](../assets/n.png)\n',
  ".gitbook/includes/inner.md": "Inner",
  ".gitbook/assets/n.png": "png",
  ".gitbook/vars.yaml": "product: Vole\ntwo_words: 2\n",
};

it("takes includes as reusable content, variables too, and evaluates both", async () => {
  const { context, report, revision, pages, tree } = await imported(INCLUDES);
  expect(tree).toEqual(["readme | Home", "deep | Deep | group", "deep/a | A"]);
  expect(revision.reusableContents.map(({ title, git }) => [title, git?.path])).toEqual([
    ["Inner", ".gitbook/includes/inner.md"],
    ["The note", ".gitbook/includes/note.md"],
  ]);
  expect(revision.variables).toEqual({ product: "Vole", two_words: "2" });
  expect(revision.files.map(({ name }) => name)).toEqual(["n.png"]);
  expect(report).toMatchObject({ pages: 2, reusableContents: 2, variables: 2, links: 2, broken: 1, skipped: [] });
  const text = pages.map((page) => evaluate(context.store, revision, page, markdownOf(context.store, page)));
  expect(text[0]).toBe("# Home\n\nMind Vole.\n\nInner\n![](../assets/n.png)\n");
  expect(text[2]).toBe(
    '# A\n\nMind Vole.\n\nInner\n![](../assets/n.png)\n\n{% include "../.gitbook/includes/none.md" %}\n\nVole {{ page.vars.product }} 2 <code class="expression">space.vars.none</code>\n',
  );
});

it("ends with includes that include themselves, and that grow without bound", async () => {
  const loop = await imported({
    "a.md": '{% include ".gitbook/includes/l.md" %}',
    ".gitbook/includes/l.md": 'x{% include "l.md" %}',
  });
  const page = loop.pages[0];
  if (!page) throw new Error("no page");
  expect(evaluate(loop.context.store, loop.revision, page, '{% include "l.md" %}')).toMatch(
    /^\{%|^x+\{% include "l.md" %\}$/,
  );
  const twice = `${"y".repeat(1000)}${'{% include "l.md" %}\n'.repeat(100)}`;
  const bomb = await imported({ "a.md": '{% include ".gitbook/includes/l.md" %}', ".gitbook/includes/l.md": twice });
  const [first] = bomb.pages;
  if (!first) throw new Error("no page");
  const text = evaluate(bomb.context.store, bomb.revision, first, markdownOf(bomb.context.store, first));
  expect(text.length).toBeGreaterThan(1_000_000);
  expect(text.length).toBeLessThan(10_000_000);
});

it("obeys .gitbook.yaml: root, readme and summary", async () => {
  const { tree, report } = await imported({
    ".gitbook.yaml": "root: ./docs/\nstructure:\n  readme: ./start.md\n  summary: toc/CONTENTS.md\n",
    "README.md": "# Of the repository",
    "docs/a.md": "# A",
    "docs/start.md": "# Start",
    "docs/toc/CONTENTS.md": "* [First](../z.md)\n* [Second](../start.md)\n",
    "docs/z.md": "# Z",
  });
  expect(tree).toEqual(["z | First", "start | Second", "a | A"]);
  expect(report.skipped).toEqual([{ path: ".gitbook.yaml", why: "files outside its root docs are omitted" }]);
  const unordered = await imported({
    ".gitbook.yaml": "structure:\n  readme: start.md\n",
    "a.md": "# A",
    "start.md": "# Start",
  });
  expect(unordered.tree).toEqual(["start | Start", "a | A"]);
  expect(unordered.report.skipped).toEqual([]);
});

it("takes no root outside of the folder, and tells of settings that it cannot follow", async () => {
  const outside = folderOf({ "secret.md": "# Secret" });
  for (const root of ["../", "/etc/../..", "link", "none", "a.md"]) {
    const { tree, report } = await imported({ ".gitbook.yaml": `root: ${root}\n`, "a.md": "# A" }, (folder) =>
      symlinkSync(outside, join(folder, "link")),
    );
    expect(tree).toEqual(["a | A"]);
    expect(report.skipped[0]).toEqual({ path: ".gitbook.yaml", why: `its root ${root} is no folder in the folder` });
  }
  const broken = await imported({ ".gitbook.yaml": "- a\n", "a.md": "# A" });
  expect(broken.report.skipped).toEqual([{ path: ".gitbook.yaml", why: "no YAML mapping" }]);
});

it("reads .gitbook.yaml through no link that leads out of the folder", async () => {
  const outside = folderOf({ "settings.yaml": "root: docs\n" });
  const { tree, report } = await imported({ "a.md": "# A", "docs/b.md": "# B" }, (folder) =>
    symlinkSync(join(outside, "settings.yaml"), join(folder, ".gitbook.yaml")),
  );
  expect(tree).toEqual(["a | A", "docs | Docs | group", "docs/b | B"]);
  expect(report.skipped).toEqual([{ path: ".gitbook.yaml", why: "a symbolic link that leads out of the folder" }]);
});

it("leaves out a page whose front matter is a bomb of aliases", async () => {
  const rows = Array.from(
    { length: 9 },
    (_, n) => `a${n}: &a${n} [${n === 0 ? "x" : `*a${n - 1}, *a${n - 1}, *a${n - 1}`}]`,
  );
  const { tree, report } = await imported({
    "a.md": "# A",
    "bomb.md": `---\n${rows.join("\n")}\n---\n# Bomb`,
  });
  expect(tree).toEqual(["a | A"]);
  expect(report.skipped).toEqual([{ path: "bomb.md", why: "front matter with too many aliases" }]);
});

it("takes titles and variables as they are written", async () => {
  const titles = ["1.10", "007", "5.0", "1e3", "9007199254740993", "true", "*Important*"];
  const { tree, revision } = await imported({
    ...Object.fromEntries(titles.map((title, index) => [`p${index}.md`, `---\ntitle: ${title}\n---\nText\n`])),
    ".gitbook/vars.yaml": "version: 1.10\nbuild: 007\nnote: *new*\n",
  });
  expect(tree).toEqual(titles.map((title, index) => `p${index} | ${title}`));
  expect(revision.variables).toEqual({ version: "1.10", build: "007", note: "*new*" });
});

it("tells of front matter that is no valid YAML, with its line, and of fields that it does not read", async () => {
  const { tree, report } = await imported({
    "colon.md": "---\ntitle: Governance (Split: Core)\n---\n\nbody\n",
    "fields.md": "---\ntags: [a]\nmetaLinks: {}\nicon: anchor\n---\n# Fields\n",
    "rule.md": "---\n\nText between rules\n\n---\n",
    "tab.md": "---\ndescription: x\n\ttitle: A\n---\n\nbody\n",
    "twice.md": "---\ntitle: A\ntitle: B\n---\n\nbody\n",
  });
  expect(tree).toEqual(["colon | Colon", "fields | Fields", "rule | Rule", "tab | Tab", "twice | Twice"]);
  expect(report.skipped.map(({ path, why }) => `${path}: ${why}`)).toEqual([
    "colon.md: its front matter is no valid YAML (line 2), so it is text of the page",
    "fields.md: fields of its front matter that pages do not have: tags, metaLinks",
    "tab.md: its front matter is no valid YAML (line 3), so it is text of the page",
    "twice.md: its front matter is no valid YAML (line 2), so it is text of the page",
  ]);
});

it("lays out a table of contents: groups end, have their id, and no entry is lost", async () => {
  const { tree, pages, report } = await imported({
    "SUMMARY.md": [
      "# Table of contents",
      "* [Home &#x26; garden](README.md)",
      '## Use &#x26; care <a href="#use" id="use-it"></a>',
      "* [Install](guide.md)",
      "  * [On Linux](guide.md#on-linux)",
      "* [Install again](guide.md)",
      "* [Manual](files/manual%20v1.pdf)",
      "***",
      "* [Top](top.md)",
      "* [Gone](gone.md)",
      "  * [Kept](kept.md)",
    ].join("\n\n"),
    "README.md": "# Q&#x26;A",
    "guide.md": "# Guide\n## On Linux",
    "top.md": "# Top",
    "kept.md": "# K &#x26; L",
    "files/manual v1.pdf": "%PDF",
    "part/SUMMARY.md": "* [x](y.md)",
    "part/y.md": "# R&#x26;D",
    ".gitbook/notes.md": "# Notes",
    ".gitbook/assets/unused.png": "png",
  });
  expect(tree).toEqual([
    "readme | Home & garden",
    "use-it | Use & care | group",
    "use-it/guide | Install",
    "use-it/guide/on-linux | On Linux | link",
    "use-it/install-again | Install again | link",
    "use-it/manual | Manual | link",
    "top | Top",
    "kept | Kept",
    "part | Part | group",
    "part/y | R&D",
  ]);
  expect(pages.filter(({ type }) => type === "link").map(({ href }) => href)).toEqual([
    "/guide.md#on-linux",
    "/guide.md",
    "/files/manual%20v1.pdf",
  ]);
  expect(report).toMatchObject({ files: 1, links: 3, broken: 0 });
  expect(report.skipped).toEqual([
    { path: "gone.md", why: "in SUMMARY.md, but not in the folder" },
    { path: ".gitbook/assets/unused.png", why: "no page links to it" },
    { path: ".gitbook/notes.md", why: "Markdown beside the pages" },
    { path: "part/SUMMARY.md", why: "a table of contents of a part" },
  ]);
});

it("finds what HTML shows and links to, with references decoded", async () => {
  const { context, report, revision } = await imported({
    "a.md": [
      "# A",
      '<picture><source srcset=".gitbook/assets/dark (1).png 2x, small.png 480w" media="(prefers-color-scheme: dark)"><img src="light.png" alt=""></picture>',
      '<a href="b.md?x=1&#x26;y=2">b</a> [q&a](r&#x26;d.md) {% file src="t&#x26;c.pdf" %}',
      '<table data-view="cards"><tbody><tr><td><a href="b.md">b</a></td><td><a href="card.svg">c</a></td></tr></tbody></table>',
      '{% content-ref url="b.md" %}\n[b.md](b.md)\n{% endcontent-ref %}',
    ].join("\n\n"),
    "b.md": "# B",
    "r&d.md": "# R",
    "small.png": "1",
    "light.png": "2",
    "t&c.pdf": "3",
    "card.svg": "4",
    ".gitbook/assets/dark (1).png": "5",
  });
  expect(revision.files.map(({ name }) => name).sort()).toEqual([
    "card.svg",
    "dark (1).png",
    "light.png",
    "small.png",
    "t&c.pdf",
  ]);
  expect(report).toMatchObject({ links: 7, broken: 0, skipped: [] });
  const { items } = await readLinks(context, report);
  expect(items.map(({ target }) => target.page?.title ?? target.file?.name)).toContain("R");
});

it("keeps the ids of pages, files and reusable contents by their path", async () => {
  const first = await imported(INCLUDES);
  const again = await importFolder(first.context, { folder: first.folder, space: first.report.space });
  const { revision } = first;
  const ids = [...revision.pages, ...revision.files, ...revision.reusableContents];
  const kept = first.context.store.kept<typeof revision>("revision", again.revision);
  const after = [...(kept?.pages ?? []), ...(kept?.files ?? []), ...(kept?.reusableContents ?? [])];
  expect(
    after
      .filter(({ title, ...one }: { title?: string; id: string; git?: object }) => one.git && title !== "")
      .map(({ id }) => id),
  ).toEqual(ids.filter((one) => one.git).map(({ id }) => id));
});

it("keeps a page that was moved, by what Git says or by its text", async () => {
  const text = (name: string) => `# ${name}\n\n[gone](gone-${name}.md)\n`;
  const first = await imported({ "README.md": "# Home\n", "a/one.md": text("one"), "a/two.md": text("two") });
  const folder = folderOf({
    "README.md": "# Home\n",
    // One is what Git calls renamed, though its text is another; the text of two is in two files now.
    "b/uno.md": `${text("one")}More.\n`,
    "b/two.md": text("two"),
    "b/copy.md": text("two"),
    "a/one.md": "# A new one\n",
  });
  const { context, report } = first;
  const renames = 'M\tREADME.md\nR087\ta/one.md\tb/uno.md\nR100\t"a/qu\\"ote.md"\tb/copy.md\n';
  const again = await importFolder(context, { folder, space: report.space, renames });
  const pages = [...walkPages(getRevision(context.store, again.revision).pages)].map(({ page }) => page);
  const idOf = (all: typeof pages, path: string) => all.find(({ git }) => git?.path === path)?.id;
  // Something is at its old path again.
  expect(idOf(pages, "a/one.md")).toBe(idOf(first.pages, "a/one.md"));
  const twos = ["b/two.md", "b/copy.md"].map((path) => idOf(pages, path));
  expect(twos.filter((id) => id === idOf(first.pages, "a/two.md"))).toHaveLength(1);
  expect(new Set(pages.map(({ id }) => id)).size).toBe(pages.length);
});

it("follows a rename from where the content begins", async () => {
  const settings = { ".gitbook.yaml": "root: ./guide\n" };
  const first = await imported({ ...settings, "guide/README.md": "# Home\n", "guide/one.md": "# One\n" });
  const folder = folderOf({ ...settings, "guide/README.md": "# Home\n", "guide/uno.md": "# Uno\n" });
  const renames = "R050\tguide/one.md\tguide/uno.md\n";
  const again = await importFolder(first.context, { folder, space: first.report.space, renames });
  const moved = getRevision(first.context.store, again.revision).pages.find(({ path }) => path === "uno");
  expect(moved?.id).toBe(first.pages.find(({ path }) => path === "one")?.id);
});

it("takes a page at an old path for the page that moved away only if that is gone", async () => {
  const first = await imported({ "one.md": "# One\n", "two.md": "# Two\n" });
  const folder = folderOf({ "one.md": "---\ntitle: One\n---\nNew.\n", "three.md": "# Two\n" });
  const again = await importFolder(first.context, { folder, space: first.report.space });
  const pages = getRevision(first.context.store, again.revision).pages;
  expect(pages.map(({ id }) => id)).toEqual(first.pages.map(({ id }) => id));
  expect(pages.map(({ updatedAt }) => updatedAt)[1]).toBe(first.pages[1]?.updatedAt);
});

it("takes a link that a redirect covers for one that works, with the redirect's name", async () => {
  const { context, report, pages } = await imported({
    ".gitbook.yaml":
      "redirects:\n  old/place: ./new/place.md\n  /old/chapter/: new/README.md\n  out: https://example.org/\n  lost: gone.md\n",
    "README.md":
      "# Home\n[a](old/place.md) [b](/old/place#size) [c](old/place.md#none) [d](old/chapter/README.md) [e](out.md) [f](lost.md)\n",
    "new/README.md": "# New\n",
    "new/place.md": "# Place\n\n## Size\n",
  });
  expect(report).toMatchObject({ links: 6, broken: 2 });
  expect(report.skipped).toEqual([
    { path: ".gitbook.yaml", why: "its redirects are kept for links only: old/place, /old/chapter/, out, lost" },
  ]);
  const { items } = await readLinks(context, report);
  expect(
    items.map(({ target: { status, redirect, page, anchor, url, path } }) => [
      status,
      redirect,
      page?.title ?? url ?? path,
      anchor,
    ]),
  ).toEqual([
    ["ok", "old/place", "Place", undefined],
    ["ok", "old/place", "Place", "size"],
    ["broken", "old/place", "Place", "none"],
    ["ok", "old/chapter", "New", undefined],
    ["ok", "out", "https://example.org/", undefined],
    ["broken", undefined, "lost.md", undefined],
  ]);
  const place = pages.find(({ title }) => title === "Place");
  const from = place && (await readBacklinks(context, report, { page: place }));
  expect(from?.map(({ title }) => title)).toEqual(["Home"]);
  const json = String(
    Buffer.from(referenceTexts(context as HandlerContext, { params: {} }, report).links.texts(items)),
  );
  expect(json).toContain('"redirect":"old/place"');
  // No answer has them.
  const shown = presentRevision({
    // Only its addresses are read.
    space: { id: report.space, urls: {} } as never,
    revision: getRevision(context.store, report.revision),
    metadata: true,
    computed: true,
  });
  expect(shown).not.toHaveProperty("redirects");
});

it("tells of hidden folders without looking into them", async () => {
  const { report } = await imported({ "a.md": "# A", ".github/x.md": "# X", ".env": "TOKEN=1" }, (folder) =>
    mkdirSync(join(folder, "node_modules")),
  );
  expect(report.skipped.sort((a, b) => a.path.localeCompare(b.path))).toEqual([
    { path: ".env", why: "hidden" },
    { path: ".github", why: "hidden" },
    { path: "node_modules", why: "dependencies" },
  ]);
});

describe("accents that the disk writes apart, as some systems do", () => {
  const APART = "u\u0308ni";
  const TOGETHER = "\u00fcni";

  it("are found by links, covers, contents and the root that write them together", async () => {
    const { context, revision, pages, tree, report } = await imported({
      ".gitbook.yaml": `root: ./${TOGETHER}\n`,
      [`${APART}/README.md`]: `---\ncover: ${TOGETHER}.png\n---\n# Home\n\n[a](${TOGETHER}.md) [b](${TOGETHER}/c.md)`,
      [`${APART}/${APART}.md`]: "# Apart",
      [`${APART}/${APART}.png`]: "1",
      [`${APART}/${APART}/c.md`]: "# C",
      [`${APART}/SUMMARY.md`]: `# Summary\n\n* [Home](README.md)\n* [Own](${TOGETHER}.md)`,
    });
    expect(tree).toEqual(["readme | Home", `${TOGETHER} | Own`, `${TOGETHER}/c | C`]);
    expect(pages[0]?.cover?.ref).toEqual({ kind: "file", file: revision.files[0]?.id });
    const { items } = await readLinks(context, report);
    expect(items.map(({ target }) => target.status)).toEqual(["ok", "ok", "ok"]);
  });

  it("of two files that differ in nothing else, one is told", async () => {
    const { tree, report } = await imported({ [`${TOGETHER}.md`]: "# One", [`${APART}.md`]: "# Other" });
    expect(tree).toHaveLength(1);
    expect(report.skipped).toEqual([
      { path: expect.any(String), why: "another file has the same name, with its accents written apart" },
    ]);
  });
});
