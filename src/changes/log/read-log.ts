/** Reads a write-ahead log: what earlier runs sent, and how it ended. */
import type { Failure } from "../../errors.js";
import { jsonBounds } from "../../shared/documents/bounds.js";
import { isObject, parseIfJson } from "../../shared/values.js";
import type { SiteState } from "../site/model.js";
import type { CommandRun, LogRecord, RunRecord, StepRecord, TargetNames } from "./write-log.js";

export interface StepState {
  /** `open`: it was sent, with unknown outcome. `undone`: an undo has taken it back. */
  state: "open" | "done" | "satisfied" | "failed" | "changed" | "undone";
  /** When it was last sent, in milliseconds since the epoch. */
  sentAt?: number;
  /** Hashes of the state afterward, one for each of the step's reads. */
  came?: string[];
  /** Id of what it created, which nothing has shown since. */
  made?: string;
  /** Members of its answer that other steps use. */
  out?: Record<string, unknown>;
}

/** A plan's site, as runs left it. */
export interface LeftSite {
  /** As the last run left it; undefined where it was broken off. */
  after: SiteState | undefined;
  /** Ids of what undos made, changed, moved and removed. */
  remade: string[];
}

/** Records of a log about its plan's site. */
interface SiteRecords extends LeftSite {
  /** When something was sent last. */
  sentAt: string;
}

export interface Log {
  /** Of the last run; undefined: the file is empty. */
  run: RunRecord | undefined;
  /** Targets that a command's run named; undefined in logs older than this record. */
  named: TargetNames | undefined;
  /** By the id of the step; absent if it was never started. */
  steps: Map<string, StepState>;
  /** Names of a command's steps in messages. */
  keys: Map<string, string>;
  site: SiteRecords;
}

interface LogRules {
  /** True if earlier lines count for this run, too. @throws Failure usage: it is about something else */
  isSame(run: RunRecord, before: RunRecord | undefined): boolean;
  /** The error for a line that is no record, counted from 1; the first has to be one of a run. */
  damaged(line: number): Failure;
  /** Why a record cannot be of this log. */
  problemOf?(record: StepRecord, line: number): Failure | undefined;
}

const emptyLog = (): Log => ({
  run: undefined,
  named: undefined,
  steps: new Map(),
  keys: new Map(),
  site: { after: undefined, remade: [], sentAt: "" },
});

/** @param text complete lines @throws Failure usage of the rules */
export function readLog(text: string, rules: LogRules): Log {
  let log = emptyLog();
  const lines = text.split("\n").filter((line) => line !== "");
  if (lines.length === 0 && text !== "") throw rules.damaged(1);
  for (const [at, line] of lines.entries()) {
    const record = recordOf(line);
    if (!record || (at === 0 && record.record !== "run")) throw rules.damaged(at + 1);
    if (record.record === "run") {
      if (!rules.isSame(record, log.run)) log = emptyLog();
      log.run = record;
      if ("named" in record) log.named = record.named;
      continue;
    }
    const problem = rules.problemOf?.(record, at + 1);
    if (problem) throw problem;
    if (record.key !== undefined) log.keys.set(record.step, record.key);
    addState(log.steps, record);
    addSite(log.site, record);
  }
  return log;
}

function addState(steps: Map<string, StepState>, record: StepRecord): void {
  const { step } = record;
  switch (record.record) {
    case "sent":
      steps.set(step, { state: "open", sentAt: Date.parse(record.at) });
      break;
    case "unknown":
      steps.set(step, { ...steps.get(step), state: "open", ...(typeof record.id === "string" && { made: record.id }) });
      break;
    case "ok":
    case "satisfied": {
      const { came, out } = record;
      const state = record.record === "ok" ? "done" : record.record;
      steps.set(step, { state, ...(came && { came }), ...(out && { out }) });
      break;
    }
    case "failed":
      // The service applied it, and something failed afterward. An answer that could not be read proves nothing (R94).
      steps.set(step, { state: record.outcome !== "applied" ? "failed" : isUnread(record.error) ? "open" : "done" });
      break;
    case "changed":
    case "undone":
      steps.set(step, { state: record.record });
      break;
    case "step":
    case "skipped":
    case "site":
    case "remade":
      break;
  }
}

/** In logs of earlier versions. */
const isUnread = (error: { kind: string; message: string } | undefined): boolean => error?.kind === "invalid-answer";

function addSite(site: SiteRecords, record: StepRecord): void {
  // It is only known to be so until something is sent again.
  if (record.record === "remade" || record.record === "sent") site.after = undefined;
  if (record.record === "remade") site.remade.push(...(record.ids ?? []).map(String));
  else if (record.record === "sent") {
    // Applied again: what an undo made before that is part of the site.
    site.remade = [];
    site.sentAt = record.at;
  } else if (record.record === "site" && isSite(record.site)) site.after = record.site;
}

/** Written by `recordSite`, if it has these. */
const isSite = (value: unknown): value is SiteState =>
  isObject(value) && ["level", "spaces", "shareLinks"].every((name) => Array.isArray(value[name]));

const KINDS = {
  run: "long",
  step: "long",
  sent: "short",
  ok: "short",
  satisfied: "short",
  failed: "short",
  unknown: "short",
  changed: "short",
  skipped: "short",
  undone: "short",
  site: "long",
  remade: "long",
  // The word for `ok` in older logs of plans.
  done: "short",
} as const;

const OF_COMMANDS = ["operation", "origin", "input"] as const satisfies readonly (keyof CommandRun)[];

function recordOf(line: string): LogRecord | undefined {
  const record = recordIn(line, KINDS);
  if (record === undefined) return undefined;
  if (record.record === "run") {
    const needed = record.plan === undefined ? OF_COMMANDS : ["plan"];
    // The members that we read were checked; all others may be absent.
    return needed.every((name) => typeof record[name] === "string") ? (record as unknown as LogRecord) : undefined;
  }
  if (record.index !== undefined && (!Number.isSafeInteger(record.index) || typeof record.key !== "string")) {
    return undefined;
  }
  // Older logs of commands have the index alone.
  const step = record.step ?? (record.index === undefined ? undefined : String(record.index));
  if (typeof step !== "string" || (record.ids !== undefined && !Array.isArray(record.ids))) return undefined;
  // As above.
  return { ...record, record: record.record === "done" ? "ok" : record.record, step } as StepRecord;
}

/** Keys of a record about one thing. */
const SHORT = 1_000;

/**
 * The record of a line; undefined if it is none of these kinds, or out of bounds.
 * @param kinds of records: `long` ones hold all targets of a run, or a whole site
 */
function recordIn(
  line: string,
  kinds: Readonly<Record<string, "short" | "long">>,
): Record<string, unknown> | undefined {
  const value = parseIfJson(line);
  if (!isObject(value) || typeof value.record !== "string" || !Object.hasOwn(kinds, value.record)) return undefined;
  const most = kinds[value.record] === "long" ? Number.POSITIVE_INFINITY : SHORT;
  return jsonBounds(line, most) === undefined ? value : undefined;
}
