import type { FolderContent } from "../import/content.js";
import type { CoverReference, PageInput, RevisionInput, StoredFile, StoredRevision } from "./types.js";

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
export function addContent(
  revision: StoredRevision,
  content: FolderContent,
  now: string,
): Pick<RevisionInput, "pages" | "reusableContents" | "variables"> & { files: StoredFile[] } {
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
  };
}
