/** A journal of a command with several targets (R43): what is written ahead, and what a later run reads (R44). */
import type { Outcome } from "../../errors.js";

/** Once per run: what it is about. A resumed run has to be about the same. */
export interface RunRecord {
  record: "run";
  version: 1;
  at: string;
  /** `docs spaces edit` */
  operation: string;
  /** Base URL of the service. */
  origin: string;
  /** SHA-256 of everything that was typed and matters. */
  input: string;
  targets: number;
  /** What was named, resolved, so that a later run needs no words. Once in a journal; absent in old ones. */
  named?: Named;
}

export interface Named {
  /** Targets by the name of their argument. */
  args: Record<string, unknown>;
  /** Path parameters of what the command works in. */
  scope: Record<string, string>;
}

/** On the disk before the request leaves. Never a body or a header. */
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
  /** Of the thing that was answered. */
  id?: string;
  error?: { kind: string; message: string };
  outcome?: Outcome;
}

export type JournalRecord = RunRecord | SentRecord | ResultRecord;

/** Lines of a journal file. Each is on the disk when `append` returns. */
export interface JournalFile {
  append(line: string): void;
}

export interface JournalFiles {
  /** A new file, made with the first line. @throws Failure usage when it exists already or another run has it */
  create(path: string): JournalFile;
  /**
   * The whole lines of an existing file. It is left as it is until the first line is appended: then what was cut off at
   * its end is taken away. @throws Failure usage, also when another run has it
   */
  resume(path: string): { text: string; file: JournalFile };
}
