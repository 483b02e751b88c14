/** What is generated and checked in must be what the definitions say now; manual pages must be pages that man can show. */
import { execFileSync, spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

describe("generated files", () => {
  it("reference and manual pages are up to date", () => {
    const result = spawnSync(process.execPath, ["scripts/generate.mjs", "--check"], { encoding: "utf8" });
    expect(result.stderr).toBe("");
    expect(result.status).toBe(0);
  });

  it("there is a page of the reference and a manual page for each noun", () => {
    const help = execFileSync(process.execPath, ["bin/docs.js", "help", "endpoints", "--json"], { encoding: "utf8" });
    const homes = JSON.parse(help) as { command: string }[];
    const nouns = [...new Set(homes.map((home) => home.command.split(" ")[0] ?? ""))];
    expect(nouns.length).toBe(21);
    for (const noun of nouns) {
      expect(readFileSync(`docs/reference/${noun}.md`, "utf8")).toContain(`# docs ${noun}\n`);
      expect(readFileSync(`man/docs-${noun}.1`, "utf8")).toContain(".SH NAME");
    }
  });

  it.each(readdirSync("man"))("man -l shows %s without a complaint", (page) => {
    const shown = spawnSync("man", ["--warnings=w", "-l", `man/${page}`], {
      encoding: "utf8",
      env: { ...process.env, MANWIDTH: "100", MANPAGER: "cat", LC_ALL: "C.UTF-8" },
    });
    expect(shown.stderr).toBe("");
    expect(shown.status).toBe(0);
    expect(shown.stdout).toContain("NAME");
    expect(shown.stdout).toContain(
      page === "docs.1" ? "docs - administer documentation" : `${page.replace(/\.1$/, "")} - `,
    );
  });
});
