/** What is generated and checked in must be what the definitions say now. */
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { ROWS } from "./commands/table.js";

describe("generated files", () => {
  it("checked-in files are up to date", () => {
    const result = spawnSync(process.execPath, ["scripts/generate.mjs", "--check"], { encoding: "utf8" });
    expect(result.stderr).toBe("");
    expect(result.status).toBe(0);
  });

  it("there is a page of the reference and a manual page for each noun", () => {
    const help = execFileSync(process.execPath, ["bin/docs.js", "help", "endpoints", "--json"], { encoding: "utf8" });
    const homes = JSON.parse(help) as { command: string }[];
    const nouns = [...new Set(homes.map((home) => home.command.split(" ")[0] ?? ""))];
    expect(nouns.sort()).toEqual([...new Set(ROWS.map(({ command }) => command.split(" ")[0]))].sort());
    for (const noun of nouns) {
      expect(readFileSync(`dist/reference/${noun}.md`, "utf8")).toContain(`# docs ${noun}\n`);
      expect(readFileSync(`dist/man/docs-${noun}.1`, "utf8")).toContain(".SH NAME");
    }
  });
});
