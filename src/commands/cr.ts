import {
  createChangeRequest,
  getChangeRequest,
  getChangeRequestPdf,
  listChangeRequests,
  updateChangeRequest,
} from "../catalog/change-requests.js";
import { listChangeRequestCommenters } from "../catalog/comments.js";
import { getChangeRequestContent, getSpaceContent } from "../catalog/content.js";
import { getChangeRequestPage, getSpacePage, listChangeRequestPages, listSpacePages } from "../catalog/pages.js";
import { listOrgSpaces } from "../catalog/spaces.js";
import { defineCommand, defineNoun, many, one } from "../cli/command.js";
import type { CommandOutput, NextCommand } from "../cli/context.js";
import { body, only, query, text } from "../cli/flags.js";
import { changeRequest } from "../cli/kinds.js";
import type { Column } from "../cli/output/types.js";
import { isForPeople } from "../cli/run/command-output.js";
import { usage } from "../errors.js";
import type { PageChange } from "../shared/page-changes.js";
import { count } from "../shared/wrap.js";
import { COLUMNS, DETAILS, requestName } from "./cr/columns.js";
import { comment, view } from "./cr/discussion.js";
import { merge, update } from "./cr/merge.js";
import { type OtherChanges, readChanges, readOtherChanges } from "./cr/page-diffs.js";
import { plainVerbs } from "./plain-verbs.js";
import { checkOutputFile, MEMBER_COLUMNS, SAVED_COLUMNS, savedWords } from "./shared.js";

// `cr close` and `cr reopen`: the status alone, as gh has it.

const settle = (name: "close" | "reopen", status: "archived" | "open", done: string, summary: string) =>
  defineCommand({
    name,
    summary,
    description: `The same as: docs cr edit CR --status ${status}`,
    endpoints: [],
    uses: [updateChangeRequest],
    args: { cr: many(changeRequest) },
    examples: [`docs cr ${name} 42`, `docs cr ${name} 42 43 --json`, `docs cr ${name} - < numbers.txt`],
    run: ({ args, api, out }) =>
      out.each(args.cr, (cr) => api.call(updateChangeRequest, { params: cr.params, body: { status } }), {
        columns: DETAILS,
        changes: "change request",
        done: (cr) => `${done} ${requestName(cr.label)}`,
      }),
  });

const close = settle("close", "archived", "Closed", "Close change requests without merging them");
const reopen = settle("reopen", "open", "Reopened", "Open closed change requests again");

// `cr list`: one status of a space as the service lists it; whatever is wider is chosen in `filtered-list.ts`.

export const list = defineCommand({
  name: "list",
  summary: "List the change requests of a space, or of all spaces",
  description: [
    "Newest first. At a terminal, --limit keeps the newest, and reads the whole list for that; in scripts, --limit and --page follow the order of the service.",
    "--status all, --author, --search and --all-spaces read whole lists, one request for each status and space. --author is who created it, --contributor anyone who changed it.",
    "With --all-spaces, each change request names its space, and spaces that cannot be read are listed (exit code 9).",
  ].join("\n"),
  endpoints: [listChangeRequests],
  uses: [listOrgSpaces],
  within: ["space"],
  acrossFlag: "allSpaces",
  acrossContexts: ["org"],
  flags: {
    ...query(listChangeRequests, {
      status: { describe: "only change requests with this status; all for every status", also: ["all"] },
      contributor: { describe: "only change requests that this user contributed to", value: "user", id: "userId" },
    }),
    author: text({ describe: "only change requests that this user created", value: "user", id: "userId" }),
    search: text({ describe: "only change requests whose subject contains this text, ignoring case", value: "text" }),
    allSpaces: only("change requests of all spaces of the organization"),
  },
  addedMembers: ["space"],
  paged: true,
  examples: [
    "docs cr list",
    "docs cr list --status all --author @me",
    "docs cr list --all-spaces --search torque",
    "docs cr list --status draft --json",
    "docs cr list -q '.[].number'",
  ],
  run: async (input) => {
    const { scope, query, flags, globals, api, out } = input;
    const { author, search, allSpaces } = flags;
    const { limit, page, sort } = globals.list;
    const isPlain = query.status !== "all" && author === undefined && search === undefined && !allSpaces;
    const listing = api.list(listChangeRequests, { params: scope, query });
    // The service may list the oldest first: which are the newest is known once all are read. Scripts go on from the cursor.
    if (!isPlain || (isForPeople(out) && limit !== undefined && page === undefined && sort === undefined)) {
      const { listFiltered } = await import("./cr/filtered-list.js");
      return listFiltered(input);
    }
    return out.list(listing, {
      columns: COLUMNS,
      newest: true,
      empty: `no ${query.status ?? "open"} change requests`,
    });
  },
});

// `cr diff`: what a change request changes, page by page, and beside the pages.

const NAME: Column<PageChange> = { header: "Path", path: "path" };
const STAT: readonly Column<PageChange>[] = [
  { header: "Change", path: "change", as: "state" },
  NAME,
  { header: "Added", path: "additions", as: "number" },
  { header: "Removed", path: "deletions", as: "number" },
  { header: "Title", path: "title", drop: 2 },
  { header: "From", path: "from", drop: 1 },
  { header: "Kind", path: "kind", drop: 3 },
];

const diff = defineCommand({
  name: "diff",
  summary: "Show what a change request changes",
  description: [
    "Compares the pages of the change request with the current pages of the space: added, removed, moved and changed, with a unified diff of their Markdown. Variables, reusable contents and files follow; of the latter two, versions are compared.",
    "What a merged change request changed cannot be read, as the service shows no earlier revisions (exit code 9); a snapshot from before the merge has it.",
    "Sends 5 requests, plus 2 for each page on both sides and 1 for each page on one side. Pages last changed at the same time on both sides are skipped; --all reads them, too.",
  ].join("\n"),
  endpoints: [],
  uses: [
    getChangeRequest,
    getSpaceContent,
    getChangeRequestContent,
    listSpacePages,
    listChangeRequestPages,
    getSpacePage,
    getChangeRequestPage,
  ],
  composite: true,
  args: { cr: one(changeRequest) },
  flags: {
    stat: only("number of lines added and removed in each page and variable"),
    nameOnly: only("only the paths"),
    all: only("also read pages last changed at the same time"),
  },
  answer: ["kind", "change", "id", "title", "path", "from", "additions", "deletions", "diff"],
  examples: [
    "docs cr diff 42",
    "docs cr diff 42 --stat",
    "docs cr diff 42 --json -q '.[] | select(.change == \"added\") | .path'",
  ],
  run: async (input) => {
    const { args, flags, globals, api, out } = input;
    if (flags.stat && flags.nameOnly) throw usage("--stat and --name-only cannot be used together");
    const found = await api.call(getChangeRequest, { params: args.cr.params });
    if (found.outdated && found.status !== "merged") out.note(outdatedText(input.next, args.cr.label));
    const read = await readChanges(input, args.cr, found, flags.all === true);
    const others = await readOtherChanges(input.api, args.cr);
    const changes = [...read.map(({ change }) => change), ...others.changes];
    const asText = ["table", "tsv"].includes(out.format) && globals.output.fields === undefined;
    if (others.untold.length > 0) out.note(`the service does not show whether these differ: ${untoldText(others)}`);
    else if (changes.length === 0) {
      out.print(`no differences: change request ${args.cr.label} has the content of its space`);
    }
    if (flags.stat || !asText) return showList(input.out, changes, flags);
    if (changes.length === 0) return;
    if (flags.nameOnly) return out.lines(changes.map(({ path }) => path));
    await out.diff(changes.flatMap(({ diff }) => diff.split("\n")));
  },
});

/** Explains which states are compared, as people may expect others. */
const outdatedText = (next: NextCommand, label: string): string =>
  `change request ${label} is outdated: newer changes of the space appear as removals; update first: ${next("cr update", label)}`;

/** The most things that are named. */
const MOST_NAMED = 3;

function untoldText({ untold }: OtherChanges): string {
  const more = untold.length - MOST_NAMED;
  return [...untold.slice(0, MOST_NAMED), ...(more > 0 ? [`${more} more`] : [])].join(", ");
}

async function showList(
  out: CommandOutput,
  changes: PageChange[],
  { stat, nameOnly }: { stat?: boolean; nameOnly?: boolean },
) {
  const items = stat || nameOnly ? changes.map(({ diff: _, ...change }) => change) : changes;
  await out.list(items, { columns: nameOnly ? [NAME] : STAT });
  if (!stat || changes.length === 0) return;
  const sum = (name: "additions" | "deletions") => changes.reduce((total, change) => total + change[name], 0);
  const kinds = [...new Set(changes.map(({ kind }) => kind))].map((kind) =>
    count(changes.filter((change) => change.kind === kind).length, kind.replaceAll("-", " ")),
  );
  out.print(`${kinds.join(", ")}, ${count(sum("additions"), "line")} added, ${sum("deletions")} removed`);
}

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

const verbs = plainVerbs({
  kind: changeRequest,
  arg: "cr",
  columns: COLUMNS,
  details: DETAILS,
  read: getChangeRequest,
});

const edit = verbs.edit(updateChangeRequest, {
  summary: "Change the subject or the status of change requests",
  fields: { subject: "subject", status: "status to set" },
  examples: [
    'docs cr edit 42 --subject "Describe rate limits"',
    "docs cr edit 42 43 --status open",
    "docs cr edit 42 --status archived --json",
  ],
});

const pdf = defineCommand({
  name: "pdf",
  summary: "Print the URL of a change request's PDF, or download it",
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
    checkOutputFile(flags.outputFile, out.terminal);
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

const commenters = verbs.sublist(listChangeRequestCommenters, {
  name: "commenters",
  summary: "List the members who commented on a change request",
  columns: MEMBER_COLUMNS,
  empty: "no comments yet",
  examples: ["docs cr commenters 42", "docs cr commenters 42 -q '.[].user.email'", "docs cr commenters 42 --json"],
});

export default defineNoun(list, view, diff, create, edit, close, reopen, merge, update, comment, commenters, pdf);
