/** The module cache of the tests holds nothing stale: what is made of sample/ and examples/ci/ is made anew when they change. */
import { spawn } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { collect } from "../helpers/cli.js";

const CONFIG = `import { ciKitsFrom } from ${JSON.stringify(resolve("scripts/ci-kits.mjs"))};
import { sampleFrom } from ${JSON.stringify(resolve("scripts/sample.mjs"))};
const folder = (name) => new URL(name, import.meta.url);
export default {
  plugins: [sampleFrom(folder("sample/")), ciKitsFrom(folder("ci/"))],
  test: { experimental: { fsModuleCache: true, fsModuleCachePath: "cache" } },
};
`;
const TEST = `import { writeFileSync } from "node:fs";
import { test } from "vitest";
import kits from "virtual:ci-kits";
import sample from "virtual:sample";
test("seen", () => writeFileSync("seen.json", JSON.stringify([sample.organizations[0].title, kits[0].summary])));
`;

let project: string;
beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), "docs-cache-"));
  cpSync("sample", join(project, "sample"), { recursive: true });
  cpSync("examples/ci", join(project, "ci"), { recursive: true });
  symlinkSync(resolve("node_modules"), join(project, "node_modules"));
  writeFileSync(join(project, "vitest.config.mjs"), CONFIG);
  writeFileSync(join(project, "seen.test.ts"), TEST);
});
afterAll(() => rmSync(project, { recursive: true }));

async function seen(): Promise<unknown> {
  const child = spawn(process.execPath, ["node_modules/vitest/vitest.mjs", "run"], { cwd: project, stdio: "pipe" });
  const { code, stdout, stderr } = await collect(child, { limit: 100_000 });
  expect([code, stderr], stdout).toEqual([0, ""]);
  return JSON.parse(readFileSync(join(project, "seen.json"), "utf8"));
}

function edit(path: string, was: string, becomes: string): void {
  const text = readFileSync(join(project, path), "utf8");
  expect(text).toContain(was);
  writeFileSync(join(project, path), text.replace(was, becomes));
}

/** How many modules the cache holds. */
const size = (): number => readdirSync(join(project, "cache")).length;

test("a changed file of the sample and of a kit is seen, and what has not changed is taken from the cache", async () => {
  const [title, summary] = (await seen()) as [string, string];
  const first = size();
  expect(await seen()).toEqual([title, summary]);
  expect(size()).toBe(first);
  edit("sample/organizations.yaml", title, "Another title");
  expect(await seen()).toEqual(["Another title", summary]);
  edit("ci/github/setup.yml", summary, "Another summary");
  expect(await seen()).toEqual(["Another title", "Another summary"]);
  // One module was made anew for each of the two.
  expect(size()).toBe(first + 2);
});
