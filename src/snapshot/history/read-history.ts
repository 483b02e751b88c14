/** The history in a snapshot file, from all generations up to one. */
import { usage } from "../../errors.js";
import { HISTORY_COLUMNS, type HistoryKind, type HistoryKindName, withNeeded } from "../../resources/histories.js";
import { readSettings } from "../../sandbox/settings.js";
import { damagedFile } from "../../sandbox/store/read-only.js";
import { isDamage } from "../../sandbox/store/stored-json.js";
import { findGeneration, parseSnapshotName } from "../../shared/snapshots/generation-names.js";
import type { Database, SqlValue } from "../../system/sqlite.js";
import { listGenerations } from "../file/generations/tables.js";
import { readSteps } from "./generation-steps.js";
import { type History, type Interval, traceIntervals } from "./intervals.js";

/**
 * `db` is what `openSnapshotFile` opened under the name `file`: its rows are those of the generation that the name means.
 * @throws Failure usage for a suspect generation; partial: the history is damaged
 */
export function readHistory(db: Database, file: string, names: readonly HistoryKindName[]): History {
  const { id, state } = findGeneration(listGenerations(db), parseSnapshotName(file), Date.now());
  if (state === "suspect")
    throw usage(
      `${file} is suspect, so it is not part of the history`,
      `name the file itself: ${parseSnapshotName(file).path}`,
    );
  const kinds = withNeeded(names);
  try {
    return traceIntervals(readSettings(db).defaults.org, kinds, readSteps(db, kinds, id));
  } catch (error) {
    if (isDamage(error) || error instanceof TypeError) throw damagedFile(file, "earlier generations", error);
    throw error;
  }
}

/** How the things of a kind were last called, by id. */
export type TitlesOf = (kind: HistoryKindName) => ReadonlyMap<string, SqlValue>;

export function titlesIn({ intervals }: History): TitlesOf {
  const all = new Map<HistoryKindName, Map<string, SqlValue>>();
  return (name) => {
    const known = all.get(name);
    if (known) return known;
    const [kind] = withNeeded([name]).filter((one) => one.name === name);
    const at = kind?.columns.findIndex((column) => column.name === kind.title) ?? -1;
    const titles = new Map<string, SqlValue>();
    for (const { values } of intervals.get(name) ?? []) titles.set(String(values[0]), values[at] ?? null);
    all.set(name, titles);
    return titles;
  };
}

/** Values of the columns of a kind, with the names of what they name. */
export const filledValues = ({ columns }: HistoryKind, values: readonly SqlValue[], titles: TitlesOf): SqlValue[] =>
  columns.map(({ from }, at) => {
    if (typeof from !== "object") return values[at] ?? null;
    const id = values[columns.findIndex(({ name }) => name === from.of)] ?? null;
    return id === null ? null : (titles(from.kind).get(String(id)) ?? null);
  });

/** The columns whose values are not those of the interval before. */
const changedColumns = ({ columns }: HistoryKind, { values, previous }: Interval): HistoryKind["columns"] =>
  previous ? columns.filter((_, at) => values[at] !== previous[at]) : [];

/** A row of the view: the columns of the kind, and those that every history has. */
export function rowOfInterval(
  kind: HistoryKind,
  interval: Interval,
  { generations, titles }: Pick<History, "generations"> & { titles: TitlesOf },
): SqlValue[] {
  const timeOf = (at: number | undefined): string | null =>
    at === undefined ? null : (generations[at]?.ended ?? null);
  const changed = changedColumns(kind, interval);
  const previous = changed.map(({ name }) => [
    name,
    interval.previous?.[kind.columns.findIndex((one) => one.name === name)],
  ]);
  const own: Record<string, SqlValue> = {
    valid_from: timeOf(interval.from),
    valid_to: timeOf(interval.to),
    not_before: timeOf(interval.notBefore),
    last_seen: timeOf(interval.lastSeen),
    began: interval.began,
    ended: interval.ended ?? null,
    changed: changed.map(({ name }) => name).join(" ") || null,
    previous: changed.length > 0 ? JSON.stringify(Object.fromEntries(previous)) : null,
    generation: generations[interval.from]?.id ?? null,
  };
  return [...filledValues(kind, interval.values, titles), ...HISTORY_COLUMNS.map(([name]) => own[name] ?? null)];
}
