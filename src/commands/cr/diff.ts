/** `cr diff`: what a change request changes, page by page. */
import { getChangeRequest } from "../../catalog/change-requests.js";
import { getChangeRequestPage, getSpacePage, listChangeRequestPages, listSpacePages } from "../../catalog/pages.js";
import { defineCommand, one } from "../../cli/command.js";
import type { Context } from "../../cli/context.js";
import { only } from "../../cli/flags.js";
import { changeRequest } from "../../cli/kinds.js";
import type { Column } from "../../cli/output/types.js";
import { usage } from "../../errors.js";
import type { PageChange } from "../../shared/page-changes.js";
import { count } from "../../shared/wrap.js";
import { readChanges } from "./page-diffs.js";

const NAME: Column<PageChange> = { header: "Path", path: "path" };
const STAT: readonly Column<PageChange>[] = [
  { header: "Change", path: "change", as: "state" },
  NAME,
  { header: "Added", path: "additions", as: "number" },
  { header: "Removed", path: "deletions", as: "number" },
  { header: "Title", path: "title", drop: 2 },
  { header: "From", path: "from", drop: 1 },
];

export const diff = defineCommand({
  name: "diff",
  summary: "Show what a change request changes",
  description: [
    "Compares the pages of the change request with the current pages of the space: added, removed, moved and changed, with a unified diff of their Markdown.",
    "What a merged change request changed cannot be read, as the service shows no earlier revisions (exit code 9); a snapshot from before the merge has it.",
    "Sends 3 requests, plus 2 for each page on both sides and 1 for each page on one side. Pages last changed at the same time on both sides are skipped; --all reads them, too.",
  ].join("\n"),
  endpoints: [],
  uses: [getChangeRequest, listSpacePages, listChangeRequestPages, getSpacePage, getChangeRequestPage],
  composite: true,
  args: { cr: one(changeRequest) },
  flags: {
    stat: only("number of lines added and removed in each page"),
    nameOnly: only("only the paths of the pages"),
    all: only("also read pages last changed at the same time"),
  },
  answer: ["change", "id", "title", "path", "from", "additions", "deletions", "diff"],
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
    const changes = read.map(({ change }) => change);
    const asText = ["table", "tsv"].includes(out.format) && globals.output.fields === undefined;
    if (changes.length === 0) out.print(`no differences: change request ${args.cr.label} has the pages of its space`);
    if (flags.stat || !asText) return showList(input, changes, flags);
    if (changes.length === 0) return;
    if (flags.nameOnly) return out.lines(changes.map(({ path }) => path));
    await out.diff(changes.flatMap(({ diff }) => diff.split("\n")));
  },
});

/** What is compared is not always what people expect. */
const outdatedText = ({ next }: Pick<Context, "next">, label: string): string =>
  `change request ${label} is outdated: newer changes of the space appear as removals; update first: ${next("cr update", label)}`;

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
  out.print(`${count(changes.length, "page")}, ${count(sum("additions"), "line")} added, ${sum("deletions")} removed`);
}
