import { followPages } from "../comments/follow.js";
import { ORIGIN } from "../origin.js";
import type { Store } from "../store/store.js";
import type { ContentContext } from "../types.js";
import { ServiceError } from "../wire/service-error.js";
import { recordLinks } from "./links/link-index.js";
import { buildPages, putBlob, putDocument, withIdsOf } from "./pages.js";
import type { FileInput, RevisionInput, StoredFile, StoredRevision } from "./types.js";

const KIND = "revision";

/** A revision in stored form; present.ts turns it into an answer. @throws ServiceError 404 */
export function getRevision(store: Store, id: string): StoredRevision {
  const revision = store.kept<StoredRevision>(KIND, id);
  if (!revision) throw new ServiceError(404, `revision "${id}" not found`);
  return revision;
}

/** Stores a finished revision and returns its id. */
export function writeRevision(
  context: ContentContext,
  space: string,
  revision: Omit<StoredRevision, "object" | "id" | "createdAt">,
): string {
  const id = context.id();
  const createdAt = new Date(context.now()).toISOString();
  const { parents, ...content } = revision;
  const written: StoredRevision = { object: "revision", id, parents, createdAt, ...content };
  context.store.putKept(KIND, id, space, written);
  recordLinks(context.store, space, written);
  return id;
}

/** The address of the bytes with this hash (downloads.ts). */
export const fileAddress = (hash: string, name: string): string =>
  `${ORIGIN}/files/${hash}/${encodeURIComponent(name)}`;

/** Stores the bytes of a new file; a stored file is returned unchanged. */
export function storeFile(context: ContentContext, file: FileInput | StoredFile): StoredFile {
  if (!("bytes" in file)) return file;
  const { bytes, id, name, contentType, ...rest } = file;
  const downloadURL = fileAddress(putBlob(context.store, bytes), name);
  return { id: id ?? context.id(), name, contentType, downloadURL, size: bytes.length, ...rest };
}

/** Creates a revision from new content. The caller makes it the active one (`setSpaceRevision`). */
export function createRevision(context: ContentContext, input: RevisionInput): string {
  const reusableContents = (input.reusableContents ?? []).map(({ id, title, markdown, document, git }) => {
    const hash = document ?? (markdown === undefined ? undefined : putDocument(context.store, markdown));
    return { id: id ?? context.id(), title, ...(git && { git }), ...(hash !== undefined && { document: hash }) };
  });
  const pages = buildPages(context, input.pages ?? []);
  return writeRevision(context, input.space, {
    parents: input.parents ?? [],
    pages: input.keepIds ? withIdsOf(pages, input.parents?.map((id) => getRevision(context.store, id))[0]) : pages,
    files: (input.files ?? []).map((file) => storeFile(context, file)),
    reusableContents,
    variables: input.variables ?? {},
    ...(input.redirects && { redirects: input.redirects }),
    ...(input.git && { git: input.git }),
    type: input.type,
  });
}

/** The same content under a new id: a change request starts from it. */
export function copyRevision(
  context: ContentContext,
  from: string,
  { space, type, parents }: { space: string; type: string; parents?: string[] },
): string {
  const { pages, files, reusableContents, variables, redirects, git } = getRevision(context.store, from);
  return writeRevision(context, space, {
    parents: parents ?? [from],
    pages,
    files,
    reusableContents,
    variables,
    ...(redirects && { redirects }),
    ...(git && { git }),
    type,
  });
}

/** Copies a space's active content into another one and returns the new revision, which the caller makes active. */
export function duplicateContent(context: ContentContext, fromSpace: string, toSpace: string): string {
  const revision = context.store.get<{ revision?: string }>("space", fromSpace)?.revision;
  if (revision === undefined) return createRevision(context, { space: toSpace, type: "edits" });
  return copyRevision(context, revision, { space: toSpace, type: "edits", parents: [] });
}

interface ChangeRequestState {
  status: string;
  outdated: boolean;
}

/** Makes a revision the active one of a space; its unmerged change requests are behind from now on. */
export function setSpaceRevision(context: ContentContext, space: string, revision: string): void {
  const updatedAt = new Date(context.now()).toISOString();
  const before = context.store.get<{ revision: string }>("space", space)?.revision;
  context.store.update<object>("space", space, (value) => ({ ...value, revision, updatedAt }));
  if (before !== undefined) followPages(context.store, space, { before, after: revision });
  for (const { id, status } of context.store.all<ChangeRequestState & { id: string }>("change-request", space)) {
    if (status === "merged") continue;
    context.store.update<ChangeRequestState>("change-request", id, (value) => ({ ...value, outdated: true }));
  }
}
