/** The workflows of the project: they cannot run here, so they are checked against the schema of workflows. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, test } from "vitest";
import { parse } from "yaml";

// A CommonJS package, whose types are those of the function below.
const { validateWorkflow } = createRequire(import.meta.url)("@action-validator/core") as {
  validateWorkflow(text: string): { errors: unknown[] };
};

const FOLDER = ".github/workflows";
const NAMES = ["ci.yml", "nightly.yml"];
const read = (name: string) => readFileSync(`${FOLDER}/${name}`, "utf8");

test("there are two", () => {
  expect(readdirSync(FOLDER).sort()).toEqual(NAMES);
});

test.each(NAMES)("%s is valid", (name) => {
  expect(validateWorkflow(read(name)).errors).toEqual([]);
});

test.each([
  ["a job without a machine", "    runs-on: ubuntu-latest\n", ""],
  ["a member that no job has", "    runs-on:", "    runs-one:"],
  ["a limit that is no number", /timeout-minutes: \d+/, "timeout-minutes: long"],
  ["an indentation that is no YAML", "    steps:", "   steps:"],
])("%s is found", (_, was, becomes) => {
  const text = read("ci.yml").replace(was, becomes);
  expect(text).not.toBe(read("ci.yml"));
  expect(validateWorkflow(text).errors).not.toEqual([]);
});

test("ci runs a share of the matrices for each change, nightly runs them whole", () => {
  const [ci, nightly] = NAMES.map((name) => parse(read(name)));
  const lastOf = (workflow: { jobs: { checks: { steps: { run: string }[] } } }) =>
    workflow.jobs.checks.steps.at(-1)?.run;
  expect([Object.keys(ci.on), lastOf(ci)]).toEqual([["push", "pull_request"], ".ci/run"]);
  expect([Object.keys(nightly.on), lastOf(nightly)]).toEqual([["schedule", "workflow_dispatch"], ".ci/run all"]);
  expect(statSync(".ci/run").mode & 0o111).toBe(0o111);
});

test("each night the executables run on the systems that they are for", () => {
  const { jobs } = parse(read("nightly.yml")) as {
    jobs: Record<string, { needs?: string; steps: { run?: string }[] }>;
  };
  const runs = (name: string) => jobs[name]?.steps.flatMap(({ run }) => run ?? []).join("\n");
  expect(runs("executables")).toContain("npm run test:windows");
  for (const name of ["on-windows", "on-macos"]) {
    expect([jobs[name]?.needs, runs(name)]).toEqual([
      "executables",
      expect.stringContaining("node scripts/windows.mjs"),
    ]);
  }
});

test.each(NAMES)("%s may only read, and its actions cannot be moved to another commit", (name) => {
  const { permissions, jobs } = parse(read(name));
  expect(permissions).toEqual({ contents: "read" });
  const used = Object.values<{ steps: { uses?: string }[] }>(jobs).flatMap(({ steps }) =>
    steps.flatMap((one) => one.uses ?? []),
  );
  expect(used.filter((one) => !/^actions\/[a-z-]+@[0-9a-f]{40}$/.test(one))).toEqual([]);
  expect(used.length).toBeGreaterThanOrEqual(Object.keys(jobs).length);
});
