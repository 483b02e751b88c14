import { ORIGIN } from "../../origin.js";
import type { StoredFile, StoredPage, StoredReusable } from "../types.js";
import { isIndex, parseHref, resolvePath } from "./hrefs.js";

/** What a link means in a revision. Two links with the same `key` have the same target. */
export interface Target {
  key: string;
  /** `ok`; `broken`: not in the revision; `in-app`: a location inside the application. */
  status: "ok" | "broken" | "in-app";
  url?: string;
  page?: StoredPage;
  file?: StoredFile;
  reusable?: StoredReusable;
  anchor?: string;
  /** For a broken link: where the target should be, from the root of the content. */
  path?: string;
}

/** Where a page's relative links are resolved from. */
export interface Source {
  /** The page's file in the repository, else its place in the tree. */
  path: string;
  /** Written in the application, where the last segment of a path suffices. */
  loose: boolean;
}

export function sourceOf(page: StoredPage): Source {
  return { path: page.git?.path ?? `${page.path}.md`, loose: page.git === undefined };
}

const withoutExtension = (path: string) => path.replace(/\.(md|markdown)$/i, "");
/** The last segment of a path as a key, distinct from paths from the root. */
const byName = (name: string) => `*${name}`;

/**
 * A link in look-up form, as one text: `u` and an address; `#` and an anchor of the page itself; `p` and an anchor, then
 * one per line the paths that it may mean; `b` and a path that leads out of the content.
 */
export type Link = string;

/** Paths in the order to try them; none if the path leads out of the content. */
function pathsOf(source: Source, path: string): string[] {
  const resolved = resolvePath(source.path, path);
  if (resolved === undefined) return [];
  if (!source.loose) return [resolved];
  const name = path.split("/").at(-1) ?? "";
  return [resolved, ...new Set([byName(withoutExtension(name)), byName(name)])];
}

export function linkOf(source: Source, href: string): Link {
  const parsed = parseHref(href);
  if (parsed.kind === "url") return `u${parsed.url}`;
  const { path, anchor = "" } = parsed;
  if (path === "") return `#${anchor}`;
  const paths = pathsOf(source, path);
  return paths.length === 0 ? `b${path}` : [`p${anchor}`, ...paths].join("\n");
}

/** The paths of a link. */
export const pathsIn = (link: Link): string[] => (link.startsWith("p") ? link.split("\n").slice(1) : []);

/** Paths that can mean a page, exact ones first. */
export function pathsTo(page: StoredPage): string[][] {
  const { path: source, loose } = sourceOf(page);
  const folder = isIndex(source) ? [source.split("/").slice(0, -1).join("/")] : [];
  return [
    page.git ? [page.git.path] : [],
    [source, withoutExtension(source), ...folder],
    [page.path],
    loose ? [byName(page.slug)] : [],
  ];
}

/** Paths that can mean a file. */
export function pathsToFile(file: StoredFile): string[][] {
  return [[file.git?.path ?? file.name], [`files/${file.id}`], file.git ? [] : [byName(file.name)]];
}

/** What `{% include "..." %}` may name: a path, an id or a title. */
export function pathsToReusable({ id, title, git }: StoredReusable): string[][] {
  return [git ? [git.path] : [], [id, title], git ? [] : [byName(id), byName(title)]];
}

/** Maps paths to things: earlier groups of paths win over later ones, and earlier things over later ones. */
export function byPaths<T>(things: readonly T[], pathsOfThing: (thing: T) => string[][]): Map<string, T> {
  const map = new Map<string, T>();
  const all = things.map((thing) => ({ thing, groups: pathsOfThing(thing) }));
  for (let group = 0; group < Math.max(0, ...all.slice(0, 1).map(({ groups }) => groups.length)); group += 1) {
    for (const { thing, groups } of all) {
      for (const path of groups[group] ?? []) if (!map.has(path)) map.set(path, thing);
    }
  }
  return map;
}

/** Where the links of a revision are looked up. */
export interface Lookup {
  pages: ReadonlyMap<string, StoredPage>;
  files: ReadonlyMap<string, StoredFile>;
  reusables: ReadonlyMap<string, StoredReusable>;
  /** What `#...` may name in a page. */
  anchorsOf(page: StoredPage): ReadonlySet<string>;
  /** The served sandbox's own origin: addresses in its application count as in-app. */
  origin: string;
}

const SIGNS = /[^\p{L}\p{N}\p{M}\p{Pc}.-]/gu;

function toPage(page: StoredPage, anchor: string, lookup: Lookup): Target {
  if (anchor === "") return { key: `page ${page.id}`, status: "ok", page };
  const anchors = lookup.anchorsOf(page);
  const named = anchor.toLowerCase();
  // Some hosts keep a question mark or an apostrophe from the title.
  const status = anchors.has(named) || anchors.has(named.replace(SIGNS, "")) ? "ok" : "broken";
  return { key: `page ${page.id}#${anchor}`, status, page, anchor };
}

function first<T>(map: ReadonlyMap<string, T>, paths: readonly string[]): T | undefined {
  for (const path of paths) {
    const found = map.get(path);
    if (found) return found;
  }
  return undefined;
}

const broken = (path: string): Target => ({ key: `broken ${path}`, status: "broken", path });

/** What a link in a page means. */
export function targetOf(from: StoredPage, link: Link, lookup: Lookup): Target {
  const rest = link.slice(1);
  if (link.startsWith("#")) return toPage(from, rest, lookup);
  if (link.startsWith("b")) return broken(rest);
  if (link.startsWith("u")) {
    const inApp = [ORIGIN, lookup.origin].some((own) => rest.startsWith(`${own}/o/`));
    return { key: `url ${rest}`, status: inApp ? "in-app" : "ok", url: rest };
  }
  const [anchor = "", ...paths] = rest.split("\n");
  const page = first(lookup.pages, paths);
  if (page) return toPage(page, anchor, lookup);
  const file = first(lookup.files, paths);
  if (file) return { key: `file ${file.id}`, status: "ok", file };
  const reusable = first(lookup.reusables, paths);
  return reusable ? { key: `reusable ${reusable.id}`, status: "ok", reusable } : broken(paths[0] ?? "");
}
