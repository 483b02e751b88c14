import { mkdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readBacklinks, readLinks } from "../../src/sandbox/content/links/links.js";
import { pageById } from "../../src/sandbox/content/pages.js";
import { getRevision } from "../../src/sandbox/content/revisions.js";
import type { StoredPage } from "../../src/sandbox/content/types.js";
import { listFolder, readListed } from "../../src/sandbox/import/folder.js";
import { importFolder } from "../../src/sandbox/import/import-markdown.js";
import { dimensionsOf } from "../../src/sandbox/import/media.js";
import { contentContext, linkItems } from "./content-helper.js";
import { folderOf, imported } from "./import-helper.js";

describe("pages of a folder", () => {
  it("is refused without a page: an empty space helps nobody", async () => {
    await expect(imported({ "notes.txt": "no page" })).rejects.toMatchObject({
      kind: "invalid-input",
      message: expect.stringMatching(/^there is no Markdown in /),
    });
  });

  it("takes nested folders as nested pages, their README or index as the folder's page", async () => {
    const { tree } = await imported({
      "zebra.md": "# Zebra",
      "README.md": "# Start here",
      "guides/README.md": "# All guides",
      "guides/page10.md": "# Ten",
      "guides/page9.md": "# Nine",
      "api/index.md": "# The API",
      "api/v1/get.md": "no heading",
      "beside.md": "# Beside",
      "beside/one.md": "# One",
    });
    expect(tree).toEqual([
      "readme | Start here",
      "beside | Beside",
      "beside/one | One",
      "zebra | Zebra",
      "api | The API",
      "api/v1 | V1 | group",
      "api/v1/get | Get",
      "guides | All guides",
      "guides/page9 | Nine",
      "guides/page10 | Ten",
    ]);
  });

  it("follows order, titles, groups and links of SUMMARY.md, other pages after them", async () => {
    const { tree, pages } = await imported({
      "SUMMARY.md":
        "# Summary\n\n* [Home](README.md)\n* [Second *one*](b.md)\n  * [Nested](deep/c.md)\n\n## More\n\n* [Site](https://example.org)\n* [Gone](gone.md)\n* Only words\n  * [Last](a%20b.md)\n",
      "README.md": "# Read me",
      "a b.md": "x",
      "b.md": "# B",
      "deep/c.md": "# C",
      "deep/unlisted.md": "# Unlisted",
    });
    expect(tree).toEqual([
      "readme | Home",
      "b | Second one",
      "b/c | Nested",
      "more | More | group",
      "more/site | Site | link",
      "more/only-words | Only words | group",
      "more/only-words/a-b | Last",
      "deep | Deep | group",
      "deep/unlisted | Unlisted",
    ]);
    expect(pages.find(({ type }) => type === "link")?.href).toBe("https://example.org");
  });

  it("reads front matter; what is not a mapping stays in the text", async () => {
    const { pages, context } = await imported({
      "a.md": "---\ntitle: 'From: front'\ndescription: Two\n  lines\nicon: bolt\nhidden: true\n---\n# Heading\n",
      "b.md": "---\r\ntitle: 2024\r\n---\r\ntext\r\n",
      "c.md": "---\njust words\n---\n# See\n",
      "d.md": "---\n: : [\n---\n# Dee\n",
      "e.md": "---\ntitle: E---\n---\ntext",
      "f.md": "---\n---\ntext",
    });
    expect(pages).toMatchObject([
      { title: "From: front", description: "Two lines", icon: "bolt", hidden: true },
      { title: "2024" },
      { title: "See" },
      { title: "Dee" },
      { title: "E---" },
      { title: "F" },
    ]);
    const texts = pages.map(
      ({ document }) => context.store.get<{ markdown: string }>("document", document ?? "")?.markdown,
    );
    expect(texts).toEqual([
      "# Heading\n",
      "text\r\n",
      "---\njust words\n---\n# See\n",
      "---\n: : [\n---\n# Dee\n",
      "text",
      "text",
    ]);
  });

  it("ignores headings in code when it looks for a title", async () => {
    const { pages } = await imported({ "a.md": "```sh\n# no\n```\n\nYes `it` is\n===\n" });
    expect(pages.map(({ title }) => title)).toEqual(["Yes it is"]);
  });

  it("gives git ids as git does", async () => {
    const { pages } = await imported({ "a.md": "hello\n" });
    expect(pages[0]?.git).toEqual({ oid: "ce013625030ba8dba906f756967f9e9ca394464a", path: "a.md" });
  });
});

const PNG = Buffer.from("89504e470d0a1a0a0000000d4948445200000003000000070802000000", "hex");
const GIF = Buffer.from("4749463839610a000500", "hex");
const JPEG = Buffer.from("ffd8ffe000040000ffc0000b080010002001011100", "hex");

describe("files of a folder", () => {
  it("takes linked files with their type, size and dimensions, and no others", async () => {
    const { revision, report } = await imported({
      "guide/a.md":
        '![p](../img/p%20x.png) ![g][gif] <img alt="j" src="/img/j.jpg"> [s](../img/s.svg) [pdf](./m.pdf "M")\n\n[gif]: ../img/g.gif\n',
      "img/p x.png": PNG,
      "img/g.gif": GIF,
      "img/j.jpg": JPEG,
      "img/s.svg": '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 30"/>',
      "guide/m.pdf": "%PDF",
      "img/unused.png": PNG,
    });
    expect(
      revision.files.map(({ name, contentType, size, dimensions }) => [name, contentType, size, dimensions]),
    ).toEqual([
      ["p x.png", "image/png", 29, { width: 3, height: 7 }],
      ["g.gif", "image/gif", 10, { width: 10, height: 5 }],
      ["j.jpg", "image/jpeg", 21, { width: 32, height: 16 }],
      ["s.svg", "image/svg+xml", 61, { width: 40, height: 30 }],
      ["m.pdf", "application/pdf", 4, undefined],
    ]);
    expect(report).toMatchObject({ pages: 1, files: 5, links: 5, broken: 0 });
  });

  it("reads the size of a JPEG in its frame header, behind tables and filling", async () => {
    const table = (marker: string) => `ff${marker}000b08111111111101110000`.slice(0, 26);
    const frame = "ffc0000b080010002001011100";
    const dimensions = (hex: string) => dimensionsOf("image/jpeg", Buffer.from(hex, "hex"));
    const all = ["c4", "c8", "cc", "db"].map(table).join("");
    expect(dimensions(`ffd8${all}ffff${frame.slice(2)}`)).toEqual({ width: 32, height: 16 });
    for (const marker of ["c1", "c2", "c3", "c5", "c9", "cf"]) {
      expect(dimensions(`ffd8${frame.replace("c0", marker)}`)).toEqual({ width: 32, height: 16 });
    }
    expect(dimensions(`ffd8${all}`)).toBeUndefined();
    expect(dimensions("ffd8ffe00000")).toBeUndefined();
  });

  it("keeps pictures of .gitbook, and a cover", async () => {
    const { revision, pages } = await imported({
      "a.md": "---\ncover: .gitbook/assets/c.png\n---\n![x](.gitbook/assets/x.png)",
      ".gitbook/assets/c.png": PNG,
      ".gitbook/assets/x.png": GIF,
    });
    const cover = revision.files.find(({ name }) => name === "c.png");
    expect(revision.files).toHaveLength(2);
    expect(pages[0]?.cover).toEqual({ ref: { kind: "file", file: cover?.id } });
  });

  it("keeps a cover that is an address, and tells one that is not there", async () => {
    const { report, pages, revision, context } = await imported({
      "a.md": "---\ncover: https://pictures.example/a.png\ncoverDark: dark.png\n---\n",
      "b.md": "---\ncover: gone.png\n---\n",
      "c.md": "---\ncoverDark: dark.png\ncoverY: 4\n---\n",
      "d.md": "---\ncover: data:image/png;base64,AAAA\n---\n",
      "dark.png": PNG,
    });
    const dark = { kind: "file", file: revision.files[0]?.id };
    expect(pages.map(({ cover }) => cover)).toEqual([
      { ref: { kind: "url", url: "https://pictures.example/a.png" }, refDark: dark },
      { ref: { kind: "file", file: "gone.png" } },
      { ref: dark, refDark: dark, yPos: 4 },
      undefined,
    ]);
    expect(report.skipped).toEqual([
      { path: "b.md", why: "its cover gone.png is not a file of the folder" },
      { path: "d.md", why: "its cover data:image/png;base64,AAAA is not a web address" },
    ]);
    const { items } = await readLinks(context, { space: report.space, revision: report.revision }, {});
    expect(items.map(({ target }) => `${target.status} ${target.url ?? target.file?.name ?? target.path}`)).toEqual([
      "ok https://pictures.example/a.png",
      "ok dark.png",
      "broken gone.png",
    ]);
  });
});

describe("untrusted folders", () => {
  it("reads nothing outside of the folder", async () => {
    const outside = folderOf({ "secret.md": "# Secret", "secret.txt": "secret" });
    const { tree, revision, report } = await imported(
      { "a.md": "[x](link.txt) [y](../secret.txt) [z](/../secret.txt) [in](inner.txt)", "b.txt": "b" },
      (folder) => {
        symlinkSync(join(outside, "secret.txt"), join(folder, "link.txt"));
        symlinkSync(join(outside, "secret.md"), join(folder, "page.md"));
        symlinkSync(outside, join(folder, "folder"));
        symlinkSync(join(folder, "b.txt"), join(folder, "inner.txt"));
        symlinkSync("loop", join(folder, "loop"));
      },
    );
    expect(tree).toEqual(["a | A"]);
    expect(revision.files.map(({ name, size }) => [name, size])).toEqual([["inner.txt", 1]]);
    expect(report).toMatchObject({ links: 4, broken: 3 });
    const why = "a symbolic link that leads out of the folder";
    expect(report.skipped.sort((a, b) => a.path.localeCompare(b.path))).toEqual([
      { path: "b.txt", why: "no page links to it" },
      ...["folder", "link.txt", "loop", "page.md"].map((path) => ({ path, why })),
    ]);
  });

  it("takes a folder whose name begins like its own for another one", async () => {
    const { folder, report } = await imported({ "a.md": "[x](link.txt)" }, (root) => {
      mkdirSync(`${root}-secret`);
      writeFileSync(`${root}-secret/x.txt`, "secret");
      symlinkSync(`${root}-secret/x.txt`, join(root, "link.txt"));
    });
    rmSync(`${folder}-secret`, { recursive: true });
    expect(report).toMatchObject({ files: 0, broken: 1 });
    expect(report.skipped.map(({ path }) => path)).toEqual(["link.txt"]);
  });

  it("follows no link that takes the place of a file after it was listed", () => {
    const outside = folderOf({ "secret.txt": "secret", "below/c.txt": "secret" });
    const root = folderOf({ "a.txt": "a", "b/c.txt": "c" });
    const folder = listFolder(root);
    rmSync(join(root, "a.txt"));
    rmSync(join(root, "b"), { recursive: true });
    symlinkSync(join(outside, "secret.txt"), join(root, "a.txt"));
    symlinkSync(join(outside, "below"), join(root, "b"));
    expect(folder.paths.map((path) => readListed(folder, path))).toEqual([undefined, undefined]);
    const why = "a symbolic link that leads out of the folder";
    expect(folder.skipped).toEqual(["a.txt", "b/c.txt"].map((path) => ({ path, why })));
  });

  it("skips hidden folders, node_modules, big files and text that is not UTF-8", async () => {
    const { tree, report } = await imported(
      {
        "a.md": "[big](big.bin)",
        ".git/x.md": "# No",
        "node_modules/p/README.md": "# No",
        "latin.md": Buffer.from([0x23, 0x20, 0xe9]),
        "big.bin": "",
        "huge.md": "",
      },
      (folder) => {
        truncateSync(join(folder, "big.bin"), 10 * 1024 * 1024 + 1);
        truncateSync(join(folder, "huge.md"), 10 * 1024 * 1024 + 1);
      },
    );
    expect(tree).toEqual(["a | A"]);
    expect(report.skipped).toEqual([
      { path: ".git", why: "hidden" },
      { path: "node_modules", why: "dependencies" },
      { path: "huge.md", why: "larger than 10 MiB" },
      { path: "latin.md", why: "not UTF-8" },
      { path: "big.bin", why: "larger than 10 MiB" },
    ]);
    expect(report).toMatchObject({ files: 0, broken: 1 });
  });

  it("refuses a folder that is not there, and one with more than 20,000 files", async () => {
    const context = contentContext();
    await expect(importFolder(context, { folder: join(tmpdir(), "docs-none") })).rejects.toMatchObject({
      kind: "usage",
      message: expect.stringContaining("it does not exist"),
    });
    const folder = folderOf({});
    for (let n = 0; n <= 20_000; n += 1) writeFileSync(join(folder, `${n}.txt`), "");
    await expect(importFolder(context, { folder })).rejects.toMatchObject({ kind: "invalid-input" });
  });
});

describe("the space of a folder", () => {
  it("creates a space called like its first page", async () => {
    const { context, report } = await imported({ "README.md": "# My manual" });
    expect(context.store.scopeOf("space", report.space)).toBe("org");
    expect(context.store.get("space", report.space)).toMatchObject({
      object: "space",
      title: "My manual",
      organization: "org",
      revision: report.revision,
      editMode: "live",
    });
  });

  it("replaces the content of a space, which keeps its history; not of a locked one", async () => {
    const { context, report, folder } = await imported({ "a.md": "# A" });
    rmSync(join(folder, "a.md"));
    writeFileSync(join(folder, "b.md"), "# B");
    const again = await importFolder(context, { folder, space: report.space });
    const revision = getRevision(context.store, again.revision);
    expect(revision.parents).toEqual([report.revision]);
    expect(revision.pages.map(({ title }) => title)).toEqual(["B"]);
    context.store.update<object>("space", report.space, (space) => ({ ...space, editMode: "locked" }));
    await expect(importFolder(context, { folder, space: report.space })).rejects.toMatchObject({ status: 403 });
  });

  it("resolves a link to the HTML that a page is published as, unless there is such a file", async () => {
    const { context, report, pages } = await imported({
      "README.md":
        "[1](guide/a.html#top) [2](guide/index.html) [3](index.html) [4](real.html) [5](none.html) [6](/guide/a.html)",
      "guide/README.md": "# Guide",
      "guide/a.md": "# Top",
      "real.md": "# Real",
      "real.html": "<p>",
    });
    const found = (await linkItems(context, report)).map(({ status, targetReference: { kind, page, path } }) => {
      return `${status} ${kind} ${pages.find(({ id }) => id === page?.id)?.path ?? path ?? ""}`;
    });
    expect(found).toEqual([
      "ok anchor guide/a",
      "ok page guide",
      "ok page readme",
      "ok file ",
      "broken file none.html",
      "ok page guide/a",
    ]);
    const guide = pages.find(({ path }) => path === "guide");
    const linking = await readBacklinks(context, report, { page: guide as StoredPage });
    expect(linking.map(({ path }) => path)).toEqual(["readme"]);
  });

  it("resolves links by file, folder, path and anchor", async () => {
    const { context, report, revision } = await imported({
      "README.md":
        "# Home\n[1](guide/) [2](guide/README.md#two-words) [3](guide/a%20b.md) [4](guide/a%20b) [5](#home) [6](guide/none.md) [7](guide/README.md#none) [8](#nothing) [9][def] [10](<guide/a b.md>)\n\n[def]: guide/README.md?raw=1\n",
      "guide/README.md":
        '# Two words\n<a id="Named"></a> [up](../README.md) [own](#named) `[no](no.md)`\n\n```\n[no](no.md)\n```\n',
      "guide/a b.md": "# A b\n<!-- [no](no.md) <a href='no.md'> -->",
    });
    const found = (await linkItems(context, report)).map(({ status, targetReference: target }) => {
      const page = pageById(revision, target.page?.id ?? "")?.path ?? target.path;
      return `${status} ${target.kind} ${page}${target.anchor === undefined ? "" : `#${target.anchor}`}`;
    });
    expect(found).toEqual([
      "ok page guide",
      "ok anchor guide#two-words",
      "ok page guide/a-b",
      "ok anchor readme#home",
      "broken page guide/none.md",
      "broken anchor guide#none",
      "broken anchor readme#nothing",
      "ok page readme",
      "ok anchor guide#named",
    ]);
    expect(report).toMatchObject({ links: 9, broken: 3 });
  });
});
