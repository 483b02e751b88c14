import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { createHome } from "../helpers/cli.js";
import { useEach } from "../helpers/set-ups.js";

const home = useEach(createHome);

const CASEY = "casey@lindqvist-translations.example";
const folder = () => join(home.dir, "data", "docs");
const file = () => join(folder(), "sandbox.sqlite");
const mode = (path: string) => (statSync(path).mode & 0o777).toString(8);
const subject = async (cr = "42") => (await home.run(["--sandbox", "cr", "view", cr, "-q", ".status"])).stdout;

describe("the state of the sandbox", () => {
  test("R70 is one file of 0600 in a folder of 0700", async () => {
    expect(JSON.parse((await home.run(["sandbox", "status", "--json"])).stdout)).toEqual({
      file: file(),
      exists: false,
    });
    expect(existsSync(file())).toBe(false);
    expect((await home.run(["--sandbox", "cr", "merge", "42"])).code).toBe(0);
    expect([mode(file()), mode(folder())]).toEqual(["600", "700"]);
    const status = JSON.parse((await home.run(["sandbox", "status", "--json"])).stdout);
    expect(status).toMatchObject({ file: file(), exists: true, space: 10 });
  });

  test("a token made for a member acts as that member with --token-file, DOCS_TOKEN does not", async () => {
    const made = await home.run(["sandbox", "token", "create", "--as", CASEY, "-q", ".token"]);
    expect(made).toMatchObject({ code: 0, stdout: expect.stringMatching(/^docs_[\w-]{43}\n$/) });
    const token = join(home.dir, "casey");
    writeFileSync(token, made.stdout, { mode: 0o600 });
    const asCasey = (...args: string[]) => home.run(["--sandbox", "--token-file", token, ...args]);
    expect((await asCasey("spaces", "list", "-q", "length")).stdout).toBe("3\n");
    expect(await asCasey("members", "list")).toMatchObject({ code: 4, stdout: "" });
    const own = await asCasey("comments", "list", "--author", "@me", "-q", ".[].postedBy.displayName");
    expect(own.stdout).toBe("Casey Lindqvist\n");
    const env = { DOCS_TOKEN: made.stdout.trim() };
    expect((await home.run(["--sandbox", "spaces", "list", "-q", "length"], { env })).stdout).toBe("8\n");
    const id = (await home.run(["sandbox", "token", "list", "-q", ".[0].id"])).stdout.trim();
    expect((await home.run(["sandbox", "token", "revoke", id])).code).toBe(0);
    expect(await asCasey("spaces", "list")).toMatchObject({ code: 4, stdout: "" });
    const input = await home.run(["--sandbox", "--token-stdin", "spaces", "list"], { input: made.stdout });
    expect(input).toMatchObject({ code: 4, stdout: "" });
  });

  test("reset brings change request 42 back, with --yes only", async () => {
    await home.run(["--sandbox", "cr", "merge", "42"]);
    expect(await subject()).toBe("merged\n");
    expect(await home.run(["sandbox", "reset"])).toMatchObject({ code: 2, stdout: "" });
    expect(await subject()).toBe("merged\n");
    expect((await home.run(["sandbox", "reset", "--yes"])).code).toBe(0);
    expect(await subject()).toBe("open\n");
    expect((await home.run(["--sandbox", "cr", "merge", "42"])).code).toBe(0);
  });

  test.each([
    ["garbage", Buffer.from("this is no database ".repeat(500))],
    ["a torn header", Buffer.concat([Buffer.from("SQLite format 3\0"), Buffer.alloc(8176, 0xff)])],
  ])("R70 %s: exit 1, the file is kept, reset is offered and works", async (_, bytes) => {
    mkdirSync(folder(), { recursive: true, mode: 0o700 });
    writeFileSync(file(), bytes, { mode: 0o600 });
    for (const args of [
      ["--sandbox", "cr", "list"],
      ["sandbox", "start"],
      ["sandbox", "status"],
    ]) {
      const result = await home.run(args);
      expect({ args, ...result }).toMatchObject({ args, code: 1, stdout: "" });
      expect(result.stderr).toContain(file());
      expect(result.stderr).toContain("docs sandbox reset");
    }
    expect(readFileSync(file()).equals(bytes)).toBe(true);
    expect((await home.run(["sandbox", "reset", "--yes"])).code).toBe(0);
    expect(readFileSync(`${file()}.old`).equals(bytes)).toBe(true);
    expect(await subject()).toBe("open\n");
  });

  test("R41 no folder for it: exit 1 with the path", async () => {
    writeFileSync(join(home.dir, "data"), "a file in the place of the folder");
    for (const args of [
      ["--sandbox", "cr", "list"],
      ["sandbox", "start"],
      ["sandbox", "reset", "--yes"],
    ]) {
      const result = await home.run(args);
      expect({ args, ...result }).toMatchObject({ args, code: 1, stdout: "" });
      expect(result.stderr).toContain(file());
      expect(result.stderr).not.toContain("unexpected error");
    }
  });

  test("R40 without a home: exit 1, nothing is put into the working directory", async () => {
    const env = { HOME: "", XDG_DATA_HOME: "relative", XDG_CONFIG_HOME: undefined, XDG_CACHE_HOME: "relative" };
    const result = await home.run(["--sandbox", "cr", "list"], { env });
    expect(result).toMatchObject({ code: 1, stdout: "" });
    expect(result.stderr).toContain("XDG_DATA_HOME");
    expect(readdirSync(home.dir)).toEqual([]);
  });

  test("R71 commands at the same time, which also create it, see each other's writes", async () => {
    const created = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        home.run(["--sandbox", "cr", "create", "--subject", `together ${index}`, "-q", ".number"]),
      ),
    );
    expect(created.map(({ code, stderr }) => `${code} ${stderr}`).filter((line) => !line.startsWith("0 "))).toEqual([]);
    const numbers = created.map(({ stdout }) => Number(stdout));
    expect(new Set(numbers).size).toBe(6);
    const list = await home.run(["--sandbox", "cr", "list", "--status", "draft", "-q", ".[].subject"]);
    const subjects = list.stdout.split("\n");
    for (let index = 0; index < 6; index++) expect(subjects).toContain(`together ${index}`);
  });
});

describe("docs sandbox import", () => {
  test.each([
    [["--space", "T2"], 'docs: space "T2" not found\n  see: docs --sandbox spaces list\n'],
    [["--cr", "4242"], 'docs: change request "4242" not found\n  see: docs --sandbox cr list\n'],
  ])("into what does not exist (%j) is refused plainly", async (flags, stderr) => {
    const refused = await home.run(["sandbox", "import", resolve("docs"), ...flags]);
    expect(refused).toMatchObject({ code: 3, stderr });
    expect((await home.run(["sandbox", "import", "--help"])).stdout).toContain("--space <space>");
  });

  test("the documentation of undici becomes a space with its pages", async () => {
    const source = resolve("node_modules/undici/docs");
    const result = await home.run(["sandbox", "import", source, "--json"]);
    expect(result.code).toBe(0);
    const report = JSON.parse(result.stdout);
    // Of the version that the lockfile names; the importer's own test counts them a second way.
    expect(report).toMatchObject({ pages: 42, files: 0, links: 92, broken: 18, skipped: [] });
    const listed = await home.run([
      "--sandbox",
      "pages",
      "list",
      "--space",
      report.space,
      "-q",
      ".. | .title? // empty",
    ]);
    expect(listed.stdout).toContain("ProxyAgent");
    const broken = await home.run(["--sandbox", "spaces", "links", "--broken", "--space", report.space, "--json"]);
    expect(JSON.parse(broken.stdout).length).toBe(report.broken);
    const found = await home.run(["--sandbox", "spaces", "search", "ProxyAgent", "--space", report.space, "--json"]);
    expect(JSON.parse(found.stdout).length).toBeGreaterThan(0);
  });

  test("into an existing space with --space; a folder that is none: an error with its path", async () => {
    const notes = join(home.dir, "notes");
    mkdirSync(join(notes, "deep"), { recursive: true });
    writeFileSync(join(notes, "README.md"), "# Start\n\n[next](deep/next.md) [gone](gone.md)\n");
    writeFileSync(join(notes, "deep", "next.md"), "---\ntitle: Next page\n---\n\nText\n");
    const result = await home.run(["sandbox", "import", "notes", "--json"]);
    expect(JSON.parse(result.stdout)).toMatchObject({ links: 2, broken: 1 });
    const { space } = JSON.parse(result.stdout);
    const again = await home.run(["sandbox", "import", "notes", "--space", space, "--json"]);
    expect(JSON.parse(again.stdout)).toMatchObject({ space });
    const missing = await home.run(["sandbox", "import", "nowhere"]);
    expect([1, 2]).toContain(missing.code);
    expect(missing.stdout).toBe("");
    expect(missing.stderr).toContain(join(home.dir, "nowhere"));
  });
});
