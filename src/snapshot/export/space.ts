/** A space as a folder of Markdown that `docs sandbox import` takes back. */
import { hashOf, soundText } from "../../sandbox/content/documents.js";
import { walkPages } from "../../sandbox/content/pages.js";
import type { PageFields, StoredFile, StoredPage, StoredRevision } from "../../sandbox/content/types.js";
import type { Store } from "../../sandbox/store/store.js";
import { fileBytes } from "../file/file-bytes.js";
import { createPlaces, safeName } from "./names.js";
import { summaryOf } from "./summary.js";

type Yaml = typeof import("yaml");

/** Files of the content that are no pages. */
const SUMMARY = "SUMMARY.md";
const VARIABLES = ".gitbook/vars.yaml";
const ASSETS = [".gitbook", "assets"];

/** Types of pages that have no file. */
const FILELESS = new Set(["group", "link"]);

interface SpaceFile {
  path: string;
  /** Undefined: it was not read, or is damaged. */
  content: string | Uint8Array | undefined;
  isDamaged?: true;
  /** Id. */
  page?: string;
}

/** All files of a space, one after the other; paths are from its folder. `whole`: pages without a text have none. */
export function* spaceFiles(
  store: Store,
  yaml: Yaml,
  { pages, files, variables }: Pick<StoredRevision, "pages" | "files" | "variables">,
  { space, whole }: { space: string; whole: boolean },
): Generator<SpaceFile> {
  const places = createPlaces([SUMMARY, VARIABLES, ".gitbook.yaml"]);
  const all = [...walkPages(pages)].map(({ page }) => page);
  const withText = all.filter(({ type, document }) => document !== undefined || !FILELESS.has(type));
  const paths = new Map(withText.map((page) => [page.id, places.file(pagePath(page), page.id, treePath(page))]));
  const placed = new Map<string, string>();
  for (const file of files) {
    const found = fileBytes(store, space, file.id);
    const path = places.file(filePath(file), file.id);
    // A page names its cover where the snapshot has no bytes of it, too.
    if (!found) placed.set(file.id, path);
    if (!found) continue;
    const { bytes, hash } = found;
    if (hashOf(bytes) !== hash) {
      yield { path, content: undefined, isDamaged: true };
      continue;
    }
    placed.set(file.id, path);
    yield { path, content: bytes };
  }
  if (all.length > 0) yield { path: SUMMARY, content: summaryOf(pages, paths) };
  if (Object.keys(variables).length > 0)
    yield { path: VARIABLES, content: yaml.stringify(variables, { lineWidth: 0 }) };
  for (const page of withText) {
    const path = paths.get(page.id) ?? "";
    if (page.document === undefined && !whole) {
      yield { path, content: undefined };
      continue;
    }
    const up = "../".repeat(path.split("/").length - 1);
    const href = (file: string) => {
      const place = placed.get(file);
      return place === undefined ? undefined : `${up}${place.split("/").map(encodeURIComponent).join("/")}`;
    };
    const markdown = page.document === undefined ? "" : soundText(store, page.document);
    if (markdown === undefined) yield { path, content: undefined, isDamaged: true };
    else yield { path, content: pageFile(yaml, page, markdown, href), page: page.id };
  }
}

/** The synchronized path of a page, as relative links start there; else its place in the tree. */
const pagePath = (page: StoredPage): string[] => (page.git ? pathOf(page, page.git.path) : treePath(page));

/** Two pages may be synchronized with one file: the second is at its place in the tree. */
const treePath = (page: StoredPage): string[] => pathOf(page, `${page.path || page.slug}.md`);

function pathOf(page: StoredPage, path: string): string[] {
  const names = path.split("/").filter((name) => name !== "" && name !== ".");
  const last = names.pop() ?? "";
  const [, stem = last, ending = ".md"] = /^(.*?)(\.(?:md|markdown))$/is.exec(last) ?? [];
  // Before an ending, periods are safe.
  const periods = /\.{0,3}$/.exec(stem)?.[0] ?? "";
  return [...names.map((name) => safeName(name, "_")), `${safeName(stem, page.id)}${periods}${ending}`];
}

function filePath({ id, name, git }: StoredFile): string[] {
  if (git === undefined) return [...ASSETS, safeName(name, id)];
  const names = git.path.split("/").filter((one) => one !== "" && one !== ".");
  const inAssets = names[0] === ".gitbook";
  return names.map((one, at) => (inAssets && at === 0 ? one : safeName(one, id)));
}

/** As the importer takes it: what the cover looks like is one mapping. */
function layoutOf(layout: NonNullable<PageFields["layout"]>): object {
  const { cover, coverSize, width, ...parts } = layout;
  const visible = Object.entries(parts).map(([name, value]) => [name, { visible: value }] as const);
  const shown = { ...(cover !== undefined && { visible: cover }), ...(coverSize !== undefined && { size: coverSize }) };
  return {
    ...(width !== undefined && { width }),
    ...(Object.keys(shown).length > 0 && { cover: shown }),
    ...Object.fromEntries(visible.sort(([one], [other]) => (one < other ? -1 : 1))),
  };
}

/**
 * A page as a Markdown file: what the importer reads from front matter, then the text as it is. `href` finds the place of
 * a file from the page.
 */
function pageFile(yaml: Yaml, page: StoredPage, markdown: string, href: (file: string) => string | undefined): string {
  const { ref, refDark, yPos } = page.cover ?? {};
  const placeOf = (one: typeof ref) => (one?.kind === "file" ? href(one.file) : undefined);
  const [cover, coverDark] = [placeOf(ref), placeOf(refDark)];
  const values = {
    title: page.title,
    description: page.description || undefined,
    icon: page.icon || undefined,
    emoji: page.emoji || undefined,
    cover,
    coverDark: cover === undefined ? undefined : coverDark,
    coverY: cover === undefined ? undefined : yPos,
    layout: page.layout && Object.keys(page.layout).length > 0 ? layoutOf(page.layout) : undefined,
    vars: page.variables && Object.keys(page.variables).length > 0 ? page.variables : undefined,
    hidden: page.hidden || undefined,
    noIndex: page.noIndex || undefined,
    noRobotsIndex: page.noRobotsIndex || undefined,
  };
  return `---\n${yaml.stringify(values, { lineWidth: 0, aliasDuplicateObjects: false })}---\n${markdown}`;
}
