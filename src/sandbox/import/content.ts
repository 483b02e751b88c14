import { existsSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { isIndex, isMarkdown, parseHref, resolvePath } from "../../shared/markdown/elements.js";
import { loadMarked, type MarkdownParser } from "../../shared/markdown/tokens.js";
import { composed } from "../../shared/text/names.js";
import { recordDocument } from "../content/links/link-index.js";
import { gitOid, putDocument, slugify, walkPages } from "../content/pages.js";
import { storeFile } from "../content/revisions.js";
import type { CoverReference, PageInput, RevisionInput, StoredFile, StoredRevision } from "../content/types.js";
import type { ContentContext } from "../types.js";
import { type Folder, listFolder, readListed, readText, type SkippedFile, startFolder, subfolder } from "./folder.js";
import { contentTypeOf, dimensionsOf } from "./media.js";
import {
  isMapping,
  line,
  mappingOf,
  parseSummary,
  readPage,
  type SourcePage,
  type SummaryEntry,
  titleOfName,
  type Values,
  variablesOf,
  type Yaml,
} from "./source-page.js";

/** A page from a file; its text is stored separately. */
type FilePage = Omit<SourcePage, "markdown">;

/** A page or group in its folder, before SUMMARY.md rearranges it. */
interface Node {
  page: PageInput;
  /** Path of the Markdown file; absent for a group. */
  path?: string;
  below: Node[];
}

interface Level {
  files: FilePage[];
  folders: Map<string, Level>;
}

function levels(pages: Iterable<FilePage>): Level {
  const root: Level = { files: [], folders: new Map() };
  for (const page of pages) {
    let level = root;
    for (const name of page.path.split("/").slice(0, -1)) {
      const next = level.folders.get(name) ?? { files: [], folders: new Map() };
      level.folders.set(name, next);
      level = next;
    }
    level.files.push(page);
  }
  return root;
}

const stem = (path: string) => (path.split("/").at(-1) ?? "").replace(/\.(md|markdown)$/i, "");

function nodeOf({ path, covers: _covers, ...page }: FilePage, below: Node[]): Node {
  return { page, path, below };
}

/**
 * Turns folders into pages: a folder's page is its README or index, else the file of the same name beside it, else a
 * group. Files come before folders; at the root the README comes first.
 */
function naturalTree(pages: Iterable<FilePage>, readme: string): Node[] {
  const isFirst = ({ path }: Node) => path === readme || (path !== undefined && !path.includes("/") && isIndex(path));
  const build = (level: Level, at: string): Node[] => {
    const index = level.files.find(({ path }) => isIndex(path));
    const own = level.files.filter((page) => at === "" || page !== index);
    const nodes = new Map(own.map((page) => [page, nodeOf(page, [])]));
    const groups: Node[] = [];
    for (const [name, inner] of level.folders) {
      const path = at === "" ? name : `${at}/${name}`;
      const below = build(inner, path);
      const inside = inner.files.find((page) => isIndex(page.path));
      const beside = own.find((page) => stem(page.path) === name);
      if (inside) groups.push(nodeOf(inside, below));
      else if (beside) nodes.set(beside, nodeOf(beside, below));
      else groups.push({ page: { title: titleOfName(path), slug: slugify(name), type: "group" }, below });
    }
    const all = [...nodes.values(), ...groups];
    return at === "" ? [...all.filter(isFirst), ...all.filter((node) => !isFirst(node))] : all;
  };
  return build(levels(pages), "");
}

function* walk(nodes: readonly Node[]): Generator<Node> {
  for (const node of nodes) {
    yield node;
    yield* walk(node.below);
  }
}

function finish(nodes: readonly Node[]): PageInput[] {
  return nodes.map(({ page, below }) => ({ ...page, pages: finish(below) }));
}

/** An entry that links to a place in the content: `/a/b.md#c`. */
function linkTo(path: string, anchor: string | undefined): string {
  const encoded = `/${path.split("/").map(encodeURIComponent).join("/")}`;
  return anchor === undefined ? encoded : `${encoded}#${encodeURIComponent(anchor)}`;
}

/** The tree that SUMMARY.md arranges: all files of the folder. `linked` receives those that it names, `missing` names without a file. */
interface Ground {
  files: ReadonlySet<string>;
  readme: string;
  linked(path: string): void;
  missing(path: string): void;
}

/** Applies the order and titles of SUMMARY.md; pages that it does not name follow below their natural parent. */
function overlay(summary: readonly SummaryEntry[], natural: readonly Node[], ground: Ground): PageInput[] {
  const byPath = new Map<string, Node>();
  for (const node of walk(natural)) if (node.path !== undefined) byPath.set(node.path, node);
  const find = (path: string) =>
    [path, `${path}.md`, `${path}/README.md`, `${path}/index.md`].flatMap((name) => byPath.get(name) ?? [])[0];
  const used = new Map<Node, PageInput>();
  const lay = ({ title, path, anchor, url, slug, children }: SummaryEntry): PageInput[] => {
    const below = () => children.flatMap(lay);
    const link = (href: string, name: string): PageInput[] => [{ title: name, type: "link", href, pages: below() }];
    if (url !== undefined) return link(url, title);
    if (path === undefined) return [{ title, ...(slug !== undefined && { slug }), type: "group", pages: below() }];
    const node = find(path);
    // A page is placed where it is named first; other entries link to it, and an anchor links into it.
    if (node?.path !== undefined && (anchor !== undefined || used.has(node))) {
      return link(linkTo(node.path, anchor), title || node.page.title);
    }
    if (!node && ground.files.has(path) && !isMarkdown(path)) {
      ground.linked(path);
      return link(linkTo(path, anchor), title || path);
    }
    if (!node) {
      if (!ground.files.has(path)) ground.missing(path);
      return below();
    }
    const page: PageInput = { ...node.page, title: title || node.page.title };
    used.set(node, page);
    page.pages = below();
    return [page];
  };
  const laid = summary.flatMap(lay);
  const rest = (nodes: readonly Node[]): PageInput[] =>
    nodes.flatMap((node) => {
      const below = rest(node.below);
      const page = used.get(node);
      if (page) page.pages = [...(page.pages ?? []), ...below];
      else if (node.path !== undefined || below.length > 0) return [{ ...node.page, pages: below }];
      return [];
    });
  return [...laid, ...rest(natural)];
}

/** The page tree of a folder. `pages` are ordered by path. */
function makeTree(pages: Iterable<FilePage>, summary: readonly SummaryEntry[], ground: Ground): PageInput[] {
  const natural = naturalTree(pages, ground.readme);
  return summary.length > 0 ? overlay(summary, natural, ground) : finish(natural);
}

/** The two hidden entries that are read: a folder's settings, and what accompanies its pages. */
const SETTINGS = ".gitbook.yaml";
const VARIABLES = ".gitbook/vars.yaml";

/** Paths relative to the root of the content. */
interface Structure {
  readme: string;
  summary: string;
  /** Former paths of pages, and the paths that took their place. */
  redirects?: Record<string, string>;
}

const DEFAULT_STRUCTURE: Structure = { readme: "README.md", summary: "SUMMARY.md" };

/** Reads a mapping from a file of the folder; empty, with an entry in `skipped`, if it is not one. */
function readMapping(yaml: Yaml, folder: Folder, path: string): Values {
  const found = readText(folder, path);
  if (!found) return {};
  const values = mappingOf(yaml, found.text);
  if (values !== undefined && values !== "aliases") return values;
  folder.skipped.push({ path, why: values === undefined ? "no YAML mapping" : "YAML with too many aliases" });
  return {};
}

function structureOf(values: Values): Structure {
  const given = isMapping(values.structure) ? values.structure : {};
  const pathOf = (key: "readme" | "summary") => resolvePath("", line(given[key]) ?? "") || DEFAULT_STRUCTURE[key];
  const redirects = isMapping(values.redirects) ? variablesOf(values.redirects) : undefined;
  return { readme: pathOf("readme"), summary: pathOf("summary"), ...(redirects && { redirects }) };
}

/**
 * Lists a folder, or the subfolder that its `.gitbook.yaml` names as the root of the content.
 * @throws Failure io, invalid-input
 */
function openFolder(yaml: Yaml, path: string): { folder: Folder; structure: Structure } {
  if (!existsSync(join(path, SETTINGS))) return { folder: listFolder(path), structure: DEFAULT_STRUCTURE };
  const outer = startFolder(path);
  const values = readMapping(yaml, outer, SETTINGS);
  const named = resolvePath("", line(values.root) ?? "");
  const root = named === undefined ? undefined : subfolder(outer, named);
  if (root === undefined) {
    outer.skipped.push({ path: SETTINGS, why: `its root ${line(values.root)} is no folder in the folder` });
  } else if (named) outer.skipped.push({ path: SETTINGS, why: `files outside its root ${named} are omitted` });
  const redirects = isMapping(values.redirects) ? Object.keys(values.redirects) : [];
  if (redirects.length > 0) {
    const why = `its redirects are kept for links only: ${redirects.join(", ").slice(0, 200)}`;
    outer.skipped.push({ path: SETTINGS, why });
  }
  const folder = listFolder(root ?? path);
  const told = new Set(folder.skipped.map(({ path: one }) => one));
  folder.skipped.unshift(...outer.skipped.filter(({ path: one }) => root !== outer.root || !told.has(one)));
  return { folder, structure: structureOf(values) };
}

/** The values of `space.vars` for the folder's pages. */
function readVariables(yaml: Yaml, folder: Folder): Record<string, string> {
  if (!folder.paths.includes(VARIABLES)) return {};
  return variablesOf(readMapping(yaml, folder, VARIABLES)) ?? {};
}

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
function makeIds({ before, renames = "" }: ReadOptions, listed: ReadonlySet<string>, root: string): Reading["idOf"] {
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
  const tree = makeTree(sources, summary, ground);
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
  return readAll({ context, marked, yaml, folder, structure, listed, idOf: makeIds(options, listed, root) }, only);
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
