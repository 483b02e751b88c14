/** The page of `docs orgs overview --html` in a real browser: nothing leaves its place, light and dark, on paper. */
import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testCli } from "../helpers/run.js";

const run = promisify(execFile);

let dir: string;
let page: string;
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), "docs-page-"));
  page = join(dir, "report.html");
  const cli = await testCli();
  const title = `Halden ${"x".repeat(200)} <script>document.title = "taken"</script>`;
  const sample = await cli.json("orgs view");
  const ran = await cli.run(`orgs overview --html ${page}`, {
    intercept: ({ path }) =>
      /\/orgs\/\w+$/.test(path.split("?")[0] ?? "") ? { status: 200, body: { ...sample, title } } : undefined,
  });
  expect(ran.code).toBe(0);
  cli.close();
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const chromium = (...flags: string[]) =>
  run(
    "chromium",
    ["--headless", "--no-sandbox", "--disable-gpu", `--user-data-dir=${join(dir, "profile")}`, ...flags],
    {
      timeout: 60_000,
      maxBuffer: 16 * 1024 * 1024,
    },
  );

test("the browser reads the page as it was meant", { timeout: 120_000 }, async () => {
  const { stdout } = await chromium("--dump-dom", pathToFileURL(page).href);
  expect(stdout).toContain("<title>Halden x");
  expect(stdout).not.toContain("<title>taken");
  expect(stdout.match(/<section/g)?.length).toBeGreaterThanOrEqual(7);
  expect(stdout).toContain("People by role: 14");
});

/** Width of a PNG, and how bright its first pixels are cannot be told without a decoder: two pictures differ or not. */
const picture = async (name: string, ...flags: string[]): Promise<Buffer> => {
  const file = join(dir, name);
  await chromium(`--screenshot=${file}`, ...flags, pathToFileURL(page).href);
  return readFileSync(file);
};

test("light, dark and narrow are three pictures", { timeout: 120_000 }, async () => {
  const light = await picture("light.png", "--window-size=1200,1600");
  const dark = await picture(
    "dark.png",
    "--window-size=1200,1600",
    "--force-dark-mode",
    "--blink-settings=preferredColorScheme=0",
  );
  const narrow = await picture("narrow.png", "--window-size=500,1600");
  expect(light.equals(dark)).toBe(false);
  expect(light.readUInt32BE(16)).toBe(1200);
  expect(narrow.readUInt32BE(16)).toBe(500);
});

test("on paper it is a document of a few pages with its words", { timeout: 120_000 }, async () => {
  const file = join(dir, "report.pdf");
  await chromium(`--print-to-pdf=${file}`, "--no-pdf-header-footer", pathToFileURL(page).href);
  expect(existsSync(file) && statSync(file).size).toBeGreaterThan(5_000);
  const { stdout: text } = await run("pdftotext", ["-layout", file, "-"]);
  expect(text).toContain("Live change requests by age: 7");
  expect(text).toContain("People by role: 14");
  const { stdout: info } = await run("pdfinfo", [file]);
  expect(Number(/Pages:\s+(\d+)/.exec(info)?.[1])).toBeLessThanOrEqual(3);
});
