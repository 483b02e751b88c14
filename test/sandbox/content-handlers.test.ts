import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, describe, expect, it } from "vitest";
import { getRevision } from "../../src/sandbox/content/revisions.js";
import { handlers } from "../../src/sandbox/handlers/content.js";
import { fileRoute as route } from "../../src/sandbox/wire/downloads.js";
import { caller, contentContext, putChange, putContent } from "./content-helper.js";

const SPEC = { kind: "openapi" as const, spec: "petstore" };
const GIT = { oid: "ce013625030ba8dba906f756967f9e9ca394464a", path: "a.md" };
const CONTENT = {
  pages: [
    {
      id: "a",
      title: "Alpha",
      git: GIT,
      variables: { who: "page" },
      markdown: '# Alpha\n\n{{ space.vars.version }} {{page.vars.who}} {{ space.vars.none }} {% include "Note" %}\n',
      pages: [{ id: "b", title: "Beta", markdown: "text" }],
    },
    {
      id: "api",
      title: "API",
      type: "computed",
      markdown: "computed",
      computed: { type: "openapi", dependencies: { spec: { ref: SPEC } } },
    },
  ],
  files: [
    { id: "f", name: "f.txt", contentType: "text/plain", bytes: Buffer.from("hi"), git: { ...GIT, path: "f.txt" } },
  ],
  reusableContents: [
    { id: "n", title: "Note", markdown: "note {{ space.vars.version }}", git: { ...GIT, path: "n.md" } },
  ],
  variables: { version: "2.1" },
  git: { oid: "c0ffee", message: "m", createdByService: false },
};

function guide() {
  const context = contentContext();
  const revision = putContent(context, CONTENT);
  return { context, revision, call: caller(handlers, context) };
}

const SPACE = { spaceId: "guide" };
const CHANGE = { spaceId: "guide", changeRequestId: "7" };

describe("reading", () => {
  it("answers a revision in the contract's shape, without what is private", async () => {
    const { call, revision } = guide();
    const value = await call("getSpaceContent", SPACE);
    expect(value).toMatchObject({
      object: "revision",
      id: revision,
      parents: [],
      type: "edits",
      variables: { version: "2.1" },
      git: { oid: "c0ffee" },
      reusableContents: [{ id: "n", title: "Note", git: { path: "n.md" } }],
      files: [{ id: "f", size: 2, git: { path: "f.txt" } }],
      urls: { app: "https://docs.sandbox.invalid/o/org/s/guide" },
    });
    expect(value.pages[0]).toMatchObject({
      path: "alpha",
      slug: "alpha",
      type: "document",
      createdAt: "2026-03-04T05:06:07.000Z",
      urls: { app: "https://docs.sandbox.invalid/o/org/s/guide/alpha" },
      pages: [{ id: "b", path: "alpha/beta", pages: [] }],
    });
    expect(JSON.stringify(value)).not.toContain('"document":');
  });

  it("leaves out every git with metadata=false, and computed pages with computed=false", async () => {
    const { call } = guide();
    const query = { metadata: false, computed: false };
    const value = await call("getSpaceContent", SPACE, { query });
    expect(JSON.stringify(value)).not.toContain('"git"');
    expect(value.pages.map(({ id }: { id: string }) => id)).toEqual(["a"]);
    const { pages } = await call("listSpacePages", SPACE, { query });
    expect(pages).toEqual(value.pages);
    expect(await call("getSpaceFile", { ...SPACE, fileId: "f" }, { query })).not.toHaveProperty("git");
    expect((await call("listSpaceFiles", SPACE, { query })).items[0]).not.toHaveProperty("git");
    const page = { ...SPACE, pageId: "a" };
    expect(await call("getSpacePage", page, { query })).not.toHaveProperty("git");
    expect((await call("getSpacePage", page)).git).toEqual(GIT);
  });

  it("answers a page as Markdown, or as a document", async () => {
    const { call } = guide();
    const page = { ...SPACE, pageId: "b" };
    expect(await call("getSpacePage", page, { query: { format: "markdown" } })).toMatchObject({
      id: "b",
      markdown: "text",
    });
    expect(await call("getSpacePage", page)).toMatchObject({ markdown: "text" });
    const value = await call("getSpacePage", page, { query: { format: "document" } });
    expect(value).not.toHaveProperty("markdown");
    expect(value.document).toEqual({
      object: "document",
      data: { schemaVersion: 1 },
      nodes: [
        {
          object: "block",
          type: "paragraph",
          key: "1",
          isVoid: false,
          data: {},
          nodes: [{ object: "text", key: "1.1", leaves: [{ object: "leaf", text: "text", marks: [] }] }],
        },
      ],
    });
  });

  it("evaluates variables and reusable content on demand; what is not defined stays", async () => {
    const { call } = guide();
    const page = { ...SPACE, pageId: "a" };
    const value = await call("getSpacePage", page, { query: { evaluated: true } });
    expect(value.markdown).toBe("# Alpha\n\n2.1 page {{ space.vars.none }} note 2.1\n");
    expect((await call("getSpacePage", page)).markdown).toContain("{{ space.vars.version }}");
  });

  it("reads a change request's own revision under its own address", async () => {
    const { context, call } = guide();
    const own = putChange(context, { pages: [{ id: "a", title: "Changed", markdown: "new" }] });
    expect((await call("getChangeRequestContent", CHANGE)).id).toBe(own);
    const page = await call("getChangeRequestPage", { ...CHANGE, changeRequestId: "change", pageId: "a" });
    expect(page).toMatchObject({
      title: "Changed",
      markdown: "new",
      urls: { app: "https://docs.sandbox.invalid/o/org/s/guide/~/changes/7/changed" },
    });
    expect((await call("listChangeRequestFiles", CHANGE)).items).toEqual([]);
    expect((await call("listChangeRequestPages", CHANGE)).pages).toHaveLength(1);
    await expect(call("getChangeRequestFile", { ...CHANGE, fileId: "f" })).rejects.toMatchObject({ status: 404 });
  });

  it("serves the bytes of a file as a download", async () => {
    const { context, call } = guide();
    const { downloadURL } = await call("getSpaceFile", { ...SPACE, fileId: "f" });
    const path = new URL(downloadURL).pathname;
    const fetched = (segments: string[]) => route({ segments, path, query: new URLSearchParams() }, context);
    const answer = await fetched(path.split("/").slice(2));
    expect(Buffer.from(answer?.body as Uint8Array).toString()).toBe("hi");
    expect(answer?.contentType).toBe("text/plain");
    expect(answer?.headers?.["content-disposition"]).toBe("attachment; filename*=UTF-8''f.txt");
    expect(await fetched(["0".repeat(64), "f.txt"])).toBeUndefined();
  });
});

const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function folderUrl(files: Record<string, string>): { url: string; folder: string } {
  const folder = mkdtempSync(join(tmpdir(), "docs-content-"));
  folders.push(folder);
  mkdirSync(join(folder, "sub"));
  for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path), text);
  return { url: pathToFileURL(folder).href, folder };
}

describe("import", () => {
  const body = (url: string) => ({ body: { url, source: "markdown" } });

  it("adds a folder to what the space holds; a file that was imported before is the same page again", async () => {
    const { context, call, revision } = guide();
    const { url, folder } = folderUrl({ "a.md": "# New alpha", "sub/c.md": "[f](../f.txt)", "f.txt": "new" });
    const first = await call("importSpaceContent", SPACE, body(url));
    expect(first).toMatchObject({ importedResources: 3, totalResources: 3 });
    const { pages, files, parents, variables } = getRevision(context.store, first.revision);
    expect(parents).toEqual([revision]);
    expect(variables).toEqual({ version: "2.1" });
    expect(pages.map(({ id, title }) => [id.slice(0, 3), title])).toEqual([
      ["a", "New alpha"],
      ["api", "API"],
      [expect.stringMatching(/^id/), "Sub"],
    ]);
    expect(pages[0]?.pages.map(({ id }) => id)).toEqual(["b"]);
    expect(files.map(({ id, size }) => [id, size])).toEqual([["f", 3]]);
    expect(context.store.get("space", "guide")).toMatchObject({ revision: first.revision });
    writeFileSync(join(folder, "sub/d.md"), "# D");
    const second = getRevision(context.store, (await call("importSpaceContent", SPACE, body(url))).revision);
    expect(second.pages.map(({ title }) => title)).toEqual(["New alpha", "API", "Sub"]);
    expect(second.pages[2]?.pages.map(({ title }) => title)).toEqual(["C", "D"]);
  });

  it("imports one file, and into a change request only", async () => {
    const { context, call, revision } = guide();
    putChange(context, {});
    const { url } = folderUrl({ "one.md": "# One", "two.md": "# Two" });
    const result = await call("importChangeRequestContent", CHANGE, body(`${url}/one.md`));
    expect(getRevision(context.store, result.revision).pages.map(({ title }) => title)).toEqual(["One"]);
    expect(context.store.get("change-request", "change")).toMatchObject({ revision: result.revision });
    expect(context.store.get("space", "guide")).toMatchObject({ revision });
  });

  it("R69 refuses file: addresses over HTTP, and notes other addresses without connecting", async () => {
    const { context, call, revision } = guide();
    const { url } = folderUrl({ "a.md": "x" });
    const served = caller(handlers, { ...context, local: false });
    await expect(served("importSpaceContent", SPACE, body(url))).rejects.toMatchObject({ status: 403 });
    const website = { body: { url: "https://example.org/docs", source: "website" } };
    expect(await call("importSpaceContent", SPACE, website)).toEqual({
      revision,
      importedResources: 0,
      totalResources: 0,
      error: "FETCH_ERROR",
    });
    expect(context.store.all("content-import", "guide")).toEqual([
      {
        url: "https://example.org/docs",
        source: "website",
        createdAt: "2026-03-04T05:06:07.000Z",
        error: "FETCH_ERROR",
      },
    ]);
  });

  it("refuses locked spaces, merged change requests and what cannot be read", async () => {
    const { context, call } = guide();
    putChange(context, {});
    const { url } = folderUrl({ "a.md": "x" });
    await expect(call("importSpaceContent", SPACE, body(`${url}/none`))).rejects.toMatchObject({ status: 400 });
    const docx = { body: { url: `${url}/a.md`, source: "docx" } };
    await expect(call("importSpaceContent", SPACE, docx)).rejects.toMatchObject({ status: 400 });
    context.store.update<object>("change-request", "change", (value) => ({ ...value, status: "merged" }));
    await expect(call("importChangeRequestContent", CHANGE, body(url))).rejects.toMatchObject({ status: 409 });
    context.store.update<object>("space", "guide", (value) => ({ ...value, editMode: "locked" }));
    await expect(call("importSpaceContent", SPACE, body(url))).rejects.toMatchObject({ status: 403 });
    await expect(call("importChangeRequestContent", CHANGE, body(url))).rejects.toMatchObject({ status: 403 });
    await expect(call("applySpaceTemplate", SPACE, { body: { id: "product-docs" } })).rejects.toMatchObject({
      status: 403,
    });
  });
});

describe("template", () => {
  it("adds its pages, with references to files and specifications of the space", async () => {
    const { context, call } = guide();
    context.store.put("openapi-spec", "org/petstore", "org", { id: "spec1", slug: "petstore" });
    const contentRefs = { picture: { kind: "file", file: "f" }, pets: SPEC };
    expect(
      await call("applySpaceTemplate", SPACE, { body: { id: "product-docs", params: { contentRefs } } }),
    ).toBeUndefined();
    const { pages } = await call("listSpacePages", SPACE);
    expect(pages.map(({ title }: { title: string }) => title)).toEqual([
      "Alpha",
      "API",
      "Welcome",
      "Quickstart",
      "Guides",
      "pets",
    ]);
    expect(pages[2].cover).toEqual({ ref: { kind: "file", file: "f" } });
    expect(pages[5]).toMatchObject({ type: "computed", computed: { dependencies: { spec: { ref: SPEC } } } });
  });

  it("refuses unknown templates and references", async () => {
    const { call } = guide();
    const apply = (body: Record<string, unknown>) => call("applySpaceTemplate", SPACE, { body });
    await expect(apply({ id: "none" })).rejects.toMatchObject({ status: 404 });
    await expect(apply({})).rejects.toMatchObject({ status: 400 });
    const contentRefs = { x: { kind: "file", file: "none" } };
    await expect(apply({ id: "product-docs", params: { contentRefs } })).rejects.toMatchObject({ status: 400 });
  });
});

it("a page as a document refers to what the revision has by its id", async () => {
  const context = contentContext();
  const at = (path: string) => ({ oid: "0", path });
  const markdown = `[b](b.md) [part](b.md#there) [here](#mine) [file](f.txt) [gone](gone.md#x) [out](https://a.example)

{% include "n.md" %}

{% content-ref url="b.md" %}
[b](b.md)
{% endcontent-ref %}
`;
  putContent(context, {
    pages: [
      { id: "a", title: "Alpha", git: at("a.md"), markdown },
      { id: "b", title: "Beta", git: at("b.md"), markdown: "## There" },
    ],
    files: [{ id: "f", name: "f.txt", contentType: "text/plain", bytes: Buffer.from("hi"), git: at("f.txt") }],
    reusableContents: [{ id: "n", title: "Note", markdown: "note", git: at("n.md") }],
  });
  const { document } = await caller(handlers, context)(
    "getSpacePage",
    { spaceId: "guide", pageId: "a" },
    { query: { format: "document" } },
  );
  const refs: unknown[] = [];
  JSON.stringify(document, (_key, value) => {
    if (value?.data?.ref) refs.push([value.data.href ?? value.data.argument, value.data.ref]);
    return value;
  });
  expect(refs).toEqual([
    ["b.md", { kind: "page", page: "b" }],
    ["b.md#there", { kind: "anchor", page: "b", anchor: "there" }],
    ["#mine", { kind: "anchor", page: "a", anchor: "mine" }],
    ["f.txt", { kind: "file", file: "f" }],
    ["gone.md#x", { kind: "page", path: "gone.md", anchor: "x" }],
    [undefined, { kind: "url", url: "https://a.example" }],
    ["n.md", { kind: "reusable-content", reusableContent: "n" }],
    ["b.md", { kind: "page", page: "b" }],
    ["b.md", { kind: "page", page: "b" }],
  ]);
});
