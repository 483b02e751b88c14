import { defineCommand, one } from "../../cli/command.js";
import { space } from "../../cli/kinds.js";
import { SPACE_READS } from "../checks/endpoints.js";
import { CHANGED_SINCE, EXTERNAL, FINDING_FIELDS, gateFlags, SOURCE_ROOT } from "../checks/selection.js";

export const check = defineCommand({
  name: "check",
  summary: "Check a space and its change requests",
  description:
    "Runs the rules about spaces and change requests, including those that read all links and files of the space. docs checks list shows them.\nExit codes: 11 with findings at or above --fail-on, else 9 if something could not be evaluated, else 0.",
  endpoints: [],
  uses: SPACE_READS,
  composite: true,
  args: { space: one(space) },
  flags: { ...gateFlags("error"), ...EXTERNAL, changedSince: CHANGED_SINCE, sourceRoot: SOURCE_ROOT },
  unbounded: true,
  answer: FINDING_FIELDS,
  examples: [
    "docs spaces check",
    "docs spaces check SPACE --json",
    "docs spaces check --report github=- --export-root ./halden",
    "docs spaces check --report github=- --source-root ./docs",
  ],
  run: async (input) => {
    const { runGate } = await import("../checks/gate.js");
    await runGate(input, { gate: "space", scope: { space: input.args.space.id } }, input.flags, "error");
  },
});
