/** What a change request does to the pages of its space. */
import { sanitizeLine } from "./text/sanitize.js";

/** A unified diff of two texts. */
interface LineDiff {
  /** Hunks without the lines that name the files; empty if the texts are equal. */
  lines: readonly string[];
  added: number;
  removed: number;
}

/** A page as lists show it. */
export interface ListedPage {
  id?: string | null | undefined;
  title?: string | null | undefined;
  path?: string | null | undefined;
  description?: string | null | undefined;
  emoji?: string | null | undefined;
  icon?: string | null | undefined;
  hidden?: boolean | null | undefined;
  updatedAt?: string | null | undefined;
  pages?: readonly ListedPage[] | null | undefined;
}

export interface PageChange {
  change: "added" | "removed" | "moved" | "changed";
  id: string;
  title: string;
  path: string;
  /** Where the page was, if it was moved, too. */
  from?: string;
  additions: number;
  deletions: number;
  /** Unified diff of the Markdown, with the lines that name the page. */
  diff: string;
}

/** A query for lists of pages that leaves out what the service would have to compute for each page. */
export const LEAN = { metadata: false, computed: false } as const;

/** The pages of a tree, each before those below it. */
export const flatPages = <Page extends { pages?: readonly Page[] | null | undefined }>(
  pages: readonly Page[],
): Page[] => pages.flatMap((page) => [page, ...flatPages(page.pages ?? [])]);

/** One page on both sides; undefined where it is not there. */
export interface Pair {
  before?: ListedPage;
  after?: ListedPage;
}

/** In the order of the change request; what it takes away comes last. */
export function pairPages(before: readonly ListedPage[], after: readonly ListedPage[]): Pair[] {
  const known = new Map(before.map((page) => [page.id, page]));
  const kept = new Set(after.map((page) => page.id));
  return [
    ...after.map((page) => ({ after: page, ...(known.has(page.id) && { before: known.get(page.id) as ListedPage }) })),
    ...before.filter((page) => !kept.has(page.id)).map((page) => ({ before: page })),
  ];
}

/** A page with the same time of its last change on both sides is the same; without times nothing is known. */
export const isUntouched = ({ before, after }: Pair): boolean =>
  typeof before?.updatedAt === "string" && before.updatedAt === after?.updatedAt && before.path === after.path;

/** Members beside the text that people see. */
const SHOWN = ["title", "description", "emoji", "icon", "hidden"] as const;

/** What happened to one page; undefined if nothing did. `text`: the diff of its Markdown. */
export function changeOf({ before, after }: Pair, text: LineDiff): PageChange | undefined {
  const page = after ?? before ?? {};
  const members = before && after ? memberLines(before, after) : [];
  const isMoved = before !== undefined && after !== undefined && before.path !== after.path;
  const isChanged = text.lines.length > 0 || members.length > 0;
  if (before && after && !isMoved && !isChanged) return undefined;
  const change = !before ? "added" : !after ? "removed" : isChanged ? "changed" : "moved";
  return {
    change,
    id: page.id ?? "",
    title: page.title ?? "",
    path: page.path ?? "",
    ...(isMoved && { from: before.path ?? "" }),
    additions: text.added,
    deletions: text.removed,
    diff: [...headLines({ before, after }, members), ...bodyLines({ before, after }, text)].join("\n"),
  };
}

const memberLines = (before: ListedPage, after: ListedPage): string[] =>
  SHOWN.filter((name) => (before[name] ?? "") !== (after[name] ?? "")).map(
    (name) => `${name} ${JSON.stringify(before[name] ?? "")} -> ${JSON.stringify(after[name] ?? "")}`,
  );

/** The name of a page in a diff: one line, whatever its path holds. */
const fileOf = (page: ListedPage): string => `${sanitizeLine(page.path || page.id || "")}.md`;

function headLines({ before, after }: Pair, members: readonly string[]): string[] {
  const [old, now] = [before ?? after ?? {}, after ?? before ?? {}];
  const isMoved = before && after && before.path !== after.path;
  return [
    `diff --git a/${fileOf(old)} b/${fileOf(now)}`,
    ...(before ? [] : ["new page"]),
    ...(after ? [] : ["deleted page"]),
    ...(isMoved ? [`rename from ${fileOf(old)}`, `rename to ${fileOf(now)}`] : []),
    ...members,
  ];
}

function bodyLines({ before, after }: Pair, { lines }: LineDiff): string[] {
  if (lines.length === 0) return [];
  return [
    `--- ${before ? `a/${fileOf(before)}` : "/dev/null"}`,
    `+++ ${after ? `b/${fileOf(after)}` : "/dev/null"}`,
    ...lines,
  ];
}
