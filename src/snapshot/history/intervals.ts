/**
 * When things were there, and how. Absence is no evidence: something is gone in the first generation that read the list in
 * which it would be, and does not have it; what was not read in between stays open, and the last reading that had it is kept.
 */

import { usage } from "../../errors.js";
import { HISTORY_COLUMNS, type HistoryKind, type HistoryKindName, withNeeded } from "../../resources/histories.js";
import { readSettings } from "../../sandbox/settings.js";
import { damagedFile } from "../../sandbox/store/read-only.js";
import { isDamage } from "../../sandbox/store/stored-json.js";
import { expandTemplate } from "../../shared/paths.js";
import { findGeneration, parseSnapshotName } from "../../shared/snapshots/generation-names.js";
import type { Database, SqlValue } from "../../system/sqlite.js";
import { listGenerations } from "../file/generations/tables.js";
import {
  type GenerationStep,
  type HistoryRow,
  isSameRow,
  keepUnreadText,
  type ListState,
  type RowChanges,
  readSteps,
} from "./generation-steps.js";

// Finds generations that read a list completely, and what such a reading proves.

/** A list, with the one that shows what it is in. */
interface ListPath {
  list: string;
  above?: string | undefined;
}

interface ListReadings {
  /** Begins the next generation. */
  begin(step: GenerationStep): void;
  /** How a list was read in this generation; undefined: there is no record of it. */
  stateOf(list: string): ListState | undefined;
  /** True if a generation read all of it: if it was taken over, the list above it says that nothing had changed. */
  isRead(path: ListPath, at: number): boolean;
  /** The last generation before `at` that read all of it, by one who sees no less than that of `sight`. */
  lastRead(path: ListPath, at: number, sight?: number): number | undefined;
  /** True if the caller of one generation sees all that the caller of the other does. */
  sees(one: number, other: number): boolean;
  /** True if nothing of the organization is hidden from the caller of a generation. */
  seesAll(at: number): boolean;
}

const ADMIN = "admin";

interface Caller {
  id: string;
  permissions: ReadonlySet<string>;
}

/** From a generation on. */
interface Phase {
  from: number;
  state: ListState | undefined;
}

/** Generations are named by their place: 0 is the oldest. */
function createListReadings(): ListReadings {
  const phases = new Map<string, Phase[]>();
  const callers: Caller[] = [];
  const sees = (one: number, other: number): boolean => seesNoLess(callers[one], callers[other]);
  const stateAt = (list: string, at: number) => phases.get(list)?.findLast(({ from }) => from <= at)?.state;
  const isRead = ({ list, above }: ListPath, at: number): boolean => holds(stateAt(list, at), above, at);
  const holds = (state: ListState | undefined, above: string | undefined, at: number): boolean =>
    state?.isComplete === true && (state.isOwn || above === undefined || isRead({ list: above }, at));
  return {
    begin({ generation, permissions, lists }) {
      const last = callers.at(-1);
      const caller = { id: generation.caller, permissions: new Set(permissions) };
      // One object for all generations of one caller.
      callers.push(last && last.id === caller.id && isSame(last.permissions, caller.permissions) ? last : caller);
      for (const [list, state] of lists) {
        const all = phases.get(list) ?? [];
        all.push({ from: callers.length - 1, state });
        phases.set(list, all);
      }
    },
    stateOf: (list) => phases.get(list)?.at(-1)?.state,
    isRead,
    lastRead({ list, above }, at, sight) {
      let end = at - 1;
      for (const { from, state } of [...(phases.get(list) ?? [])].reverse()) {
        for (let one = end; one >= from && state?.isComplete; one -= 1)
          if (holds(state, above, one) && (sight === undefined || sees(one, sight))) return one;
        end = Math.min(end, from - 1);
      }
      return undefined;
    },
    sees,
    seesAll: (at) => callers[at]?.permissions.has(ADMIN) ?? false,
  };
}

const isSame = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  one.size === other.size && [...one].every((name) => other.has(name));

function seesNoLess(one: Caller | undefined, other: Caller | undefined): boolean {
  if (!one || !other || one === other) return true;
  // Another person may be in fewer spaces, whatever they may do in the organization.
  const isOne = one.id === other.id || one.permissions.has(ADMIN);
  return isOne && [...other.permissions].every((name) => one.permissions.has(name));
}

/** Generations are named by their place: 0 is the oldest. */
export interface Interval {
  key: string;
  parent: string;
  values: readonly SqlValue[];
  from: number;
  /** The last reading without it; undefined: there is none. */
  notBefore: number | undefined;
  /** Undefined: it still holds. */
  to?: number | undefined;
  lastSeen: number;
  began: "first" | "added" | "changed" | "returned";
  /** Unseen: it is gone, or hidden from a caller who does not see everything. */
  ended?: "gone" | "unseen" | "changed" | undefined;
  /** The values before, of what changed. */
  previous?: readonly SqlValue[] | undefined;
  /** When the thing came, if this is not how it came. */
  life: { from: number; notBefore: number | undefined };
}

interface Open {
  interval: Interval;
  row: HistoryRow;
  /** Shown last, apart from complete readings of its list. */
  shown: number;
  /** Since which generation it is not among the rows. */
  missingSince?: number | undefined;
}

interface Track {
  kind: HistoryKind;
  /** The rows of the generation. */
  rows: Map<string, HistoryRow>;
  open: Map<string, Open>;
  /** The last that ended, by key. */
  ended: Map<string, Interval>;
  intervals: Interval[];
  /** Open, but not among the rows: gone, or not read. */
  missing: Set<string>;
  /** Among the rows, but nobody knows since when. */
  unproved: Set<string>;
}

export interface History {
  generations: readonly GenerationStep["generation"][];
  /** Oldest first, within a thing. */
  intervals: ReadonlyMap<HistoryKindName, readonly Interval[]>;
}

interface Scene {
  organization: string;
  tracks: ReadonlyMap<HistoryKindName, Track>;
  readings: ListReadings;
}

/** `kinds` are in the order of HISTORY_KINDS: what things are in comes first. */
function traceIntervals(organization: string, kinds: readonly HistoryKind[], steps: Iterable<GenerationStep>): History {
  const tracks = new Map(kinds.map((kind) => [kind.name, createTrack(kind)]));
  const scene: Scene = { organization, tracks, readings: createListReadings() };
  const generations: GenerationStep["generation"][] = [];
  for (const step of steps) {
    // A clock that went backward ends nothing before it began.
    const ended = [generations.at(-1)?.ended ?? "", step.generation.ended].sort().at(-1) ?? "";
    const at = generations.push({ ...step.generation, ended }) - 1;
    scene.readings.begin(step);
    for (const track of tracks.values()) advance(scene, track, step, at);
  }
  for (const track of tracks.values())
    for (const open of track.open.values()) open.interval.lastSeen = lastSeen(scene, track, open, generations.length);
  return {
    generations,
    intervals: new Map([...tracks].map(([name, { intervals }]) => [name, intervals])),
  };
}

const createTrack = (kind: HistoryKind): Track => ({
  kind,
  rows: new Map(),
  open: new Map(),
  ended: new Map(),
  intervals: [],
  missing: new Set(),
  unproved: new Set(),
});

function advance(scene: Scene, track: Track, step: GenerationStep, at: number): void {
  const changes: RowChanges = step.rows.get(track.kind.name) ?? new Map();
  for (const [key, row] of changes) noteRow(track, key, row, at);
  for (const key of track.unproved) {
    const row = track.rows.get(key);
    const path = row && makePath(scene, track, row.parent);
    // Another row than in the generation before was read, unless it may come from one in between.
    const isNew = changes.has(key) && (step.isDirect || !(path && scene.readings.stateOf(path.list)?.hasOlder));
    if (!row || !path || !(isNew || scene.readings.isRead(path, at))) continue;
    track.unproved.delete(key);
    show(scene, track, key, row, at);
  }
  for (const key of track.missing) {
    const open = track.open.get(key);
    if (!open || !isGone(scene, track, open, at)) continue;
    close(scene, track, open, at, scene.readings.seesAll(at) ? "gone" : "unseen");
    track.missing.delete(key);
  }
}

function noteRow({ rows, open, missing, unproved }: Track, key: string, row: HistoryRow | null, at: number): void {
  if (row) {
    rows.set(key, row);
    missing.delete(key);
    unproved.add(key);
    return;
  }
  rows.delete(key);
  unproved.delete(key);
  const known = open.get(key);
  if (!known) return;
  known.missingSince ??= at;
  missing.add(key);
}

function makePath(scene: Scene, track: Track, parent: string): ListPath {
  const expand = ({ kind }: Track) =>
    expandTemplate(kind.list, (name) => (name === "organizationId" ? scene.organization : parent));
  const above = parentTrack(scene, track);
  return { list: expand(track), above: above && expand(above) };
}

function show(scene: Scene, track: Track, key: string, row: HistoryRow, at: number): void {
  const open = track.open.get(key);
  if (!open) {
    begin(track, key, row, { at, ...findBirth(scene, track, key, row, at) });
    return;
  }
  const now = keepUnreadText(track.kind, open.row, row);
  if (isSameRow(now, open.row)) {
    Object.assign(open, { shown: at, missingSince: undefined });
    return;
  }
  const { values: previous, life } = open.interval;
  const notBefore = lastSeen(scene, track, open, at);
  close(scene, track, open, at, "changed");
  begin(track, key, now, { at, notBefore, began: "changed", previous, life });
}

type Birth = Pick<Interval, "notBefore" | "began"> & Partial<Pick<Interval, "previous" | "life">>;

/** How something comes that is not known to be there. */
function findBirth(scene: Scene, track: Track, key: string, { parent }: HistoryRow, at: number): Birth {
  const before = track.ended.get(key);
  const read = scene.readings.lastRead(makePath(scene, track, parent), at, at) ?? -1;
  // Without a reading of its own list: it is no older than what it is in.
  const above = parentTrack(scene, track)?.open.get(parentKey(scene, track, parent));
  const notBefore = Math.max(read, before?.to ?? -1, above?.interval.life.notBefore ?? -1);
  if (notBefore < 0) return { notBefore: undefined, began: "first" };
  return { notBefore, began: before ? "returned" : "added" };
}

function begin(
  { open, intervals }: Track,
  key: string,
  row: HistoryRow,
  { at, notBefore, began, previous, life = { from: at, notBefore } }: Birth & { at: number },
): void {
  const { parent, values } = row;
  const interval: Interval = { key, parent, values, from: at, notBefore, lastSeen: at, began, previous, life };
  intervals.push(interval);
  open.set(key, { interval, row, shown: at });
}

function close(scene: Scene, track: Track, open: Open, at: number, ended: "gone" | "unseen" | "changed"): void {
  const { interval } = open;
  Object.assign(interval, { to: at, ended, lastSeen: lastSeen(scene, track, open, at) });
  track.open.delete(interval.key);
  if (ended !== "changed") track.ended.set(interval.key, interval);
}

/** The last generation before `at` that is known to have had it. */
function lastSeen(scene: Scene, track: Track, { interval, shown, missingSince = Infinity }: Open, at: number): number {
  const read = scene.readings.lastRead(makePath(scene, track, interval.parent), Math.min(at, missingSince));
  return Math.max(shown, read ?? 0);
}

/** True if this generation proves that it is gone: all of its list was read, or its container is gone. */
function isGone(scene: Scene, track: Track, open: Open, at: number): boolean {
  const { parent } = open.interval;
  if (scene.readings.isRead(makePath(scene, track, parent), at))
    return scene.readings.sees(at, lastSeen(scene, track, open, at));
  const above = parentTrack(scene, track);
  const key = parentKey(scene, track, parent);
  return above !== undefined && !above.rows.has(key) && !above.open.has(key) && above.ended.has(key);
}

const parentTrack = ({ tracks }: Scene, { kind }: Track): Track | undefined => kind.parent && tracks.get(kind.parent);

/** Members are stored by organization, as one person may be in several. */
const parentKey = ({ organization }: Scene, { kind }: Track, parent: string): string =>
  kind.parent === "members" ? `${organization}/${parent}` : parent;

// The history in a snapshot file, from all generations up to one.

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
