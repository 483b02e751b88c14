import { isIndex, parseHref, resolvePath } from "../../../shared/markdown/elements.js";
import { composed } from "../../../shared/text/names.js";
import { ORIGIN } from "../../origin.js";
import type { StoredFile, StoredPage, StoredReusable } from "../types.js";

/** The target of a link in a revision. Two links with the same `key` have the same target. */
export interface Target {
  key: string;
  /** `ok`; `broken`: not in the revision; `in-app`: a location inside the application. */
  status: "ok" | "broken" | "in-app";
  url?: string;
  page?: StoredPage;
  file?: StoredFile;
  reusable?: StoredReusable;
  anchor?: string;
  /** The former path that a redirect of the space leads on from. */
  redirect?: string;
  /** For a broken link: where the target should be, from the root of the content. */
  path?: string;
}

/** The path that a page's relative links are resolved from. */
interface Source {
  /** The page's file in the repository, else its place in the tree. */
  path: string;
  /** Written in the application, where the last segment of a path suffices. */
  loose: boolean;
}

export function sourceOf(page: StoredPage): Source {
  return { path: page.git?.path ?? `${page.path}.md`, loose: page.git === undefined };
}

const withoutExtension = (path: string) =>
  path.endsWith(".md") ? path.slice(0, -3) : path.replace(/\.(md|markdown)$/i, "");
/** The last segment of a path as a key, distinct from paths from the root. */
const byName = (name: string) => `*${name}`;

/**
 * A link in look-up form, as one text: `u` and an address; `#` and an anchor of the page itself; `p` and an anchor, then
 * one per line the paths that it may mean; `b` and a path that leads out of the content.
 */
export type EncodedLink = string;

/** Paths in the order to try them; none if the path leads out of the content. */
function pathsOf(source: Source, path: string): string[] {
  const resolved = resolvePath(source.path, path);
  if (resolved === undefined) return [];
  if (!source.loose) return [resolved];
  const name = composed(path.split("/").at(-1) ?? "");
  return [resolved, ...new Set([byName(withoutExtension(name)), byName(name)])];
}

export function linkOf(source: Source, href: string): EncodedLink {
  const parsed = parseHref(href);
  if (parsed.kind === "url") return `u${parsed.url}`;
  const { path, anchor = "" } = parsed;
  if (path === "") return `#${anchor}`;
  const paths = pathsOf(source, path);
  return paths.length === 0 ? `b${path}` : [`p${anchor}`, ...paths].join("\n");
}

/** The paths of a link. */
export const pathsIn = (link: EncodedLink): string[] => (link.startsWith("p") ? link.split("\n").slice(1) : []);

/** Paths that can mean a thing, a group each: earlier groups win over later ones. */
type PathGroups<T> = readonly ((thing: T) => string | readonly string[] | undefined)[];

const folderOf = (path: string) => path.split("/").slice(0, -1).join("/");

const TO_PAGE: PathGroups<StoredPage> = [
  ({ git }) => git?.path,
  (page) => {
    const { path, loose } = sourceOf(page);
    const stem = withoutExtension(path);
    return [...(loose ? [path] : []), stem, ...(isIndex(path) ? [folderOf(path)] : [])];
  },
  ({ path }) => path,
  ({ git, slug }) => (git ? undefined : byName(slug)),
];

const TO_FILE: PathGroups<StoredFile> = [
  ({ git, name }) => git?.path ?? name,
  ({ id }) => `files/${id}`,
  ({ git, name }) => (git ? undefined : byName(name)),
];

/** Names that `{% include "..." %}` may refer to: paths, ids and titles. */
const TO_REUSABLE: PathGroups<StoredReusable> = [
  ({ git }) => git?.path,
  ({ id, title }) => [id, title],
  ({ git, id, title }) => (git ? undefined : [byName(id), byName(title)]),
];

const pathsFrom = <T>(groups: PathGroups<T>, thing: T) => groups.flatMap((group) => group(thing) ?? []).map(composed);

/** Many hosts publish `a.md` as `a.html`, and links say so. */
const asHtml = (page: StoredPage) => {
  const { path } = sourceOf(page);
  return [`${withoutExtension(path)}.html`, ...(isIndex(path) ? [`${folderOf(path)}/index.html`] : [])];
};

const HTML = /(?:(?:^|\/)index)?\.html$/i;
/** The path of the page that is published at a path; undefined for other paths. */
const pagePathOf = (path: string) => (HTML.test(path) ? path.replace(HTML, "") : undefined);

/** Paths that can mean a page. */
export const pathsTo = (page: StoredPage) => [...pathsFrom(TO_PAGE, page), ...asHtml(page)];
/** Paths that can mean a file. */
export const pathsToFile = (file: StoredFile) => pathsFrom(TO_FILE, file);

/** Finds things by a path that can mean them. */
export interface ByPath<T> {
  get(path: string): T | undefined;
}

function mapOf<T>(things: readonly T[], group: PathGroups<T>[number]): Map<string, T> {
  const map = new Map<string, T>();
  // Backwards, because earlier things win over later ones.
  for (let index = things.length - 1; index >= 0; index -= 1) {
    const thing = things[index] as T;
    const paths = group(thing);
    for (const path of [paths ?? []].flat()) map.set(composed(path), thing);
  }
  return map;
}

/** A group is indexed when it is first needed: most links name a page or a file exactly. */
function byPaths<T>(things: readonly T[], groups: PathGroups<T>): ByPath<T> {
  const maps: Map<string, T>[] = [];
  return {
    get: (path) => {
      for (const [index, group] of groups.entries()) {
        maps[index] ??= mapOf(things, group);
        const found = maps[index].get(path);
        if (found) return found;
      }
      return undefined;
    },
  };
}

export const pagesByPath = (pages: readonly StoredPage[]) => byPaths(pages, TO_PAGE);
export const filesByPath = (files: readonly StoredFile[]) => byPaths(files, TO_FILE);
export const reusablesByPath = (reusables: readonly StoredReusable[]) => byPaths(reusables, TO_REUSABLE);

export interface Lookup {
  pages: ByPath<StoredPage>;
  files: ByPath<StoredFile>;
  reusables: ByPath<StoredReusable>;
  /** Destinations of redirects, by the former path without its ending. */
  redirects: ReadonlyMap<string, string>;
  /** Names that `#...` may refer to in a page. */
  anchorsOf(page: StoredPage): ReadonlySet<string>;
  /** The served sandbox's own origin: addresses in its application count as in-app. */
  origin: string;
}

const SIGNS = /[^\p{L}\p{N}\p{M}\p{Pc}.-]/gu;

function toPage(page: StoredPage, anchor: string, lookup: Lookup): Target {
  if (anchor === "") return { key: `page ${page.id}`, status: "ok", page };
  const anchors = lookup.anchorsOf(page);
  const named = anchor.toLowerCase();
  // In HTML, `#top` is the top of any document. Some hosts keep a question mark or an apostrophe from the title.
  const status = named === "top" || anchors.has(named) || anchors.has(named.replace(SIGNS, "")) ? "ok" : "broken";
  return { key: `page ${page.id}#${anchor}`, status, page, anchor };
}

function firstTarget<T>(map: ByPath<T>, paths: readonly string[]): T | undefined {
  for (const path of paths) {
    const found = map.get(path);
    if (found) return found;
  }
  return undefined;
}

const brokenTarget = (path: string): Target => ({ key: `broken ${path}`, status: "broken", path });

/** Resolves a link in a page. */
export function makeTarget(from: StoredPage, link: EncodedLink, lookup: Lookup): Target {
  const rest = link.slice(1);
  if (link.startsWith("#")) return toPage(from, rest, lookup);
  if (link.startsWith("b")) return brokenTarget(rest);
  if (link.startsWith("u")) {
    const inApp = [ORIGIN, lookup.origin].some((own) => rest.startsWith(`${own}/o/`));
    return { key: `url ${rest}`, status: inApp ? "in-app" : "ok", url: rest };
  }
  const [anchor = "", ...paths] = rest.split("\n");
  const page = firstTarget(lookup.pages, paths);
  if (page) return toPage(page, anchor, lookup);
  const file = firstTarget(lookup.files, paths);
  if (file) return { key: `file ${file.id}`, status: "ok", file };
  const reusable = firstTarget(lookup.reusables, paths);
  if (reusable) return { key: `reusable ${reusable.id}`, status: "ok", reusable };
  const source = firstTarget(
    lookup.pages,
    paths.flatMap((path) => pagePathOf(path) ?? []),
  );
  if (source) return toPage(source, anchor, lookup);
  return redirected(paths, anchor, lookup) ?? brokenTarget(paths[0] ?? "");
}

/** Redirects by their former path, as links may write it: with or without an ending or a slash. */
export const redirectsByPath = (redirects: Readonly<Record<string, string>> = {}): Map<string, string> =>
  new Map(Object.entries(redirects).map(([from, to]) => [formerPath(from), to]));

function formerPath(path: string): string {
  const plain = resolvePath("", path) ?? "";
  return isIndex(plain) ? folderOf(plain) : withoutExtension(plain);
}

/** The page or file that a redirect of the space leads to, if it exists. */
function redirected(paths: readonly string[], anchor: string, lookup: Lookup): Target | undefined {
  const from = paths.map(formerPath).find((path) => lookup.redirects.has(path));
  const to = from === undefined ? undefined : lookup.redirects.get(from);
  if (from === undefined || to === undefined) return undefined;
  const href = parseHref(to);
  if (href.kind === "url") return { key: `redirect ${from}`, status: "ok", url: href.url, redirect: from };
  const page = firstTarget(lookup.pages, [resolvePath("", href.path) ?? ""]);
  if (!page) return undefined;
  const target = toPage(page, anchor || (href.anchor ?? ""), lookup);
  return { ...target, key: `redirect ${from} ${target.key}`, redirect: from };
}
