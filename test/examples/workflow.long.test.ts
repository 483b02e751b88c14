/** The workflow that people copy: its steps run as a runner runs them, on the sandbox. */
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { parse } from "yaml";
import { BIN, createHome, type Home, type Result } from "../helpers/cli.js";

interface Step {
  name?: string;
  run?: string;
  if?: string;
}

const workflow: { jobs: { merge: { env: Record<string, string>; steps: Step[] } } } = parse(
  readFileSync("examples/workflows/gate-merge.yml", "utf8"),
);

let home: Home;
beforeEach(() => {
  home = createHome();
  mkdirSync(join(home.dir, "bin"));
  const docs = join(home.dir, "bin", "docs");
  writeFileSync(docs, `#!/bin/sh\nexec '${process.execPath}' '${BIN}' "$@"\n`);
  chmodSync(docs, 0o755);
});
afterEach(() => home.remove());

/** Steps in order; after a failure those alone that always run. */
async function job(cr: string): Promise<(Result & { name: string })[]> {
  const env = {
    PATH: `${join(home.dir, "bin")}:${home.env.PATH}`,
    DOCS_PROFILE: "sandbox",
    CR: cr,
    GITHUB_STEP_SUMMARY: join(home.dir, "summary"),
  };
  const results: (Result & { name: string })[] = [];
  for (const { name = "", run, if: condition } of workflow.jobs.merge.steps) {
    if (run === undefined || name === "Install") continue;
    if (results.some(({ code }) => code !== 0) && condition !== "always()") continue;
    results.push({ name, ...(await home.shell(`unset -f docs; set -eo pipefail\n${run}`, { env, limit: 60_000 })) });
  }
  return results;
}

const statusOf = async (cr: string) => (await home.run(["--sandbox", "cr", "view", cr, "-q", ".status"])).stdout.trim();

test("a change request that is not ready is not merged, and the job says why", async () => {
  const steps = await job("42");
  expect(steps.map(({ name, code }) => [name, code])).toEqual([
    ["Check", 11],
    ["Tell", 0],
  ]);
  expect(steps[0]?.stdout).toContain("::warning title=cr-unresolved-comments::");
  expect(readFileSync(join(home.dir, "summary"), "utf8")).toContain("cr-unresolved-comments");
  expect(await statusOf("42")).toBe("open");
});

test("one that is ready is merged", async () => {
  const { stdout } = await home.run([
    "--sandbox",
    "comments",
    "list",
    "--cr",
    "42",
    "--status",
    "open",
    "-q",
    ".[].id",
  ]);
  for (const id of stdout.trim().split("\n")) {
    await home.run(["--sandbox", "comments", "resolve", id, "--cr", "42"]);
  }
  const steps = await job("42");
  expect(steps.map(({ name, code }) => [name, code])).toEqual([
    ["Check", 0],
    ["Merge", 0],
    ["Tell", 0],
  ]);
  expect(await statusOf("42")).toBe("merged");
});
