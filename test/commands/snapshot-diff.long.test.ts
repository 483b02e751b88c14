import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { useOwnTmpdir, useTestCli } from "../helpers/set-ups.js";

const GUIDE = "tG4nVx8YqLz2RkWd7JmS";

const cli = useTestCli();
const temporaryFiles = useOwnTmpdir();
let before: string;
let after: string;
beforeEach(async () => {
  before = join(cli.folder, "monday.docs");
  after = join(cli.folder, "friday.docs");
  await cli.out(`snapshots create ${before} --spaces ${GUIDE} --exclude comments`);
});

const change = async () => {
  await cli.out(`spaces edit ${GUIDE} --title "Tern \u001b[31mGuide"`);
  const source = `data:text/markdown;name=parking.md,${encodeURIComponent("# Parking\n\nAt the dock.\n")}`;
  await cli.out(`content import ${source} --source markdown --space ${GUIDE}`);
};

/** As somebody does who edits a change request: another text, another revision. */
const rewriteFirstPage = (number: number, markdown: string) =>
  cli.sandbox.change(({ store }) => {
    const requests = store.all<{ id: string; number: number; revision: string }>("change-request", GUIDE);
    const { id, revision = "" } = requests.find((one) => one.number === number) ?? { id: "" };
    const content = store.get<{ pages: object[] }>("revision", revision) ?? { pages: [] };
    const [document, next] = ["1".repeat(64), "rNew00000000000000002"];
    const [first, ...others] = content.pages;
    const updatedAt = "2026-01-16T08:00:00.000Z";
    store.put("document", document, "documents", { markdown });
    store.put("revision", next, GUIDE, { ...content, id: next, pages: [{ ...first, document, updatedAt }, ...others] });
    store.update<object>("change-request", id, (value) => ({ ...value, revision: next, updatedAt }));
  });

describe("docs snapshots diff", () => {
  test("is read as a diff: grouped, with hostile titles made harmless", async () => {
    await change();
    await cli.out(`snapshots create ${after} --spaces ${GUIDE} --exclude comments`);
    const { stdout, stderr, code, sent } = await cli.run(`snapshots diff ${before} ${after} --only spaces,pages`, {
      tty: true,
    });
    expect({ code, sent }).toEqual({ code: 0, sent: [] });
    expect(stdout).not.toContain("\u001b");
    expect(stdout).toMatch(
      /^# Spaces\n~ Tern .*Guide: renamed from "Tern User Guide"\n\n# Pages in Tern .*Guide\n\+ parking\n$/,
    );
    expect(stderr).toContain("1 added, 0 removed, 0 moved, 1 changed");
    expect(stderr).toContain("not fully compared: pages (not-asked: --spaces named other spaces, in both)");
  });

  test("--text has the hunks of texts that changed", async () => {
    await cli.out(`snapshots create ${after} --spaces ${GUIDE} --exclude comments`);
    await cli.sandbox.change(({ store }) => {
      const { revision: old } = store.get<{ revision: string }>("space", GUIDE) ?? { revision: "" };
      const [page] = store.get<{ pages: { document: string }[] }>("revision", old)?.pages ?? [];
      store.put("document", "0".repeat(64), "documents", { markdown: "Brief.\n" });
      expect(page?.document).toMatch(/^[0-9a-f]{64}$/);
      const text = store.text("revision", old) ?? "";
      const id = "rNew00000000000000001";
      store.put("revision", id, GUIDE, { ...JSON.parse(text.replaceAll(String(page?.document), "0".repeat(64))), id });
      store.update<object>("space", GUIDE, (space) => ({ ...space, revision: id }));
    });
    await cli.out(`snapshots create ${after} --spaces ${GUIDE} --exclude comments --full`);
    const plain = await cli.out(`snapshots diff ${before} ${after} --only pages`);
    expect(plain).toBe("# Pages in Tern User Guide\n~ overview: text\n");
    const text = await cli.out(`snapshots diff ${before} ${after} --only pages --text`);
    expect(text).toMatch(/^# Pages in Tern User Guide\n~ overview: text\n@@ -1,\d+ \+1 @@\n(?:-.*\n)+\+Brief\.\n$/);
    const [row] = await cli.json(`snapshots diff ${before} ${after} --only pages --text`);
    expect(row).toMatchObject({
      kind: "pages",
      change: "changed",
      path: "overview",
      diff: expect.stringContaining("+Brief."),
    });
  });

  test.each([["two files"], ["--live"]])("a change request whose content alone changed is told: %s", async (way) => {
    const source = `data:text/markdown;name=parking.md,${encodeURIComponent("# Parking\n\nAt the dock.\n")}`;
    const other = way === "--live" ? "--live" : after;
    const write = (text: string) => cli.out(`content import ${text} --source markdown --space ${GUIDE} --cr 42`);
    const now = () =>
      way === "--live" ? undefined : cli.out(`snapshots create ${after} --spaces ${GUIDE} --exclude comments`);
    const diff = (flags: string) => cli.out(`snapshots diff ${before} ${other} --only change-requests ${flags}`);
    await write(source);
    await now();
    const head = "# Change requests in Tern User Guide\n~ #42 Charge for 60 minutes instead of 75: content";
    expect(await diff("")).toBe(`${head} (pages: 1 added)\n`);
    expect(await diff("--text")).toBe(`${head} (pages: 1 added)\n  + parking\n`);

    await cli.out(`snapshots create ${before} --spaces ${GUIDE} --exclude comments`);
    await rewriteFirstPage(42, "Brief.\n");
    await now();
    expect(await diff("")).toBe(`${head} (pages: 1 changed)\n`);
    const lines = (await diff("--text")).split("\n");
    expect(lines.slice(0, 3)).toEqual([...`${head} (pages: 1 changed)`.split("\n"), "  ~ overview: text"]);
    expect(lines[3]).toMatch(/^@@ -1,\d+ \+1 @@$/);
    expect(lines.at(-2)).toBe("+Brief.");
    const [row, ...others] = await cli.json(`snapshots diff ${before} ${other} --only change-requests --text`);
    expect(others).toEqual([]);
    expect(row).toMatchObject({
      change: "changed",
      fields: [{ name: "content", before: expect.any(String), after: "rNew00000000000000002" }],
      pages: [{ path: "overview", diff: expect.stringContaining("+Brief.") }],
    });
  });

  test("--live reads the service, and leaves nothing", async () => {
    expect(await cli.run(`snapshots diff ${before} --live --exit-code`)).toMatchObject({ code: 0, stdout: "" });
    await change();
    const { code, stdout, sent } = await cli.run(
      `snapshots diff ${before} --live --exit-code --only spaces,pages -o csv`,
    );
    expect(code).toBe(11);
    expect(stdout.split("\r\n").length).toBe(4);
    expect(sent.length).toBeGreaterThan(10);
    expect(temporaryFiles().filter((name) => name.startsWith("docs-diff-"))).toEqual([]);
  });

  test.each([
    ["", "<b> is required: a second snapshot, or --live"],
    ["other.docs --live", "not both"],
    ["other.docs --only everything", '"everything" is not one of organization, members'],
  ])("%s is a mistake", async (rest, words) => {
    const { code, stderr, sent } = await cli.run(`snapshots diff ${before} ${rest}`);
    expect({ code, sent }).toEqual({ code: 2, sent: [] });
    expect(stderr).toContain(words);
  });
});
