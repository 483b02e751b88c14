/** Contents of spaces, with pages and links named by paths: ids are others after an import. */
import { linksOf } from "../../sandbox/content/links/links.js";
import { walkPages } from "../../sandbox/content/pages.js";
import { getRevision } from "../../sandbox/content/revisions.js";
import type { StoredPage } from "../../sandbox/content/types.js";
import { ORIGIN } from "../../sandbox/origin.js";
import type { Store } from "../../sandbox/store/store.js";
import { isTextMissing } from "../../shared/snapshots/page-texts.js";
import { reasonOf } from "../export/export.js";
import type { OpenSnapshot } from "../file/open-snapshot.js";

export interface PlacedPage {
  page: StoredPage;
  /** Path of the page above; undefined at the top. */
  parent: string | undefined;
}

export interface SpaceContent {
  space: string;
  title: string;
  revision: string;
  /** By path, in order. */
  pages: ReadonlyMap<string, PlacedPage>;
}

export interface Contents {
  spaces: SpaceContent[];
  pages: number;
  /** Pages whose text the snapshot has. */
  texts: number;
  /** Why there is less than there are spaces and pages; undefined: there is not. */
  missing: { pages: string | undefined; texts: string | undefined };
}

/** What a snapshot has of the contents of its spaces. */
export function contentsOf(snapshot: OpenSnapshot): Contents {
  const { db, store } = snapshot;
  const rows = db.all(
    "SELECT id, json ->> '$.title' AS title, json ->> '$.revision' AS revision FROM objects WHERE kind = 'space'",
  );
  const read = rows.filter(({ id }) => snapshot.has(`spaces/${id}/content`));
  const spaces = read.map(({ id, title, revision }) => ({
    ...{ space: String(id), title: String(title ?? id), revision: String(revision) },
    pages: pagesIn(store, String(revision)),
  }));
  const pages = spaces.flatMap((one) => [...one.pages.values()].map(({ page }) => page));
  const unread = rows.find(({ id }) => !snapshot.has(`spaces/${id}/content`));
  const without = pages.filter(isTextMissing).length;
  const why = unread && reasonOf(snapshot, `spaces/${unread.id}/content`);
  const gap = why && `not in the snapshot: content of ${rows.length - read.length} of ${rows.length} spaces (${why})`;
  return {
    spaces,
    pages: pages.length,
    texts: pages.filter(({ document }) => document !== undefined).length,
    missing: {
      pages: gap,
      texts: gap ?? (without > 0 ? `not in the snapshot: the text of ${without} of ${pages.length} pages` : undefined),
    },
  };
}

export const pagesIn = (store: Store, revision: string): ReadonlyMap<string, PlacedPage> =>
  new Map(
    [...walkPages(getRevision(store, revision).pages)].map(({ page, parent }) => [
      page.path,
      { page, parent: parent?.path },
    ]),
  );

/** A link of a page. */
export interface PageLink {
  /** Path of the page. */
  from: string;
  isBroken: boolean;
  /** Address, path, or name of a file. */
  aim: string;
  isFile: boolean;
  /** All of it, for people. */
  line: string;
}

/** Links of all pages. The store needs index tables that can be written. */
export async function linksIn(store: Store, space: string, revision: string): Promise<PageLink[]> {
  const { items } = await linksOf({ store, origin: ORIGIN }, { space, revision });
  return items.flatMap(({ target, pages }) => {
    const { status, url, page, file, reusable, anchor, path } = target;
    const aim = url ?? file?.name ?? (reusable ? "reusable content" : page?.path) ?? path ?? "";
    const to = `${status} link to ${aim}${anchor === undefined ? "" : `#${anchor}`}`;
    const facts = { aim, isBroken: status === "broken", isFile: file !== undefined };
    return pages.map((from) => ({ ...facts, from: from.path, line: `${from.path}: ${to}` }));
  });
}

export const linesOf = (links: readonly PageLink[]): string[] => links.map(({ line }) => line);

/** What one of two lists has and the other does not, as lines for people. */
export function differencesOf(before: readonly string[], after: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const line of before) counts.set(line, (counts.get(line) ?? 0) + 1);
  for (const line of after) counts.set(line, (counts.get(line) ?? 0) - 1);
  return [...counts].flatMap(([line, n]) =>
    Array.from({ length: Math.abs(n) }, () => `${line}: ${n > 0 ? "missing" : "not in the snapshot"}`),
  );
}
