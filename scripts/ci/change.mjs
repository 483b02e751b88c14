// The change that a run judges: what differs from a base.
import { execFileSync } from "node:child_process";

/** What git prints; undefined if it fails, as where there is no history. */
export function git(folder, ...args) {
  try {
    const options = {
      cwd: folder,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
      maxBuffer: 256 * 1024 * 1024,
    };
    return execFileSync("git", args, options).trim();
  } catch {
    return undefined;
  }
}

/** DOCS_TEST_BASE, or where the branch left origin/main, or the previous commit. */
export function baseOfChange(folder = ".") {
  const head = git(folder, "rev-parse", "HEAD");
  const fork = git(folder, "merge-base", "HEAD", "origin/main");
  return process.env.DOCS_TEST_BASE ?? (fork === head ? undefined : fork) ?? "HEAD~1";
}
