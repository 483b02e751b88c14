/** Shows a comparison to people, in a terminal or a pull request: grouped, one line for each change, of bounded width. */

import { diffLines } from "../../cli/output/text/diff.js";
import { isSameName } from "../../shared/text/names.js";
import { sanitizeLine } from "../../shared/text/sanitize.js";
import type { Change, Comparison } from "../../snapshot/compare/types.js";

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

/** What happened to the pages of a change request. */
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
export async function hunksOf({ texts }: Change): Promise<string[]> {
  return texts ? (await diffLines(texts.before, texts.after)).lines : [];
}

async function linesOf(change: Change, texts: boolean): Promise<string[]> {
  const lines = [...lineOf(change), ...(await hunksOf(change))];
  const { pages = [] } = change;
  if (!texts) return lines;
  for (const page of pages) lines.push(...lineOf(page).map((line) => cut(`  ${line}`, LINE)), ...(await hunksOf(page)));
  return lines;
}

/** With `texts`, pages of change requests are listed one by one. */
export async function comparisonLines(
  { changes }: Pick<Comparison, "changes">,
  { texts }: { texts: boolean },
): Promise<string[]> {
  const all: string[] = [];
  for (const [heading, group] of groupByHeading(changes)) {
    all.push(...(all.length === 0 ? [] : [""]), `# ${heading}`);
    for (const change of group) all.push(...(await linesOf(change, texts)));
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
