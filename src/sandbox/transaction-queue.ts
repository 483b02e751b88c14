/**
 * Shares the state's one connection: requests take turns, each in a transaction. Writes that arrive together share a
 * transaction, because a commit costs more than all of them; a write that fails is undone alone, and none is answered
 * before the commit.
 */

import type { Database } from "../system/sqlite.js";
import { transaction } from "./store/database.js";

/** Runs work in a transaction, alone or together with other writes, one after the other. */
export type Exclusive = <T>(mode: "read" | "write", work: () => T | Promise<T>) => Promise<T>;

export interface Turn {
  kind: "read" | "write";
  /** Increases with each turn; a read turn is one transaction. */
  number: number;
  /** Number of the last turn that may have written; 0 if there was none. */
  wrote: number;
}

interface Job {
  kind: "read" | "write";
  /** Returns what settles the job once its transaction is committed. */
  run(): Promise<Settle>;
  fail(error: unknown): void;
}

type Settle = () => void;

const MOST_TOGETHER = 64;
const WAIT_MS = 0.3;

interface QueueOptions {
  /** Wait for other writes that have arrived before starting one. */
  together: boolean;
}

export function createTransactionQueue(db: Database, { together }: QueueOptions): { exclusive: Exclusive; turn: Turn } {
  const turn: Turn = { kind: "read", number: 0, wrote: 0 };
  const queue: Job[] = [];
  let running = false;
  // Expect as many writers as the last time.
  let expected = 1;

  const runAll = async () => {
    running = true;
    // Let a request that was just read finish reading first.
    await undefined;
    for (let [first] = queue; first; [first] = queue) {
      if (together && first.kind === "write") await waitForOthers(queue, expected);
      const jobs = nextJobs(queue, together);
      if (first.kind === "write") expected = jobs.length;
      turn.kind = first.kind;
      turn.number += 1;
      if (first.kind === "write") turn.wrote = turn.number;
      for (const act of await outcomes(db, first.kind, jobs)) act();
    }
    running = false;
  };

  const exclusive: Exclusive = (kind, work) =>
    new Promise((resolve, reject) => {
      const run = async () => {
        const result = await work();
        return () => resolve(result);
      };
      queue.push({ kind, run, fail: reject });
      if (!running) void runAll();
    });
  return { exclusive, turn };
}

/** Lets simultaneous requests be read first, and waits briefly for expected writers: less than a commit takes. */
async function waitForOthers(queue: readonly Job[], expected: number): Promise<void> {
  const until = performance.now() + WAIT_MS;
  do await new Promise<void>((resolve) => setImmediate(resolve));
  while (queue.length < expected && performance.now() < until);
}

/** The first job and, if it writes, the writes directly behind it. */
function nextJobs(queue: Job[], together: boolean): Job[] {
  const other = queue.findIndex(({ kind }) => kind === "read");
  const writes = other < 0 ? queue.length : other;
  return queue.splice(0, together ? Math.max(1, Math.min(writes, MOST_TOGETHER)) : 1);
}

/** Never rejects. Jobs that fail together are repeated one by one: none of their changes is in the state. */
async function outcomes(db: Database, kind: "read" | "write", jobs: readonly Job[]): Promise<Settle[]> {
  if (jobs.length > 1) {
    try {
      return await transaction(db, kind, () => runJobs(db, jobs));
    } catch {
      // Each job gets its own error below.
    }
  }
  const settle: Settle[] = [];
  for (const job of jobs) settle.push(await runAlone(db, kind, job));
  return settle;
}

const runAlone = (db: Database, kind: "read" | "write", job: Job): Promise<Settle> =>
  transaction(db, kind, job.run).catch((error: unknown) => () => job.fail(error));

async function runJobs(db: Database, jobs: readonly Job[]): Promise<Settle[]> {
  const settle: Settle[] = [];
  for (const job of jobs) {
    db.exec("SAVEPOINT job");
    settle.push(await job.run().catch((error: unknown) => undoJob(db, job, error)));
    db.exec("RELEASE job");
  }
  return settle;
}

/** @throws the job's error if SQLite undid the others too, or cannot undo just this one, as on a full disk */
function undoJob(db: Database, job: Job, error: unknown): Settle {
  try {
    db.exec("ROLLBACK TO job");
  } catch {
    throw error;
  }
  return () => job.fail(error);
}
