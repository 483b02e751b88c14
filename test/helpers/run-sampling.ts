/** How much of the matrices a run tries, for vitest.config.ts. */
import { baseOfChange, git } from "../../scripts/ci/change.mjs";

/** A number made of the commit, so that each commit tries others and a run of one commit can be repeated. */
function seedOfCommit(folder: string): string {
  return String(Number.parseInt(git(folder, "rev-parse", "HEAD")?.slice(0, 8) ?? "1", 16));
}

/** The environment in which `sampleCases` chooses. Of the modes, only `ci` and `all` try more than a few cases. */
export function samplingEnvironment(mode: string, folder = "."): Record<string, string> {
  const { DOCS_TEST_SEED = seedOfCommit(folder) } = process.env;
  const shares: Record<string, string> = { all: "1", ci: "0.15" };
  return {
    DOCS_TEST_SEED,
    DOCS_TEST_SHARE: process.env.DOCS_TEST_SHARE ?? shares[mode] ?? "0",
    DOCS_TEST_CHANGED:
      mode === "ci"
        ? (process.env.DOCS_TEST_FILES ?? git(folder, "diff", "--name-only", baseOfChange(folder)) ?? "")
        : "",
  };
}
