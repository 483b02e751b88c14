// Parts of the program that several folders make up: where mistakes are made, and the tests that should notice them;
// `wider` ones run if these notice nothing.

export const AREAS = {
  plans: {
    sources: ["src/changes", "src/cli/run/planned", "src/commands/plans", "src/commands/plans.ts", "src/cli/records"],
    tests: [
      "test/changes",
      "test/commands/offboard.long.test.ts",
      "test/commands/reviews.test.ts",
      "test/commands/sites-as-file.long.test.ts",
      "test/commands/teams-sync.long.test.ts",
    ],
    wider: [
      "test/changes/caveats.long.test.ts",
      "test/changes/out-of-sight-commands.long.test.ts",
      "test/changes/restore-left.long.test.ts",
      "test/changes/restore-unseen.long.test.ts",
      "test/changes/site/empty-groups.long.test.ts",
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
    ],
    tests: [
      "test/snapshot",
      "test/commands/snapshot-export.test.ts",
      "test/commands/snapshots-diff-lines.test.ts",
      "test/commands/snapshots-output.long.test.ts",
    ],
    wider: [
      "test/snapshot/outage.long.test.ts",
      "test/snapshot/parts-of-unread.long.test.ts",
      "test/snapshot/refresh.long.test.ts",
      "test/snapshot/resume.long.test.ts",
      "test/snapshot/shrink.long.test.ts",
    ],
  },
  checks: {
    sources: ["src/checks", "src/commands/checks"],
    tests: [
      "test/checks",
      "test/commands/checks-gates.long.test.ts",
      "test/commands/checks-screen.test.ts",
      "test/commands/checks.long.test.ts",
    ],
    wider: ["test/commands/checks-files.long.test.ts"],
  },
  tools: {
    sources: ["src/mcp", "src/commands/mcp.ts", "src/app/mcp"],
    tests: ["test/mcp"],
  },
  files: {
    sources: ["src/cli/records/log-files.ts", "src/cli/records/history.ts", "src/shared/documents", "src/system"],
    tests: [
      "test/system",
      "test/cli/journal.test.ts",
      "test/commands/deleted-spaces.test.ts",
      "test/shared",
      "test/faults",
      "test/changes/record.test.ts",
      "test/process/owners.long.test.ts",
      "test/process/write-file.test.ts",
    ],
  },
  targets: {
    sources: ["src/cli/targets", "src/cli/run", "src/cli/write-outcomes.ts"],
    tests: ["test/cli", "test/commands"],
  },
};
