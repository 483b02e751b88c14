/** Comments in a page that ignore findings: `<!-- docs-ignore links-broken: reason -->` for the next block, `docs-ignore-page` for all. */
import { matchesWildcards } from "../../shared/text/wildcards.js";
import { type Comment, type Scanned, scanMarkdown } from "./scan.js";

export interface IgnoreComment {
  /** Ids or patterns, such as `links-*`. */
  rules: readonly string[];
  reason: string;
  /** Of the comment, from 1. */
  line: number;
  /** First and last line that it is about; undefined: the whole page. */
  lines?: readonly [number, number];
  /** Of a comment for the page, below its content: it ignores nothing. */
  isLate?: true;
}

/** The name, rules with commas or spaces between them, and a reason after a colon. */
const FORM = /^\s*docs-ignore(-page)?(?![\w-])([^:]*)(?::([\s\S]*))?$/;

/** A heading with the title may come before a comment for the page. */
const TITLE = /^\s*#[ \t][^\n]*\n/;

export function ignoreCommentsIn(markdown: string): IgnoreComment[] {
  if (!markdown.includes("docs-ignore")) return [];
  const scanned = scanMarkdown(markdown);
  const found = scanned.comments.flatMap((comment) => {
    const [match, page, rules = "", reason = ""] = FORM.exec(comment.text) ?? [];
    return match === undefined ? [] : [{ comment, isPage: page !== undefined, rules, reason }];
  });
  if (found.length === 0) return [];
  const lines = linesOf(markdown, scanned);
  return found.map(({ comment, isPage, rules, reason }) => {
    const parts = { rules: rules.split(/[\s,]+/).filter(Boolean), reason: reason.replace(/\s+/g, " ").trim() };
    const line = lineAt(lines, comment.from);
    if (!isPage) return { ...parts, line, lines: blockAfter(lines, comment) };
    const before = scanned.prose.slice(0, comment.from);
    const isLate = before.replace(TITLE, "").trim() !== "" || scanned.hasCode(comment.from);
    return { ...parts, line, ...(isLate && { isLate }) };
  });
}

/** Whether it ignores findings of a rule at these lines; without lines: about the page as a whole. */
export function ignores(
  { rules, lines: range, isLate }: IgnoreComment,
  rule: string,
  lines: readonly number[],
): boolean {
  if (isLate || !rules.some((pattern) => matchesWildcards(pattern, rule))) return false;
  if (!range) return true;
  const [first, last] = range;
  return lines.length > 0 && lines.every((line) => line >= first && line <= last);
}

interface Line {
  from: number;
  /** `comment`: nothing but comments. */
  kind: "blank" | "comment" | "text";
}

function linesOf(text: string, { prose, comments, isCode }: Scanned): Line[] {
  const lines: Line[] = [];
  let next = 0;
  for (let from = 0; from <= text.length; ) {
    const found = text.indexOf("\n", from);
    const end = found < 0 ? text.length : found;
    while ((comments[next]?.to ?? Number.POSITIVE_INFINITY) <= from) next += 1;
    const isCommented = (comments[next]?.from ?? Number.POSITIVE_INFINITY) < end;
    const isText = isCode(from) || (end > from && isCode(end - 1)) || prose.slice(from, end).trim() !== "";
    lines.push({ from, kind: isText ? "text" : isCommented ? "comment" : "blank" });
    from = end + 1;
  }
  return lines;
}

/** From 1. */
function lineAt(lines: readonly Line[], offset: number): number {
  let [low, high] = [0, lines.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((lines[middle]?.from ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low + 1;
}

/** The block that the comment is in, or else the next one: up to the next empty line. */
function blockAfter(lines: readonly Line[], { from, to }: Comment): readonly [number, number] {
  const [begin, end] = [lineAt(lines, from), lineAt(lines, to - 1)];
  const isText = (line: number): boolean => lines[line - 1]?.kind === "text";
  let first = [begin, end].find(isText) ?? end + 1;
  const isInside = first <= end;
  while (isInside && isText(first - 1)) first -= 1;
  while (!isInside && first <= lines.length && !isText(first)) first += 1;
  let last = first;
  while (isText(last + 1)) last += 1;
  return [first, last];
}
