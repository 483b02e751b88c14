/** Imports an export of a snapshot again, and compares what came of it. */
import { join } from "node:path";
import { Failure } from "../../errors.js";
import { flatPages } from "../../sandbox/content/pages.js";
import { getRevision, writeRevision } from "../../sandbox/content/revisions.js";
import type { StoredFile, StoredPage, StoredRevision } from "../../sandbox/content/types.js";
import { importFolder } from "../../sandbox/import/import-markdown.js";
import type { Sandbox } from "../../sandbox/open.js";
import { shadowIndexTables } from "../../sandbox/store/index-tables.js";
import { createStore } from "../../sandbox/store/store.js";
import { ServiceError } from "../../sandbox/wire/service-error.js";
import { isTextMissing } from "../../shared/snapshots/page-texts.js";
import { type DrillPart, drillRow, joinParts } from "../drill-report.js";
import { exportSnapshot } from "../export/export.js";
import { type OpenSnapshot, openSnapshot } from "../file/open-snapshot.js";
import {
  contentsOf,
  differencesOf,
  linesOf,
  linksIn,
  type PageLink,
  type PlacedPage,
  pagesIn,
  type SpaceContent,
} from "./contents.js";

/** Members of a page that an export keeps. */
const FIELDS = ["title", "type", "emoji", "icon", "description", "href", "hidden", "layout", "variables"] as const;

interface ImportedSpace {
  pages: ReadonlyMap<string, PlacedPage>;
  links: PageLink[];
  /** Links that lead nowhere in the folder. */
  broken: PageLink[];
  /** Names. */
  files: ReadonlySet<string>;
}

interface ImportComparison {
  compared: Record<"pages" | "texts" | "links", number>;
  says: Record<"pages" | "texts" | "links", string[]>;
  /** Links that lead somewhere on the service, and nowhere in the folder. */
  byName: number;
  /** Links to files that an import leaves out. */
  toFiles: number;
}

/** `copy` has the rest of the organization, which links lead to. @throws Failure as exportSnapshot */
export async function importAgain(file: string, folder: string, copy: Sandbox): Promise<DrillPart> {
  await exportSnapshot(file, folder);
  const snapshot = openSnapshot(file, { texts: true });
  try {
    shadowIndexTables(snapshot.db);
    const { spaces, missing } = contentsOf(snapshot);
    const names = namesIn(folder);
    const found: ImportComparison = {
      compared: { pages: 0, texts: 0, links: 0 },
      says: { pages: [], texts: [], links: [] },
      byName: 0,
      toFiles: 0,
    };
    for (const content of spaces.filter(({ pages }) => pages.size > 0)) {
      const at = join(folder, "spaces", names.get(content.space) ?? "");
      const original = getRevision(snapshot.store, content.revision);
      const imported = await importOne(copy, snapshot.org, at, original);
      if (typeof imported === "string") found.says.pages.push(`${content.title}: not imported: ${imported}`);
      else await compareOne(snapshot, content, imported, found);
    }
    const rows = (["pages", "texts", "links"] as const).map((what) => {
      const reason =
        what === "pages" ? missing.pages : what === "texts" ? missing.texts : ofLinks(found, missing.texts);
      return drillRow({ check: "export", what, compared: found.compared[what], reason }, found.says[what]);
    });
    return joinParts(rows);
  } finally {
    snapshot.close();
  }
}

/** Names of the folders of spaces, by their ids. */
function namesIn(folder: string): Map<string, string> {
  const { existsSync, readdirSync, readFileSync } = process.getBuiltinModule("node:fs");
  const at = join(folder, "spaces");
  const names = existsSync(at) ? readdirSync(at).filter((name) => name.endsWith(".json")) : [];
  return new Map(
    names.map((name) => {
      // Written by the export.
      const { id } = JSON.parse(readFileSync(join(at, name), "utf8")) as { id: string };
      return [id, name.replace(/\.json$/, "")];
    }),
  );
}

/** What the figures of links do not say. */
function ofLinks({ byName, toFiles }: ImportComparison, missing: string | undefined): string | undefined {
  const words = [
    ...(missing === undefined ? [] : [missing]),
    ...(byName > 0 ? [`${byName} work only on the service, which finds a page by the end of its path`] : []),
    ...(toFiles > 0 ? [`${toFiles} to files not compared: an import takes a file only if its path is named`] : []),
  ];
  return words.length === 0 ? undefined : words.join("; ");
}

/** What came of it, or why nothing did. */
async function importOne(
  copy: Sandbox,
  organization: string,
  folder: string,
  original: StoredRevision,
): Promise<ImportedSpace | string> {
  try {
    return await copy.change(async (context) => {
      const { store } = context;
      const { space, revision } = await importFolder(context, { folder, organization });
      const broken = (await linksIn(store, space, revision)).filter(({ isBroken }) => isBroken);
      // Links are followed as in the space: a folder is taken for a synchronized one, which is stricter.
      const read = getRevision(store, revision);
      const { id: _id, createdAt: _at, ...content } = synchronizedAs(original, read);
      // In a space of its own: links that are known of a place are not worked out again.
      const place = context.id();
      const again = writeRevision(context, place, { ...content, parents: [] });
      const files = new Set(read.files.map(({ name }) => name));
      return { pages: pagesIn(store, revision), links: await linksIn(store, place, again), broken, files };
    });
  } catch (error) {
    if (!(error instanceof Failure || error instanceof ServiceError)) throw error;
    return error.message;
  }
}

/** The same content, with the place in a repository only where the original has one. */
function synchronizedAs(original: StoredRevision, { pages, files, ...rest }: StoredRevision): StoredRevision {
  const paths = new Set(flatPages(original.pages).flatMap(({ path, git }) => (git ? [path] : [])));
  const names = new Set(original.files.flatMap(({ name, git }) => (git ? [name] : [])));
  const without = ({ git, ...page }: StoredPage): StoredPage => ({
    ...page,
    ...(git && paths.has(page.path) && { git }),
    pages: page.pages.map(without),
  });
  const ofFile = ({ git, ...file }: StoredFile): StoredFile => ({
    ...file,
    ...(git && names.has(file.name) && { git }),
  });
  return { ...rest, pages: pages.map(without), files: files.map(ofFile) };
}

async function compareOne(
  snapshot: OpenSnapshot,
  content: SpaceContent,
  imported: ImportedSpace,
  found: ImportComparison,
): Promise<void> {
  const { title, pages, space, revision } = content;
  const without = new Set([...pages.values()].filter(({ page }) => isTextMissing(page)).map(({ page }) => page.path));
  const isThere = (path: string): boolean => !without.has(path);
  const [old, now] = [[...pages.keys()].filter(isThere), [...imported.pages.keys()].filter(isThere)];
  const note = (what: keyof ImportComparison["says"], lines: readonly string[]) =>
    found.says[what].push(...lines.map((line) => `${title}: ${line}`));
  found.compared.pages += old.length;
  note("pages", differencesOf(old, now));
  const both = old.filter((path) => imported.pages.has(path));
  if (both.join("\n") !== now.filter((path) => pages.has(path)).join("\n"))
    note("pages", ["pages are in another order"]);
  for (const path of both) {
    const [was, is] = [pages.get(path), imported.pages.get(path)];
    if (!was || !is) continue;
    const fields = fieldsThatDiffer(was, is);
    if (fields.length > 0) note("pages", [`${path}: ${fields.join(", ")}`]);
    if (was.page.document === undefined) continue;
    found.compared.texts += 1;
    if (was.page.document !== is.page.document) note("texts", [`${path}: another text`]);
  }
  const links = (await linksIn(createStore(snapshot.db), space, revision)).filter(({ from }) => isThere(from));
  compareLinks({ links, isThere, note: (lines) => note("links", lines) }, imported, found);
}

interface LinksBefore {
  links: readonly PageLink[];
  isThere: (path: string) => boolean;
  note: (lines: readonly string[]) => void;
}

function compareLinks({ links, isThere, note }: LinksBefore, imported: ImportedSpace, found: ImportComparison): void {
  const lost = links.filter(({ isFile, aim }) => isFile && !imported.files.has(aim));
  const names = [...new Set(lost.map(({ aim }) => aim))];
  const toLost = ({ isBroken, aim }: PageLink): boolean => isBroken && names.some((name) => aim.endsWith(name));
  const old = links.filter((link) => !lost.includes(link));
  const ofRead = (link: PageLink): boolean => isThere(link.from) && !toLost(link);
  const known = new Set(linesOf(old));
  found.compared.links += old.length;
  found.toFiles += lost.length;
  found.byName += imported.broken.filter((link) => ofRead(link) && !known.has(link.line)).length;
  note(differencesOf(linesOf(old), linesOf(imported.links.filter(ofRead))));
}

function fieldsThatDiffer(was: PlacedPage, is: PlacedPage): string[] {
  const names = FIELDS.filter((name) => JSON.stringify(was.page[name]) !== JSON.stringify(is.page[name]));
  return was.parent === is.parent ? names : [...names, "the page above"];
}
