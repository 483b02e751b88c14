import {
  createChangeRequest,
  getChangeRequest,
  getChangeRequestPdf,
  mergeChangeRequest,
  pullChangeRequest,
  updateChangeRequest,
} from "../catalog/change-requests.js";
import { listChangeRequestCommenters } from "../catalog/comments.js";
import { defineCommand, defineNoun, many, one, type Target } from "../cli/command.js";
import type { Api, Context } from "../cli/context.js";
import { body, only, query, text } from "../cli/flags.js";
import { changeRequest } from "../cli/kinds.js";
import type { Column } from "../cli/output/types.js";
import { Failure, usage } from "../errors.js";
import { DETAILS } from "./cr/columns.js";
import { diff } from "./cr/diff.js";
import { comment, view } from "./cr/discussion.js";
import { list } from "./cr/list.js";
import { READY_READS, refuseUnready, updateIfBehind } from "./cr/ready.js";
import { close, reopen } from "./cr/settle.js";
import { checkOutputFile, MEMBER_COLUMNS, madeLine, SAVED_COLUMNS, savedWords } from "./shared.js";

const create = defineCommand({
  name: "create",
  summary: "Create a change request",
  endpoints: [createChangeRequest],
  within: ["space"],
  flags: body(createChangeRequest, {
    subject: "subject",
    agentTaskId: { describe: "agent task to implement", name: "agent-task", value: "id" },
  }),
  offers: ["subject"],
  // A new one is a draft, which the list leaves out unless it is asked for.
  tell: "cr list --status draft",
  examples: [
    'docs cr create --subject "Describe rate limits"',
    "docs cr create --json",
    "docs cr create --agent-task ID",
  ],
  run: async ({ scope, body, api, out }) => {
    const created = await api.call(createChangeRequest, { params: scope, body });
    await out.result(created, {
      columns: DETAILS,
      done:
        created.number === undefined
          ? madeLine("Created change request", created.id)
          : `Created change request ${created.number} (${created.status ?? "status unknown"})`,
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
      done: (cr) => `Changed change request ${cr.label}`,
    }),
});

const revisionOf = ({ revision }: { revision?: string | null | undefined }): string =>
  typeof revision !== "string" ? "an unknown revision" : `revision ${revision}`;

interface Merged {
  result?: string | null;
}

/** A `conflicts` result is a refusal: nothing was changed, people have to look at it. */
function refuseConflicts({ next }: Pick<Context, "next">, label: string, what: string, result: Merged): void {
  if (result.result !== "conflicts") return;
  throw new Failure("conflict", `change request ${label} ${what}: it conflicts with the main content`, {
    hint: `resolve the conflicts in the app: ${next("cr view", label)} --web`,
    outcome: "not_applied",
  });
}

/** A merged change request is refused with 409: said so whatever words the service uses. */
async function orMerged<T>(api: Api, cr: Target<typeof changeRequest>, call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof Failure) || error.status !== 409) throw error;
    // Only for better words: when it cannot be read, the refusal itself is what there is to tell.
    const found = await api.call(getChangeRequest, { params: cr.params }).catch(() => undefined);
    if (found?.status !== "merged") throw error;
    throw new Failure("conflict", `change request ${cr.label} is already merged`, {
      hint: found.revisionMerged ? `it became revision ${found.revisionMerged}` : undefined,
      status: error.status,
      outcome: error.outcome,
      details: error.details,
      cause: error,
    });
  }
}

/** Merging and updating answer alike: a result, and the revision that came out. */
const REVISION: readonly Column<{ revision?: string | null | undefined; result?: string | null | undefined }>[] = [
  { header: "Revision", path: "revision", as: "id" },
  { header: "Result", path: "result", as: "state" },
];

const merge = defineCommand({
  name: "merge",
  summary: "Merge change requests into their space",
  description: [
    "--if-ready runs docs cr check first and merges only if it passes: no broken links, no open comments, up to date with its",
    "space. Exit code 11 means not ready, 9 that it could not be determined. --update first pulls in the content of the space",
    "if the change request is behind; a conflict ends with 5, and nothing is merged.",
  ].join("\n"),
  endpoints: [mergeChangeRequest],
  uses: [pullChangeRequest, ...READY_READS],
  args: { cr: many(changeRequest) },
  flags: {
    ifReady: only("merge only if docs cr check passes"),
    update: only("with --if-ready: first pull in the content of the space"),
  },
  asks: true,
  examples: [
    "docs cr merge 42",
    "docs cr merge 42 43 --json",
    "docs cr merge 42 --if-ready --update",
    "docs cr list -q '.[].number' | docs cr merge -",
  ],
  run: async (input) => {
    const { args, api, out, next, unnamed, sure, flags, globals } = input;
    if (flags.update && !flags.ifReady) throw usage("--update needs --if-ready", "or run: docs cr update");
    if (unnamed) await sure(() => mergeQuestion(api, args.cr), "no change request was named");
    return out.each(
      args.cr,
      async (cr) => {
        // A dry run shows the merge alone.
        const isGated = flags.ifReady && !globals.safety.dryRun;
        const updated = isGated && flags.update ? await orMerged(api, cr, updateIfBehind(input, cr)) : undefined;
        if (updated) refuseConflicts({ next }, cr.label, "was not updated", updated);
        return afterUpdate(updated, async () => {
          if (isGated) await refuseUnready(input, cr);
          const result = await orMerged(api, cr, api.call(mergeChangeRequest, { params: cr.params }));
          refuseConflicts({ next }, cr.label, "was not merged", result);
          return result;
        });
      },
      {
        columns: REVISION,
        lookUp: "title and place",
        done: (cr, result, { place }) => `Merged change request ${cr.label} into ${place ?? revisionOf(result)}`,
      },
    );
  },
});

/** A merge that fails after an update says that the update was made. */
async function afterUpdate<T>(updated: { revision?: string | null } | undefined, merge: () => Promise<T>): Promise<T> {
  try {
    return await merge();
  } catch (error) {
    if (!updated || !(error instanceof Failure)) throw error;
    throw error.with({ message: [...error.lines, `it had been updated to revision ${updated.revision}`] });
  }
}

async function mergeQuestion(api: Api, [cr]: readonly Target<typeof changeRequest>[]): Promise<string> {
  if (!cr) return "Merge nothing?";
  const { number, subject } = await api.call(getChangeRequest, { params: cr.params });
  return `Merge change request ${number}${subject ? ` ${JSON.stringify(subject)}` : ""}?`;
}

const update = defineCommand({
  name: "update",
  summary: "Pull the main content of the space into change requests",
  endpoints: [pullChangeRequest],
  args: { cr: many(changeRequest) },
  examples: [
    "docs cr update 42",
    "docs cr update 42 43 --json",
    "docs cr list -q '.[] | select(.outdated) | .number' | docs cr update -",
  ],
  run: ({ args, api, out, next }) =>
    out.each(
      args.cr,
      async (cr) => {
        const result = await orMerged(api, cr, api.call(pullChangeRequest, { params: cr.params }));
        refuseConflicts({ next }, cr.label, "was not updated", result);
        return result;
      },
      {
        columns: REVISION,
        lookUp: "title",
        done: (cr, result) => `Updated change request ${cr.label} to ${revisionOf(result)}`,
      },
    ),
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
