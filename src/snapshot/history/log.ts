/** `docs snapshots log`: what happened between the generations of a file. */
import { usage } from "../../errors.js";
import {
  HISTORY_KINDS,
  HISTORY_VIEWS,
  type HistoryKind,
  type HistoryKindName,
  LOG_KINDS,
  logKind,
} from "../../resources/histories.js";
import { findGeneration, parseSnapshotName, startOfDay } from "../../shared/snapshots/generation-names.js";
import { foldName } from "../../shared/text/names.js";
import type { SqlValue } from "../../system/sqlite.js";
import { openSnapshot } from "../file/open-snapshot.js";
import { notInSnapshot } from "../gap-messages.js";
import { viewGaps } from "../query/view-gaps.js";
import { type LogEntry, logEntries } from "./log-entries.js";
import { readHistory } from "./read-history.js";

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

const DAY_MS = 86_400_000;
const UNITS: Readonly<Record<string, number>> = {
  h: DAY_MS / 24,
  d: DAY_MS,
  w: 7 * DAY_MS,
  m: 30 * DAY_MS,
  y: 365 * DAY_MS,
};

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
  const [, length, unit = ""] = /^-?(\d{1,5})([hdwmy])$/.exec(text) ?? [];
  if (length !== undefined) return now - Number(length) * (UNITS[unit] ?? 0);
  if (/^-?\d{1,9}$/.test(text)) return Date.parse(findGeneration(generations, { path, reference: text }, now).ended);
  const start = startOfDay(text, now);
  if (start !== undefined) return start - 1;
  throw usage(
    `--since: "${since}" is not a time`,
    "for example --since monday, 2026-11-01, 30d, or @-7 for a generation",
  );
}
