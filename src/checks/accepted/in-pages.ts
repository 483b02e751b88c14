/** Findings that a comment in their page ignores, and what is wrong with such comments. */
import { getChangeRequestPage, getSpacePage } from "../../catalog/pages.js";
import { type Comment, linesWith, type MarkdownText } from "../../shared/markdown/elements.js";
import { readMarkdown } from "../../shared/markdown/read.js";
import { loadMarked } from "../../shared/markdown/tokens.js";
import { matchesWildcards } from "../../shared/text/names.js";
import type { Facts } from "../data-source.js";
import { Unknown } from "../not-evaluable.js";
import { readText } from "../rules/read-pages.js";
import type { AnyRule, CommentProblem, Finding, Outcome, PageComments, Place } from "../types.js";
import { acceptFindings } from "./config.js";

// Comments in a page that ignore findings: `<!-- docs-ignore links-broken: reason -->` for the next block, `docs-ignore-page` for all.

interface IgnoreComment {
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

/** True if it ignores findings of a rule at these lines; without lines: about the page as a whole. */
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

/** Finds out if content other than the title is before an offset. */
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

type Params = Readonly<Record<string, string>>;

interface PageNotes {
  comments: readonly IgnoreComment[];
  /** Undefined where it has no comment. */
  text?: MarkdownText;
  /** Rules that comments have ignored a finding of: the place of the comment, and the rule. */
  used: Set<string>;
}

interface PageIgnores extends PageComments {
  /** Reads the pages of all findings. */
  accept(outcomes: readonly Outcome[]): Promise<Outcome[]>;
  /** Those of the pages that were read so far. */
  all(): CommentProblem[];
}

/** @param rules all there are */
export function createPageIgnores(facts: Facts, rules: readonly AnyRule[]): PageIgnores {
  const pages = new Map<string, Promise<PageNotes>>();
  const read = (params: Params, pageId: string): Promise<PageNotes> => {
    const key = `${params.spaceId} ${params.changeRequestId ?? ""} ${pageId}`;
    const found = pages.get(key) ?? readPage(facts, { ...params, pageId });
    pages.set(key, found);
    return found;
  };
  let ran: readonly Outcome[] = [];
  const problemsOf = (notes: PageNotes, spaceId: string) =>
    notes.comments.flatMap((comment, at) =>
      problemsIn(comment, rules, (rule) => !notes.used.has(`${at} ${rule}`) && isWhole(ran, rule, spaceId)),
    );
  const places = new Map<PageNotes, { spaceId: string; path: string }>();
  const decide = async (finding: Finding): Promise<Decision | undefined> => {
    const { object, params, place, rule } = finding;
    if (finding.status !== "fail" || object?.kind !== "page" || !params) return undefined;
    const notes = await orNone(read(params, object.id));
    if (!notes?.comments.length) return undefined;
    // Nothing tells what else would be found in the page of a change request.
    if (!isChanged(params)) {
      places.set(notes, { spaceId: params.spaceId ?? "", path: place?.path ?? object.title });
    }
    const at = findComment(notes, finding);
    const comment = notes.comments[at];
    if (!comment) return undefined;
    const before = isChanged(params) ? await orNone(read(inSpace(params), object.id)) : notes;
    if (!before || findComment(before, finding) < 0) return { refused: comment };
    notes.used.add(`${at} ${rule}`);
    return { ignored: `ignored in the page${comment.reason === "" ? "" : ` (${comment.reason})`}` };
  };
  return {
    async accept(outcomes) {
      const findings = outcomes.flatMap((outcome) => outcome.findings);
      const decided = await Promise.all(findings.map(decide));
      const decisions = new Map(findings.map((finding, at) => [finding, decided[at]]));
      ran = outcomes;
      const accepted = acceptFindings(outcomes, (finding) => decisions.get(finding)?.ignored);
      return mapFindings(accepted, (finding) => nameRefused(finding, decisions.get(finding)?.refused));
    },
    async problems(params, pageId) {
      return problemsOf(await read(params, pageId), params.spaceId ?? "");
    },
    all: () =>
      [...places].flatMap(([notes, { spaceId, path }]) =>
        problemsOf(notes, spaceId).map((one) => ({ ...one, message: `${path}, line ${one.line}: ${one.message}` })),
      ),
  };
}

/** The effect of a comment on a finding. */
interface Decision {
  /** Why it is ignored. */
  ignored?: string;
  /** The change request itself adds the comment, or what it is about: who is judged cannot allow it. */
  refused?: IgnoreComment;
}

/** The comment that ignores a finding; -1 if there is none. */
function findComment({ comments, text }: PageNotes, { rule, place }: Finding): number {
  const lines = place && text ? findLines(text, place) : [];
  return comments.findIndex((comment) => commentIgnores(comment, rule, lines));
}

const mapFindings = (outcomes: readonly Outcome[], change: (finding: Finding) => Finding): Outcome[] =>
  outcomes.map((outcome) => ({ ...outcome, findings: outcome.findings.map(change) }));

const nameRefused = (finding: Finding, refused: IgnoreComment | undefined): Finding =>
  refused === undefined
    ? finding
    : {
        ...finding,
        message: `${finding.message}; docs-ignore in line ${refused.line} does not count, as the change request adds it`,
      };

/** In a change request. A run that is restricted to a space has an empty id in its place. */
const isChanged = ({ changeRequestId = "" }: Params): boolean => changeRequestId !== "";

const inSpace = ({ changeRequestId: _own, ...params }: Params): Params => params;

async function readPage(facts: Facts, params: Params): Promise<PageNotes> {
  const endpoint = isChanged(params) ? getChangeRequestPage : getSpacePage;
  const text = await readText({ one: facts.oneUnkept }, endpoint, params, false);
  // Few pages have one.
  if (!text.includes("docs-ignore")) return { comments: [], used: new Set() };
  const read = readMarkdown(await loadMarked(), text);
  return { comments: ignoreCommentsIn(read), text: read, used: new Set() };
}

/** A finding stands whose page cannot be read. */
async function orNone(notes: Promise<PageNotes>): Promise<PageNotes | undefined> {
  try {
    return await notes;
  } catch (error) {
    if (error instanceof Unknown) return undefined;
    throw error;
  }
}

/** The lines in which a finding shows; none if it is about the page as a whole. */
function findLines(page: MarkdownText, { path, text, line }: Place): readonly number[] {
  if (line !== undefined) return [line];
  if (text === undefined) return [];
  // The page of a folder has the folder's own path.
  const found = linesWith(page, text, path);
  return found.length > 0 ? found : linesWith(page, text, `${path}/README.md`);
}

/** True if all findings of a rule in the space are known. */
function isWhole(outcomes: readonly Outcome[], id: string, spaceId: string): boolean {
  const outcome = outcomes.find(({ rule }) => rule.id === id);
  if (!outcome || outcome.skipped !== undefined) return false;
  return !outcome.findings.some(
    ({ status, object, within }) =>
      status === "not-evaluable" && (object === null || [object.id, within?.id].includes(spaceId)),
  );
}

function problemsIn(
  { rules: named, reason, line, isLate }: IgnoreComment,
  rules: readonly AnyRule[],
  isIdle: (rule: string) => boolean,
): CommentProblem[] {
  const problem = (message: string, key: string): CommentProblem => ({ message, key, line });
  if (isLate)
    return [problem("docs-ignore-page must be above the content of the page; below it, it ignores nothing", "late")];
  if (named.length === 0) return [problem("docs-ignore names no rule, so it ignores nothing", "nothing")];
  const each = named.flatMap((name) => {
    const meant = rules.filter(({ id }) => matchesWildcards(name, id));
    if (meant.length === 0) return [problem(`there is no rule ${JSON.stringify(name)} to ignore`, name)];
    const own = meant.filter(({ onPages }) => onPages);
    if (own.length === 0) return [problem(`${name} is not about pages, so there is nothing to ignore`, name)];
    const idle = own.every(({ id, of }) => of === "space" && isIdle(id));
    return idle ? [problem(`${name} finds nothing here to ignore`, name)] : [];
  });
  return reason === "" ? [...each, problem(`${named.join(", ")} ignored without a reason`, `reason ${named}`)] : each;
}
