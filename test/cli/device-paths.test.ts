import { describe, expect, test } from "vitest";
import { parseArgv, refuseDevices } from "../../src/cli/argv/program.js";
import { NOUNS } from "../../src/commands/index.js";

/** The line as it is parsed, then looked at as on this platform. */
async function refuse(line: string | readonly string[], platform: string): Promise<void> {
  const parsed = await parseArgv(typeof line === "string" ? line.split(" ") : [...line], NOUNS);
  if (parsed.type !== "command") throw new Error("no command");
  refuseDevices(parsed.command, parsed.words, { ...parsed.globals, ...parsed.own }, platform);
}

describe("a file that is a device on Windows", () => {
  test.each([
    ["snapshots create aux", "aux"],
    ["snapshots create C:\\docs\\COM1.docs", "COM1.docs"],
    ["snapshots export org.docs ./con", "con"],
    ["snapshots export org.docs lpt1..", "lpt1"],
    ["files download f -O nul.md", "nul.md"],
    ["spaces edit s --title x --plan prn.plan", "prn.plan"],
    ["plans apply aux.plan --receipt r.json", "aux.plan"],
  ])("is refused there before anything is read: docs %s", async (line, name) => {
    await expect(refuse(line, "win32")).rejects.toMatchObject({
      kind: "usage",
      message: `${name} is the name of a device on Windows`,
    });
    await refuse(line, "linux");
  });

  test.each([
    ["files", "download", "f", "-O", "a "],
    ["snapshots", "create", "C:\\docs\\org."],
    ["snapshots", "export", "org.docs", "..."],
  ])("a name that ends with what Windows cuts off is refused there: docs %s %s", async (...words) => {
    await expect(refuse(words, "win32")).rejects.toMatchObject({
      kind: "usage",
      message: `"${words.at(-1)?.replace("C:\\docs\\", "")}" ends with a dot or a space, which Windows cuts off`,
    });
    await refuse(words, "linux");
  });

  test.each([
    "snapshots export org.docs .",
    "snapshots export org.docs ..",
    "snapshots export org.docs C:\\docs.\\",
    "snapshots create auxiliary.docs",
    "files download aux -O nul",
    "spaces edit con --title aux",
    "files download f -O -",
  ])("docs %s names none", async (line) => refuse(line, "win32"));
});
