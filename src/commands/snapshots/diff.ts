/** `snapshots diff`: what changed between two snapshots, or since one. */

import type { AnyEndpoint } from "../../catalog/endpoint.js";
import { defineCommand, optionalWord, word } from "../../cli/command.js";
import type { Context } from "../../cli/context.js";
import { list, only } from "../../cli/flags.js";
import { diffLines } from "../../cli/output/text/diff.js";
import type { Column, Counter } from "../../cli/output/types.js";
import { Failure, usage } from "../../errors.js";
import { COMPARED_KINDS } from "../../resources/histories.js";
import { importLazily } from "../../shared/import-lazily.js";
import { isFailed } from "../../shared/snapshots/gaps.js";
import { isSameName, requireKnown } from "../../shared/text/names.js";
import { sanitizeLine } from "../../shared/text/sanitize.js";
import type { Change, Comparison } from "../../snapshot/compare/things.js";
import type { SnapshotWanted } from "../../snapshot/engine.js";
import { downloadOf, incompleteAnswer } from "./shared.js";

const snapshots = importLazily(() => import("../../snapshot/engine.js"));

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
      const { args, flags, out, globals } = input;
      requireOneOther(flags.live === true, args.b);
      requireKinds(flags.only);
      const texts = flags.text === true;
      const counter = args.b === undefined ? out.progress.count(LIVE) : undefined;
      const { changes, gaps } = await snapshots
        .diff(args.a, {
          with: args.b ?? liveOf(input, counter),
          only: flags.only,
          texts,
          any: flags.anyOrganization === true,
        })
        .finally(counter?.end);
      const [failed, left] = [gaps.filter(isFailed), gaps.filter((gap) => !isFailed(gap))];
      for (const line of gapLines(left)) out.note(line);
      const asText = ["table", "tsv"].includes(out.format) && globals.output.fields === undefined;
      if (asText) await out.diff(await comparisonLines(changes, { texts }));
      else await out.list(await Promise.all(changes.map(readRow)), { columns: COLUMNS });
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
  if (!live && snapshot === undefined)
    throw usage("<b> is required: a second snapshot, or --live", "see: docs snapshots diff --help");
}

/** @throws Failure usage */
function requireKinds(kinds: readonly string[] | undefined): void {
  requireKnown("only", kinds, COMPARED_KINDS);
}

const LIVE = { verb: "Read", what: "requests", ifStopped: ["nothing was kept of what was read"] };

function liveOf({ api, settings }: Context, counter: Counter | undefined) {
  const origin = settings.sandbox ? undefined : settings.baseUrl;
  const progress: SnapshotWanted["progress"] = ({ requests, left }) => counter?.at(requests, left);
  return { client: api, origin, me: settings.me, rate: undefined, progress, download: downloadOf(api) };
}

/** For programs: texts as a diff. */
async function readRow({ texts, pages, ...change }: Change): Promise<Change & { diff?: string }> {
  return {
    ...change,
    ...(texts && { diff: (await makeHunks({ ...change, texts })).join("\n") }),
    ...(pages && { pages: await Promise.all(pages.map(readRow)) }),
  };
}

function summaryOf(changes: readonly Change[]): string {
  if (changes.length === 0) return "no differences";
  const count = (...names: string[]) => changes.filter(({ change }) => names.includes(change)).length;
  return `${count("added")} added, ${count("removed")} removed, ${count("moved")} moved, ${count("renamed", "changed")} changed`;
}

// Shows a comparison to people, in a terminal or a pull request: grouped, one line for each change, of bounded width.

const LINE = 100;
const VALUE = 40;
const SIGNS = { added: "+", removed: "-", changed: "~", moved: "~", renamed: "~" } as const;

function cut(text: string, most: number): string {
  const characters = [...text];
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join("")}…`;
}

function valueText(value: unknown): string {
  if (value === undefined || value === null || value === "") return "none";
  const text =
    typeof value === "string"
      ? value
      : Array.isArray(value) && value.every(isText)
        ? value.join(", ")
        : JSON.stringify(value);
  return cut(sanitizeLine(text), VALUE);
}

const isText = (value: unknown): value is string => typeof value === "string";

const headingOf = ({ kind, place }: Change): string => {
  const parts = kind.replaceAll("-", " ");
  const name = parts.charAt(0).toUpperCase() + parts.slice(1);
  return place === "" ? name : `${name} in ${cut(sanitizeLine(place), 60)}`;
};

/** The name of a thing: for pages the path, plus the title if that differs. */
function nameOf({ kind, title, path, id }: Change): string {
  const name = sanitizeLine(title) || id;
  if (kind !== "pages") return name;
  const same = isSameName(path.split("/").at(-1)?.replaceAll("-", " ") ?? "", name);
  return path === "" || same ? path || name : `${path} "${name}"`;
}

/** Describes the changes to the pages of a change request. */
function contentText(pages: readonly Change[] = []): string {
  const counts = Object.keys(SIGNS).map((change) => [pages.filter((page) => page.change === change).length, change]);
  const parts = counts.filter(([number]) => number !== 0).map((pair) => pair.join(" "));
  return parts.length === 0 ? "content" : `content (pages: ${parts.join(", ")})`;
}

function detailOf({ change, from, path, kind, fields, pages }: Change): string[] {
  const parts: string[] = [];
  const where = (text: string | undefined) => text || "the top level";
  if (from !== undefined)
    parts.push(kind === "pages" ? `moved from ${from}` : `moved from ${where(from)} to ${where(path)}`);
  const named = fields.find(({ name }) => name === "title" || name === "subject");
  if (change === "renamed" && named) parts.push(`renamed from "${valueText(named.before)}"`);
  for (const field of fields) {
    if (change === "renamed" && field === named) continue;
    if (field.name === "text") parts.push("text");
    else if (field.name === "content") parts.push(contentText(pages));
    else parts.push(`${field.name}: ${valueText(field.before)} -> ${valueText(field.after)}`);
  }
  return parts;
}

function lineOf(change: Change): string[] {
  const head = `${SIGNS[change.change]} ${cut(nameOf(change), LINE - 2)}`;
  const details = detailOf(change);
  const whole = [head, ...(details.length > 0 ? [`: ${details.join("; ")}`] : [])].join("");
  if ([...whole].length <= LINE) return [whole];
  return [head, ...details.map((detail) => cut(`    ${detail}`, LINE))];
}

/** Changes by heading, in order of first appearance. */
function groupByHeading(changes: readonly Change[]): Map<string, Change[]> {
  const groups = new Map<string, Change[]>();
  for (const change of changes) {
    const heading = headingOf(change);
    const group = groups.get(heading) ?? [];
    groups.set(heading, group);
    group.push(change);
  }
  return groups;
}

/** The hunks of a page's text; none if it is unchanged or texts were not requested. */
async function makeHunks({ texts }: Change): Promise<string[]> {
  return texts ? (await diffLines(texts.before, texts.after)).lines : [];
}

async function readLines(change: Change, texts: boolean): Promise<string[]> {
  const lines = [...lineOf(change), ...(await makeHunks(change))];
  const { pages = [] } = change;
  if (!texts) return lines;
  for (const page of pages)
    lines.push(...lineOf(page).map((line) => cut(`  ${line}`, LINE)), ...(await makeHunks(page)));
  return lines;
}

/** With `texts`, pages of change requests are listed one by one. */
export async function comparisonLines(changes: Change[], { texts }: { texts: boolean }): Promise<string[]> {
  const all: string[] = [];
  for (const [heading, group] of groupByHeading(changes)) {
    all.push(...(all.length === 0 ? [] : [""]), `# ${heading}`);
    for (const change of group) all.push(...(await readLines(change, texts)));
  }
  return all;
}

const SIDES = { before: "in the first", after: "in the second", both: "in both" } as const;

/** A line for each reason why something was not compared. */
export function gapLines(gaps: Comparison["gaps"]): string[] {
  const byReason = new Map<string, { kinds: Set<string>; sides: Set<"before" | "after"> }>();
  for (const { kind, side, state, reason } of gaps) {
    const parts = reason === state ? state : `${state}: ${reason}`;
    const entry = byReason.get(parts) ?? { kinds: new Set(), sides: new Set() };
    byReason.set(parts, entry);
    entry.kinds.add(kind);
    entry.sides.add(side);
  }
  return [...byReason].map(([parts, { kinds, sides }]) => {
    const [side = "before"] = sides;
    return `not fully compared: ${[...kinds].join(", ")} (${parts}, ${SIDES[sides.size === 2 ? "both" : side]})`;
  });
}
