import type { HandlerContext } from "../types.js";

/*
 * Content as it is stored. A stored revision differs from the answered one (present.ts): it has no `urls`, which depend
 * on where it is read (space or change request), and pages carry `document`, the hash of their Markdown.
 */

/** What writing content needs of a handler's context; the sample and the importer pass the same. */
export type ContentContext = Pick<HandlerContext, "store" | "now" | "id">;

export type ContentReference = { kind: "file"; file: string } | { kind: "openapi"; spec: string };

export interface GitPath {
  oid: string;
  path: string;
}

export interface GitRevision {
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
  cover?: { ref: ContentReference; refDark?: ContentReference; yPos?: number };
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
  /** Hash of the page's Markdown (documents.ts); absent for pages without a body. Never answered. */
  document?: string;
  /** As another service answered them; worked out where they are absent. */
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
  /** Hash of a document that is stored already, instead of `markdown`. */
  document?: string;
  pages?: PageInput[];
}

export interface StoredFile {
  id: string;
  name: string;
  contentType: string;
  /** `${ORIGIN}/files/<hash>/<name>`: the hash finds the bytes (documents.ts). */
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
  createdAt: string;
  git?: GitRevision;
  /** edits, merge, rollback, update or computed. */
  type: string;
  /** As of pages. */
  urls?: Record<string, string>;
}

export interface RevisionInput {
  /** Pages at the paths of the first parent's pages keep their ids. */
  keepIds?: boolean;
  /** Space id, the revision's scope. */
  space: string;
  type: string;
  parents?: string[];
  pages?: PageInput[];
  /** New files with their bytes, and files of an earlier revision as they are. */
  files?: (FileInput | StoredFile)[];
  reusableContents?: { id?: string; title: string; markdown?: string; document?: string; git?: GitPath }[];
  variables?: Record<string, string>;
  git?: GitRevision;
}
