import { gitOid, putDocument } from "../content/documents.js";
import { isMarkdown, parseHref, resolvePath } from "../content/hrefs.js";
import { extract, loadMarked, type Marked } from "../content/markdown.js";
import { storeFile } from "../content/revisions.js";
import type { ContentContext, PageInput, StoredFile } from "../content/types.js";
import { type Folder, listFolder, readListed, type Skipped } from "./folder.js";
import { contentTypeOf, dimensionsOf } from "./media.js";
import { readPage, type SourcePage } from "./source-page.js";
import { parseSummary } from "./summary.js";
import { isPagePath, treeOf } from "./tree.js";

/** A folder of Markdown as content: bodies and files are stored already, the revision is not. */
export interface FolderContent {
  pages: PageInput[];
  files: StoredFile[];
  skipped: Skipped[];
}

/** The file as content; undefined when it cannot be read. */
function readFile(context: ContentContext, folder: Folder, path: string): StoredFile | undefined {
  const bytes = readListed(folder, path);
  if (!bytes) return undefined;
  const name = path.split("/").at(-1) ?? path;
  const contentType = contentTypeOf(name);
  const dimensions = dimensionsOf(contentType, bytes);
  const git = { oid: gitOid(bytes), path };
  return storeFile(context, { name, contentType, bytes, git, ...(dimensions && { dimensions }) });
}

/** Paths of the files of the folder that a page links to, shows or has as its cover. */
function linkedPaths(marked: Marked, page: SourcePage, listed: ReadonlySet<string>): string[] {
  const { hrefs } = extract(marked, page.document ?? "", () => page.markdown);
  const paths: string[] = [];
  for (const href of page.coverPath === undefined ? hrefs : [...hrefs, page.coverPath]) {
    const parsed = parseHref(href);
    if (parsed.kind === "url" || parsed.path === "") continue;
    const path = resolvePath(page.path, parsed.path);
    if (path !== undefined && listed.has(path) && !isMarkdown(path)) paths.push(path);
  }
  return paths;
}

function addCover(page: SourcePage, files: ReadonlyMap<string, StoredFile>): void {
  const path = page.coverPath === undefined ? undefined : resolvePath(page.path, page.coverPath);
  const file = path === undefined ? undefined : files.get(path);
  if (file) page.cover = { ref: { kind: "file", file: file.id } };
}

/**
 * Read a folder; `only` is the one Markdown file of it that is wanted.
 * @throws Failure io when it cannot be read, invalid-input when it holds too many files
 */
export async function readFolder(context: ContentContext, path: string, only?: string): Promise<FolderContent> {
  const [marked, yaml] = await Promise.all([loadMarked(), import("yaml")]);
  const folder = listFolder(path);
  const listed = new Set(folder.paths);
  const sources: SourcePage[] = [];
  for (const file of folder.paths.filter((name) => (only === undefined ? isPagePath(name) : name === only))) {
    const page = readPage(yaml, folder, file);
    if (page) sources.push({ ...page, document: putDocument(context.store, page.markdown) });
  }
  const files = new Map<string, StoredFile>();
  for (const linked of new Set(sources.flatMap((page) => linkedPaths(marked, page, listed)))) {
    const file = readFile(context, folder, linked);
    if (file) files.set(linked, file);
  }
  for (const page of sources) addCover(page, files);
  const summary = only === undefined && listed.has("SUMMARY.md") ? readListed(folder, "SUMMARY.md") : undefined;
  const entries = summary ? parseSummary(marked, new TextDecoder().decode(summary)) : [];
  return { pages: treeOf(sources, entries), files: [...files.values()], skipped: folder.skipped };
}
