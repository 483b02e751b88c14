/** What is made of a snapshot: answers of queries, exports and comparisons. */

/** What is different between two snapshots; `before` and `after` of a field are undefined where it is not there. */
export interface SnapshotChange {
  kind: string;
  change: "added" | "removed" | "changed" | "moved" | "renamed";
  id: string;
  title: string;
  place: string;
  path: string;
  from?: string;
  fields: { name: string; before: unknown; after: unknown }[];
  texts?: { before: string; after: string };
  /** Of change requests with the field `content`, where both contents were read. */
  pages?: SnapshotChange[];
}

export interface SnapshotComparison {
  changes: SnapshotChange[];
  /** What one of the two does not have. */
  gaps: { kind: string; side: "before" | "after"; state: string; reason: string; scopes: number }[];
}

/** What an export did, in numbers of files. */
export interface Exported {
  organization: string;
  spaces: number;
  files: number;
  written: number;
  unchanged: number;
  removed: number;
  /** What the snapshot does not have: of an earlier export it is as it was. */
  missing: { path: string; reason: string }[];
}

export interface QueryAnswer {
  columns: string[];
  rows: Record<string, unknown>[];
  /** There are more rows than the limit. */
  more: boolean;
  /** What the views that were named lack, in words. */
  gaps: string[];
}

/**
 * Where a space is, or a page of it, or what is written there: a path with slashes, from the working directory where the
 * folder is below it, else from the folder; lines count from 1. Undefined: there is no such file.
 */
export type Locate = (space: string, page?: string, text?: string) => { file: string; line: number } | undefined;
