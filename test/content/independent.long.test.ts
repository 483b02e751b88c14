/** Which links are broken, asked of a second reader that shares no code with the project's own. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, posix, resolve } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readLinks } from "../../src/sandbox/content/links/links.js";
import { walkPages } from "../../src/sandbox/content/pages.js";
import { getRevision } from "../../src/sandbox/content/revisions.js";
import { importFolder } from "../../src/sandbox/import/import-markdown.js";
import { contentContext } from "../sandbox/content-helper.js";
import { hasAnchor, ownAnchors, ownLinks, resolveOwn } from "./own-reader.js";
import { readTree, TREES, writeTree } from "./read-tree.js";

/** `page -> path#section`, with whether it is broken. */
type Links = Map<string, boolean>;

/** What the project says of a folder, and the files of its pages. */
async function told(folder: string): Promise<{ links: Links; pages: string[] }> {
  const context = contentContext();
  const { space, revision } = await importFolder(context, { folder });
  const links: Links = new Map();
  const { items } = await readLinks(context, { space, revision });
  for (const { target, pages } of items) {
    const { status, url, page, file, reusable, path = "", anchor = "", redirect } = target;
    if (url !== undefined) continue;
    const place = redirect ?? page?.git?.path ?? file?.git?.path ?? reusable?.git?.path ?? path;
    for (const from of pages) if (from.git) links.set(`${from.git.path} -> ${place}#${anchor}`, status === "broken");
  }
  const all = [...walkPages(getRevision(context.store, revision).pages)];
  return { links, pages: all.flatMap(({ page }) => page.git?.path ?? []) };
}

/** The file that a path means, as the host of a repository finds it. */
function fileAt(folder: string, path: string): string | undefined {
  const plain = path.replace(/(?:(?:^|\/)index)?\.html$/, "");
  const names = [
    path,
    ...[path, plain].flatMap((name) => ["README.md", "index.md"].map((index) => posix.join(name, index))),
  ];
  const all = [...names, `${path}.md`, `${plain}.md`].map((name) => name.replace(/^\.\//, ""));
  return all.find((name) => existsSync(join(folder, name)) && statSync(join(folder, name)).isFile());
}

/** What the second reader says of these pages. */
function found(folder: string, pages: readonly string[]): Links {
  const links: Links = new Map();
  const texts = new Map<string, string>();
  const textOf = (path: string) =>
    texts.get(path) ?? texts.set(path, readFileSync(join(folder, path), "utf8")).get(path) ?? "";
  for (const from of pages) {
    for (const { href } of ownLinks(textOf(from))) {
      const to = resolveOwn(from, href);
      if (to === undefined) continue;
      const file = to.path.startsWith("..") ? undefined : fileAt(folder, to.path);
      const isPage = file !== undefined && /\.(?:md|markdown)$/i.test(file);
      const anchor = isPage || file === undefined ? to.anchor : "";
      const isBroken =
        file === undefined || (isPage && anchor !== "" && !hasAnchor(anchorsOf(folder, file, textOf), anchor));
      links.set(`${from} -> ${file ?? to.path}#${file === undefined ? "" : anchor}`, isBroken);
    }
  }
  return links;
}

/** With those of what the page includes. */
function anchorsOf(folder: string, file: string, textOf: (path: string) => string): string[] {
  const included = ownLinks(textOf(file)).flatMap(({ href }) => {
    const to = resolveOwn(file, href);
    return to && /(?:^|\/)\.gitbook\/includes\//.test(to.path) && existsSync(join(folder, to.path)) ? [to.path] : [];
  });
  return [file, ...included].flatMap((path) => ownAnchors(textOf(path)));
}

/** Links of which the two say different things, or that only one of them sees. */
async function compare(folder: string): Promise<{ count: number; broken: number; differences: string[] }> {
  const { links: one, pages } = await told(folder);
  const other = found(folder, pages);
  const say = (is: boolean | undefined) => (is === undefined ? "nothing" : is ? "broken" : "fine");
  const differences = [...new Set([...one.keys(), ...other.keys()])]
    .filter((link) => one.get(link) !== other.get(link))
    .map((link) => `${link}: ${say(one.get(link))}, and ${say(other.get(link))}`);
  return { count: one.size, broken: [...one.values()].filter(Boolean).length, differences };
}

/** Where the two differ, and who is right. */
const EXPLAINED: Readonly<Record<string, string>> = {
  "source-map-js: README.md -> README.md#new-sourcenodeline-column-source-chunk-name: nothing, and fine":
    "The project's reader takes labels with two levels of brackets, and this one has three.",
  "undici: README.md -> #: fine, and nothing": "A folder without a page of its own is a group of pages, and a place.",
  "undici: README.md -> docs#: nothing, and broken": "The same link: the second reader knows no groups.",
  "undici: docs/docs/api/MockCallHistory.md -> docs/docs/api/MockCallHistoryLog.md#to-string: broken, and fine":
    "No host makes `to-string` of `toString`: the second reader compares letters alone.",
};

const explained = (name: string, differences: readonly string[]) =>
  differences.filter((difference) => EXPLAINED[`${name}: ${difference}`] === undefined);

test("trees as the service writes them", async () => {
  const unexplained: string[] = [];
  let [count, broken] = [0, 0];
  for (const name of TREES) {
    const folder = mkdtempSync(join(tmpdir(), "docs-tree-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const { files, expected } = readTree(name);
    writeTree(files, folder, expected.kind === "cr-diff" ? "before/" : "");
    const compared = await compare(folder);
    count += compared.count;
    broken += compared.broken;
    unexplained.push(...explained(name, compared.differences).map((difference) => `${name}: ${difference}`));
  }
  expect(unexplained).toEqual([]);
  expect(count).toBeGreaterThan(70);
  expect(broken).toBeGreaterThan(20);
});

/** Packages with a README, and their Markdown. */
const PACKAGES = readdirSync("node_modules", { withFileTypes: true })
  .flatMap(({ name }) =>
    name.startsWith("@") ? readdirSync(join("node_modules", name)).map((own) => `${name}/${own}`) : [name],
  )
  .filter((name) => !name.startsWith(".") && existsSync(join("node_modules", name, "README.md")));

test("packages of npm", async () => {
  const unexplained: string[] = [];
  let [count, broken] = [0, 0];
  for (const name of PACKAGES) {
    const compared = await compare(resolve("node_modules", name));
    count += compared.count;
    broken += compared.broken;
    unexplained.push(...explained(name, compared.differences).map((difference) => `${name}: ${difference}`));
  }
  expect(unexplained).toEqual([]);
  expect(count).toBeGreaterThan(500);
  expect(broken).toBeGreaterThan(20);
});
