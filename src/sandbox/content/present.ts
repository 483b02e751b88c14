import type { StoredChangeRequest, StoredSpace } from "../lookup.js";
import { ServiceError } from "../wire/service-error.js";
import { pageById } from "./pages.js";
import type { StoredFile, StoredPage, StoredReusable, StoredRevision } from "./types.js";

/** The place of content: a space, or one of its change requests. */
export interface Place {
  space: StoredSpace;
  change?: StoredChangeRequest | undefined;
  revision: StoredRevision;
  /** `metadata=false` leaves out every `git`. */
  metadata: boolean;
  /** `computed=false` leaves out computed pages. */
  computed: boolean;
}

const appOf = ({ space, change }: Place) => change?.urls.app ?? space.urls.app ?? "";

function withoutGit<T extends { git?: unknown }>(value: T, { metadata }: Place): Omit<T, "git"> {
  if (metadata) return value;
  const { git: _git, ...rest } = value;
  return rest;
}

/** A page with its children in the contract's form; whoever answers a single page adds its text. */
export function presentPage(place: Place, page: StoredPage): object {
  const { document: _document, pages, ...rest } = page;
  const urls = page.urls ?? { app: `${appOf(place)}/${page.path}` };
  return { ...withoutGit(rest, place), urls, pages: presentPages(place, pages) };
}

export function presentPages(place: Place, pages: readonly StoredPage[]): object[] {
  const shown = place.computed ? pages : pages.filter(({ type }) => type !== "computed");
  return shown.map((page) => presentPage(place, page));
}

export function presentFile(place: Place, file: StoredFile): object {
  return withoutGit(file, place);
}

function presentReusable(place: Place, { document: _document, ...reusable }: StoredReusable): object {
  return withoutGit(reusable, place);
}

export function presentRevision(place: Place): object {
  const { space } = place;
  const { redirects: _redirects, ...revision } = place.revision;
  const { published, public: open } = space.urls;
  return {
    ...withoutGit(revision, place),
    pages: presentPages(place, revision.pages),
    files: revision.files.map((file) => presentFile(place, file)),
    reusableContents: revision.reusableContents.map((reusable) => presentReusable(place, reusable)),
    urls: revision.urls ?? {
      app: appOf(place),
      ...(published !== undefined && { published }),
      ...(open !== undefined && { public: open }),
    },
  };
}

/** @throws ServiceError 404 */
export function requirePage(revision: StoredRevision, id: string): StoredPage {
  const page = pageById(revision, id);
  if (!page) throw new ServiceError(404, `page "${id}" not found`);
  return page;
}
