import { ORIGIN } from "../origin.js";
import { isIndex, parseHref, resolvePath } from "./hrefs.js";
import { walkPages } from "./pages.js";
import type { StoredFile, StoredPage, StoredRevision } from "./types.js";

/** What a link means in a revision. Two links with the same `key` have the same target. */
export interface Target {
  key: string;
  /** `ok`; `broken`: not in the revision; `in-app`: a location inside the application. */
  status: "ok" | "broken" | "in-app";
  url?: string;
  page?: StoredPage;
  file?: StoredFile;
  anchor?: string;
  /** Of a broken link: where it should have been, from the root of the content. */
  path?: string;
}

/** Where a page's relative links start: its file in the repository, else its place in the tree. */
function sourcePath(page: StoredPage): string {
  return page.git?.path ?? `${page.path}.md`;
}

interface Lookup {
  pages: Map<string, StoredPage>;
  files: Map<string, StoredFile>;
}

function addOnce<T>(map: Map<string, T>, key: string, value: T): void {
  if (!map.has(key)) map.set(key, value);
}

const withoutExtension = (path: string) => path.replace(/\.(md|markdown)$/i, "");

/** Every path by which content can be named; the exact ones first. */
function lookupOf(revision: StoredRevision): Lookup {
  const pages = new Map<string, StoredPage>();
  const files = new Map<string, StoredFile>();
  const all = [...walkPages(revision.pages)].map(({ page }) => page).filter(({ type }) => type !== "link");
  for (const page of all) if (page.git) addOnce(pages, page.git.path, page);
  for (const page of all) {
    const source = sourcePath(page);
    addOnce(pages, source, page);
    addOnce(pages, withoutExtension(source), page);
    if (isIndex(source)) addOnce(pages, source.split("/").slice(0, -1).join("/"), page);
  }
  for (const page of all) addOnce(pages, page.path, page);
  for (const file of revision.files) addOnce(files, file.git?.path ?? file.name, file);
  for (const file of revision.files) addOnce(files, `files/${file.id}`, file);
  return { pages, files };
}

/** Content that was written in the application has no files: there the last segment of a path is enough. */
function byName(revision: StoredRevision): Lookup {
  const pages = new Map<string, StoredPage>();
  const files = new Map<string, StoredFile>();
  for (const { page } of walkPages(revision.pages)) if (!page.git) addOnce(pages, page.slug, page);
  for (const file of revision.files) if (!file.git) addOnce(files, file.name, file);
  return { pages, files };
}

/**
 * Links of a revision by their destination. `anchorsOf` tells what `#...` may name in a page; `origin` is the served
 * sandbox's own, whose application locations count as in-app.
 */
export function targetFinder(
  revision: StoredRevision,
  anchorsOf: (page: StoredPage) => ReadonlySet<string>,
  origin: string = ORIGIN,
): (from: StoredPage, href: string) => Target {
  const exact = lookupOf(revision);
  const named = byName(revision);
  const toPage = (page: StoredPage, anchor: string | undefined): Target => {
    if (anchor === undefined || anchor === "") return { key: `page ${page.id}`, status: "ok", page };
    const status = anchorsOf(page).has(anchor.toLowerCase()) ? "ok" : "broken";
    return { key: `page ${page.id}#${anchor}`, status, page, anchor };
  };
  const find = (from: StoredPage, path: string, anchor: string | undefined): Target => {
    const resolved = resolvePath(sourcePath(from), path);
    const name = path.split("/").at(-1) ?? "";
    const loose = from.git === undefined && resolved !== undefined;
    const page =
      (resolved === undefined ? undefined : exact.pages.get(resolved)) ??
      (loose ? named.pages.get(withoutExtension(name)) : undefined);
    if (page) return toPage(page, anchor);
    const file =
      (resolved === undefined ? undefined : exact.files.get(resolved)) ?? (loose ? named.files.get(name) : undefined);
    if (file) return { key: `file ${file.id}`, status: "ok", file };
    const broken = resolved ?? path;
    return { key: `broken ${broken}`, status: "broken", path: broken };
  };
  return (from, href) => {
    const parsed = parseHref(href);
    if (parsed.kind === "local") {
      return parsed.path === "" ? toPage(from, parsed.anchor) : find(from, parsed.path, parsed.anchor);
    }
    const { url } = parsed;
    const inApp = [ORIGIN, origin].some((own) => url.startsWith(`${own}/o/`));
    return { key: `url ${url}`, status: inApp ? "in-app" : "ok", url };
  };
}
