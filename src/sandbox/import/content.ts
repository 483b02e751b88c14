import { relative, sep } from "node:path";
import { loadMarked, type MarkdownParser } from "../../shared/markdown/tokens.js";
import { isMarkdown, parseHref, resolvePath } from "../../shared/text/hrefs.js";
import { composed } from "../../shared/text/names.js";
import { gitOid, putDocument } from "../content/documents.js";
import { recordDocument } from "../content/links/link-index.js";
import { walkPages } from "../content/pages.js";
import { storeFile } from "../content/revisions.js";
import type {
  ContentContext,
  CoverReference,
  PageInput,
  RevisionInput,
  StoredFile,
  StoredRevision,
} from "../content/types.js";
import { type Folder, listFolder, readListed, readText, type SkippedFile, startFolder } from "./folder.js";
import type { Yaml } from "./mapping.js";
import { contentTypeOf, dimensionsOf } from "./media.js";
import { DEFAULT_STRUCTURE, openFolder, readVariables, SETTINGS, type Structure, VARIABLES } from "./settings.js";
import { readPage, type SourcePage } from "./source-page.js";
import { parseSummary } from "./summary.js";
import { treeOf } from "./tree.js";

/** A folder of Markdown as content: bodies and files are already stored, the revision is not. */
export interface FolderContent {
  pages: PageInput[];
  files: StoredFile[];
  reusableContents: NonNullable<RevisionInput["reusableContents"]>;
  variables: Record<string, string>;
  redirects?: Record<string, string> | undefined;
  skipped: SkippedFile[];
}

interface ReadOptions {
  /** The only Markdown file of the folder to read. */
  only?: string | undefined;
  /** Content whose ids carry over to the same paths, so that links, comments and the tree survive. */
  before?: StoredRevision | undefined;
  /** The output of `git diff --name-status` for the folder: renamed files stay the same pages. */
  renames?: string | undefined;
}

interface Reading {
  context: ContentContext;
  marked: MarkdownParser;
  yaml: Yaml;
  folder: Folder;
  structure: Structure;
  listed: ReadonlySet<string>;
  idOf: (path: string, oid: string) => string | undefined;
}

/** Lines of `git diff --name-status` for renamed files, without those that are quoted. */
const RENAMED = /^R\d*\t([^\t\n"][^\t\n]*)\t([^\t\n"][^\t\n]*)$/gm;

/**
 * Ids of existing pages, files and reusable contents: by their path in the repository, by the path that they had before a
 * rename, or by their text, if it has left its path.
 */
function idsOf({ before, renames = "" }: ReadOptions, listed: ReadonlySet<string>, root: string): Reading["idOf"] {
  const pages = [...walkPages(before?.pages ?? [])].map(({ page }) => page);
  const all = [...pages, ...(before?.files ?? []), ...(before?.reusableContents ?? [])];
  const byPath = new Map(all.flatMap(({ id, git }) => (git ? [[composed(git.path), id] as const] : [])));
  const inRoot = (path: string) => (path.startsWith(root) ? composed(path.slice(root.length)) : undefined);
  const former = new Map([...renames.matchAll(RENAMED)].map(([, from = "", to = ""]) => [inRoot(to), inRoot(from)]));
  const gone = all.filter(({ git }) => git && !listed.has(composed(git.path)));
  const byText = new Map(gone.map(({ id, git }) => [git?.oid, id]));
  const taken = new Set<string>();
  return (path, oid) => {
    const known = byPath.get(path);
    if (known !== undefined) return known;
    const id = byPath.get(former.get(path) ?? "") ?? byText.get(oid);
    // A text that is in two files now was one thing before.
    if (id === undefined || taken.has(id) || !gone.some((one) => one.id === id)) return undefined;
    taken.add(id);
    return id;
  };
}

/** The file as content; undefined if it cannot be read. */
function readFile({ context, folder, idOf }: Reading, path: string): StoredFile | undefined {
  const bytes = readListed(folder, path);
  if (!bytes) return undefined;
  const name = path.split("/").at(-1) ?? path;
  const contentType = contentTypeOf(name);
  const dimensions = dimensionsOf(contentType, bytes);
  const git = { oid: gitOid(bytes), path };
  const id = idOf(path, git.oid);
  return storeFile(context, { ...(id && { id }), name, contentType, bytes, git, ...(dimensions && { dimensions }) });
}

function readFiles(reading: Reading, paths: Iterable<string>): Map<string, StoredFile> {
  const files = new Map<string, StoredFile>();
  for (const path of new Set(paths)) {
    const file = readFile(reading, path);
    if (file) files.set(path, file);
  }
  return files;
}

/** A page whose text is already stored, and the files in the folder that it links to, shows or uses as a cover. */
interface ReadPage {
  page: Omit<SourcePage, "markdown">;
  linked: string[];
}

/** Files in the folder that are the destinations in the file at `from`. */
function filesAt({ listed }: Reading, from: string, hrefs: readonly string[]): string[] {
  return hrefs.flatMap((href) => {
    const parsed = parseHref(href);
    const path = parsed.kind === "url" || parsed.path === "" ? undefined : resolvePath(from, parsed.path);
    return path !== undefined && listed.has(path) && isFile(path) ? [path] : [];
  });
}

function readSource(reading: Reading, source: SourcePage): ReadPage {
  const { store } = reading.context;
  const { markdown, ...page } = source;
  const document = putDocument(store, markdown);
  const { hrefs } = recordDocument(store, reading.marked, document, markdown);
  const { light, dark } = page.covers ?? {};
  const linked = filesAt(reading, page.path, [...hrefs, ...[light, dark].filter((href) => href !== undefined)]);
  const id = reading.idOf(page.path, page.git?.oid ?? "");
  // Copy: titles and paths sliced from the text would keep all of it in memory.
  return structuredClone({ page: { ...page, ...(id && { id }), document }, linked });
}

function readSources(reading: Reading, paths: readonly string[]): ReadPage[] {
  return paths.flatMap((path) => {
    const source = readPage(reading.yaml, reading.folder, path);
    return source ? [readSource(reading, source)] : [];
  });
}

/** The pictures above a page: files of the folder, or addresses. What is neither is told. */
function addCover({ folder, listed }: Reading, page: ReadPage["page"], files: ReadonlyMap<string, StoredFile>): void {
  const refTo = (href: string | undefined): CoverReference | undefined => {
    if (href === undefined) return undefined;
    const parsed = parseHref(href);
    if (parsed.kind === "url" && /^https?:/i.test(parsed.url)) return parsed;
    const path = parsed.kind === "url" ? undefined : resolvePath(page.path, parsed.path);
    const file = path === undefined ? undefined : files.get(path);
    if (file) return { kind: "file", file: file.id };
    // A file that is there and could not be read has been told.
    if (path !== undefined && listed.has(path) && isFile(path)) return undefined;
    const why = parsed.kind === "url" ? "is not a web address" : "is not a file of the folder";
    folder.skipped.push({ path: page.path, why: `its cover ${href.slice(0, 200)} ${why}` });
    // The page keeps the name, as its other links do.
    return path === undefined ? undefined : { kind: "file", file: path };
  };
  const { light, dark, yPos } = page.covers ?? {};
  const refDark = refTo(dark);
  const ref = refTo(light) ?? refDark;
  if (ref) page.cover = { ref, ...(refDark && { refDark }), ...(yPos !== undefined && { yPos }) };
}

function readSummary({ marked, folder, structure: { summary }, listed }: Reading) {
  const found = listed.has(summary) ? readText(folder, summary) : undefined;
  return found ? parseSummary(marked, summary, found.text) : [];
}

function readAll(reading: Reading, only: string | undefined): FolderContent {
  const { folder, structure, listed, yaml } = reading;
  const pathsOf = (role: string) => folder.paths.filter((path) => roleOf(path, structure) === role);
  const pages = readSources(
    reading,
    only === undefined ? pathsOf("page") : folder.paths.filter((name) => name === composed(only)),
  );
  const reusable = readSources(reading, pathsOf("reusable"));
  const sources = pages.map(({ page }) => page);
  const summary = only === undefined ? readSummary(reading) : [];
  const inSummary: string[] = [];
  const missing = (path: string) => {
    const isFolder = folder.paths.some((other) => other.startsWith(`${path}/`));
    const why = isFolder ? "but the folder has no README.md" : "but not in the folder";
    folder.skipped.push({ path, why: `in ${structure.summary}, ${why}` });
  };
  const ground = { ...structure, files: listed, missing, linked: (path: string) => inSummary.push(path) };
  const files = readFiles(
    reading,
    [...pages, ...reusable].flatMap(({ linked }) => linked),
  );
  for (const page of sources) addCover(reading, page, files);
  const tree = treeOf(sources, summary, ground);
  for (const [path, file] of readFiles(
    reading,
    inSummary.filter((path) => !files.has(path)),
  ))
    files.set(path, file);
  if (only === undefined) noteLeftOut(folder, structure, files);
  return {
    pages: tree,
    files: [...files.values()],
    reusableContents: reusable.map(({ page: { id, title, document, git } }) => {
      return { title, ...(id && { id }), ...(document !== undefined && { document }), ...(git && { git }) };
    }),
    variables: readVariables(yaml, folder),
    redirects: structure.redirects,
    skipped: folder.skipped,
  };
}

/**
 * Reads a folder, or one file of it.
 * @throws Failure io if it cannot be read, invalid-input if it has too many files
 */
export async function readFolder(
  context: ContentContext,
  path: string,
  options: ReadOptions = {},
): Promise<FolderContent> {
  const { only } = options;
  const [marked, yaml] = await Promise.all([loadMarked(), import("yaml")]);
  const { folder, structure } =
    only === undefined ? openFolder(yaml, path) : { folder: listFolder(path), structure: DEFAULT_STRUCTURE };
  const listed = new Set(folder.paths);
  // The root of the content, as paths of the repository start with it.
  const root = [...relative(startFolder(path).root, folder.root).split(sep).filter(Boolean), ""].join("/");
  return readAll({ context, marked, yaml, folder, structure, listed, idOf: idsOf(options, listed, root) }, only);
}

/** The role of a path in the folder's content. */
type Role = "page" | "reusable" | "file" | "settings" | "contents" | "beside" | "program";

const REUSABLE = /^\.gitbook\/includes\/.+\.(?:md|markdown)$/i;
/** Files that pages offer, Markdown included. */
const ASSET = /(?:^|\/)\.gitbook\/assets\//;
const isFile = (path: string) => !isMarkdown(path) || ASSET.test(path);
const BESIDE = /(?:^|\/)\.gitbook\//;
const CONTENTS = /(?:^|\/)SUMMARY\.md$/;

/** Markdown files are pages, except the table of contents and those in `.gitbook`. */
function roleOf(path: string, { summary }: Structure): Role {
  if ([summary, SETTINGS, VARIABLES].includes(path)) return "settings";
  if (/\.mdx$/i.test(path)) return "program";
  if (isFile(path)) return "file";
  if (REUSABLE.test(path)) return "reusable";
  if (BESIDE.test(path)) return "beside";
  return CONTENTS.test(path) ? "contents" : "page";
}

const WHY: Partial<Record<Role, string>> = {
  file: "no page links to it",
  program: "MDX, whose components only a program can show",
  contents: "a table of contents of a part",
  beside: "Markdown beside the pages",
};

/** Notes listed files that are not part of the content. */
function noteLeftOut(folder: Folder, structure: Structure, files: ReadonlyMap<string, unknown>): void {
  const told = new Set(folder.skipped.map(({ path }) => path));
  for (const path of folder.paths) {
    const why = WHY[roleOf(path, structure)];
    if (why !== undefined && !files.has(path) && !told.has(path)) folder.skipped.push({ path, why });
  }
}
