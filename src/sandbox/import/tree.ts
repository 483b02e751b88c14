import { isIndex, isMarkdown } from "../../shared/text/hrefs.js";
import { slugify } from "../content/pages.js";
import type { PageInput } from "../content/types.js";
import { type SourcePage, titleOfName } from "./source-page.js";
import type { SummaryEntry } from "./summary.js";

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
export function treeOf(pages: Iterable<FilePage>, summary: readonly SummaryEntry[], ground: Ground): PageInput[] {
  const natural = naturalTree(pages, ground.readme);
  return summary.length > 0 ? overlay(summary, natural, ground) : finish(natural);
}
