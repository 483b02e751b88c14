/** How much of the matrices a run tries, for vitest.config.ts. */
import { execFileSync } from "node:child_process";

/** What git prints; undefined if it fails, as where there is no history. */
function git(cwd: string, ...args: string[]): string | undefined {
  try {
    return execFileSync("git", args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  } catch {
    return undefined;
  }
}

/** A number made of the commit, so that each commit tries others and a run of one commit can be repeated. */
function seedOfCommit(folder: string): string {
  return String(Number.parseInt(git(folder, "rev-parse", "HEAD")?.slice(0, 8) ?? "1", 16));
}

/** Files that differ from DOCS_TEST_BASE, or from where the branch left origin/main, or from the previous commit. */
function changedFiles(folder: string): string {
  const head = git(folder, "rev-parse", "HEAD");
  const fork = git(folder, "merge-base", "HEAD", "origin/main");
  const base = process.env.DOCS_TEST_BASE ?? (fork === head ? undefined : fork) ?? "HEAD~1";
  return git(folder, "diff", "--name-only", base) ?? "";
}

/** The environment in which `sampleCases` chooses. Of the modes, only `ci` and `all` try more than a few cases. */
export function samplingEnvironment(mode: string, folder = "."): Record<string, string> {
  const { DOCS_TEST_SEED = seedOfCommit(folder) } = process.env;
  const shares: Record<string, string> = { all: "1", ci: "0.2" };
  return {
    DOCS_TEST_SEED,
    DOCS_TEST_SHARE: process.env.DOCS_TEST_SHARE ?? shares[mode] ?? "0",
    DOCS_TEST_CHANGED: mode === "ci" ? changedFiles(folder) : "",
  };
}
