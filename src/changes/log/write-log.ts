/** Writes a write-ahead log: of a command's targets, of a plan's steps and what is taken back of them, and of the history. */
import { Failure, isOutcomeUnknown } from "../../errors.js";
import type { LineWriter, LogFile, ResultRecord, RunRecord, SentRecord, StepRecord } from "./records.js";

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
