/** Writes a write-ahead log: of a command's targets, of a plan's steps and what is taken back of them, and of the history. */
import { Failure, isOutcomeUnknown, type Outcome } from "../../errors.js";
import type { Step, StepWords } from "../types.js";
import type { Who } from "../who.js";

// The write-ahead log of a run: of a command with `--journal` (R43), and of a plan (R78). Each request is on disk before it is
// sent, then how it ended; a later run goes on from there (R44). Never contains a body, a header or a token.

/** Once per run of a plan: what it is about. A log of another plan is refused. */
export interface PlanRun {
  record: "run";
  version: 1;
  at: string;
  /** Its id, which stands for all its requests. */
  plan: string;
  /** The person who applied it. */
  by?: Who | undefined;
}

/** Begins a log in the history of this machine: which command it was, or which plan was applied. */
export interface PastRun extends PlanRun {
  /** Without secrets. */
  command: string;
  origin: string;
  /** Name and version of the program. */
  maker: string;
  /** Of a plan: where it is, how many steps it has, and its organization. */
  file?: string;
  steps?: number;
  organization?: string;
}

/** Once per run of a command: what it is about. A resumed run must match. */
export interface CommandRun {
  record: "run";
  version: 1;
  at: string;
  /** `docs spaces edit` */
  operation: string;
  /** Base URL of the service. */
  origin: string;
  /** SHA-256 of all typed input that matters. */
  input: string;
  targets: number;
  /** The resolved names, so that a resumed run needs no words. Once per log; absent in old ones. */
  named?: TargetNames | undefined;
}

export interface TargetNames {
  /** Targets by argument name. */
  args: Record<string, unknown>;
  /** Path parameters of the command's contexts. */
  scope: Record<string, string>;
}

/** A target of a command: one step of its run. */
export interface TargetOfStep {
  index: number;
  /** Its name in messages. */
  key: string;
}

interface OfStep extends Partial<TargetOfStep> {
  at: string;
  /** Its id in the plan; of a command, the index of the target. */
  step: string;
}

/** In the history: what a command is about to change. Of two about the same step, the later one counts. */
export interface ChangeRecord extends OfStep, StepWords {
  record: "step";
  /** Empty: not known. */
  organization: string;
  /** Absent: it cannot be undone, and `why`. */
  planned?: Step | undefined;
  why?: string | undefined;
}

/** Saved to disk before the request is sent. */
interface SentRecord extends OfStep {
  record: "sent";
  /** `PATCH /v1/spaces/s1`, without the query; of a plan, the endpoint's path. */
  request: string;
  operation?: string;
  input?: string;
  /** Path parameters of the target. */
  target?: Record<string, string>;
}

/**
 * `satisfied`: it was already as planned. `changed`: somebody changed it, and nothing was sent. `skipped`: an earlier run did
 * it. `undone`: an undo has taken it back.
 */
interface ResultRecord extends OfStep {
  record: "ok" | "satisfied" | "failed" | "unknown" | "changed" | "skipped" | "undone";
  attempts?: number;
  status?: number | undefined;
  /** Id of the thing in the answer. */
  id?: string | undefined;
  error?: { kind: string; message: string };
  outcome?: Outcome | undefined;
  /** Hashes of the state afterward, one for each of the step's reads. */
  came?: string[] | undefined;
  /** Members of its answer that other steps use. */
  out?: Record<string, unknown> | undefined;
  /** Done, but not exactly as planned. */
  differs?: true | undefined;
}

/** The site of a plan: as a run left it, or the ids of what an undo made of it anew. */
interface SiteRecord extends OfStep {
  record: "site" | "remade";
  site?: unknown;
  ids?: readonly string[];
}

export type RunRecord = PlanRun | PastRun | CommandRun;
export type StepRecord = ChangeRecord | SentRecord | ResultRecord | SiteRecord;
export type LogRecord = RunRecord | StepRecord;

export interface LineWriter {
  /** Unless `isDurable` is false, the line is on disk when this returns. */
  append(line: string, options?: { isDurable?: boolean }): void;
}

/** Lines of a log. */
export interface LogFile extends LineWriter {
  /** The complete lines of earlier runs; empty for a new file. */
  readonly text: string;
  /** Resolves once all lines so far are on disk; whoever waits at the same time shares the wait. */
  flush(): Promise<void>;
}

export interface LogFiles {
  /** A new file, created with the first line. @throws Failure usage if it already exists or another run uses it */
  create(path: string): LogFile;
  /**
   * An existing file. It stays untouched until the first line is appended; only then is an incomplete line at its end
   * removed. @throws Failure usage, also if another run uses it
   */
  resume(path: string): LogFile;
}

type WithoutTime<R> = R extends { at: string } ? Omit<R, "at"> : never;
type Begun<R> = R extends RunRecord ? Omit<R, "record" | "version" | "at"> : never;

export interface LogWriter {
  /** Begins a run, with what it is about. */
  begin(run: Begun<RunRecord>): void;
  /** The record is on disk when this returns, unless it says how something ended. */
  write(record: WithoutTime<StepRecord>): void;
  /** Resolves once the record is on disk: what is then sent can be found again. */
  writeAhead(request: Omit<SentRecord, "record" | "at">): Promise<void>;
  /** Writes how a request ended that failed. */
  fail(step: Omit<ResultRecord, "record" | "at">, error: unknown): "failed" | "unknown";
}

/** They reach the disk with the next request, or at the end: one that is lost with the machine is looked up. */
const RESULTS: ReadonlySet<string> = new Set(["ok", "satisfied", "failed", "unknown", "changed", "skipped"]);

/** @param now milliseconds since the epoch */
export function createLogWriter(file: LineWriter & Partial<LogFile>, now: () => number): LogWriter {
  const append = (record: string, members: object, isDurable = !RESULTS.has(record)) =>
    file.append(`${JSON.stringify({ record, at: new Date(now()).toISOString(), ...members })}\n`, { isDurable });
  return {
    begin: (run) => append("run", { version: 1, ...run }),
    write: ({ record, ...members }) => append(record, members),
    async writeAhead(request) {
      append("sent", request, file.flush === undefined);
      await file.flush?.();
    },
    fail(step, error) {
      if (!(error instanceof Failure)) {
        append("unknown", step);
        return "unknown";
      }
      const { kind, message, outcome } = error;
      const record = isOutcomeUnknown(error) ? "unknown" : "failed";
      append(record, { ...step, error: { kind, message }, outcome });
      return record;
    },
  };
}
