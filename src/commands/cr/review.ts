/** `cr review`: a change request page by page, at a terminal. */
import {
  getChangeRequest,
  listChangeRequests,
  mergeChangeRequest,
  pullChangeRequest,
} from "../../catalog/change-requests.js";
import {
  createChangeRequestComment,
  listChangeRequestComments,
  updateChangeRequestComment,
} from "../../catalog/comments.js";
import { getMember } from "../../catalog/members.js";
import { getOrg } from "../../catalog/organizations.js";
import { defineCommand, one } from "../../cli/command.js";
import { changeRequest } from "../../cli/kinds.js";
import { usage } from "../../errors.js";
import { READY_READS } from "./ready.js";

export const review = defineCommand({
  name: "review",
  summary: "Review a change request page by page",
  description: [
    "Shows what it changes, one page at a time, rendered or as Markdown, with the open comments on it. The keys are in the last line: next, previous, comment,",
    "resolve, open in the app, check, update (where it is behind its space), merge, quit. Nothing is sent before you ask for it; a merge and an update ask first. It needs a terminal; with DOCS_ACCESSIBLE it",
    "asks in plain lines. Each key is a command of its own: docs cr diff, docs comments create, docs comments resolve, docs cr check, docs cr update, docs cr merge.",
  ].join("\n"),
  endpoints: [],
  uses: [
    ...READY_READS,
    getChangeRequest,
    listChangeRequests,
    getMember,
    getOrg,
    listChangeRequestComments,
    createChangeRequestComment,
    updateChangeRequestComment,
    mergeChangeRequest,
    pullChangeRequest,
  ],
  composite: true,
  unbounded: true,
  args: { cr: one(changeRequest) },
  examples: [
    "docs cr review 42",
    "docs cr review 'Torque for the axle screws'",
    "docs cr review 42 --space 'Tern User Guide'",
  ],
  run: async (input) => {
    const { args, ask, out, next } = input;
    if (!ask.available || out.format !== "table") {
      const { label } = args.cr;
      const commands = ["cr diff", "cr view --comments", "cr check", "comments create --cr", "cr merge"];
      throw usage(
        "cr review shows one page after the other: it needs a terminal",
        `elsewhere: ${commands.map((command) => next(command, label)).join(", ")}`,
      );
    }
    const { reviewChanges } = await import("./review-session.js");
    await reviewChanges(input, args.cr);
  },
});
