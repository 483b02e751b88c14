import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";

describe("manual pages", () => {
  it.each(readdirSync("dist/man"))("man -l shows %s without a complaint", (page) => {
    const shown = spawnSync("man", ["--warnings=w", "-l", `dist/man/${page}`], {
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
