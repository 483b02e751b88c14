import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { helpFor } from "../../src/cli/help/help.js";
import { NOUNS } from "../../src/commands/index.js";
import { createHome, type Home } from "../helpers/cli.js";

let home: Home;
beforeAll(() => {
  home = createHome();
});
afterAll(() => {
  home.remove();
});

const stored = (path: string) => readFileSync(resolve("dist", path), "utf8");

describe("help that was rendered when the program was built", () => {
  it("is the text that the program renders for the root", async () => {
    expect(stored("help.txt")).toBe(await helpFor([], NOUNS));
  });

  it("is the text that the program renders, for every name of every noun", async () => {
    const names = NOUNS.flatMap((noun) => [noun.name, ...noun.aliases]);
    expect(names).toContain("change-requests");
    for (const name of names) expect([name, stored(`help/${name}.txt`)]).toEqual([name, await helpFor([name], NOUNS)]);
  });

  it.each([
    [[], "help.txt"],
    [["--help"], "help.txt"],
    [["-h"], "help.txt"],
    [["help"], "help.txt"],
    [["cr", "--help"], "help/cr.txt"],
    [["change-request", "-h"], "help/cr.txt"],
    [["help", "cr"], "help/cr.txt"],
    [["api", "--help"], "help/api.txt"],
  ])("answers docs %j", async (argv, path) => {
    const { code, stdout, stderr } = await home.run(argv);
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: stored(path), stderr: "" });
  });

  it.each([
    [["help", "no-such-noun"], 'docs: unknown command "no-such-noun"\n  see: docs --help\n'],
    [["help", "../../package"], 'docs: unknown command "../../package"\n  see: docs --help\n'],
    [["--", "--help"], 'docs: unknown command "--help"\n  see: docs --help\n'],
  ])("leaves docs %j to the program", async (argv, stderr) => {
    expect(await home.run(argv)).toMatchObject({ code: 2, stdout: "", stderr });
  });

  it.skipIf(process.platform !== "linux")("tells a full disk as other output does", async () => {
    const { code, stderr } = await home.shell("docs --help > /dev/full");
    expect([code, stderr]).toEqual([1, "docs: cannot write the output: no space left on the device\n"]);
  });
});
