/** What holds for every folder of Markdown that is imported. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeDocument } from "../../src/sandbox/content/document.js";
import type { PageInput } from "../../src/sandbox/content/types.js";
import { readFolder } from "../../src/sandbox/import/content.js";
import { loadMarked, type MarkdownParser } from "../../src/shared/markdown/tokens.js";
import { holds, PROPERTY_TIME } from "../helpers/properties.js";
import { type TestSandbox, testSandbox } from "../helpers/sandbox.js";

let box: TestSandbox;
let root: string;
let marked: MarkdownParser;
beforeAll(async () => {
  box = await testSandbox();
  root = mkdtempSync(join(tmpdir(), "docs-import-"));
  marked = await loadMarked();
});
afterAll(() => {
  box.close();
  rmSync(root, { recursive: true, force: true });
});

/** Pieces of Markdown and of what breaks readers of it. */
const piece = fc.oneof(
  fc.constantFrom(
    ...[
      "---\n",
      "---\ntitle: A\n---\n",
      "---\ntitle: [a\n---\n",
      "---\n&a [*a]\n---\n",
      "title: x\n",
      "# Title\n",
      "#\n",
    ],
    ...["[a](b.md)", "[a](../../../etc/passwd)", "![p](pic.png)", "[a](b.md#c)", "[a]: b.md\n", "<img src='pic.png'>"],
    ...[
      "<!-- x -->",
      "<!--",
      "```\n",
      "~~~js\n",
      "> ",
      "* ",
      "1. ",
      "- [ ] ",
      "|a|b|\n|-|-|\n",
      "\n",
      "\n\n",
      "  ",
      "\t",
    ],
    ...[
      '{% file src="pic.png" %}',
      "&#0;",
      "&amp;",
      "\\",
      "`",
      "**",
      "__",
      "~~",
      "](",
      "[",
      "\r\n",
      "\u0000",
      "\ufeff",
    ],
  ),
  fc.string({ unit: "binary", maxLength: 20 }),
  fc.string({ unit: "grapheme", maxLength: 20 }),
);
const text = fc.array(piece, { maxLength: 20 }).map((pieces) => pieces.join(""));
const bytes = fc.oneof(
  text.map((one) => Buffer.from(one)),
  fc.uint8Array({ maxLength: 200 }),
);

const NAMES = [
  ...["README.md", "a.md", "b.md", "a/README.md", "a/index.md", "a/b.md", "A.md", "b/c/d.md", "b c.md", "ä.md", "%.md"],
  ...["SUMMARY.md", "pic.png", "a/pic.png", ".hidden.md", "node_modules/x.md", "con.md", "x.markdown", "..md", "-.md"],
];
const files = fc.uniqueArray(fc.tuple(fc.constantFrom(...NAMES), bytes), { maxLength: 6, selector: ([name]) => name });

const flat = (pages: readonly PageInput[]): PageInput[] =>
  pages.flatMap((page) => [page, ...flat((page.pages ?? []) as PageInput[])]);

/** Hidden entries, dependencies and the table of contents are no pages. */
const isPage = (name: string) => /\.(md|markdown)$/.test(name) && !/^(\.|SUMMARY|node_modules)/.test(name);

describe("R69 the importer", () => {
  test("takes every folder: each page comes once or is named with the reason", { timeout: PROPERTY_TIME }, async () => {
    let number = 0;
    await holds(
      fc.asyncProperty(files, async (given) => {
        number += 1;
        const folder = join(root, String(number));
        mkdirSync(folder);
        for (const [name, content] of given) {
          mkdirSync(dirname(join(folder, name)), { recursive: true });
          writeFileSync(join(folder, name), content);
        }
        try {
          const read = await box.change((context) => readFolder(context, folder));
          const pages = flat(read.pages);
          const wanted = given.map(([name]) => name).filter(isPage);
          const found = pages.flatMap((page) => (page.git ? [page.git.path] : []));
          // SUMMARY.md may name what is not there.
          const there = new Set(given.map(([name]) => name));
          const skipped = read.skipped.map(({ path }) => path).filter((path) => there.has(path) && isPage(path));
          expect([...found, ...skipped].sort()).toEqual(wanted.sort());
          for (const { title, slug } of pages) {
            expect(title.trim()).not.toBe("");
            // What only SUMMARY.md names gets its slug later.
            if (slug !== undefined) expect(slug).toMatch(/^[^\s/?#\p{Cc}]+$/u);
          }
          const names = given.map(([name]) => name);
          for (const file of read.files) expect(names).toContain(file.git?.path);
        } finally {
          rmSync(folder, { recursive: true });
        }
      }),
    );
  });

  test("makes a document of every text, none of it deeper than it may be", { timeout: PROPERTY_TIME }, async () => {
    await holds(
      fc.property(text, (given) => {
        const document = makeDocument(marked, given);
        expect(document.object).toBe("document");
        // What is written as JSON is read again as the same.
        expect(JSON.parse(JSON.stringify(document))).toEqual(document);
      }),
    );
  });
});
