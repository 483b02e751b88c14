/** `snapshots diff`: what changed between two snapshots, or since one. */

import type { AnyEndpoint } from "../../catalog/endpoint.js";
import { defineCommand, optionalWord, word } from "../../cli/command.js";
import type { Context } from "../../cli/context.js";
import { list, only } from "../../cli/flags.js";
import type { Column } from "../../cli/output/types.js";
import { Failure, usage } from "../../errors.js";
import { COMPARED_KINDS } from "../../shared/views/compared-kinds.js";
import { isFailed } from "../../shared/views/scope-states.js";
import type { Change } from "../../snapshot/compare/types.js";
import { comparisonLines, gapLines, hunksOf } from "./diff-text.js";
import { downloadOf, incompleteAnswer } from "./shared.js";

const COLUMNS: readonly Column<Change>[] = [
  { header: "Kind", path: "kind" },
  { header: "Change", path: "change", as: "state" },
  { header: "Id", path: "id", as: "id" },
  { header: "Title", path: "title" },
  { header: "Place", path: "place" },
  { header: "Path", path: "path" },
  { header: "From", path: "from" },
  { header: "Fields", path: "fields", value: ({ fields }) => fields.map(({ name }) => name).join(" ") },
];

const DESCRIPTION = [
  "Lists things added (+), removed (-) and changed (~) by kind, with the fields before and after. A moved or renamed page is",
  "one change. --text adds unified diffs of pages, including those of change requests. --live compares with the service",
  "now. Parts missing on one side are named, never shown as removed. JSON and CSV have a row for each change.",
  "",
  `--only takes ${COMPARED_KINDS.slice(0, 8).join(", ")},`,
  `${COMPARED_KINDS.slice(8).join(", ")}.`,
  "Not compared: when members were last seen, counts, permissions, and times of changes.",
].join("\n");

/** `endpoints` are those that --live reads. */
export const diffWith = (endpoints: readonly AnyEndpoint[]) =>
  defineCommand({
    name: "diff",
    summary: "Show what changed between two snapshots, or since one",
    description: DESCRIPTION,
    endpoints: [],
    uses: endpoints,
    composite: true,
    args: { a: word("a snapshot", "snapshot"), b: optionalWord("a later one", "snapshot") },
    flags: {
      live: only("compare with the service now"),
      text: only("show changes in the texts of pages"),
      only: list({ describe: "compare only these kinds", value: "kind" }),
      exitCode: only("exit 11 if there are differences"),
      anyOrganization: only("allow snapshots of different organizations"),
    },
    unbounded: true,
    answer: ["kind", "change", "id", "title", "place", "path", "from", "fields", "texts", "pages"],
    examples: [
      "docs snapshots diff monday.docs friday.docs",
      "docs snapshots diff monday.docs friday.docs --text --only pages",
      "docs snapshots diff monday.docs --live --exit-code",
    ],
    run: async (input) => {
      const { args, flags, snapshots, out, globals } = input;
      requireOneOther(flags.live === true, args.b);
      requireKinds(flags.only);
      const texts = flags.text === true;
      const { changes, gaps } = await snapshots
        .diff(args.a, {
          with: args.b ?? liveOf(input),
          only: flags.only,
          texts,
          any: flags.anyOrganization === true,
        })
        .finally(() => out.progress.stop());
      const [failed, left] = [gaps.filter(isFailed), gaps.filter((gap) => !isFailed(gap))];
      for (const line of gapLines(left)) out.note(line);
      const asText = ["table", "tsv"].includes(out.format) && globals.output.fields === undefined;
      if (asText) await out.diff(await comparisonLines({ changes }, { texts }));
      else await out.list(await Promise.all(changes.map(rowOf)), { columns: COLUMNS });
      out.print(summaryOf(changes));
      if (flags.exitCode && changes.length > 0)
        throw new Failure("findings", `there are differences: ${changes.length}`);
      const gap = failed.some(({ side }) => side === "before") ? args.a : (args.b ?? args.a);
      if (failed.length > 0)
        throw incompleteAnswer(gap, "not everything could be compared", { lines: gapLines(failed), gaps: failed });
    },
  });

/** @throws Failure usage */
function requireOneOther(live: boolean, snapshot: string | undefined): void {
  if (live && snapshot !== undefined) throw usage("pass either --live or a second snapshot, not both");
  if (!live && snapshot === undefined) throw usage("pass a second snapshot, or --live");
}

/** @throws Failure usage */
function requireKinds(kinds: readonly string[] | undefined): void {
  const wrong = kinds?.find((kind) => !COMPARED_KINDS.includes(kind));
  if (wrong !== undefined) throw usage(`--only: "${wrong}" is not one of ${COMPARED_KINDS.join(", ")}`);
}

function liveOf({ api, settings, out }: Pick<Context, "api" | "settings" | "out">) {
  const origin = settings.sandbox ? undefined : settings.baseUrl;
  const progress = ({ requests, left }: { requests: number; left: number }) =>
    out.progress.start(`Read ${requests} of about ${requests + left} requests`);
  return { client: api, origin, me: settings.me, rate: undefined, progress, download: downloadOf(api) };
}

/** For programs: texts as a diff. */
async function rowOf({ texts, pages, ...change }: Change): Promise<Change & { diff?: string }> {
  return {
    ...change,
    ...(texts && { diff: (await hunksOf({ ...change, texts })).join("\n") }),
    ...(pages && { pages: await Promise.all(pages.map(rowOf)) }),
  };
}

function summaryOf(changes: readonly Change[]): string {
  if (changes.length === 0) return "no differences";
  const count = (...names: string[]) => changes.filter(({ change }) => names.includes(change)).length;
  return `${count("added")} added, ${count("removed")} removed, ${count("moved")} moved, ${count("renamed", "changed")} changed`;
}
