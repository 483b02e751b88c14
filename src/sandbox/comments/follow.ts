/** Keeps what a comment says about its page up to date with the page. */
import { flatPages } from "../content/pages.js";
import type { StoredPage, StoredRevision } from "../content/types.js";
import type { Store } from "../store/store.js";

interface CommentTarget {
  target: { page?: TargetPage };
}

const pagesOf = (store: Store, revision: string) =>
  new Map(flatPages(store.kept<StoredRevision>("revision", revision)?.pages ?? []).map((page) => [page.id, page]));

/** A comment is outdated once the text of its page has changed or the page is gone. */
function followPage(target: TargetPage, before: StoredPage | undefined, page: StoredPage | undefined): TargetPage {
  const outdated = target.outdated || !page || page.document !== before?.document;
  return { ...(page ? presentTarget(page) : target), outdated };
}

/** Call after the content of a space or a change request moved from one revision to another. */
export function followPages(store: Store, scope: string, { before, after }: { before: string; after: string }): void {
  const commented = store.sql.all(
    "SELECT id FROM objects WHERE kind = 'comment' AND scope = ? AND json_extract(json, '$.target.page.id') IS NOT NULL",
    scope,
  );
  if (commented.length === 0) return;
  const [old, pages] = [pagesOf(store, before), pagesOf(store, after)];
  for (const { id } of commented) {
    store.update<CommentTarget>("comment", String(id), (comment) => {
      const { page } = comment.target;
      if (page) comment.target.page = followPage(page, old.get(page.id), pages.get(page.id));
      return comment;
    });
  }
}

/** The page that a comment is about, in the form that the comment contains. */
type TargetPage = Pick<StoredPage, "id" | "title" | "emoji" | "icon" | "createdAt" | "updatedAt" | "path"> & {
  outdated: boolean;
};

export function presentTarget({ id, title, emoji, icon, createdAt, updatedAt, path }: StoredPage): TargetPage {
  return {
    id,
    title,
    ...(emoji !== undefined && { emoji }),
    ...(icon !== undefined && { icon }),
    createdAt,
    updatedAt,
    path,
    outdated: false,
  };
}
