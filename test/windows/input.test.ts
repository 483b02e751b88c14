/** What a program is given: standard input, arguments, folders; and what it gives back: bytes and exit codes. */
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { nativePath, ON_WINDOWS } from "../helpers/cli.js";
import { useHome } from "../helpers/home.js";
import { type Service, service } from "../process/service.js";

const home = useHome();
const put = (name: string, text: string | Buffer) => writeFileSync(join(home.dir, name), text);
const NUMBERS = ["--sandbox", "cr", "view", "-", "-q", ".[].number"];

describe("standard input", () => {
  test.each([
    ["lines", "42\n43\n"],
    ["lines as Windows ends them", "42\r\n43\r\n"],
    ["a byte order mark before them", "\ufeff42\r\n43\r\n"],
  ])("a pipe with %s", async (_, input) => {
    expect(await home.run(NUMBERS, { input })).toMatchObject({ code: 0, stdout: "42\n43\n", stderr: "" });
  });

  test("UTF-16, as older PowerShells write files, is refused with what to do", async () => {
    const { code, stderr } = await home.run(NUMBERS, { input: Buffer.from("\ufeff42\r\n", "utf16le") });
    expect([code, stderr]).toEqual([2, expect.stringContaining("save it as UTF-8")]);
  });

  test("a file, a pipe of the shell, and nothing", async () => {
    put("numbers.txt", "42\r\n43\r\n");
    const [show, none] = ON_WINDOWS ? ["type", "nul"] : ["cat", "/dev/null"];
    const from = (line: string) => home.lines([line]);
    expect(await from("docs --sandbox cr view - -q .[].number < numbers.txt")).toMatchObject({
      code: 0,
      stdout: "42\n43\n",
    });
    expect(await from(`${show} numbers.txt | docs --sandbox cr view - -q .[].number`)).toMatchObject({
      stdout: "42\n43\n",
    });
    const nothing = { code: 0, stdout: "", stderr: expect.stringContaining("nothing to do") };
    expect(await from(`docs --sandbox cr view - < ${none}`)).toMatchObject(nothing);
    expect(await home.run(NUMBERS)).toMatchObject(nothing);
  });

  test("a text of a megabyte arrives whole", async () => {
    const text = "Zeile über 10 µm\n".repeat(50_000);
    const args = ["--sandbox", "comments", "create", "--body-file", "-", "--dry-run", "--json"];
    const { stdout, code } = await home.run(args, { input: text });
    expect(code).toBe(0);
    expect(JSON.parse(stdout).body.body.markdown).toBe(text);
  });
});

describe("arguments and output", () => {
  test.each([
    "two words",
    'a "quoted" word',
    "ends with a backslash\\",
    "C:\\Program Files\\docs\\",
    'quote and backslash \\" and \\\\" and \\\\',
    "Übergröße 日本語 😀",
    "100% & ^ | < > %PATH% !PATH! (x) ;,=",
    "it's `this` $HOME",
    " spaces around ",
  ])("arrives as it was given, and comes out as UTF-8: %s", async (title) => {
    const ran = await home.run(["--sandbox", "teams", "create", "--title", title, "--dry-run", "--json"]);
    expect([ran.code, JSON.parse(ran.stdout).body]).toEqual([0, { title }]);
  });

  test("output that goes into a file is UTF-8, and is what a pipe gets", async () => {
    const args = "--sandbox spaces list --json";
    expect(await home.lines([`docs ${args} > spaces.json`])).toMatchObject({ code: 0, stdout: "" });
    const shown = await home.lines([`${ON_WINDOWS ? "type" : "cat"} spaces.json`]);
    expect(shown.stdout).toBe((await home.run(args.split(" "))).stdout);
    expect(shown.stdout).toContain("Tern Benutzerhandbuch");
  });

  test.each([
    ["--sandbox cr view 42", 0],
    ["cr nope", 2],
    ["--sandbox cr view 999", 3],
    ["cr list --profile nowhere", 2],
    ["--sandbox comments delete mZk3WvY7dRt5QnBx9JpG", 2],
  ])("docs %s ends with %i, for the shell too", async (line, code) => {
    expect((await home.run(line.split(" "))).code).toBe(code);
    expect((await home.lines([`docs ${line}`])).code).toBe(code);
  });
});

describe("files of people", () => {
  const SAM = "casey@lindqvist-translations.example";
  test.each([
    ["a table with the line ends of Windows", "team,user\r\nFirmware,%\r\n"],
    ["a table as Excel saves it where a comma is a decimal point", "\ufeffteam;user\r\nFirmware;%\r\n"],
  ])("%s", async (_, text) => {
    put("teams.csv", text.replace("%", SAM));
    const ran = await home.run(["--sandbox", "teams", "sync", "teams.csv", "--yes"]);
    expect([ran.code, ran.stdout + ran.stderr]).toEqual([0, expect.stringMatching(/Applied|Nothing to do/)]);
  });

  test("a file of checks in YAML with the line ends of Windows", async () => {
    put("checks.yaml", "rules:\r\n  cr-stale: { severity: warning, older-than: 60d }\r\n");
    const args = ["--sandbox", "checks", "run", "cr-stale", "--config", "checks.yaml", "--json"];
    const { code, stdout } = await home.run(args);
    expect([code, new Set((JSON.parse(stdout) as { rule: string }[]).map(({ rule }) => rule))]).toEqual([
      0,
      new Set(["cr-stale"]),
    ]);
  });
});

describe("a token and the folders", () => {
  let api: Service;
  beforeAll(async () => {
    api = await service(() => ({ body: { items: [] } }));
  });
  afterAll(() => api.close());

  test("a token that ends as Windows ends lines is sent without that, and is kept below APPDATA", async () => {
    const login = ["auth", "login", "--base-url", api.url, "--token-stdin"];
    expect(await home.run(login, { input: "gb_api_token\r\n" })).toMatchObject({ code: 0 });
    expect(api.hits.at(-1)?.authorization).toBe("Bearer gb_api_token");
    expect(existsSync(join(home.dir, "config/docs/config.json"))).toBe(true);
    expect((await home.run(["auth", "status", "--json"])).stdout).toContain(api.url);
  });

  test("state and cache are below LOCALAPPDATA, and doctor speaks of PowerShell", async () => {
    await home.run(["--sandbox", "cr", "list"]);
    expect(existsSync(join(home.dir, "data/docs/sandbox.sqlite"))).toBe(true);
    const { stdout } = await home.run(["doctor", "--json"]);
    const found: { check: string; detail: string; hint?: string }[] = JSON.parse(stdout);
    const details = found.map(({ detail }) => detail);
    const below = (...names: string[]) => nativePath(join(home.dir, ...names));
    expect(details).toEqual(expect.arrayContaining([expect.stringContaining(below("config", "docs", "config.json"))]));
    if (!ON_WINDOWS) return;
    expect(details.some((detail) => detail.startsWith(below("data", "docs", "cache")))).toBe(true);
    const completion = found.find(({ check }) => check === "completion");
    expect(completion).toMatchObject({
      detail: "powershell: not installed",
      hint: expect.stringContaining("$PROFILE"),
    });
  });
});
