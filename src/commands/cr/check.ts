/** `cr check`. */
import { listChangeRequests } from "../../catalog/change-requests.js";
import { getMember } from "../../catalog/members.js";
import { getOrg } from "../../catalog/organizations.js";
import { defineCommand, one } from "../../cli/command.js";
import { changeRequest } from "../../cli/kinds.js";
import { FINDING_FIELDS, gateFlags } from "../checks/selection.js";
import { READY_READS, scopeOf } from "./ready.js";

export const check = defineCommand({
  name: "check",
  summary: "Check whether a change request is ready to be merged",
  description: [
    "Runs the rules about change requests: links that it would break, whether it is behind its space, open comments, other change",
    "requests that change the same pages. Sends a few requests, plus one for each changed page. docs cr merge --if-ready runs",
    "it first. Exit codes: 11 with findings at or above --fail-on (default warning), else 9 if something could not be evaluated, else 0.",
  ].join("\n"),
  endpoints: [],
  uses: [...READY_READS, listChangeRequests, getMember, getOrg],
  composite: true,
  args: { cr: one(changeRequest) },
  flags: gateFlags("warning"),
  answer: FINDING_FIELDS,
  examples: [
    "docs cr check 42",
    "docs cr check 42 --json",
    "docs cr check 42 --fail-on error --report markdown=comment.md",
  ],
  run: async (input) => {
    const { runGate } = await import("../checks/gate.js");
    await runGate(input, { gate: "change-request", scope: scopeOf(input.args.cr) }, input.flags, "warning");
  },
});
