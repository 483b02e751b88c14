/** The PDF of a change request is one that other people's readers open. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { useHome } from "../helpers/home.js";

const home = useHome();

it("cr pdf -O writes a file that poppler reads: all pages, titles and texts", async () => {
  const file = join(home.dir, "guide.pdf");
  const made = await home.run(["--sandbox", "cr", "pdf", "42", "-O", file]);
  expect(made.stderr).toBe(`Wrote ${file} (${readFileSync(file).length} bytes)\n`);
  const text = execFileSync("pdftotext", ["-layout", file, "-"], { encoding: "utf8" });
  const titles = await home.run(["--sandbox", "pages", "list", "--cr", "42", "-q", ".. | .title? // empty"]);
  const expected = titles.stdout.trim().split("\n");
  expect(expected.length).toBeGreaterThan(10);
  for (const title of expected) expect(text).toContain(title);
  expect(text).toContain("60 minutes");
  const info = execFileSync("pdfinfo", [file], { encoding: "utf8" });
  expect(Number(/^Pages:\s+(\d+)/m.exec(info)?.[1])).toBeGreaterThanOrEqual(expected.length);
});

it("cr pdf --page --only holds that page alone", async () => {
  const file = join(home.dir, "one.pdf");
  const made = await home.run(["--sandbox", "cr", "pdf", "42", "--page", "XP6omSZeoJsbZDXfvayL", "--only", "-O", file]);
  expect(made.code).toBe(0);
  const text = execFileSync("pdftotext", ["-layout", file, "-"], { encoding: "utf8" });
  expect(text).toContain("Charging");
  expect(text).not.toContain("Floor markers");
});
