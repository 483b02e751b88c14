import { copyFileSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { openBinding } from "../../src/system/sqlite.js";
import { useHome } from "../helpers/home.js";

const DAMAGED = /^docs: \S*holes\.docs is damaged.*\n {2}to see all damage: docs snapshots verify \S*holes\.docs\n$/;

const home = useHome();
let file: string;
beforeAll(async () => {
  file = join(home.dir, "monday.docs");
  expect((await home.run(["--sandbox", "snapshots", "create", "monday.docs", "--exclude", "comments"])).code).toBe(0);
});

it("the deadline of a query counts from its start, not from that of a process on a busy machine", async () => {
  const slow = join(home.dir, "slow.cjs");
  const wait = "Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 11_000)";
  writeFileSync(slow, `if (process.argv.includes("__child")) ${wait};`);
  const env = { NODE_OPTIONS: `--require ${slow}` };
  const words = ["snapshots", "query", "monday.docs", "SELECT 1 AS one", "--deadline", "10", "--json"];
  expect(await home.run(words, { env })).toMatchObject({ code: 0, stdout: '[{"one":1}]\n', stderr: "" });
});

describe("commands on a snapshot", () => {
  it("read it, by the flag or the environment, with its defaults", async () => {
    const words = ["cr", "list", "--status", "draft", "--fields", "number"];
    expect(await home.run([...words, "--snapshot", "monday.docs"])).toMatchObject({
      code: 0,
      stdout: "45\n",
      stderr: "",
    });
    const env = { DOCS_SNAPSHOT: "monday.docs", DOCS_TOKEN: "prod-0123456789", DOCS_BASE_URL: "http://127.0.0.1:1" };
    expect(await home.run(words, { env })).toMatchObject({ code: 0, stdout: "45\n", stderr: "" });
    expect(await home.run(["api", "spaces/{space}", "-q", ".title"], { env })).toMatchObject({
      stdout: "Tern User Guide\n",
    });
  });

  it.each([
    [["cr", "merge", "42"], "docs cr merge"],
    [["spaces", "delete", "any", "--yes"], "docs spaces delete"],
    [["cr", "merge", "42", "--dry-run"], "docs cr merge"],
  ])("%j is refused before the file is opened", async (words, path) => {
    const ran = await home.run([...words, "--snapshot", "not-there.docs"]);
    expect(ran).toMatchObject({ code: 2, stdout: "" });
    expect(ran.stderr).toBe(
      `docs: ${path} changes things, and a snapshot is read-only (--snapshot)\n` +
        "  rehearse it on a copy: docs sandbox load FILE, then docs --sandbox ...\n",
    );
  });

  it("name the variable that keeps a command from changing the service", async () => {
    const ran = await home.run(["cr", "merge", "42", "--json"], { env: { DOCS_SNAPSHOT: "not-there.docs" } });
    expect(ran.code).toBe(2);
    expect(JSON.parse(ran.stderr).error).toMatchObject({
      kind: "usage",
      hint: expect.stringContaining("to change the service, unset DOCS_SNAPSHOT"),
    });
  });

  it("name a generation of it by its @ alone", async () => {
    const made = async (...words: string[]) => expect((await home.run(["--sandbox", ...words])).code).toBe(0);
    const create = () => made("snapshots", "create", "teams.docs", "--exclude", "content,comments");
    await create();
    for (const title of ["One", "Two"]) await made("teams", "create", "--title", title);
    await create();
    const line = ["checks", "run", "team-empty", "--snapshot", "teams.docs", "--changed-since", "@1", "--json"];
    const rows: { status: string; object: { title: string } }[] = JSON.parse((await home.run(line)).stdout);
    const failing = rows.filter(({ status }) => status === "fail");
    expect(failing.map(({ object }) => object.title).sort()).toEqual(["One", "Two"]);
  });

  it("that need no service have nothing to do with it", async () => {
    const env = { DOCS_SNAPSHOT: "not-there.docs" };
    expect(await home.run(["profiles", "list"], { env })).toMatchObject({ code: 0 });
    expect(await home.run(["snapshots", "view", "monday.docs", "--json"], { env })).toMatchObject({ code: 0 });
    expect(await home.run(["--sandbox", "spaces", "list", "--limit", "1"], { env })).toMatchObject({ code: 0 });
    expect(await home.run(["snapshots", "create", "b.docs", "--snapshot", "monday.docs"])).toMatchObject({
      code: 2,
      stderr: "docs: docs snapshots create needs a service: it cannot read from a snapshot\n  omit --snapshot\n",
    });
  });

  it("say what is not in it, as JSON too", async () => {
    const ran = await home.run(["comments", "list", "--snapshot", "monday.docs", "--json"]);
    expect(ran.code).toBe(3);
    expect(JSON.parse(ran.stderr).error).toMatchObject({
      kind: "not-in-snapshot",
      scope: "spaces/tG4nVx8YqLz2RkWd7JmS/comments",
      state: "not-asked",
      hint: "to include it: docs snapshots create monday.docs, without --exclude comments",
    });
  });

  it("download files whose bytes are in it, without the network", async () => {
    const download = ["files", "download", "safety-card.txt", "-O", "-", "--snapshot"];
    const create = ["--sandbox", "snapshots", "create", "files.docs", "--include", "files"];
    expect((await home.run(create)).code).toBe(0);
    const theirs = await home.run(["--sandbox", "files", "download", "safety-card.txt", "-O", "-"]);
    expect(theirs.stdout.length).toBeGreaterThan(0);
    expect(await home.run([...download, "files.docs"])).toMatchObject({ code: 0, stdout: theirs.stdout });
    const ran = await home.run([...download, "monday.docs"]);
    expect(ran).toMatchObject({ code: 3, stdout: "" });
    expect(ran.stderr).toContain("to include it: docs snapshots create monday.docs --include files");
  });

  it("name the snapshot in the next step", async () => {
    const ran = await home.run(["spaces", "view", "nOthingOfThisName0001", "--snapshot", "monday.docs"]);
    expect(ran).toMatchObject({ code: 3 });
    expect(ran.stderr).toContain("see: docs --snapshot monday.docs spaces list");
  });
});

describe("what is no snapshot", () => {
  const read = (name: string) => home.run(["spaces", "list", "--snapshot", name]);

  const change = (name: string, work: (db: ReturnType<typeof openBinding>) => void) => {
    copyFileSync(file, join(home.dir, name));
    const db = openBinding(join(home.dir, name));
    work(db);
    db.close();
  };

  it("is told apart", async () => {
    const told = async (name: string, code = 1) => {
      const ran = await read(name);
      expect(ran).toMatchObject({ code, stdout: "", signal: null });
      return ran.stderr;
    };
    const make = "\n  to make one: docs snapshots create FILE\n";
    expect(await told("nope.docs", 2)).toMatch(
      /^docs: cannot read \S+nope\.docs: no such file\n {2}snapshots here: \S+\.docs(, .*)?; to make one: docs snapshots create FILE\n$/,
    );
    writeFileSync(join(home.dir, "text.docs"), "no database at all, but long enough to have a header of one");
    expect(await told("text.docs")).toBe(`docs: ${join(home.dir, "text.docs")} is not a snapshot${make}`);
    expect(await told(".")).toBe(`docs: ${home.dir} is a folder\n  name a snapshot's file\n`);
    writeFileSync(join(home.dir, "begun.docs.partial"), "");
    expect(await told("begun.docs")).toMatch(
      /is not finished yet\n {2}finish it with: docs snapshots create .*begun\.docs\n$/,
    );
    const { stdout: state } = await home.run(["sandbox", "status", "-q", ".file"]);
    expect(await told(state.trim())).toMatch(
      /is the state of a sandbox, not a snapshot\n {2}read it with: docs --sandbox/,
    );
    change("newer.docs", (db) => db.exec("PRAGMA user_version = 99"));
    expect(await told("newer.docs")).toMatch(/was written by a newer version of docs\n {2}update docs\n$/);
    change("bare.docs", (db) => db.exec("DROP TABLE sources"));
    expect(await told("bare.docs", 9)).toMatch(/is damaged: table "sources" is missing\n/);
    change("empty.docs", (db) => db.exec("DROP TABLE objects"));
    expect(await told("empty.docs", 9)).toMatch(/is damaged: table "objects" is missing\n/);
    change("state.docs", (db) => db.run("DELETE FROM settings WHERE name = 'snapshot.ended'"));
    expect(await told("state.docs", 9)).toMatch(/is damaged: what it says of itself\n/);
  });

  it("a view that never ends is not asked", async () => {
    change("endless.docs", (db) =>
      db.exec(`DROP TABLE counts; CREATE VIEW counts AS
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT '' AS scope, '' AS kind, i AS n FROM n`),
    );
    expect(await read("endless.docs")).toMatchObject({ code: 9, stdout: "" });
  });

  it("a pipe does not hang", async () => {
    const ran = await home.shell("mkfifo pipe.docs; docs spaces list --snapshot pipe.docs");
    expect(ran).toMatchObject({
      code: 1,
      signal: null,
      stderr: `docs: ${join(home.dir, "pipe.docs")} is not a regular file\n  name a snapshot's file\n`,
    });
  });

  it("a file with damage inside is told as damaged by every command that meets it", async () => {
    const bytes = readFileSync(file);
    // All but the first pages, which have what a file is known by.
    bytes.fill(0x41, 12 * 4096, bytes.length - 4096);
    writeFileSync(join(home.dir, "holes.docs"), bytes);
    for (const words of [
      ["pages", "list", "--snapshot", "holes.docs"],
      ["orgs", "search", "dock", "--snapshot", "holes.docs"],
      ["snapshots", "view", "holes.docs"],
      ["snapshots", "diff", "monday.docs", "holes.docs"],
      ["snapshots", "query", "holes.docs", "SELECT markdown FROM page_texts"],
      ["snapshots", "export", "holes.docs", "out"],
      ["sandbox", "load", "holes.docs", "--yes"],
    ]) {
      const { code, stderr } = await home.run(words);
      expect({ words, code, stderr }).toEqual({ words, code: 9, stderr: expect.stringMatching(DAMAGED) });
    }
    expect(await home.run(["snapshots", "verify", "holes.docs"])).toMatchObject({
      code: 9,
      stderr:
        "docs: holes.docs is damaged\n" +
        "  restore it from a backup, or remove it and make it again: docs snapshots create holes.docs\n",
    });
    const make = await home.run(["--sandbox", "snapshots", "create", "holes.docs"]);
    expect(make).toMatchObject({ code: 2, stderr: expect.stringContaining("not a snapshot that can be replaced") });
  });

  it("a file that was cut is told as damaged", async () => {
    copyFileSync(file, join(home.dir, "cut.docs"));
    truncateSync(join(home.dir, "cut.docs"), 40 * 4096);
    const ran = await read("cut.docs");
    expect(ran).toMatchObject({ code: 9, stdout: "" });
    expect(ran.stderr).toMatch(/cut\.docs is damaged\n/);
  });
});
