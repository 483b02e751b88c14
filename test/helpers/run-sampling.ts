/** How much of the matrices, and which of the costly files a run tries, for vitest.config.ts. */
import { baseOfChange, git } from "../../scripts/ci/change.mjs";
import { isChanged, type Sampling, sampleCases } from "./sample.js";

/**
 * Test files of a minute or two that have no cases to choose from, with what a change has to touch to run them, beside
 * the file itself. `.ci/run` tries a quarter of the others.
 */
export const COSTLY: Readonly<Record<string, readonly string[]>> = {
  "test/commands/snapshots-tables.long.test.ts": ["src/commands/snapshots", "src/snapshot/export"],
  "test/content/gates.long.test.ts": ["examples/ci", "src/checks", "src/sandbox/import"],
  "test/content/independent.long.test.ts": ["src/sandbox/content", "src/sandbox/import", "src/shared/markdown"],
  "test/examples/backup.long.test.ts": ["docs/backup.md", "src/snapshot/file"],
  "test/examples/ci-findings.long.test.ts": ["examples/ci", "test/examples/ci-harness.ts"],
  "test/examples/ci.long.test.ts": ["examples/ci", "test/examples/ci-harness.ts"],
  "test/examples/scripts.long.test.ts": ["examples"],
  "test/performance/memory.long.test.ts": ["src/checks", "src/cli/output", "src/http/send", "src/snapshot/file"],
  "test/process/plans-killed-served.long.test.ts": ["src/changes/apply", "src/changes/log"],
  "test/recipes-walk.long.test.ts": ["docs/architecture.md", "docs/development/folders.md", "test/recipes.test.ts"],
  "test/scripts/macos.long.test.ts": ["scripts/binaries", "scripts/binaries.mjs"],
  "test/scripts/module-cache.long.test.ts": ["scripts/ci-kits.mjs", "scripts/sample.mjs", "vitest.config.ts"],
  "test/scripts/mutate.long.test.ts": ["scripts/mutate", "scripts/mutate.mjs"],
  "test/snapshot/generations.long.test.ts": ["src/snapshot/file"],
  "test/snapshot/tables-duckdb.long.test.ts": ["docs/snapshots/tables.md", "src/snapshot/export", "src/snapshot/query"],
  "test/snapshot/tables-postgres.long.test.ts": [
    "docs/snapshots/tables.md",
    "src/snapshot/export",
    "src/snapshot/query",
  ],
};

/** A number made of the commit, so that each commit tries others and a run of one commit can be repeated. */
function seedOfCommit(folder: string): string {
  return String(Number.parseInt(git(folder, "rev-parse", "HEAD")?.slice(0, 8) ?? "1", 16));
}

/** The environment in which `sampleCases` and `leftOut` choose. Of the modes, only `ci` and `all` try more than a few cases. */
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

/** The costly files that a run by share leaves out. A file that the command line names runs. */
export function leftOut({ share, seed, changed }: Sampling, named: readonly string[]): string[] {
  if (share === 0 || share === 1) return [];
  const files = Object.keys(COSTLY);
  const chosen = sampleCases(
    "costly files",
    files,
    { nameOf: (file) => file, few: Math.ceil(files.length / 4), rooms: [] },
    { share, seed, changed },
  );
  return files.filter((file) => {
    const isNamed = named.some((word) => word.startsWith("test/") && file.startsWith(word));
    return !isNamed && !chosen.includes(file) && !isChanged([file, ...(COSTLY[file] ?? [])], { share, changed });
  });
}
