/** The screen of `cr review`: the change request as a whole, and each page that it changes. */
import type { Context } from "../../cli/context.js";
import { relativeTime } from "../../cli/output/text/cell.js";
import { diffLines, paintDiff } from "../../cli/output/text/diff.js";
import { cut } from "../../cli/output/text/fit.js";
import { renderMarkdown } from "../../cli/output/text/markdown.js";
import type { ScreenView } from "../../cli/output/types.js";
import { Failure } from "../../errors.js";
import { endsRun } from "../../shared/outage-rule.js";
import type { PageChange } from "../../shared/page-changes.js";
import { sanitizeLine } from "../../shared/text/sanitize.js";
import { count, wrap } from "../../shared/wrap.js";
import { markdownOf } from "../shared.js";
import { type Cr, type OtherChanges, type ReadChange, readChanges } from "./page-diffs.js";

interface Person {
  displayName?: string | null | undefined;
}

export interface ReviewComment {
  /** Its short name in commands: `c2`. */
  handle?: string;
  id?: string | null | undefined;
  postedBy?: Person | null | undefined;
  postedAt?: string | null | undefined;
  replies?: number | null | undefined;
  body?: unknown;
  target?:
    | { page?: { id?: string | null | undefined; title?: string | null | undefined } | null | undefined }
    | null
    | undefined;
}

export interface ReviewSubject {
  id?: string | null | undefined;
  number?: number | null | undefined;
  subject?: string | null | undefined;
  status?: string | null | undefined;
  outdated?: boolean | null | undefined;
  createdBy?: Person | null | undefined;
  updatedAt?: string | null | undefined;
  revision?: string | null | undefined;
  urls?: { app?: string | null | undefined } | null | undefined;
}

const SIGNS: Readonly<Record<PageChange["change"], string>> = { added: "+", removed: "-", moved: ">", changed: "~" };

const nameOf = ({ change, path, title }: PageChange): string =>
  `${SIGNS[change]} ${title && path ? `${title} (${path})` : title || path}`;

const sizeOf = ({ additions, deletions }: PageChange): string => `+${additions} -${deletions}`;

interface Reviewed {
  found: ReviewSubject;
  changes: readonly ReadChange[];
  others: OtherChanges;
  comments: readonly ReviewComment[];
}

/** The first screen: state, pages, and comments that are on none of them. */
export function overviewLines(
  { found, changes, others, comments }: Reviewed,
  { width, paint }: ScreenView,
  now: number,
): string[] {
  const own = onNoPage(comments, changes);
  return [
    ...headLines(found, { width, paint }, now),
    ...pagesLines(changes, comments, width),
    ...othersLines(others).map((line) => cut(clean(line), width)),
    ...commentLines(own, "Other open comments", { width, now }),
  ];
}

/** Its title, and how it stands. */
function headLines(found: ReviewSubject, { width, paint }: Pick<ScreenView, "width" | "paint">, now: number) {
  const { number, subject, status, outdated, createdBy, updatedAt } = found;
  const about = [status, createdBy?.displayName, updatedAt && relativeTime(updatedAt, now)];
  const isOpen = status === "open" || status === "draft";
  return [
    paint("bold", cut(clean(`#${number ?? ""} ${subject ?? ""}`), width)),
    cut(clean(about.filter(Boolean).join(", ")), width),
    ...(outdated ? [paint("yellow", "behind its space: newer changes there appear as removals")] : []),
    ...(isOpen && outdated === false ? ["up to date with its space"] : []),
  ];
}

function pagesLines(changes: readonly ReadChange[], comments: readonly ReviewComment[], width: number): string[] {
  const pages = changes.map(({ change }, at) => {
    const open = commentsOn(comments, change.id).length;
    const words = [sizeOf(change), ...(open > 0 ? [count(open, "comment")] : [])].join("  ");
    return `  ${at + 1}. ${cut(clean(nameOf(change)), Math.max(8, width - 8 - words.length))}  ${words}`;
  });
  return [`${count(changes.length, "page")} changed${changes.length === 0 ? "" : ":"}`, ...pages];
}

/** Its changes beside the pages, which `cr diff` shows. */
const othersLines = ({ changes, untold }: OtherChanges): string[] => [
  ...(changes.length > 0 ? ["Beside the pages:"] : []),
  ...changes.map(({ kind, change, title }) => `  ${SIGNS[change]} ${kind.replaceAll("-", " ")} ${title}`),
  ...untold.map((what) => `  ? ${what}: the service does not show whether it differs`),
];

/** One page: what changed, rendered or as Markdown, and what is said about it. */
export async function pageLines(
  { change, before, after }: ReadChange,
  { place, isRaw, comments }: { place: string; isRaw: boolean; comments: readonly ReviewComment[] },
  view: Omit<ScreenView, "accessible"> & { accessible: boolean; now: number },
): Promise<string[]> {
  const { width, paint } = view;
  const head = `${place} ${clean(nameOf(change))}`;
  const lines = isRaw ? change.diff.split("\n") : await renderedDiff({ change, before, after }, view);
  const painted = paintDiff(lines, view.paint).split("\n").slice(0, -1);
  return [
    paint("bold", `${cut(head, width - sizeOf(change).length - 2)}  ${sizeOf(change)}`),
    ...(isRaw ? [] : aboutPage(change).map((line) => cut(line, width))),
    ...painted,
    ...commentLines(commentsOn(comments, change.id), "Open comments on this page", view),
  ];
}

/** Facts that a rendered text does not show. */
function aboutPage({ change, from, diff }: PageChange): string[] {
  const members = diff.split("\n").filter((line) => /^(title|description|emoji|icon|hidden) ".*" -> /.test(line));
  return [
    ...(change === "added" ? ["new page"] : change === "removed" ? ["deleted page"] : []),
    ...(from === undefined ? [] : [`moved from ${clean(from)}`]),
    ...members.map(clean),
  ];
}

/** Both texts as people read them, compared line by line: narrow enough for the sign before each. */
async function renderedDiff(
  { before, after }: ReadChange,
  { width, accessible }: { width: number; accessible: boolean },
): Promise<string[]> {
  const options = { width: width - 2, paint: (_: unknown, text: string) => text, hyperlinks: false, accessible };
  const [old, now] = await Promise.all([before, after].map((text) => renderMarkdown(text, options)));
  const { lines } = await diffLines(old ?? "", now ?? "");
  return lines.length > 0 || before === after ? lines : ["the same when rendered; the Markdown differs"];
}

export const commentsOn = <T extends ReviewComment>(comments: readonly T[], id: string): T[] =>
  comments.filter(({ target }) => target?.page?.id === id);

export const onNoPage = <T extends ReviewComment>(comments: readonly T[], changes: readonly ReadChange[]): T[] => {
  const ids = new Set(changes.map(({ change }) => change.id));
  return comments.filter(({ target }) => !ids.has(target?.page?.id ?? ""));
};

/** Names a comment in a question. */
export function commentTitle({ postedBy, body }: ReviewComment): string {
  const [line = ""] = (markdownOf(body) ?? "").trim().split("\n", 1);
  return clean(`"${cut(line, 60)}" by ${postedBy?.displayName ?? "somebody"}`);
}

function commentLines(
  comments: readonly ReviewComment[],
  heading: string,
  { width, now }: { width: number; now: number },
): string[] {
  if (comments.length === 0) return [];
  return [
    "",
    `${heading}: ${comments.length}`,
    ...comments.flatMap(({ handle, postedBy, postedAt, replies, body, target }) => {
      const facts = [
        handle,
        postedBy?.displayName,
        postedAt && relativeTime(postedAt, now),
        target?.page?.title && `on ${target.page.title}`,
        replies ? `${replies} ${replies === 1 ? "reply" : "replies"}` : undefined,
      ];
      const text = (markdownOf(body) ?? "")
        .trim()
        .split("\n")
        .flatMap((line) => wrap(clean(line), width - 4));
      return [`  ${cut(clean(facts.filter(Boolean).join(", ")), width - 2)}`, ...text.map((line) => `    ${line}`)];
    }),
  ];
}

const clean = (text: string): string => sanitizeLine(text);

// `cr view` for people: how it stands, which pages it changes, and what is said about it.

interface Viewed {
  found: ReviewSubject;
  comments: readonly (ReviewComment & { status?: string | null | undefined })[];
}

/** The texts of resolved comments are left to --comments. */
export async function showChangeRequest(context: Context, cr: Cr, { found, comments }: Viewed): Promise<void> {
  const { out, now, globals, next } = context;
  const changes = found.status === "merged" ? undefined : await loadChanges(context, cr, found);
  const counted = comments.map((one, at) => ({ ...one, handle: `c${at + 1}` }));
  const open = counted.filter(({ status }) => status !== "resolved");
  const resolved = counted.length - open.length;
  const isLong = (changes?.length ?? 0) > 0 || open.length > 0;
  await out.screen((view) => [
    ...headLines(found, view, now()),
    ...(changes ? pagesLines(changes, open, view.width) : []),
    ...commentLines(open, "Open comments", { width: view.width, now: now() }),
    ...(resolved > 0 ? [`${count(resolved, "resolved comment")}: ${next("cr view", cr.label)} --comments`] : []),
    ...(isLong ? [""] : []),
    ...(found.urls?.app ? [found.urls.app] : []),
    ...(globals.output.ids && found.id ? [`ID: ${found.id}`, `Revision: ${found.revision ?? ""}`] : []),
  ]);
}

/** Undefined where the pages cannot be read: the change request itself was. */
async function loadChanges(context: Context, cr: Cr, found: ReviewSubject): Promise<readonly ReadChange[] | undefined> {
  try {
    return await readChanges(context, cr, found, false);
  } catch (error) {
    if (!(error instanceof Failure) || endsRun(error.kind)) throw error;
    context.out.note(`the pages that it changes could not be read: ${error.message}`);
    return undefined;
  }
}
