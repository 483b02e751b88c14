// Parts of the program that several folders make up: where mistakes are made, and the tests that should notice them.

export const AREAS = {
  plans: {
    sources: ["src/changes", "src/cli/run/planned", "src/commands/plans", "src/commands/plans.ts", "src/app/plans.ts"],
    tests: [
      "test/changes",
      "test/commands/offboard.test.ts",
      "test/commands/reviews.test.ts",
      "test/commands/sites-as-file.test.ts",
      "test/commands/teams-sync.test.ts",
    ],
  },
  snapshots: {
    sources: [
      "src/snapshot",
      "src/snapshot/compare",
      "src/snapshot/export",
      "src/snapshot/query",
      "src/snapshot/file",
      "src/commands/snapshots",
      "src/app/snapshots",
    ],
    tests: ["test/snapshot", "test/commands/snapshot-export.test.ts", "test/commands/snapshots-output.test.ts"],
  },
  checks: {
    sources: ["src/checks", "src/commands/checks"],
    tests: [
      "test/checks",
      "test/commands/checks-files.test.ts",
      "test/commands/checks-gates.test.ts",
      "test/commands/checks-screen.test.ts",
      "test/commands/checks.test.ts",
      "test/commands/rules.test.ts",
    ],
  },
  tools: {
    sources: ["src/mcp", "src/commands/mcp", "src/app/mcp"],
    tests: ["test/mcp"],
  },
  files: {
    sources: ["src/app/files", "src/shared/documents"],
    tests: [
      "test/cli/journal.test.ts",
      "test/commands/deleted-spaces.test.ts",
      "test/shared",
      "test/faults",
      "test/changes/record.test.ts",
      "test/process/owners.test.ts",
      "test/process/write-file.test.ts",
    ],
  },
  targets: {
    sources: ["src/cli/targets", "src/cli/run", "src/cli/write-outcomes.ts"],
    tests: ["test/cli", "test/commands"],
  },
};
