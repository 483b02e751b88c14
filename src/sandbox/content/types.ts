/*
 * Stored content. A stored revision differs from an answered one (present.ts): it has no `urls`, which depend
 * on where it is read (space or change request), and pages carry `document`, the hash of their Markdown.
 */

export type ContentReference = { kind: "file"; file: string } | { kind: "openapi"; spec: string };

/** A picture above a page; repositories also name addresses. */
export type CoverReference = ContentReference | { kind: "url"; url: string };

interface GitPath {
  oid: string;
  path: string;
}

interface GitRevision {
  oid: string;
  message: string;
  createdByService: boolean;
  url?: string;
  ref?: string;
}

/** Members of a page that do not depend on its place in the tree. */
export interface PageFields {
  title: string;
  emoji?: string;
  icon?: string;
  description?: string;
  /** document, group, link or computed. */
  type: string;
  /** Target of a page of type link. */
  href?: string;
  layout?: Record<string, string | boolean>;
  cover?: { ref: CoverReference; refDark?: CoverReference; yPos?: number };
  variables?: Record<string, string>;
  hidden?: boolean;
  noIndex?: boolean;
  noRobotsIndex?: boolean;
  computed?: { type: string; dependencies: { spec: { ref: ContentReference } }; props?: { doc?: string } };
  computedSeed?: string;
  git?: GitPath;
}

export interface StoredPage extends PageFields {
  id: string;
  slug: string;
  /** Slugs from the root down, joined by `/`. */
  path: string;
  createdAt: string;
  updatedAt: string;
  /** Hash of the page's Markdown (pages.ts); absent for pages without a body. Never answered. */
  document?: string;
  /** As answered by another service; computed if absent. */
  urls?: Record<string, string>;
  pages: StoredPage[];
}

/** A page to create. `id`, `slug` and the times are filled in; `pages` are its children. */
export interface PageInput extends Partial<PageFields> {
  title: string;
  id?: string;
  slug?: string;
  createdAt?: string;
  updatedAt?: string;
  markdown?: string;
  /** Hash of an already stored document, in place of `markdown`. */
  document?: string;
  pages?: PageInput[];
}

export interface StoredFile {
  id: string;
  name: string;
  contentType: string;
  /** `${ORIGIN}/files/<hash>/<name>`: the bytes are found by the hash (pages.ts). */
  downloadURL: string;
  size: number;
  dimensions?: { width: number; height: number };
  git?: GitPath;
}

export interface FileInput {
  id?: string;
  name: string;
  contentType: string;
  bytes: Uint8Array;
  dimensions?: { width: number; height: number };
  git?: GitPath;
}

export interface StoredReusable {
  id: string;
  title: string;
  git?: GitPath;
  document?: string;
}

export interface StoredRevision {
  object: "revision";
  id: string;
  parents: string[];
  pages: StoredPage[];
  files: StoredFile[];
  reusableContents: StoredReusable[];
  variables: Record<string, string>;
  /** Former paths and the paths that took their place. No answer shows them. */
  redirects?: Record<string, string>;
  createdAt: string;
  git?: GitRevision;
  /** edits, merge, rollback, update or computed. */
  type: string;
  /** As for pages. */
  urls?: Record<string, string>;
}

/** Content that is written: of a revision, or of a folder. */
export interface ContentInput {
  pages?: PageInput[];
  /** New files with their bytes, and unchanged files of an earlier revision. */
  files?: (FileInput | StoredFile)[];
  reusableContents?: { id?: string; title: string; markdown?: string; document?: string; git?: GitPath }[];
  variables?: Record<string, string>;
  redirects?: Record<string, string> | undefined;
}

export interface RevisionInput extends ContentInput {
  /** Pages at the same paths as in the first parent keep their ids. */
  keepIds?: boolean;
  /** Space id, the revision's scope. */
  space: string;
  type: string;
  parents?: string[];
  git?: GitRevision;
}
