import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { pageById, walkPages } from "../../src/sandbox/content/pages.js";
import { getRevision } from "../../src/sandbox/content/revisions.js";
import { importFolder } from "../../src/sandbox/import/import-markdown.js";
import { contentContext, linkItems } from "./content-helper.js";

/*
 * Markdown that nobody here wrote: the documentation of undici. What the importer finds in it is counted a second time
 * here, with a walk and regular expressions that share nothing with it.
 */
const FOLDER = fileURLToPath(new URL("../../node_modules/undici/docs", import.meta.url));

function markdownFiles(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) return markdownFiles(path);
    return name.endsWith(".md") ? [path] : [];
  });
}

/** A fenced block; one that is never closed (ProxyAgent.md has one) runs to the end of the file. */
const FENCED = /^( *)(```+|~~~+)[^\n]*\n[\s\S]*?(?:^ *\2 *$|(?![\s\S]))/gm;

/** The text without code, where brackets are no links. */
function prose(path: string): string {
  return readFileSync(path, "utf8")
    .replace(FENCED, "")
    .replace(/`[^`\n]+`/g, (code) => code.replace(/[[\]<>()]|https?:/g, "_"));
}

function headingIds(path: string): Set<string> {
  const text = readFileSync(path, "utf8").replace(FENCED, "");
  const ids = new Set<string>();
  for (const [, title = ""] of text.matchAll(/^#{1,6} +(.+?) *#*$/gm)) {
    const words = title.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").replace(/[`*]/g, "");
    const base = words
      .toLowerCase()
      .replace(/[^a-z0-9_\- ]/g, "")
      .replaceAll(" ", "-");
    let id = base;
    for (let n = 1; ids.has(id); n += 1) id = `${base}-${n}`;
    ids.add(id);
  }
  return ids;
}

/** Different targets, and those that are not in the folder. */
function countLinks() {
  const targets = new Set<string>();
  const broken = new Set<string>();
  for (const file of markdownFiles(FOLDER)) {
    const text = prose(file);
    const inline = [...text.matchAll(/\]\(\s*<?([^)\s>]+)>?(?:\s+"[^"]*")?\s*\)/g)].map((match) => match[1] ?? "");
    const rest = text.replace(/\]\(\s*<?[^)\s>]+>?(?:\s+"[^"]*")?\s*\)/g, "]");
    const bare = [...rest.matchAll(/https?:\/\/[^\s<>)\]"'`|]+/g)].map((match) => match[0].replace(/[.,:;!?]+$/, ""));
    const mail = [...rest.matchAll(/[\w.+-]+@[a-z-]+(?:\.[a-z]+)+/g)].map((match) => `mailto:${match[0]}`);
    for (const href of [...inline, ...bare, ...mail]) {
      if (/^[a-z]+:/.test(href)) {
        targets.add(href);
        continue;
      }
      const [path = "", anchor = ""] = href.split("#");
      const target = path === "" ? file : path.startsWith("/") ? join(FOLDER, path) : resolve(dirname(file), path);
      const there = existsSync(target) && !relative(FOLDER, target).startsWith("..");
      const key = there && anchor !== "" ? `${target}#${anchor}` : target;
      targets.add(key);
      if (!there || (anchor !== "" && !headingIds(target).has(anchor))) broken.add(key);
    }
  }
  return { links: targets.size, broken: broken.size };
}

it("imports undici's documentation: pages, files, links and broken links agree with a second count", async () => {
  const context = contentContext();
  const report = await importFolder(context, { folder: FOLDER });
  expect({ ...report, space: "", revision: "" }).toEqual({
    space: "",
    revision: "",
    pages: 42,
    files: 0,
    reusableContents: 0,
    variables: 0,
    links: 92,
    broken: 18,
    skipped: [],
  });
  expect(markdownFiles(FOLDER)).toHaveLength(42);
  expect(countLinks()).toEqual({ links: 92, broken: 18 });
});

it("keeps every file of undici's documentation word for word, below groups for its folders", async () => {
  const context = contentContext();
  const { revision } = await importFolder(context, { folder: FOLDER });
  const stored = getRevision(context.store, revision);
  const pages = [...walkPages(stored.pages)].map(({ page }) => page);
  expect(pages.filter(({ type }) => type === "group").map(({ path }) => path)).toEqual([
    "docs",
    "docs/api",
    "docs/best-practices",
  ]);
  for (const file of markdownFiles(FOLDER)) {
    const page = pages.find(({ git }) => git?.path === relative(FOLDER, file));
    const document = context.store.get<{ markdown: string }>("document", page?.document ?? "");
    expect(document?.markdown, file).toBe(readFileSync(file, "utf8"));
  }
});

it("names a broken link of undici's documentation and the page it is on", async () => {
  const context = contentContext();
  const { space, revision } = await importFolder(context, { folder: FOLDER });
  // docs/api/ProxyAgent.md and others write /docs/docs/api/..., the path in undici's repository.
  const broken = (await linkItems(context, { space, revision })).filter(({ status }) => status === "broken");
  const agent = broken.find(({ targetReference }) => targetReference.path === "docs/docs/api/Agent.md");
  expect(agent?.targetReference).toMatchObject({ kind: "page", versionContext: { type: "revision", revision } });
  const location = agent?.locationReferences[0];
  const page = pageById(getRevision(context.store, revision), location?.page?.id ?? "");
  expect(readFileSync(join(FOLDER, page?.git?.path ?? ""), "utf8")).toContain("(/docs/docs/api/Agent.md");
});
