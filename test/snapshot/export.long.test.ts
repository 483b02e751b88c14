import {
  appendFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { markdownOf, walkPages } from "../../src/sandbox/content/pages.js";
import { createRevision, getRevision, setSpaceRevision } from "../../src/sandbox/content/revisions.js";
import { importFolder } from "../../src/sandbox/import/import-markdown.js";
import type { HandlerContext } from "../../src/sandbox/types.js";
import { exportSnapshot } from "../../src/snapshot/export/export.js";
import { openExportFolder } from "../../src/snapshot/export/folder.js";
import {
  ORG,
  OTHER_ORG,
  putSpace,
  SPACE,
  smallOrganization,
  type TestSandbox,
  testSandbox,
} from "../helpers/sandbox.js";
import { refusal, snapshotOf, temporaryFolder, transportOf } from "./snapshot-helper.js";

let service: TestSandbox;
let place: ReturnType<typeof temporaryFolder>;
let folder: string;
beforeEach(async () => {
  place = temporaryFolder();
  folder = join(place.folder, "out");
  service = await testSandbox({
    load: (context) => {
      smallOrganization(context);
      context.store.put("organization", OTHER_ORG, "root", {
        object: "organization",
        id: OTHER_ORG,
        title: "Lighthouse",
      });
    },
  });
  await write("start", "# Start\n\nWelcome.");
});
afterEach(() => {
  service.close();
  place.remove();
});

const write = (name: string, text: string) =>
  service.call("POST", `/v1/spaces/${SPACE}/content/import`, {
    url: `data:text/markdown;name=${name}.md,${encodeURIComponent(text)}`,
    source: "markdown",
  });

async function exported(into = folder, transport?: Parameters<typeof snapshotOf>[3], organization = ORG) {
  // What is there would be taken over where nothing changed.
  rmSync(place.file, { force: true });
  await snapshotOf(service, place.file, { organization }, transport);
  return exportSnapshot(place.file, into);
}

/** All files below a folder, with what is in them. */
function filesIn(root: string): Record<string, string> {
  const all = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = all.map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));
  return Object.fromEntries(paths.sort().map((path) => [path, readFileSync(join(root, path), "utf8")]));
}

const pagesOf = ({ store }: Pick<HandlerContext, "store">, space: string) =>
  [...walkPages(getRevision(store, store.get<{ revision: string }>("space", space)?.revision ?? "").pages)].map(
    ({ page, parent }) => {
      const { title, path, type, href, description, icon, hidden, layout, variables } = page;
      const text = markdownOf(store, page);
      return { title, path, type, href, description, icon, hidden, layout, variables, parent: parent?.path, text };
    },
  );

describe("an export", () => {
  it("is Markdown and JSON, the same from the same file", async () => {
    await exported();
    await exportSnapshot(place.file, `${folder}2`);
    const files = filesIn(folder);
    expect(filesIn(`${folder}2`)).toEqual(files);
    expect(Object.keys(files)).toEqual([
      ".docs-export.json",
      "members.json",
      "organization.json",
      "scopes.json",
      "spaces/guide.json",
      "spaces/guide/SUMMARY.md",
      "spaces/guide/start.md",
    ]);
    expect(files["spaces/guide/start.md"]).toBe("---\ntitle: Start\n---\n# Start\n\nWelcome.");
    expect(files["spaces/guide/SUMMARY.md"]).toBe("# Table of contents\n\n* [Start](start.md)\n");
    expect(JSON.parse(files["members.json"] ?? "")).toMatchObject([
      { role: "admin", user: { email: "ada@harbor.example" } },
    ]);
    expect(files["members.json"]).not.toMatch(/lastSeenAt|permissions/);
  });

  it("rewrites what differs and removes what is gone, and nothing else", async () => {
    await write("more", "# More");
    await exported();
    const old = new Date("2020-01-01T00:00:00Z");
    for (const path of Object.keys(filesIn(folder))) utimesSync(join(folder, path), old, old);
    writeFileSync(join(folder, "README"), "of the repository");
    mkdirSync(join(folder, ".git"));
    writeFileSync(join(folder, "spaces/guide/notes.txt"), "mine");
    expect(await exported()).toMatchObject({ written: 0, removed: 0 });
    const { pages } = (await service.call("GET", `/v1/spaces/${SPACE}/content/pages`)).json;
    await service.change((context) => {
      const revision = getRevision(
        context.store,
        context.store.get<{ revision: string }>("space", SPACE)?.revision ?? "",
      );
      const kept = revision.pages.filter(({ path }) => path !== "more");
      setSpaceRevision(context, SPACE, createRevision(context, { space: SPACE, type: "edits", pages: kept }));
    });
    expect(pages.length).toBe(2);
    const report = await exported();
    expect(report).toMatchObject({ written: 1, removed: 1 });
    expect(existsSync(join(folder, "spaces/guide/more.md"))).toBe(false);
    expect(statSync(join(folder, "spaces/guide/start.md")).mtime).toEqual(old);
    expect(readFileSync(join(folder, "README"), "utf8")).toBe("of the repository");
    expect(readFileSync(join(folder, "spaces/guide/notes.txt"), "utf8")).toBe("mine");
  });

  it("keeps what the snapshot does not have, and says so", async () => {
    await exported();
    const before = filesIn(folder);
    const { transport } = transportOf(service, (path) =>
      /\/content|\/members/.test(path) ? refusal(403, "not for you") : undefined,
    );
    const { missing, removed } = await exported(folder, transport);
    expect(removed).toBe(0);
    expect(missing).toContainEqual({ path: "spaces/guide", reason: expect.stringContaining("not for you") });
    expect(missing).toContainEqual({ path: "members.json", reason: expect.stringContaining("not for you") });
    const after = filesIn(folder);
    for (const path of ["members.json", "spaces/guide/start.md", "spaces/guide/SUMMARY.md"]) {
      expect(after[path]).toBe(before[path]);
    }
    expect(after["scopes.json"]).toContain("denied");
    // A first export has no file of it, which would look empty.
    await exportSnapshot(place.file, `${folder}2`);
    expect(Object.keys(filesIn(`${folder}2`))).not.toContain("members.json");
  });
});

describe("a folder", () => {
  it("with other things in it is refused", async () => {
    mkdirSync(folder);
    writeFileSync(join(folder, "thesis.txt"), "precious");
    await expect(exported()).rejects.toMatchObject({ kind: "usage", message: expect.stringContaining("thesis.txt") });
    expect(filesIn(folder)).toEqual({ "thesis.txt": "precious" });
  });

  it("of another organization is refused", async () => {
    await exported();
    const before = filesIn(folder);
    await expect(exported(folder, undefined, OTHER_ORG)).rejects.toMatchObject({ kind: "usage" });
    expect(filesIn(folder)).toEqual(before);
  });

  it.each([["../../outside"], ["/etc/passwd"], ["a/../../b"], [""], ["a\\..\\b"]])(
    "whose list names %s is refused",
    async (path) => {
      await exported();
      const list = join(folder, ".docs-export.json");
      const { files, ...rest } = JSON.parse(readFileSync(list, "utf8"));
      writeFileSync(list, JSON.stringify({ ...rest, files: [...files, path] }));
      await expect(exportSnapshot(place.file, folder)).rejects.toMatchObject({
        kind: "usage",
        message: expect.stringContaining("exports never contain"),
      });
    },
  );

  it("with a link in it leads nowhere", async () => {
    await exported();
    const outside = join(place.folder, "outside");
    mkdirSync(outside);
    writeFileSync(join(outside, "start.md"), "precious");
    unlinkSync(join(folder, "spaces/guide/start.md"));
    symlinkSync(join(outside, "start.md"), join(folder, "spaces/guide/start.md"));
    await expect(exported()).rejects.toMatchObject({ message: expect.stringContaining("is in the way") });
    unlinkSync(join(folder, "spaces/guide/start.md"));
    unlinkSync(join(folder, "spaces/guide/SUMMARY.md"));
    const guide = join(folder, "spaces/guide");
    rmdirSync(guide);
    symlinkSync(outside, guide);
    await expect(exported()).rejects.toMatchObject({ message: expect.stringContaining("spaces/guide is in the way") });
    expect(filesIn(outside)).toEqual({ "start.md": "precious" });
  });

  it("with a file of somebody else in the way is refused", async () => {
    await exported();
    writeFileSync(join(folder, "spaces/guide/second.md"), "mine");
    await write("second", "# Second");
    await expect(exported()).rejects.toMatchObject({ message: expect.stringContaining("second.md is in the way") });
    expect(readFileSync(join(folder, "spaces/guide/second.md"), "utf8")).toBe("mine");
  });
});

describe("R89: a list in the folder is anyone's", () => {
  const forged = async (files: string[]) => {
    await exported();
    const list = join(folder, ".docs-export.json");
    const { files: own, ...rest } = JSON.parse(readFileSync(list, "utf8"));
    writeFileSync(list, JSON.stringify({ ...rest, files: [...own, ...files] }));
  };

  it.each([
    ".git/config",
    "spaces/x/.git/config",
    ".github/x.json",
    "README.md",
    "sites/x.md",
    "other/x.json",
    "spaces/.x.json",
    "spaces/x/node_modules/y.md",
    "/etc/x.json",
    "spaces/../../x.md",
    "spaces/x/y/../z.md",
    "",
  ])("that names %j is refused, and the file stays", async (path) => {
    await forged([path]);
    const real = join(folder, path);
    if (path !== "" && !path.startsWith("/")) {
      mkdirSync(dirname(real), { recursive: true });
      writeFileSync(real, "mine");
    }
    await expect(exportSnapshot(place.file, folder)).rejects.toMatchObject({
      kind: "usage",
      message: expect.stringContaining("names files that exports never contain"),
    });
    if (path !== "" && !path.startsWith("/")) expect(readFileSync(real, "utf8")).toBe("mine");
  });

  it("removes what an export can have, and nothing behind a link", async () => {
    await forged(["spaces/gone/page.md", "spaces/linked/page.md", "spaces/file.json"]);
    const outside = join(place.folder, "outside");
    mkdirSync(outside, { mode: 0o755 });
    writeFileSync(join(outside, "page.md"), "mine");
    mkdirSync(join(folder, "spaces/gone"));
    writeFileSync(join(folder, "spaces/gone/page.md"), "old");
    symlinkSync(outside, join(folder, "spaces/linked"));
    symlinkSync(join(outside, "page.md"), join(folder, "spaces/file.json"));
    expect((await exportSnapshot(place.file, folder)).removed).toBe(1);
    expect(existsSync(join(folder, "spaces/gone"))).toBe(false);
    expect(readFileSync(join(outside, "page.md"), "utf8")).toBe("mine");
    expect([lstatSync(join(folder, "spaces/file.json")).isSymbolicLink(), statSync(outside).mode & 0o777]).toEqual([
      true,
      0o755,
    ]);
  });
});

it("R79: files are for nobody else, unless the export is public", async () => {
  const modes = () =>
    [".", "spaces", "members.json", ".docs-export.json"].map((path) => statSync(join(folder, path)).mode & 0o777);
  const [own, others] = [
    [0o700, 0o700, 0o600, 0o600],
    [0o777, 0o777, 0o666, 0o666].map((mode) => mode & ~process.umask()),
  ];
  await exported();
  expect(modes()).toEqual(own);
  rmSync(folder, { recursive: true });
  await exportSnapshot(place.file, folder, { isPublic: true });
  expect(modes()).toEqual(others);
  await exportSnapshot(place.file, folder);
  // The folder itself may be somebody's repository.
  expect(modes().slice(1, 3)).toEqual(own.slice(1, 3));
  await exportSnapshot(place.file, folder, { isPublic: true });
  expect(modes().slice(1, 3)).toEqual(others.slice(1, 3));
});

it("R86: an export that was cut at any file does not keep the next from its work", async () => {
  await exported();
  const whole = readFileSync(join(folder, ".docs-export.json"), "utf8");
  for (const cut of [1, 2, 7, 20]) {
    rmSync(folder, { recursive: true });
    const out = openExportFolder(folder, JSON.parse(whole).organization);
    for (let at = 0; at < cut; at += 1) out.write(`spaces/cut/${at}.md`, "old");
    out.write("members.json", "old");
    writeFileSync(join(folder, ".docs-1.tmp"), "cut");
    appendFileSync(join(folder, ".docs-export.new"), "spaces/cut/not-writ");
    const { removed } = await exportSnapshot(place.file, folder, { acceptShrink: true });
    expect([removed, readFileSync(join(folder, ".docs-export.json"), "utf8")]).toEqual([cut, whole]);
    expect([existsSync(join(folder, ".docs-export.new")), existsSync(join(folder, "spaces/cut"))]).toEqual([
      false,
      false,
    ]);
  }
});

describe("imported again", () => {
  const again = async (space: string) => {
    await exported();
    const names = readdirSync(join(folder, "spaces"), { withFileTypes: true }).filter((entry) => entry.isDirectory());
    const name = names.map((entry) => entry.name).find((one) => one !== "guide") ?? "guide";
    return service.change(async (context) => {
      const { space: made } = await importFolder(context, { folder: join(folder, "spaces", name), organization: ORG });
      return { before: pagesOf(context, space), after: pagesOf(context, made) };
    });
  };

  it.each(["undici/docs", "fast-check", "marked"])(
    "public Markdown has the same pages, titles, order and texts: %s",
    async (tree) => {
      const source = fileURLToPath(new URL(`../../node_modules/${tree}`, import.meta.url));
      const { space } = await service.change((context) => importFolder(context, { folder: source, organization: ORG }));
      const { before, after } = await again(space);
      expect(after).toEqual(before);
      expect(after.length).toBeGreaterThan(0);
    },
  );

  it("hostile titles, groups and links stay what they are", async () => {
    const titles = [
      "..",
      "a/b",
      "CON",
      "con",
      "Con.md",
      "x".repeat(300),
      "🛟 Säfe",
      "Sa\u0308fe",
      "[link](https://evil.example)",
      "*bold* _it_ `code` <b>tag</b> &amp; \\",
      "- item",
      "1. one",
      "# head",
      "https://auto.example and me@example.com",
      "null",
      "---",
      "'quoted': yes",
      "node_modules",
      ".hidden",
      "README",
      "SUMMARY",
    ];
    const pages = titles.map((title, at) => ({
      title,
      markdown: `---\n${at}\n---\r\ntext of ${at}\n`,
      hidden: at % 2 === 0,
    }));
    const space = await service.change((context) => {
      putSpace(context, { id: "hostileSpace00000001", title: "../../Hostile" });
      const revision = createRevision(context, {
        space: "hostileSpace00000001",
        type: "edits",
        pages: [
          { title: "Group *one*", slug: "first", type: "group", pages: pages.slice(0, 9) },
          ...pages.slice(9),
          {
            title: "Inner",
            pages: [{ title: "- Deep", type: "group", slug: "deep", pages: [{ title: "Deep page", markdown: "" }] }],
          },
          { title: "Out & away", type: "link", href: "https://example.com/?a=1&copy=2 (x)" },
        ],
      });
      setSpaceRevision(context, "hostileSpace00000001", revision);
      return "hostileSpace00000001";
    });
    const { before, after } = await again(space);
    const shown = (all: typeof before) =>
      all.map(({ title, type, text, hidden, href }) => ({
        title,
        type,
        text,
        hidden,
        href: href?.replace(/%(20|28|29)/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
      }));
    expect(shown(after)).toEqual(shown(before));
    const depth = (all: typeof before) =>
      all.map(({ parent, title }) => `${all.find(({ path }) => path === parent)?.title ?? ""} > ${title}`);
    expect(depth(after)).toEqual(depth(before));
  });
});
