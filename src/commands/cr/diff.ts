/** `cr diff`: what a change request changes, page by page. */
import { getChangeRequest } from "../../catalog/change-requests.js";
import { getChangeRequestPage, getSpacePage, listChangeRequestPages, listSpacePages } from "../../catalog/pages.js";
import { defineCommand, one, type Target } from "../../cli/command.js";
import type { Context } from "../../cli/context.js";
import { only } from "../../cli/flags.js";
import { changeRequest } from "../../cli/kinds.js";
import { diffLines } from "../../cli/output/text/diff.js";
import type { Column } from "../../cli/output/types.js";
import { Failure, usage } from "../../errors.js";
import {
  changeOf,
  flatPages,
  isUntouched,
  LEAN,
  type ListedPage,
  type PageChange,
  type Pair,
  pairPages,
} from "../../shared/page-changes.js";
import { count } from "../../shared/wrap.js";

const NAME: Column<PageChange> = { header: "Path", path: "path" };
const STAT: readonly Column<PageChange>[] = [
  { header: "Change", path: "change", as: "state" },
  NAME,
  { header: "Added", path: "additions", as: "number" },
  { header: "Removed", path: "deletions", as: "number" },
  { header: "Title", path: "title", drop: 2 },
  { header: "From", path: "from", drop: 1 },
];

/** Pages read at once, each on both sides. */
const AT_ONCE = 4;

type Cr = Target<typeof changeRequest>;
type Needs = Pick<Context, "api" | "out" | "next">;

export const diff = defineCommand({
  name: "diff",
  summary: "Show what a change request changes",
  description: [
    "Compares its pages with the current pages of the space: added, removed, moved and changed, with a unified diff of their Markdown.",
    "What a merged one changed cannot be read, as the service shows no earlier revisions (exit code 9); a snapshot from before the merge has it.",
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
    const { args, flags, globals, out } = input;
    if (flags.stat && flags.nameOnly) throw usage("--stat and --name-only cannot be used together");
    const changes = await changesOf(input, args.cr, flags.all === true);
    const asText = ["table", "tsv"].includes(out.format) && globals.output.fields === undefined;
    if (changes.length === 0) out.say(`no differences: change request ${args.cr.label} has the pages of its space`);
    if (flags.stat || !asText) return showList(input, changes, flags);
    if (changes.length === 0) return;
    if (flags.nameOnly) return out.lines(changes.map(({ path }) => path));
    await out.diff(changes.flatMap(({ diff }) => diff.split("\n")));
  },
});

async function showList(
  { out }: Needs,
  changes: PageChange[],
  { stat, nameOnly }: { stat?: boolean; nameOnly?: boolean },
) {
  const items = stat || nameOnly ? changes.map(({ diff: _, ...change }) => change) : changes;
  // Without the diff they still have all that the columns show.
  await out.list(items as PageChange[], { columns: nameOnly ? [NAME] : STAT });
  if (!stat || changes.length === 0) return;
  const sum = (name: "additions" | "deletions") => changes.reduce((total, change) => total + change[name], 0);
  out.say(`${count(changes.length, "page")}, ${count(sum("additions"), "line")} added, ${sum("deletions")} removed`);
}

async function changesOf(needs: Needs, cr: Cr, all: boolean): Promise<PageChange[]> {
  const { api, out } = needs;
  const found = await api.call(getChangeRequest, { params: cr.params });
  refuseMerged(cr, found);
  tellOutdated(needs, cr.label, found);
  const { spaceId } = cr.params;
  const [before, after] = await Promise.all([
    collect(api.list(listSpacePages, { params: { spaceId }, query: LEAN })),
    collect(api.list(listChangeRequestPages, { params: cr.params, query: LEAN })),
  ]);
  const pairs = pairPages(before, after).filter((pair) => all || !isUntouched(pair));
  const changes: PageChange[] = [];
  for (let at = 0; at < pairs.length; at += AT_ONCE) {
    out.progress.start(`Comparing pages: ${at} of ${pairs.length}…`);
    const some = await Promise.all(pairs.slice(at, at + AT_ONCE).map((pair) => compare(needs, cr, pair)));
    changes.push(...some.filter((change) => change !== undefined));
  }
  out.progress.stop();
  return changes;
}

interface Standing {
  status?: string | null | undefined;
  outdated?: boolean | null | undefined;
  revisionInitial?: string | null | undefined;
  revisionMerged?: string | null | undefined;
}

/**
 * Its pages are compared with those of the space, which has them since the merge: whatever differs now came later.
 * @throws Failure cannot-tell
 */
function refuseMerged({ label, params }: Cr, { status, revisionInitial, revisionMerged }: Standing): void {
  if (status !== "merged") return;
  throw new Failure(
    "cannot-tell",
    `what change request ${label} changed cannot be read: it is merged, and the service shows no revision from before the merge`,
    {
      hint: `with a snapshot from before the merge: docs --snapshot BEFORE.docs cr diff ${label} --space ${params.spaceId}`,
      details: { revisionInitial: revisionInitial ?? null, revisionMerged: revisionMerged ?? null },
    },
  );
}

/** What is compared is not always what people expect. */
function tellOutdated({ out, next }: Needs, label: string, { outdated }: Standing): void {
  if (!outdated) return;
  out.note(
    `change request ${label} is outdated: newer changes of the space appear as removals; update first: ${next("cr update", label)}`,
  );
}

async function collect(listing: { pages(): AsyncIterable<{ items: readonly ListedPage[] }> }): Promise<ListedPage[]> {
  const pages: ListedPage[] = [];
  for await (const { items } of listing.pages()) pages.push(...items);
  return flatPages(pages);
}

async function compare({ api }: Needs, { params }: Cr, pair: Pair): Promise<PageChange | undefined> {
  const query = { format: "markdown", ...LEAN } as const;
  const { spaceId } = params;
  const [before, after] = await Promise.all([
    pair.before && api.call(getSpacePage, { params: { spaceId, pageId: pair.before.id ?? "" }, query }),
    pair.after && api.call(getChangeRequestPage, { params: { ...params, pageId: pair.after.id ?? "" }, query }),
  ]);
  return changeOf(pair, await diffLines(before?.markdown ?? "", after?.markdown ?? ""));
}
