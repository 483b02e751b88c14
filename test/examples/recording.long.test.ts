/** The picture in README.md is what the commands print today: made by scripts/recording.mjs. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isOutput } from "./document-blocks.js";

const PICTURE = "docs/recording.svg";

/** What somebody who cannot see it is read. */
const described = (file: string): string[] =>
  /<desc[^>]*>([^<]*)</.exec(readFileSync(file, "utf8"))?.[1]?.split("\n") ?? [];

test("the recording shows what is printed", () => {
  const folder = mkdtempSync(join(tmpdir(), "docs-picture-"));
  try {
    const again = join(folder, "again.svg");
    execFileSync(process.execPath, ["scripts/recording.mjs", again]);
    const shown = described(PICTURE);
    expect(shown.filter((line) => line.startsWith("$ ")).length).toBeGreaterThan(4);
    expect(isOutput(shown, described(again)), described(again).join("\n")).toBe(true);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test("it is small, loads nothing, and follows the reader's system", () => {
  const text = readFileSync(PICTURE, "utf8");
  expect(statSync(PICTURE).size).toBeLessThan(300_000);
  expect(text).not.toMatch(/<script|<image|<foreignObject|@import|url\(|href=/i);
  expect(text).toContain("@media (prefers-color-scheme:dark)");
  expect(text).toContain("@media (prefers-reduced-motion:reduce)");
  expect(readFileSync("README.md", "utf8")).toMatch(/!\[[^\]]{40,}\]\(docs\/recording\.svg\)/);
});
