/** What the files of the CI kits may not do, whatever their steps are. */

import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";

interface GithubJob {
  if?: string;
  permissions: Record<string, string>;
  concurrency?: string;
  environment?: string;
  env: Record<string, string>;
  steps: { run?: string; uses?: string; env?: Record<string, string>; with?: Record<string, unknown> }[];
}
interface GitlabJob {
  rules: { if: string }[];
  variables?: unknown;
  before_script: string[];
  script: string[];
}

const KITS = ["setup", "links", "merge-gate", "nightly-snapshot", "code-scanning", "site", "plan"];

/** What the command lists and prints is the files themselves. */
test("every file belongs to a kit, and names the release that it is part of", () => {
  const { version } = JSON.parse(readFileSync("package.json", "utf8"));
  for (const service of ["github", "gitlab"]) {
    expect(readdirSync(`examples/ci/${service}`).sort()).toEqual(KITS.map((kit) => `${kit}.yml`).sort());
    for (const kit of KITS) {
      const installed = readFileSync(`examples/ci/${service}/${kit}.yml`, "utf8").match(/docs-admin-cli@[^}]+/g);
      expect(new Set(installed)).toEqual(new Set([`docs-admin-cli@${version}`]));
      const shown = execFileSync(process.execPath, ["bin/docs.js", "ci", "show", kit, "--for", service], {
        encoding: "utf8",
      });
      expect(shown).toBe(readFileSync(`examples/ci/${service}/${kit}.yml`, "utf8"));
    }
  }
});

describe.each(KITS)("%s", (kit) => {
  const read = (service: string) => readFileSync(`examples/ci/${service}/${kit}.yml`, "utf8");
  const jobs = Object.values(parse(read("github")).jobs as Record<string, GithubJob>);

  test("pastes nothing into scripts, and gives tokens only to what needs them", () => {
    for (const { env, steps } of jobs) {
      expect(Object.keys(env)).not.toContain("DOCS_TOKEN");
      for (const { run = "", env: own = {}, uses } of steps) {
        // An expression in a script would be pasted into it, whatever it holds.
        expect(run).not.toContain("${{");
        expect("DOCS_TOKEN" in own).toBe(/\bdocs [a-z]/.test(run));
        expect("GH_TOKEN" in own).toBe(/\bgh /.test(run));
        // A tag can be moved to another commit.
        if (uses !== undefined) expect(uses).toMatch(/^actions\/[a-z-]+@[0-9a-f]{40}$/);
      }
    }
  });

  test("a job has no more rights than it uses, and runs alone where it changes something", () => {
    for (const { if: when = "", permissions, concurrency, environment, steps } of jobs) {
      const runs = steps.map(({ run = "" }) => run).join("\n");
      const rights = { contents: runs.includes("git push") ? "write" : "read" };
      const comments = runs.includes("gh pr comment");
      expect(permissions).toEqual({
        ...rights,
        ...(comments && { "pull-requests": "write" }),
        ...(runs.includes("gh issue create") && { issues: "write" }),
        ...(runs.includes("code-scanning/sarifs") && { "security-events": "write" }),
      });
      expect(when.includes("head.repo.full_name == github.repository")).toBe(comments);
      expect(environment).toBe(/cr merge|sites apply|plans apply/.test(runs) ? "docs" : undefined);
      expect(concurrency !== undefined).toBe(/git push|cr merge|sites apply|plans apply/.test(runs));
      expect(steps[0]?.with ?? {}).toEqual({
        ...(!runs.includes("git push") && { "persist-credentials": false }),
        ...(runs.includes("HEAD^1") && { "fetch-depth": 2 }),
        ...(runs.includes("$BEFORE") && { "fetch-depth": 0 }),
      });
    }
  });

  test("on GitLab no token is in a command line, and only the pipeline's variables are described", () => {
    const { variables, ...file }: { variables?: Record<string, object> } & Record<string, unknown> = parse(
      read("gitlab"),
    );
    for (const { before_script, script, variables: own, rules } of Object.values(file) as GitlabJob[]) {
      expect(own).toBeUndefined();
      const words = [...before_script, ...script].join("\n").split(/[\n|;]/);
      const seen = words.filter(
        (line) => /_TOKEN\b/.test(line) && !/^ *(printf|export|env|unset) |\bprintf /.test(line),
      );
      expect(seen).toEqual([]);
      // Started for another job, it is left out.
      if (script.join().includes("$CHANGE")) expect(rules[0]?.if).toContain("&& $CHANGE");
    }
    for (const described of Object.values(variables ?? {})) expect(described).toHaveProperty("description");
  });
});
