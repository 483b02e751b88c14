/** Rows of a snapshot as a history compares them: the values of its columns. */

import type { HistoryKind } from "../../resources/histories.js";
import type { StoredPage } from "../../sandbox/content/types.js";
import { parseStored } from "../../sandbox/store/stored-json.js";
import { getPath } from "../../shared/paths.js";
import { TEXTLESS } from "../../shared/snapshots/page-texts.js";
import type { SqlValue } from "../../system/sqlite.js";

export interface HistoryRow {
  /** Id of what it is in. */
  parent: string;
  /** In the order of the columns; null where a column has no value of its own. */
  values: readonly SqlValue[];
}

export const isSameRow = (one: HistoryRow, other: HistoryRow): boolean =>
  one.parent === other.parent && one.values.every((value, at) => value === other.values[at]);

/** `above` is the page above a page. */
type ItemReader = (item: unknown, parent: string, above: string | null) => SqlValue;

export type RowReader = (item: unknown, parent: string, above?: string | null) => HistoryRow;

const HIDDEN = "$.hidden";

/** Reads the values of an item that a history keeps. */
export function createRowReader({ columns }: HistoryKind): RowReader {
  const readers = columns.map(({ from }): ItemReader => {
    if (from === "parent") return (_, parent) => parent;
    if (from === "above") return (_, _parent, above) => above;
    // Only a hidden thing has this member.
    if (from === HIDDEN) return (item) => (getPath(item, "hidden") === true ? 1 : 0);
    if (typeof from === "object") return () => null;
    const path = from.slice("$.".length);
    return (item) => toSql(getPath(item, path));
  });
  return (item, parent, above = null) => ({ parent, values: readers.map((read) => read(item, parent, above)) });
}

/** As the views of SQLite show it. */
function toSql(value: unknown): SqlValue {
  if (value === undefined || value === null) return null;
  if (typeof value === "boolean") return value ? 1 : 0;
  return typeof value === "string" || typeof value === "number" ? value : JSON.stringify(value);
}

/** The text of a stored row: its scope, a line end, and its JSON. */
export function readStored(text: string): { scope: string; item: unknown } {
  const at = text.indexOf("\n");
  return { scope: text.slice(0, at), item: parseStored(text.slice(at + 1)) };
}

/** Id of what a row is in: scopes of lists below the organization begin with it. */
export const parentOf = (scope: string): string => scope.slice(scope.lastIndexOf("/") + 1);

const pageKey = (space: string, page: string): string => `${space}/${page}`;

/** The pages of a content by their keys. */
export function readPages(read: RowReader, space: string, revision: string): Map<string, HistoryRow> {
  const rows = new Map<string, HistoryRow>();
  const add = (pages: readonly StoredPage[], parent: string | null): void => {
    for (const page of pages) {
      rows.set(pageKey(space, page.id), read(page, space, parent));
      add(page.pages, page.id);
    }
  };
  // Written by the walk: a revision.
  add((readStored(revision).item as { pages: StoredPage[] }).pages, null);
  return rows;
}

/** A text that was not read is as it was before, as far as anyone knows. */
export function keepUnreadText({ columns, name }: HistoryKind, before: HistoryRow, now: HistoryRow): HistoryRow {
  if (name !== "pages") return now;
  const at = columns.findIndex((column) => column.name === "document");
  const type = now.values[columns.findIndex((column) => column.name === "type")];
  const known = before.values[at] ?? null;
  if (now.values[at] !== null || known === null || TEXTLESS.has(type)) return now;
  return { ...now, values: now.values.map((value, index) => (index === at ? known : value)) };
}
