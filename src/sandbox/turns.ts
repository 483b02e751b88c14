/**
 * Who may use the state's one connection: requests follow each other, each in a transaction. Writes that came together
 * share one, as its commit costs more than all of them; each is undone alone when it fails, and none is answered before
 * the commit.
 */
import { transaction } from "./store/database.js";
import type { Database } from "./store/sqlite.js";

/** Work that runs alone, in a transaction of its own or with other writes, one after the other. */
export type Exclusive = <T>(mode: "read" | "write", work: () => T | Promise<T>) => Promise<T>;

export interface Turn {
  kind: "read" | "write";
  /** Whether anything was written so far. */
  wrote: boolean;
}

interface Job {
  kind: "read" | "write";
  /** Answers what settles the job once its transaction is committed. */
  run(): Promise<Settle>;
  fail(error: unknown): void;
}

type Settle = () => void;

const MOST_TOGETHER = 64;
const WAIT_MS = 0.3;

export interface TurnOptions {
  /** Wait for what else has come in before a write begins. */
  together: boolean;
}

export function takeTurns(db: Database, { together }: TurnOptions): { exclusive: Exclusive; turn: Turn } {
  const turn: Turn = { kind: "read", wrote: false };
  const queue: Job[] = [];
  let running = false;
  // As many writers as the last time are likely to come again.
  let expected = 1;

  const runAll = async () => {
    running = true;
    // A request that was just read takes its turn after its own reading has ended.
    await undefined;
    for (let [first] = queue; first; [first] = queue) {
      if (together && first.kind === "write") await others(queue, expected);
      const jobs = takeJobs(queue, together);
      if (first.kind === "write") expected = jobs.length;
      turn.kind = first.kind;
      turn.wrote ||= first.kind === "write";
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

/** What comes in at the same time is read first. Those who are expected are waited for a little, less than a commit takes. */
async function others(queue: readonly Job[], expected: number): Promise<void> {
  const until = performance.now() + WAIT_MS;
  do await new Promise<void>((resolve) => setImmediate(resolve));
  while (queue.length < expected && performance.now() < until);
}

/** The first job, and if it writes those behind it that write as well. */
function takeJobs(queue: Job[], together: boolean): Job[] {
  const other = queue.findIndex(({ kind }) => kind === "read");
  const writes = other < 0 ? queue.length : other;
  return queue.splice(0, together ? Math.max(1, Math.min(writes, MOST_TOGETHER)) : 1);
}

/** Never rejects. What fails together is done again one by one: nothing of it is in the state. */
async function outcomes(db: Database, kind: "read" | "write", jobs: readonly Job[]): Promise<Settle[]> {
  if (jobs.length > 1) {
    try {
      return await transaction(db, kind, () => each(db, jobs));
    } catch {
      // Each hears its own reason below.
    }
  }
  const settle: Settle[] = [];
  for (const job of jobs) settle.push(await alone(db, kind, job));
  return settle;
}

const alone = (db: Database, kind: "read" | "write", job: Job): Promise<Settle> =>
  transaction(db, kind, job.run).catch((error: unknown) => () => job.fail(error));

async function each(db: Database, jobs: readonly Job[]): Promise<Settle[]> {
  const settle: Settle[] = [];
  for (const job of jobs) {
    db.exec("SAVEPOINT job");
    settle.push(await job.run().catch((error: unknown) => undone(db, job, error)));
    db.exec("RELEASE job");
  }
  return settle;
}

/** @throws what the job failed with where SQLite has undone the others too, or cannot undo it alone: on a full disk */
function undone(db: Database, job: Job, error: unknown): Settle {
  try {
    db.exec("ROLLBACK TO job");
  } catch {
    throw error;
  }
  return () => job.fail(error);
}
