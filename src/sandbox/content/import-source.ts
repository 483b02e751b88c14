import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Failure } from "../../errors.js";
import { followPages } from "../comments/follow.js";
import { type FolderContent, readFolder } from "../import/content.js";
import { recordContribution, refuseLocked, timestamp } from "../lookup.js";
import type { HandlerContext } from "../types.js";
import { ServiceError } from "../wire/service-error.js";
import type { Place } from "./present.js";
import { createRevision, setSpaceRevision } from "./revisions.js";
import type { ContentInput, CoverReference, PageInput, StoredFile, StoredRevision } from "./types.js";

interface ImportResult {
  revision: string;
  importedResources: number;
  totalResources: number;
  /** Why nothing was imported; not in the contract, which allows additional members. */
  error?: string;
}

/** The folder of a `file:` address, or one file in its folder. @throws ServiceError 400 */
function localSource(url: URL): { folder: string; only?: string } {
  try {
    const path = fileURLToPath(url);
    return statSync(path).isDirectory() ? { folder: path } : { folder: dirname(path), only: basename(path) };
  } catch (error) {
    throw new ServiceError(400, `cannot read ${url.href}: ${(error as { code?: string }).code ?? "not a path"}`);
  }
}

async function readLocal(context: HandlerContext, url: URL) {
  const { folder, only } = localSource(url);
  try {
    return await readFolder(context, folder, { only });
  } catch (error) {
    if (error instanceof Failure) throw new ServiceError(400, error.message);
    throw error;
  }
}

/** Makes a revision the active one of the space, or of its change request. */
export function activate(
  context: HandlerContext,
  { space, change }: Pick<Place, "space" | "change">,
  revision: string,
): void {
  if (!change) {
    setSpaceRevision(context, space.id, revision);
    return;
  }
  const updatedAt = timestamp(context);
  context.store.update<object>("change-request", change.id, (value) => ({ ...value, revision, updatedAt }));
  followPages(context.store, change.id, { before: change.revision, after: revision });
  recordContribution(context, change.id);
}

/**
 * Adds the content at an address. The sandbox makes no connections (R69): `file:` addresses are only read inside a
 * command, `data:` addresses everywhere; others are recorded and import nothing.
 * @throws ServiceError 403 locked space, or a `file:` address over HTTP; 400 unreadable; 409 merged
 */
export async function importSource(
  context: HandlerContext,
  place: Place,
  { url, source }: { url: string; source: string },
): Promise<ImportResult> {
  refuseLocked(place.space);
  if (place.change?.status === "merged") throw new ServiceError(409, "the change request is merged");
  const address = new URL(url);
  const holder = place.change?.id ?? place.space.id;
  const isData = address.protocol === "data:";
  if (!isData && address.protocol !== "file:") {
    const error = "FETCH_ERROR";
    context.store.put("content-import", context.id(), holder, { url, source, createdAt: timestamp(context), error });
    return { revision: place.revision.id, importedResources: 0, totalResources: 0, error };
  }
  if (!isData && !context.local) throw new ServiceError(403, "file: addresses are not read over HTTP");
  if (source !== "markdown") throw new ServiceError(400, `source "${source}" cannot be read here: use markdown`);
  const content = await (isData ? readData(context, url) : readLocal(context, address));
  const imported = countPages(content.pages) + content.files.length;
  const revision = createRevision(context, {
    space: place.space.id,
    type: "edits",
    parents: [place.revision.id],
    ...addContent(place.revision, content, timestamp(context)),
  });
  activate(context, place, revision);
  const totalResources = imported + content.skipped.length;
  return { revision, importedResources: imported, totalResources, ...(imported === 0 && { error: "NO_CONTENT" }) };
}

function countPages(pages: readonly { document?: string; pages?: readonly object[] }[]): number {
  return pages.reduce((sum, page) => sum + (page.document === undefined ? 0 : 1) + countPages(page.pages ?? []), 0);
}

/** Content inside an address itself: the way for clients with only the interface to bring text into the sandbox. */
const DATA = /^data:text\/markdown((?:;[^;,]*)*),(.*)$/is;
const NAME = /^(?:[\p{L}\p{N}_-][\p{L}\p{N}_. -]{0,99}\/){0,8}[\p{L}\p{N}_-][\p{L}\p{N}_. -]{0,99}\.(?:md|markdown)$/u;

interface Document {
  /** Path that the file would have. */
  name: string;
  bytes: Uint8Array;
}

const badAddress = (why: string) => new ServiceError(400, `the data address ${why}`);

/** @throws ServiceError 400 for anything but one Markdown document */
function parse(url: string): Document {
  const [, parameters = "", text] = DATA.exec(url) ?? [];
  if (text === undefined) throw badAddress("must be data:text/markdown[;name=guide/start.md][;base64],...");
  const values = parameters.split(";").filter(Boolean);
  const named = values.find((value) => value.startsWith("name="))?.slice("name=".length);
  try {
    const name = decodeURIComponent(named ?? "page.md");
    if (!NAME.test(name)) throw badAddress("has a name that is no path of a Markdown file");
    const decoded = decodeURIComponent(text);
    return { name, bytes: Buffer.from(decoded, values.at(-1) === "base64" ? "base64" : "utf8") };
  } catch (error) {
    if (error instanceof URIError) throw badAddress("has a % that is no part of an encoded character");
    throw error;
  }
}

/** Treats the document as the only file of a folder: a page at the same path is the same page. @throws ServiceError 400 */
async function readData(context: HandlerContext, url: string): Promise<FolderContent> {
  const { name, bytes } = parse(url);
  const folder = mkdtempSync(join(tmpdir(), "docs-data-"));
  try {
    mkdirSync(join(folder, dirname(name)), { recursive: true });
    writeFileSync(join(folder, name), bytes);
    return await readFolder(context, folder, { only: name });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/*
 * Adds content to what a space already holds. A file that was imported before is the same page or file again: it is
 * replaced in place and keeps its id, so that links, comments and the tree survive.
 */

interface Existing {
  byPath: Map<string, PageInput>;
  fileIds: Map<string, string>;
  /** Timestamp of replaced pages. */
  now: string;
}

function indexPages(pages: readonly PageInput[], byPath: Map<string, PageInput>): void {
  for (const page of pages) {
    if (page.git) byPath.set(page.git.path, page);
    indexPages(page.pages ?? [], byPath);
  }
}

function renameCover(page: PageInput, ids: ReadonlyMap<string, string>): void {
  const named = (one: CoverReference): CoverReference =>
    one.kind === "file" ? { kind: "file", file: ids.get(one.file) ?? one.file } : one;
  const { ref, refDark } = page.cover ?? {};
  if (ref) page.cover = { ...page.cover, ref: named(ref), ...(refDark && { refDark: named(refDark) }) };
}

function addPages(into: PageInput[], pages: readonly PageInput[], existing: Existing): void {
  for (const { pages: below = [], ...page } of pages) {
    renameCover(page, existing.fileIds);
    const known =
      (page.git && existing.byPath.get(page.git.path)) ??
      (page.type === "group" ? into.find(({ type, slug }) => type === "group" && slug === page.slug) : undefined);
    const target = known ?? { ...page };
    if (known) {
      // Keep the tree as people arranged it and only take over what the file says.
      const { slug: _slug, ...fields } = page;
      Object.assign(known, fields, { updatedAt: existing.now });
    }
    target.pages ??= [];
    addPages(target.pages, below, existing);
    if (!known && (page.type !== "group" || target.pages.length > 0)) into.push(target);
  }
}

/** Reusable contents by their path in the repository: those in the folder replace the ones read before. */
function addReusable({ reusableContents: known }: StoredRevision, added: FolderContent["reusableContents"]) {
  const idAt = new Map(known.flatMap(({ id, git }) => (git ? [[git.path, id] as const] : [])));
  const fresh = added.map((content) => ({ ...content, id: idAt.get(content.git?.path ?? "") }));
  const replaced = new Set(fresh.map(({ id }) => id));
  return [
    ...known.filter(({ id }) => !replaced.has(id)),
    ...fresh.map(({ id, ...rest }) => ({ ...rest, ...(id && { id }) })),
  ];
}

/** Adds a folder's content to the content of a revision. */
function addContent(
  revision: StoredRevision,
  content: FolderContent,
  now: string,
): ContentInput & { files: StoredFile[] } {
  const pages: PageInput[] = structuredClone(revision.pages);
  const byPath = new Map<string, PageInput>();
  indexPages(pages, byPath);
  const files = new Map(revision.files.map((file) => [file.id, file]));
  const byGit = new Map(revision.files.flatMap((file) => (file.git ? [[file.git.path, file.id] as const] : [])));
  const fileIds = new Map<string, string>();
  for (const file of content.files) {
    const id = byGit.get(file.git?.path ?? "") ?? file.id;
    fileIds.set(file.id, id);
    files.set(id, { ...file, id });
  }
  addPages(pages, content.pages, { byPath, fileIds, now });
  return {
    pages,
    files: [...files.values()],
    reusableContents: addReusable(revision, content.reusableContents),
    variables: { ...revision.variables, ...content.variables },
    redirects: content.redirects ?? revision.redirects,
  };
}
