import { createChangeRequest, getChangeRequestPdf, updateChangeRequest } from "../catalog/change-requests.js";
import { listChangeRequestCommenters } from "../catalog/comments.js";
import { defineCommand, defineNoun, many, one } from "../cli/command.js";
import { body, only, query, text } from "../cli/flags.js";
import { changeRequest } from "../cli/kinds.js";
import { DETAILS } from "./cr/columns.js";
import { diff } from "./cr/diff.js";
import { comment, view } from "./cr/discussion.js";
import { list } from "./cr/list.js";
import { merge, update } from "./cr/merge.js";
import { close, reopen } from "./cr/settle.js";
import { checkOutputFile, MEMBER_COLUMNS, SAVED_COLUMNS, savedWords } from "./shared.js";

const create = defineCommand({
  name: "create",
  summary: "Create a change request",
  endpoints: [createChangeRequest],
  within: ["space"],
  textField: "subject",
  flags: body(createChangeRequest, {
    subject: "subject",
    agentTaskId: { describe: "agent task to implement", name: "agent-task", value: "id" },
  }),
  offeredFields: ["subject"],
  // A new one is a draft, which the list leaves out unless it is asked for.
  checkCommand: "cr list --status draft",
  examples: ['docs cr create "Describe rate limits"', "docs cr create --json", "docs cr create --agent-task ID"],
  run: async ({ scope, body, api, out }) => {
    const created = await api.call(createChangeRequest, { params: scope, body });
    await out.result(created, {
      columns: DETAILS,
      done:
        created.number === undefined
          ? out.made("Created change request", created.id)
          : [
              `Created #${created.number}`,
              ...(created.subject ? [created.subject] : []),
              `(${created.status ?? "status unknown"})`,
            ].join(" "),
    });
  },
});

const edit = defineCommand({
  name: "edit",
  summary: "Change the subject or the status of change requests",
  endpoints: [updateChangeRequest],
  args: { cr: many(changeRequest) },
  flags: body(updateChangeRequest, { subject: "subject", status: "status to set" }),
  needsField: true,
  examples: [
    'docs cr edit 42 --subject "Describe rate limits"',
    "docs cr edit 42 43 --status open",
    "docs cr edit 42 --status archived --json",
  ],
  run: ({ args, body, api, out }) =>
    out.each(args.cr, (cr) => api.call(updateChangeRequest, { params: cr.params, body }), {
      columns: DETAILS,
      changes: "change request",
    }),
});

const pdf = defineCommand({
  name: "pdf",
  summary: "Print the address of a change request's PDF, or download it",
  endpoints: [getChangeRequestPdf],
  args: { cr: one(changeRequest) },
  flags: {
    ...query(getChangeRequestPdf, {
      page: { describe: "page to start from", value: "page", id: "pageId" },
      only: "only that page, not those below it",
    }),
    outputFile: text({
      describe: "file or folder to download into, or - for standard output",
      short: "O",
      value: "path",
    }),
    force: only("replace an existing file"),
  },
  examples: ["docs cr pdf 42", "docs cr pdf 42 -O guide.pdf", "docs cr pdf 42 --page PAGE --only"],
  run: async ({ args, query, flags, globals, api, out }) => {
    checkOutputFile(flags.outputFile, out);
    const answer = await api.call(getChangeRequestPdf, { params: args.cr.params, query });
    const url = answer.url ?? "";
    for (const note of notesIn(answer)) out.note(note);
    if (flags.outputFile === undefined) {
      const asText = ["table", "tsv"].includes(out.format) && globals.output.fields === undefined;
      return asText ? out.lines([url]) : out.item(answer, { columns: [{ header: "URL", path: "url", as: "url" }] });
    }
    const saved = await api.download(url, {
      to: flags.outputFile,
      name: `change-request-${args.cr.label}.pdf`,
      force: flags.force,
    });
    const done = savedWords(saved);
    if (flags.outputFile === "-") out.done(done);
    else await out.result(saved, { columns: SAVED_COLUMNS, done });
  },
});

/** Not in the contract: the sandbox says what its PDF cannot show. */
function notesIn({ notes }: Record<string, unknown>): string[] {
  return Array.isArray(notes) ? notes.filter((note) => typeof note === "string") : [];
}

const commenters = defineCommand({
  name: "commenters",
  summary: "List the members who commented on a change request",
  endpoints: [listChangeRequestCommenters],
  args: { cr: one(changeRequest) },
  paged: true,
  examples: ["docs cr commenters 42", "docs cr commenters 42 -q '.[].user.email'", "docs cr commenters 42 --json"],
  run: ({ args, api, out }) =>
    out.list(api.list(listChangeRequestCommenters, { params: args.cr.params }), {
      columns: MEMBER_COLUMNS,
      empty: "no comments yet",
    }),
});

export default defineNoun(list, view, diff, create, edit, close, reopen, merge, update, comment, commenters, pdf);
