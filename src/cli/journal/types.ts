/** A journal of a command with several targets (R43): written before each step, read when a run is resumed (R44). */
import type { Outcome } from "../../errors.js";

/** Once per run: what it is about. A resumed run must match. */
export interface RunRecord {
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
  /** The resolved names, so that a resumed run needs no words. Once per journal; absent in old ones. */
  named?: Named;
}

export interface Named {
  /** Targets by argument name. */
  args: Record<string, unknown>;
  /** Path parameters of the command's contexts. */
  scope: Record<string, string>;
}

/** Saved to disk before the request is sent. Never contains a body or a header. */
export interface SentRecord {
  record: "sent";
  at: string;
  index: number;
  key: string;
  operation: string;
  target: Record<string, string>;
  input: string;
  /** `PATCH /v1/spaces/s1`, without the query. */
  request: string;
}

export interface ResultRecord {
  record: "ok" | "failed" | "unknown" | "skipped";
  at: string;
  index: number;
  key: string;
  attempts: number;
  status?: number;
  /** Id of the thing in the answer. */
  id?: string;
  error?: { kind: string; message: string };
  outcome?: Outcome;
}

export type JournalRecord = RunRecord | SentRecord | ResultRecord;

/** Lines of a journal file. Each is on disk when `append` returns. */
export interface JournalFile {
  append(line: string): void;
}

export interface JournalFiles {
  /** A new file, created with the first line. @throws Failure usage if it already exists or another run uses it */
  create(path: string): JournalFile;
  /**
   * The complete lines of an existing file. It stays untouched until the first line is appended; only then is an incomplete
   * line at its end removed. @throws Failure usage, also if another run uses it
   */
  resume(path: string): { text: string; file: JournalFile };
}
