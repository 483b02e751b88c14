import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { importFolder } from "../../src/sandbox/import/import-markdown.js";
import { loadSample } from "../../src/sandbox/sample/load.js";
import { testSandbox } from "../helpers/sandbox.js";
import { useOnce } from "../helpers/set-ups.js";

/** Folders of books by the title of their space. */
const SPACES = [
  ["Tern User Guide", "tern-guide"],
  ["Tern Benutzerhandbuch", "tern-guide-de"],
  ["Tern 1 User Guide", "tern-1-guide"],
  ["Harbor Fleet Controller", "harbor"],
  ["Harbor API", "harbor-api"],
  ["Engineering Handbook", "handbook"],
  ["Field Service Manual", "field-service"],
  ["Welcome to Halden", "welcome"],
] as const;

interface Page {
  title: string;
  slug: string;
  pages?: Page[];
}
const tree = (pages: readonly Page[]): unknown[] =>
  pages.map(({ title, slug, pages: below }) => [slug, title, tree(below ?? [])]);

const service = useOnce(() => testSandbox({ load: loadSample }));

const pagesOf = async (space: string) => {
  const { status, json } = await service.call("GET", `/v1/spaces/${space}/content/pages`);
  expect(status).toBe(200);
  return tree(json.pages);
};

describe("the files of the sample", () => {
  it.each(SPACES)("%s has the pages that an import of its folder gives", async (title, name) => {
    const { json } = await service.call("GET", "/v1/orgs/hR7kQ2mXv9TzLb4WcN8p/spaces?limit=100");
    const { id } = json.items.find((space: { title: string }) => space.title === title);
    const report = await service.change((context) => importFolder(context, { folder: join("sample/books", name) }));
    expect(await pagesOf(report.space)).toEqual(await pagesOf(id));
  });

  it("each page is in the table of contents of its book", () => {
    for (const book of readdirSync("sample/books")) {
      const contents = readFileSync(join("sample/books", book, "SUMMARY.md"), "utf8");
      const pages = readdirSync(join("sample/books", book)).filter((name) => /(?<!^SUMMARY)\.md$/.test(name));
      for (const page of pages) expect(contents).toContain(`](${page})`);
    }
  });
});
