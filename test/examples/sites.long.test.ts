/** The example repository of sites: its workflow's own commands, on a pull request and on main, against the sandbox. */
import { chmodSync, cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { BIN, createHome, type Home, type Result } from "../helpers/cli.js";

interface Workflow {
  on: Record<string, unknown>;
  jobs: Record<string, { steps: { name?: string; run?: string; env?: Record<string, string> }[] }>;
}

const workflow: Workflow = parse(readFileSync("examples/sites/.github/workflows/sites.yml", "utf8"));

let home: Home;
let repository: string;
beforeEach(() => {
  home = createHome();
  repository = join(home.dir, "repository");
  cpSync("examples/sites", repository, { recursive: true });
  mkdirSync(join(repository, "sites"), { recursive: true });
  mkdirSync(join(home.dir, "bin"));
  program("docs", `exec '${process.execPath}' '${BIN}' "$@"`);
  // Keeps the comment in place of posting it; there is none yet to edit.
  program(
    "gh",
    `case "$*" in *--edit-last*) exit 1;; esac\necho "$@" > '${home.dir}/gh'\ncp "$5" '${home.dir}/comment'`,
  );
});
afterEach(() => home.remove());

function program(name: string, text: string): void {
  const path = join(home.dir, "bin", name);
  writeFileSync(path, `#!/bin/sh\n${text}\n`);
  chmodSync(path, 0o755);
}

/** The commands of a job, but what fetches and installs. */
async function job(name: string): Promise<Result[]> {
  const env = { PATH: `${join(home.dir, "bin")}:${home.env.PATH}`, DOCS_PROFILE: "sandbox", PULL: "7" };
  const results: Result[] = [];
  for (const { name: step, run } of workflow.jobs[name]?.steps ?? []) {
    if (run === undefined || step === "Install") continue;
    results.push(await home.shell(`unset -f docs; cd '${repository}'; ${run}`, { env, limit: 60_000 }));
  }
  return results;
}

const docs = async (...args: string[]) => home.run(["--sandbox", ...args]);
const site = () => join(repository, "sites", "halden.yaml");
const change = (from: string, to: string): void => {
  const text = readFileSync(site(), "utf8");
  expect(text).toContain(from);
  writeFileSync(site(), text.replace(from, to));
};

describe("the repository of sites", () => {
  test("plans on pull requests, applies on main", () => {
    expect(workflow.on).toEqual({
      pull_request: { paths: ["sites/**"] },
      push: { branches: ["main"], paths: ["sites/**"] },
    });
    expect(readFileSync("examples/sites/.github/workflows/sites.yml", "utf8")).not.toMatch(/pull_request_target/);
  });

  test("a change is a comment first, and then it is so", async () => {
    expect((await docs("sites", "export", "-O", site())).code).toBe(0);
    change("title: Robots", "title: Carts");
    expect((await job("plan")).map(({ code }) => code)).toEqual([0, 0]);
    expect(readFileSync(join(home.dir, "gh"), "utf8")).toBe("pr comment 7 --body-file comment.md\n");
    const comment = readFileSync(join(home.dir, "comment"), "utf8");
    expect(comment).toMatch(/^<!-- sites -->\n\n\*\*sites\/halden\.yaml\*\*\n\n```diff\n/);
    expect(comment).toContain('title: "Robots" → "Carts"');
    expect(comment).toMatch(/\n```\n$/);
    expect((await docs("sections", "list", "-q", ".[0].title")).stdout).toBe("Robots\n");
    const [applied] = await job("apply");
    expect(applied).toMatchObject({ code: 0 });
    expect((await docs("sections", "list", "-q", ".[0].title")).stdout).toBe("Carts\n");
    expect((await docs("sites", "plan", site(), "--exit-code")).code).toBe(0);
  });

  test("a file that is wrong is told in the comment, the job fails, and the others are applied", async () => {
    expect((await docs("sites", "export", "-O", site())).code).toBe(0);
    change("title: Robots", "title: Carts");
    writeFileSync(join(repository, "sites", "bad.yaml"), "title: a\ntitel: b\n");
    const [plan] = await job("plan");
    expect(plan?.code).toBe(1);
    expect(readFileSync(join(repository, "comment.md"), "utf8")).toContain('line 2: a site has no key "titel"');
    const [applied] = await job("apply");
    expect(applied?.code).toBe(1);
    expect((await docs("sections", "list", "-q", ".[0].title")).stdout).toBe("Carts\n");
  });
});
