/** The changes of a change request to the pages of its space, and to files, reusable contents and variables beside them. */
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
  /** Of what has no text that can be read: what tells two states apart. */
  version?: string | undefined;
  /** Of what has its text in the list. */
  text?: string | undefined;
}

export interface PageChange {
  kind: "page" | "file" | "reusable-content" | "variable";
  change: "added" | "removed" | "moved" | "changed";
  id: string;
  title: string;
  path: string;
  /** The former path of the page, if it was moved, too. */
  from?: string;
  additions: number;
  deletions: number;
  /** Unified diff of the text, with the lines that name the page or the thing. */
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
    ...after.map((page) => ({ after: page, ...(known.has(page.id) && { before: known.get(page.id) }) })),
    ...before.filter((page) => !kept.has(page.id)).map((page) => ({ before: page })),
  ];
}

/** A page with the same time of its last change on both sides is the same; without times nothing is known. */
export const isUntouched = ({ before, after }: Pair): boolean =>
  typeof before?.updatedAt === "string" && before.updatedAt === after?.updatedAt && before.path === after.path;

/** Members beside the text that people see. */
const SHOWN = ["title", "description", "emoji", "icon", "hidden", "version"] as const;

/** Describes the change of one page, or another thing; undefined if there is none. `text`: the diff of its Markdown. */
export function findChange(
  { before, after }: Pair,
  text: LineDiff,
  kind: PageChange["kind"] = "page",
): PageChange | undefined {
  const page = after ?? before ?? {};
  const members = before && after ? memberLines(before, after) : [];
  const isMoved = before !== undefined && after !== undefined && before.path !== after.path;
  const isChanged = text.lines.length > 0 || members.length > 0;
  if (before && after && !isMoved && !isChanged) return undefined;
  const change = !before ? "added" : !after ? "removed" : isChanged ? "changed" : "moved";
  return {
    kind,
    change,
    id: page.id ?? "",
    title: page.title ?? "",
    path: page.path ?? "",
    ...(isMoved && { from: before.path ?? "" }),
    additions: text.added,
    deletions: text.removed,
    diff: [...headLines({ before, after }, members, kind), ...bodyLines({ before, after }, text, kind)].join("\n"),
  };
}

const memberLines = (before: ListedPage, after: ListedPage): string[] =>
  SHOWN.filter((name) => (before[name] ?? "") !== (after[name] ?? "")).map(
    (name) => `${name} ${JSON.stringify(before[name] ?? "")} -> ${JSON.stringify(after[name] ?? "")}`,
  );

/** The name of a page in a diff: one line, whatever its path holds. */
const fileOf = (page: ListedPage, kind: PageChange["kind"]): string =>
  `${sanitizeLine(page.path || page.id || "")}${kind === "page" ? ".md" : ""}`;

function headLines({ before, after }: Pair, members: readonly string[], kind: PageChange["kind"]): string[] {
  const [old, now] = [before ?? after ?? {}, after ?? before ?? {}];
  const [from, to] = [fileOf(old, kind), fileOf(now, kind)];
  const isMoved = before && after && before.path !== after.path;
  const words = kind.replaceAll("-", " ");
  return [
    `diff --git a/${from} b/${to}`,
    // The path of a page has its title in it.
    ...(kind === "page" ? [] : [`${words} ${JSON.stringify(now.title ?? "")}`]),
    ...(before ? [] : [`new ${words}`]),
    ...(after ? [] : [`deleted ${words}`]),
    ...(isMoved ? [`rename from ${from}`, `rename to ${to}`] : []),
    ...members,
  ];
}

function bodyLines({ before, after }: Pair, { lines }: LineDiff, kind: PageChange["kind"]): string[] {
  if (lines.length === 0) return [];
  return [
    `--- ${before ? `a/${fileOf(before, kind)}` : "/dev/null"}`,
    `+++ ${after ? `b/${fileOf(after, kind)}` : "/dev/null"}`,
    ...lines,
  ];
}
