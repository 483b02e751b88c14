import { gitOid, putDocument } from "../content/documents.js";
import { isMarkdown, parseHref, resolvePath } from "../content/links/hrefs.js";
import { recordDocument } from "../content/links/link-index.js";
import { storeFile } from "../content/revisions.js";
import { loadMarked, type Marked } from "../content/text/markdown.js";
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

/** A page whose text is kept already, and the files of the folder that it links to, shows or has as its cover. */
interface ReadPage {
  page: Omit<SourcePage, "markdown">;
  linked: string[];
}

function readSource(
  context: ContentContext,
  marked: Marked,
  source: SourcePage,
  listed: ReadonlySet<string>,
): ReadPage {
  const { markdown, ...page } = source;
  const document = putDocument(context.store, markdown);
  const { hrefs } = recordDocument(context.store, marked, document, markdown);
  const linked: string[] = [];
  for (const href of page.coverPath === undefined ? hrefs : [...hrefs, page.coverPath]) {
    const parsed = parseHref(href);
    if (parsed.kind === "url" || parsed.path === "") continue;
    const path = resolvePath(page.path, parsed.path);
    if (path !== undefined && listed.has(path) && !isMarkdown(path)) linked.push(path);
  }
  // Titles and paths that were cut out of the text would keep all of it in memory.
  return structuredClone({ page: { ...page, document }, linked });
}

function addCover(page: ReadPage["page"], files: ReadonlyMap<string, StoredFile>): void {
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
  const read: ReadPage[] = [];
  for (const file of folder.paths.filter((name) => (only === undefined ? isPagePath(name) : name === only))) {
    const source = readPage(yaml, folder, file);
    if (source) read.push(readSource(context, marked, source, listed));
  }
  const files = new Map<string, StoredFile>();
  for (const path of new Set(read.flatMap(({ linked }) => linked))) {
    const file = readFile(context, folder, path);
    if (file) files.set(path, file);
  }
  const sources = read.map(({ page }) => page);
  for (const page of sources) addCover(page, files);
  const summary = only === undefined && listed.has("SUMMARY.md") ? readListed(folder, "SUMMARY.md") : undefined;
  const entries = summary ? parseSummary(marked, new TextDecoder().decode(summary)) : [];
  return { pages: treeOf(sources, entries), files: [...files.values()], skipped: folder.skipped };
}
