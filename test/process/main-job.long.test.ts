import { describe, expect, test } from "vitest";
import { useHome } from "../helpers/home.js";

const home = useHome();

describe("what is not known", () => {
  test.each([
    [["nope"], 'unknown command "nope"'],
    [["mergee"], "unknown command"],
    [["cr", "nope"], 'unknown command "nope" for docs cr'],
    [["cr", "list", "--nope"], "unknown flag --nope"],
    [["--nope"], "unknown flag --nope"],
    [["help", "nope"], "nope"],
    [["--sandbox", "cr", "list", "-o", "xml"], "xml"],
    [["--sandbox", "cr", "list", "--limit", "many"], "many"],
    [["--sandbox", "cr", "merge"], "<cr> is required: pass its number or id"],
    [["--sandbox", "cr", "view", "../orgs"], "must not contain"],
    [["--sandbox", "cr", "list", "--fields", "nope"], "nope"],
  ])("exit 2 and nothing on stdout: docs %j", async (args, words) => {
    const result = await home.run(args);
    expect(result).toMatchObject({ code: 2, stdout: "" });
    expect(result.stderr).toContain(words);
  });

  test("a misspelt verb gets a suggestion", async () => {
    expect((await home.run(["cr", "megre"])).stderr).toContain("docs cr merge");
  });

  test("R47 a misspelt flag does not show its value", async () => {
    const result = await home.run(["spaces", "list", "--tokn=sekret-in-argv-0123"]);
    expect(result).toMatchObject({ code: 2, stdout: "" });
    expect(result.stderr).toContain("unknown flag --tokn");
    expect(result.stderr).not.toContain("sekret");
  });
});

describe("a terminal that is only said to be there", () => {
  const list = async (env: Record<string, string>) =>
    (await home.run(["--sandbox", "cr", "list"], { env: { DOCS_PAGER: "", ...env } })).stdout;

  test("DOCS_FORCE_TTY makes a table in color", async () => {
    const terminal = await list({ DOCS_FORCE_TTY: "100" });
    expect(terminal).toContain("\u001b[");
    expect(terminal).toMatch(/NUMBER.*SUBJECT.*STATUS/);
  });

  test.each<Record<string, string>>([{ NO_COLOR: "1" }, { CLICOLOR: "0" }, { TERM: "dumb" }])(
    "%j takes its color away",
    async (env) => {
      const plain = await list({ DOCS_FORCE_TTY: "100", ...env });
      expect(plain).toMatch(/NUMBER.*SUBJECT.*STATUS/);
      expect(plain).not.toContain("\u001b[");
      expect(Math.max(...plain.split("\n").map((line) => line.length))).toBeGreaterThan(40);
    },
  );

  test("the number of DOCS_FORCE_TTY is the width", async () => {
    const narrow = await list({ DOCS_FORCE_TTY: "40", NO_COLOR: "1" });
    expect(Math.max(...narrow.split("\n").map((line) => line.length))).toBeLessThanOrEqual(40);
  });

  test("NO_COLOR wins over CLICOLOR_FORCE", async () => {
    expect(await list({ CLICOLOR_FORCE: "1", NO_COLOR: "1" })).not.toContain("\u001b[");
  });
});
