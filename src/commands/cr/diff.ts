/** `cr diff`: what a change request changes, page by page, and beside the pages. */
import { getChangeRequest } from "../../catalog/change-requests.js";
import { getChangeRequestContent, getSpaceContent } from "../../catalog/content.js";
import { getChangeRequestPage, getSpacePage, listChangeRequestPages, listSpacePages } from "../../catalog/pages.js";
import { defineCommand, one } from "../../cli/command.js";
import type { Context } from "../../cli/context.js";
import { only } from "../../cli/flags.js";
import { changeRequest } from "../../cli/kinds.js";
import type { Column } from "../../cli/output/types.js";
import { usage } from "../../errors.js";
import type { PageChange } from "../../shared/page-changes.js";
import { count } from "../../shared/wrap.js";
import { type OtherChanges, readChanges, readOtherChanges } from "./page-diffs.js";

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

export const diff = defineCommand({
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
    if (found.outdated && found.status !== "merged") out.note(outdatedText(input, args.cr.label));
    const read = await readChanges(input, args.cr, found, flags.all === true);
    const others = await readOtherChanges(input, args.cr);
    const changes = [...read.map(({ change }) => change), ...others.changes];
    const asText = ["table", "tsv"].includes(out.format) && globals.output.fields === undefined;
    if (others.untold.length > 0) out.note(`the service does not show whether these differ: ${untoldText(others)}`);
    else if (changes.length === 0) {
      out.print(`no differences: change request ${args.cr.label} has the content of its space`);
    }
    if (flags.stat || !asText) return showList(input, changes, flags);
    if (changes.length === 0) return;
    if (flags.nameOnly) return out.lines(changes.map(({ path }) => path));
    await out.diff(changes.flatMap(({ diff }) => diff.split("\n")));
  },
});

/** Explains which states are compared, as people may expect others. */
const outdatedText = ({ next }: Pick<Context, "next">, label: string): string =>
  `change request ${label} is outdated: newer changes of the space appear as removals; update first: ${next("cr update", label)}`;

/** The most things that are named. */
const MOST_NAMED = 3;

function untoldText({ untold }: OtherChanges): string {
  const more = untold.length - MOST_NAMED;
  return [...untold.slice(0, MOST_NAMED), ...(more > 0 ? [`${more} more`] : [])].join(", ");
}

async function showList(
  { out }: Pick<Context, "out">,
  changes: PageChange[],
  { stat, nameOnly }: { stat?: boolean; nameOnly?: boolean },
) {
  const items = stat || nameOnly ? changes.map(({ diff: _, ...change }) => change) : changes;
  // Without the diff they still have all that the columns show.
  await out.list(items as PageChange[], { columns: nameOnly ? [NAME] : STAT });
  if (!stat || changes.length === 0) return;
  const sum = (name: "additions" | "deletions") => changes.reduce((total, change) => total + change[name], 0);
  const kinds = [...new Set(changes.map(({ kind }) => kind))].map((kind) =>
    count(changes.filter((change) => change.kind === kind).length, kind.replaceAll("-", " ")),
  );
  out.print(`${kinds.join(", ")}, ${count(sum("additions"), "line")} added, ${sum("deletions")} removed`);
}
