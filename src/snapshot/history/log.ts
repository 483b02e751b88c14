/** `docs snapshots log`: what happened between the generations of a file. */
import { usage } from "../../errors.js";
import {
  HISTORY_KINDS,
  HISTORY_VIEWS,
  type HistoryKind,
  type HistoryKindName,
  historyKind,
  LOG_KINDS,
  logKind,
} from "../../resources/histories.js";
import { findGeneration, parseSnapshotName, startOfPeriod } from "../../shared/snapshots/generation-names.js";
import { foldName } from "../../shared/text/names.js";
import type { SqlValue } from "../../system/sqlite.js";
import { notInSnapshot } from "../coverage.js";
import { openSnapshot } from "../file/open-snapshot.js";
import { viewGaps } from "../query/views.js";
import { filledValues, type History, type Interval, readHistory, type TitlesOf, titlesIn } from "./intervals.js";

// Events between the generations of a file, from the intervals of its history.

export interface LogEntry {
  /** ISO 8601: when the generation ended that shows it. */
  at: string;
  /** The last reading that showed it otherwise; null: there is none. */
  after: string | null;
  /** Number of the generation. */
  generation: number;
  kind: string;
  /** added, returned, removed, unseen, changed, renamed, moved; of change requests draft, open, merged, archived. */
  change: string;
  id: string;
  title: string;
  /** Its container; empty: the organization. */
  place: string;
  /** A role, a permission, a status, a path. */
  state: SqlValue;
  fields: { name: string; before: SqlValue; after: SqlValue }[];
  /** By kind: how many came or went with it. */
  parts: Record<string, number>;
  /** How many generations between the two did not read it. */
  unread: number;
}

interface Scene {
  history: History;
  titles: TitlesOf;
  /** By kind, id, generation and event: the entries of what came or went, which count what came or went with it. */
  containers: Map<string, LogEntry>;
  /** Kinds that count. */
  counting: readonly HistoryKindName[];
}

/** Columns that follow from others. */
const FOLLOWING: ReadonlySet<string> = new Set(["path"]);

/** The newest first; `isWanted` looks at the values of an interval and those before it, and nothing is counted elsewhere. */
function logEntries(
  history: History,
  kinds: readonly HistoryKindName[],
  isWanted?: (kind: HistoryKind, values: readonly SqlValue[]) => boolean,
): LogEntry[] {
  const counting = isWanted ? [] : kinds;
  const scene: Scene = { history, titles: titlesIn(history), containers: new Map(), counting };
  const all: { entry: LogEntry; order: number; isShown: boolean }[] = [];
  // Containers come first.
  for (const [order, [name, intervals]] of [...history.intervals].entries()) {
    const kind = historyKind(name);
    const isOwn = kinds.includes(name);
    for (const interval of intervals) {
      // Most of many intervals say that a page was touched.
      const fields = interval.began === "changed" ? fieldsOf(kind, interval) : [];
      if (!isEvent(interval, fields)) continue;
      const values = filledValues(kind, interval.values, scene.titles);
      const isShown = isOwn && (!isWanted || [values, interval.previous ?? []].some((known) => isWanted(kind, known)));
      for (const entry of makeEntries(scene, kind, interval, { values, fields })) all.push({ entry, order, isShown });
    }
  }
  return all
    .filter(({ isShown }) => isShown)
    .sort((a, b) => b.entry.generation - a.entry.generation || a.order - b.order || compareText(a.entry, b.entry))
    .map(({ entry }) => entry);
}

const compareText = (a: LogEntry, b: LogEntry): number => {
  const [one, other] = [a, b].map(({ place, title }) => `${place} ${title}`);
  return (one ?? "") < (other ?? "") ? -1 : 1;
};

const isEvent = ({ began, ended }: Interval, fields: LogEntry["fields"]): boolean =>
  (began === "changed" ? fields.length > 0 : began !== "first") || (ended !== undefined && ended !== "changed");

/** An interval begins and ends; what came or went with what it is in or about is counted there. */
function makeEntries(
  scene: Scene,
  kind: HistoryKind,
  interval: Interval,
  { values, fields: changed }: { values: readonly SqlValue[]; fields: LogEntry["fields"] },
): LogEntry[] {
  const { from, to, began, ended, notBefore, lastSeen } = interval;
  const entries: LogEntry[] = [];
  const make = (at: number, after: number | undefined, change: string, fields: LogEntry["fields"] = []) =>
    makeEntry(scene, kind, { interval, values, at, after, change, fields });
  if (began === "changed") {
    if (changed.length > 0) entries.push(make(from, notBefore, makeChange(kind, interval, changed), changed));
  } else if (began !== "first") {
    const entry = make(from, notBefore, began === "returned" ? "returned" : bornAs(kind, interval));
    if (!isCounted(scene, kind, interval, { at: from, event: "came" })) entries.push(entry);
    note(scene, kind, interval, { at: from, event: "came" }, entry);
  }
  if (to !== undefined && ended !== "changed") {
    const entry = make(to, lastSeen, ended === "gone" ? "removed" : "unseen");
    if (!isCounted(scene, kind, interval, { at: to, event: "went" })) entries.push(entry);
    note(scene, kind, interval, { at: to, event: "went" }, entry);
  }
  return entries;
}

interface Moment {
  at: number;
  event: "came" | "went";
}

const idOf = (kind: HistoryKind, values: readonly SqlValue[]): string =>
  String(values[kind.columns.findIndex(({ name }) => name === "id")] ?? "");

const momentKey = (kind: HistoryKindName, id: string, { at, event }: Moment): string => `${kind} ${id} ${at} ${event}`;

function note(scene: Scene, kind: HistoryKind, { values }: Interval, moment: Moment, entry: LogEntry): void {
  const { containers, counting } = scene;
  if (!kind.parent && counting.includes(kind.name))
    containers.set(momentKey(kind.name, idOf(kind, values), moment), entry);
}

/** True if a thing that it is in or about came or went at the same time, which counts it. */
function isCounted({ containers }: Scene, kind: HistoryKind, { values }: Interval, moment: Moment): boolean {
  for (const { from } of kind.columns) {
    if (typeof from !== "object") continue;
    const id = values[kind.columns.findIndex(({ name }) => name === from.of)];
    const container = containers.get(momentKey(from.kind, String(id), moment));
    if (!container) continue;
    const own = logKind(kind.name);
    container.parts[own] = (container.parts[own] ?? 0) + 1;
    return true;
  }
  return false;
}

/** Changed fields that people need. */
function fieldsOf({ columns }: HistoryKind, { values, previous }: Interval): LogEntry["fields"] {
  const fields: LogEntry["fields"] = [];
  let isTold = false;
  for (const [at, { name }] of columns.entries()) {
    const [before = null, after = null] = [previous?.[at], values[at]];
    if (before === after || name === "updated_at") continue;
    // A text that was not read before says nothing of a change.
    if (name === "document" && (before === null || after === null)) continue;
    isTold ||= !FOLLOWING.has(name);
    fields.push({ name: name === "document" ? "text" : name, before, after });
  }
  return isTold ? fields : [];
}

function makeChange(kind: HistoryKind, { values }: Interval, fields: LogEntry["fields"]): string {
  const has = (name: string) => fields.some((field) => field.name === name);
  if (kind.name === "change_requests" && has("status")) return String(stateOf(kind, values));
  if (has("parent") || has("collection")) return "moved";
  return has(kind.title) ? "renamed" : "changed";
}

const bornAs = (kind: HistoryKind, { values }: Interval): string =>
  kind.name === "change_requests" ? String(stateOf(kind, values)) : "added";

const stateOf = ({ columns, state }: HistoryKind, values: readonly SqlValue[]): SqlValue =>
  values[columns.findIndex(({ name }) => name === state)] ?? null;

interface EntryParts {
  interval: Interval;
  /** With the names of what they name. */
  values: readonly SqlValue[];
  at: number;
  after: number | undefined;
  change: string;
  fields: LogEntry["fields"];
}

function makeEntry({ history }: Scene, kind: HistoryKind, parts: EntryParts): LogEntry {
  const { interval, values, at, after, change, fields } = parts;
  const { generations } = history;
  const of = (name: string): SqlValue => values[kind.columns.findIndex((column) => column.name === name)] ?? null;
  const named = kind.columns.filter(({ from, name }) => typeof from === "object" && name !== kind.title);
  const title = of(kind.title) ?? of("id") ?? of("member");
  return {
    at: generations[at]?.ended ?? "",
    after: after === undefined ? null : (generations[after]?.ended ?? null),
    generation: generations[at]?.id ?? 0,
    kind: logKind(kind.name),
    change,
    id: String(of("id") ?? of("member") ?? interval.key),
    title: kind.name === "change_requests" ? `#${of("number")} ${title}` : String(title),
    place: named.map(({ name }) => String(of(name) ?? "")).join(", "),
    state: stateOf(kind, values),
    fields,
    parts: {},
    unread: after === undefined ? 0 : at - after - 1,
  };
}

export interface LogOptions {
  /** As people name them (LOG_KINDS); absent: all. */
  kinds?: readonly string[] | undefined;
  /** Id, title, name, email, path or number of a thing, or of what it is in. */
  of?: string | undefined;
  /** See `resolveSince`. */
  since?: string | undefined;
  /** Milliseconds since the epoch. */
  now: number;
}

export interface SnapshotLog {
  /** The newest first. */
  entries: LogEntry[];
  /** Unread parts of the latest generation, in words. */
  gaps: string[];
  /** Kinds that no generation has. */
  missing: string[];
}

/** @throws Failure usage; not-found; not-in-snapshot for a kind that was asked for and that no generation has; config, io, partial */
export function readLog(file: string, { kinds, of, since, now }: LogOptions): SnapshotLog {
  const snapshot = openSnapshot(file);
  try {
    const names = kinds ? kinds.flatMap((kind) => LOG_KINDS.get(kind) ?? []) : HISTORY_KINDS.map(({ name }) => name);
    const history = readHistory(snapshot.db, file, names);
    const { path } = parseSnapshotName(file);
    const after = since === undefined ? undefined : resolveSince(history.generations, { path, since }, now);
    const gaps: string[] = [];
    const missing: string[] = [];
    for (const { history: name, ...view } of HISTORY_VIEWS.filter((one) => names.includes(one.history))) {
      const found = viewGaps(snapshot.sources, { ...view, name });
      gaps.push(...found.lines);
      if (!found.missing || (history.intervals.get(name) ?? []).length > 0) continue;
      if (kinds && found.missing.state !== "complete")
        throw notInSnapshot(file, { ...found.missing, state: found.missing.state });
      missing.push(logKind(name));
    }
    const entries = logEntries(history, names, of === undefined ? undefined : matcherOf(of));
    return { entries: entries.filter(({ at }) => after === undefined || Date.parse(at) > after), gaps, missing };
  } finally {
    snapshot.close();
  }
}

/** Columns by which people name things. */
const NAMES: ReadonlySet<string> = new Set(["id", "title", "name", "email", "path", "number", "subject"]);
const isName = ({ name, from }: HistoryKind["columns"][number], columns: HistoryKind["columns"]): boolean =>
  NAMES.has(name) ||
  typeof from === "object" ||
  columns.some((one) => typeof one.from === "object" && one.from.of === name);

function matcherOf(of: string): (kind: HistoryKind, values: readonly SqlValue[]) => boolean {
  const wanted = foldName(of);
  const names = new Map<HistoryKindName, number[]>();
  for (const { name, columns } of HISTORY_KINDS)
    names.set(
      name,
      [...columns.keys()].filter((at) => columns[at] && isName(columns[at], columns)),
    );
  const isIt = (value: SqlValue | undefined, isNumber: boolean) =>
    value !== null &&
    value !== undefined &&
    (foldName(String(value)) === wanted || (isNumber && `#${value}` === wanted));
  return ({ name, columns }, values) =>
    (names.get(name) ?? []).some((at) => isIt(values[at], columns[at]?.name === "number"));
}

// From when on a history is shown: `monday`, `2026-11-01`, `30d`, or a generation such as `@7` and `@-1`.

/**
 * The last moment that is not meant any more, in milliseconds since the epoch. A minus and an @ before it change nothing
 * but for generations, which are named as in `org.docs@-1`.
 * @throws Failure usage, not-found
 */
function resolveSince(
  generations: readonly { id: number; ended: string; state: string }[],
  { path, since }: { path: string; since: string },
  now: number,
): number {
  const text = since.replace(/^@/, "");
  if (/^-?\d{1,9}$/.test(text)) return Date.parse(findGeneration(generations, { path, reference: text }, now).ended);
  const start = startOfPeriod(text, now);
  if (start !== undefined) return start - 1;
  throw usage(
    `--since: "${since}" is not a time`,
    "for example --since monday, 2026-11-01, 30d, or @-7 for a generation",
  );
}
