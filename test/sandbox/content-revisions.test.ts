import { describe, expect, it } from "vitest";
import { mergeRevisions } from "../../src/sandbox/content/merge.js";
import { markdownOf, pageById, walkPages } from "../../src/sandbox/content/pages.js";
import {
  copyRevision,
  createRevision,
  duplicateContent,
  getRevision,
  setSpaceRevision,
} from "../../src/sandbox/content/revisions.js";
import type { PageInput } from "../../src/sandbox/content/types.js";
import { contentContext } from "./content-helper.js";

interface Titled {
  title: string;
  pages: Titled[];
}

const outline = (pages: Titled[]): unknown[] =>
  pages.map(({ title, pages }) => (pages.length > 0 ? [title, outline(pages)] : title));

function space(pages: PageInput[], rest: { variables?: Record<string, string> } = {}) {
  const context = contentContext();
  const base = createRevision(context, { space: "s", type: "edits", pages, ...rest });
  const edit = (change: (pages: PageInput[]) => PageInput[], more = rest) =>
    createRevision(context, {
      space: "s",
      type: "edits",
      parents: [base],
      pages: change(structuredClone(pages)),
      ...more,
    });
  const merge = (ours: string, theirs: string) =>
    mergeRevisions(context, { base, ours, theirs, space: "s", type: "merge" });
  const read = (id: string) => getRevision(context.store, id);
  return { context, base, edit, merge, read };
}

const THREE: PageInput[] = [
  { id: "a", title: "Alpha", markdown: "a" },
  { id: "b", title: "Beta", markdown: "b", pages: [{ id: "c", title: "Child", markdown: "c" }] },
];

const change = (id: string, fields: Partial<PageInput>) => (pages: PageInput[]) =>
  pages.map((page): PageInput => (page.id === id ? { ...page, ...fields } : page));

describe("revisions", () => {
  it("gives pages slugs, paths and times, and keeps bodies apart", () => {
    const { context, base, read } = space([
      { title: "Get started!", markdown: "hello", pages: [{ title: "Install", markdown: "x" }] },
      { title: "Get started", markdown: "hello" },
    ]);
    const revision = read(base);
    expect([...walkPages(revision.pages)].map(({ page }) => page.path)).toEqual([
      "get-started",
      "get-started/install",
      "get-started-1",
    ]);
    expect(revision).toMatchObject({
      object: "revision",
      type: "edits",
      parents: [],
      variables: {},
      createdAt: "2026-03-04T05:06:07.000Z",
    });
    expect(context.store.count("document", "documents")).toBe(2);
    expect(markdownOf(context.store, revision.pages[1] ?? {})).toBe("hello");
  });

  it("stores file bytes by hash, once, and points the download at them", () => {
    const context = contentContext();
    const file = { name: "a b.txt", contentType: "text/plain", bytes: Buffer.from("hi") };
    const id = createRevision(context, { space: "s", type: "edits", files: [file, { ...file, name: "c.txt" }] });
    const { files } = getRevision(context.store, id);
    expect(files.map(({ size }) => size)).toEqual([2, 2]);
    expect(files[0]?.downloadURL).toBe(
      "https://docs.sandbox.invalid/files/8f434346648f6b96df89dda901c5176b10a6d83961dd3c1ac88b59b2dc327aa4/a%20b.txt",
    );
    const bytes = context.store.bytes("files/8f434346648f6b96df89dda901c5176b10a6d83961dd3c1ac88b59b2dc327aa4");
    expect(Buffer.from(bytes ?? []).toString()).toBe("hi");
  });

  it("copies content for a change request and for a duplicate", () => {
    const { context, base, read } = space(THREE);
    const copy = copyRevision(context, base, { space: "s", type: "edits" });
    expect(read(copy)).toMatchObject({ parents: [base] });
    expect(pageById(read(copy), "c")?.path).toBe("beta/child");
    context.store.put("space", "s", "org", { id: "s", revision: base });
    const duplicate = duplicateContent(context, "s", "t");
    expect(context.store.scopeOf("revision", duplicate)).toBe("t");
    expect(read(duplicate).parents).toEqual([]);
  });

  it("makes open change requests outdated when the space moves on", () => {
    const { context, base } = space(THREE);
    context.store.put("space", "s", "org", { id: "s" });
    for (const [id, status] of Object.entries({ one: "open", two: "draft", three: "merged" })) {
      context.store.put("change-request", id, "s", { id, status, outdated: false });
    }
    setSpaceRevision(context, "s", base);
    expect(context.store.get("space", "s")).toMatchObject({ revision: base, updatedAt: "2026-03-04T05:06:07.000Z" });
    const outdated = ["one", "two", "three"].map((id) => context.store.get("change-request", id));
    expect(outdated).toMatchObject([{ outdated: true }, { outdated: true }, { outdated: false }]);
  });

  it("answers 404 for a revision that is not there", () => {
    expect(() => getRevision(contentContext().store, "none")).toThrow('revision "none" not found');
  });
});

describe("three-way merge", () => {
  const merged = (result: { revision: string } | { conflicts: string[] }) => {
    if ("conflicts" in result) throw new Error(result.conflicts.join("; "));
    return result.revision;
  };

  it("takes changes of different pages from both sides", () => {
    const { context, edit, merge, read } = space(THREE);
    const revision = read(merged(merge(edit(change("a", { markdown: "A" })), edit(change("b", { title: "Bee" })))));
    expect(markdownOf(context.store, pageById(revision, "a") ?? {})).toBe("A");
    expect(pageById(revision, "b")?.title).toBe("Bee");
    expect(revision.type).toBe("merge");
    expect(revision.parents).toHaveLength(2);
  });

  it("takes different members of one page from both sides", () => {
    const { context, edit, merge, read } = space(THREE);
    const revision = read(merged(merge(edit(change("a", { markdown: "A" })), edit(change("a", { emoji: "1f600" })))));
    expect(pageById(revision, "a")).toMatchObject({ emoji: "1f600", title: "Alpha" });
    expect(markdownOf(context.store, pageById(revision, "a") ?? {})).toBe("A");
  });

  it("refuses a body that both sides changed, and writes nothing", () => {
    const { context, edit, merge } = space(THREE);
    const sides = [edit(change("a", { markdown: "ours" })), edit(change("a", { markdown: "theirs" }))] as const;
    const before = context.store.count("revision", "s");
    expect(merge(...sides)).toEqual({ conflicts: ['page "alpha": body'] });
    expect(context.store.count("revision", "s")).toBe(before);
  });

  it("accepts the same change on both sides", () => {
    const { context, edit, merge, read } = space(THREE);
    const side = () => edit(change("a", { markdown: "same" }));
    const revision = read(merged(merge(side(), side())));
    expect(markdownOf(context.store, pageById(revision, "a") ?? {})).toBe("same");
  });

  it("removes what one side deleted, unless the other changed it", () => {
    const { edit, merge, read } = space(THREE);
    const without = edit((pages) => pages.filter(({ id }) => id !== "a"));
    expect(
      outline(
        read(
          merged(
            merge(
              without,
              edit((pages) => pages),
            ),
          ),
        ).pages,
      ),
    ).toEqual([["Beta", ["Child"]]]);
    expect(merge(without, edit(change("a", { markdown: "A" })))).toEqual({ conflicts: ['page "alpha": deleted'] });
  });

  it("refuses a page added below a page that the other side deleted", () => {
    const { edit, merge } = space(THREE);
    const without = edit((pages) => pages.filter(({ id }) => id !== "a"));
    const below = edit(change("a", { pages: [{ id: "n", title: "New", markdown: "n" }] }));
    expect(merge(without, below)).toEqual({ conflicts: ['page "alpha/new": parent'] });
  });

  it("refuses two pages moved below each other", () => {
    const flat: PageInput[] = [
      { id: "a", title: "Alpha" },
      { id: "b", title: "Beta" },
    ];
    const { edit, merge } = space(flat);
    const result = merge(
      edit(([a, b]) => (a && b ? [{ ...b, pages: [a] }] : [])),
      edit(([a, b]) => (a && b ? [{ ...a, pages: [b] }] : [])),
    );
    expect(result).toEqual({ conflicts: ['page "beta": parent', 'page "beta/alpha": parent'] });
  });

  it("keeps the order of the side that changed it and puts new pages after their neighbor", () => {
    const { edit, merge, read } = space(THREE);
    const reversed = edit((pages) => [...pages].reverse());
    const added = edit((pages) => [...pages.slice(0, 1), { id: "n", title: "New" }, ...pages.slice(1)]);
    expect(outline(read(merged(merge(reversed, added))).pages)).toEqual([["Beta", ["Child"]], "Alpha", "New"]);
    expect(outline(read(merged(merge(added, reversed))).pages)).toEqual([["Beta", ["Child"]], "Alpha", "New"]);
  });

  it("merges variables by name", () => {
    const { edit, merge, read } = space(THREE, { variables: { version: "1", host: "a" } });
    const same = (pages: PageInput[]) => pages;
    const ours = edit(same, { variables: { version: "2", host: "a" } });
    const theirs = edit(same, { variables: { version: "1", host: "b" } });
    expect(read(merged(merge(ours, theirs))).variables).toEqual({ version: "2", host: "b" });
    const other = edit(same, { variables: { version: "3", host: "a" } });
    expect(merge(ours, other)).toEqual({ conflicts: ['variable "version"'] });
  });

  it("merges files by id", () => {
    const context = contentContext();
    const file = (id: string, text: string) => ({
      id,
      name: `${id}.txt`,
      contentType: "text/plain",
      bytes: Buffer.from(text),
    });
    const make = (...files: ReturnType<typeof file>[]) => createRevision(context, { space: "s", type: "edits", files });
    const base = make(file("x", "1"), file("y", "1"));
    const merge = (ours: string, theirs: string) =>
      mergeRevisions(context, { base, ours, theirs, space: "s", type: "merge" });
    const result = merged(merge(make(file("x", "2"), file("y", "1")), make(file("x", "1"), file("z", "333"))));
    expect(getRevision(context.store, result).files.map(({ id, size }) => [id, size])).toEqual([
      ["x", 1],
      ["z", 3],
    ]);
    expect(merge(make(file("x", "2")), make(file("x", "3")))).toEqual({ conflicts: ['file "x.txt": downloadURL'] });
  });
});
