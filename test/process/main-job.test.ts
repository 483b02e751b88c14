import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { useHome } from "../helpers/home.js";

const home = useHome();

describe("the first minute", () => {
  test("change request 42 merges once, the second time the service refuses", async () => {
    const first = await home.run(["--sandbox", "cr", "merge", "42"]);
    expect(first).toMatchObject({ code: 0, signal: null });
    const revision = /^Revision\t(\w{20})\nResult\tmerge\n$/.exec(first.stdout)?.[1];
    expect(revision).toBeDefined();
    expect(first.stderr).toBe(`Merged #42 into revision ${revision}\n`);

    const second = await home.run(["--sandbox", "cr", "merge", "42"]);
    expect(second).toMatchObject({ code: 5, stdout: "" });
    expect(second.stderr).toContain("docs: change request 42 is already merged\n");
  });

  test("with --json stdout is one object and an error is one object on stderr", async () => {
    const view = await home.run(["--sandbox", "cr", "view", "43", "--json"]);
    expect(JSON.parse(view.stdout)).toMatchObject({ object: "change-request", number: 43, status: "open" });
    const missing = await home.run(["--sandbox", "cr", "view", "999", "--json"]);
    expect(missing).toMatchObject({ code: 3, stdout: "" });
    expect(JSON.parse(missing.stderr)).toMatchObject({ error: { kind: "not-found", status: 404 } });
  });

  test.each(["--version", "-v"])("%s prints the version of the package", async (flag) => {
    const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
    expect(await home.run([flag])).toEqual({ code: 0, signal: null, stdout: `${version}\n`, stderr: "" });
  });

  test.each([
    [[], "docs <noun> <verb>"],
    [["--help"], "docs <noun> <verb>"],
    [["-h"], "docs <noun> <verb>"],
    [["help"], "docs <noun> <verb>"],
    [["cr"], "docs cr <verb>"],
    [["cr", "--help"], "docs cr <verb>"],
    [["cr", "merge", "--help"], "docs cr merge"],
    [["help", "cr", "merge"], "docs cr merge"],
    [["help", "exit-codes"], "outcome unknown"],
    [["help", "environment"], "DOCS_TOKEN"],
  ])("help goes to stdout: docs %j", async (args, words) => {
    const result = await home.run(args);
    expect(result).toMatchObject({ code: 0, stderr: "" });
    expect(result.stdout).toContain(words);
  });
});

test.each([
  [["spaces", "list", "--token", "sekret-in-argv-0123"]],
  [["--token", "sekret-in-argv-0123", "spaces", "list"]],
  [["--token=sekret-in-argv-0123", "spaces", "list"]],
  [["spaces", "list", "--token=sekret-in-argv-0123", "--json"]],
  [["--token=sekret-in-argv-0123"]],
])("R47 a token in argv is refused and not shown: docs %j", async (args) => {
  const result = await home.run(args);
  expect(result).toMatchObject({ code: 2, stdout: "" });
  expect(result.stderr).toContain("--token-stdin");
  expect(result.stderr).toContain("DOCS_TOKEN");
  expect(result.stderr).not.toContain("sekret");
});

describe("nothing but data on stdout", () => {
  test("R38 a piped list has tabs, no header, no color, RFC 3339 times", async () => {
    const { stdout, stderr } = await home.run(["--sandbox", "cr", "list"]);
    const rows = stdout.trimEnd().split("\n");
    expect(rows[0]).toMatch(
      /^43\tTorque for the axle screws\topen\t.*\t\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z\t\w{20}$/,
    );
    expect(rows.every((row) => row.split("\t").length === 8)).toBe(true);
    expect(stdout).not.toContain("\u001b");
    expect(stderr).toBe("");
  });

  test("R38 --debug, notes of a capped list and results go to stderr", async () => {
    const { stdout, stderr } = await home.run(["--sandbox", "cr", "list", "--limit", "1", "--debug"]);
    expect(stdout).toMatch(/^43\t[^\n]*\n$/);
    expect(stderr).toContain("GET /v1/spaces/");
    expect(stderr).toContain("--page");
  });

  test("R38 --quiet leaves the notes out", async () => {
    const quiet = await home.run(["--sandbox", "cr", "list", "--limit", "1", "--quiet"]);
    expect(quiet).toMatchObject({ code: 0, stderr: "" });
    expect(quiet.stdout).toMatch(/^43\t[^\n]*\n$/);
  });

  test("a delete keeps stdout for data", async () => {
    const gone = await home.run(["--sandbox", "comments", "delete", "nosuchcomment0000001", "--yes"]);
    expect(gone).toMatchObject({ code: 0, stdout: "" });
    expect(gone.stderr).toBe("Already absent: comment nosuchcomment0000001\n");
  });

  test("a dry run keeps stdout for data, and changes nothing", async () => {
    const plan = await home.run(["--sandbox", "cr", "merge", "43", "--dry-run", "--json"]);
    expect(JSON.parse(plan.stdout)).toMatchObject({ method: "POST" });
    const still = await home.run(["--sandbox", "cr", "view", "43", "-q", ".status"]);
    expect(still.stdout).toBe("open\n");
  });
});
