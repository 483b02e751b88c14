/** Comments in a page that ignore findings: `<!-- docs-ignore links-broken: reason -->` for the next block, `docs-ignore-page` for all. */

import type { Comment, MarkdownText } from "../../shared/markdown/elements.js";
import { matchesWildcards } from "../../shared/text/wildcards.js";

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

export function ignoreCommentsIn(scanned: MarkdownText): IgnoreComment[] {
  const found = scanned.comments.flatMap((comment) => {
    const [match, page, rules = "", reason = ""] = FORM.exec(comment.text) ?? [];
    return match === undefined ? [] : [{ comment, isPage: page !== undefined, rules, reason }];
  });
  if (found.length === 0) return [];
  const lines = linesOf(scanned);
  const blocks = blocksOf(lines);
  const isBelowContent = contentBefore(scanned.prose);
  return found.map(({ comment, isPage, rules, reason }) => {
    const parts = { rules: rules.split(/[\s,]+/).filter(Boolean), reason: reason.replace(/\s+/g, " ").trim() };
    const line = lineAt(lines, comment.from);
    if (!isPage) return { ...parts, line, lines: blockAfter(lines, blocks, comment) };
    const isLate = isBelowContent(comment.from) || scanned.hasCode(comment.from);
    return { ...parts, line, ...(isLate && { isLate }) };
  });
}

/** Whether it ignores findings of a rule at these lines; without lines: about the page as a whole. */
export function commentIgnores(
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

function linesOf({ text, prose, comments, isCode }: MarkdownText): Line[] {
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

/** Whether there is content before an offset, other than the title. */
function contentBefore(prose: string): (offset: number) => boolean {
  const title = TITLE.exec(prose)?.[0].length ?? 0;
  const first = prose.search(/\S/);
  const second = prose.slice(title).search(/\S/);
  return (offset) => {
    const content = offset < title ? first : second < 0 ? -1 : title + second;
    return content >= 0 && content < offset;
  };
}

type Block = readonly [first: number, last: number];

/** Lines of text without an empty one between them, from 1. */
function blocksOf(lines: readonly Line[]): Block[] {
  const blocks: [number, number][] = [];
  lines.forEach(({ kind }, index) => {
    const last = blocks.at(-1);
    if (kind !== "text") return;
    if (last?.[1] === index) last[1] += 1;
    else blocks.push([index + 1, index + 1]);
  });
  return blocks;
}

/** The first of ascending items that is not below; their number if all are. */
function findFirst<T>(items: readonly T[], isBelow: (item: T) => boolean): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    // It is below their number.
    if (isBelow(items[middle] as T)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** From 1. */
const lineAt = (lines: readonly Line[], offset: number): number => findFirst(lines, ({ from }) => from <= offset);

/** The block that the comment is in, or else the next one. */
function blockAfter(lines: readonly Line[], blocks: readonly Block[], comment: Comment): Block {
  const begin = lineAt(lines, comment.from);
  const none = lines.length + 1;
  return blocks[findFirst(blocks, ([, last]) => last < begin)] ?? [none, none];
}
