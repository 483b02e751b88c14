/** Columns as people read them at a terminal: names first, the thing's own id last. Programs get them as declared. */
import type { AnyColumn } from "./types.js";

/** The id is hidden before everything else, unless its column says otherwise. */
const FIRST_TO_GO = 99;

/** The column of the thing's own id: what a person reads is beside it. */
const isOwnId = ({ as, header }: AnyColumn): boolean => as === "id" && header.toUpperCase() === "ID";

/** @param ids ids were asked for: that column is never hidden */
export function titlesFirst(columns: readonly AnyColumn[], ids: boolean): readonly AnyColumn[] {
  const own = columns.filter(isOwnId).map((column) => ({
    ...column,
    drop: column.drop ?? FIRST_TO_GO,
    ...(ids && { asked: true as const }),
  }));
  return [...columns.filter((column) => !isOwnId(column)), ...own];
}
