import { usage } from "../../errors.js";
import { recordIn } from "../../shared/documents/records.js";
import type { JournalRecord, Named, ResultRecord, RunRecord, SentRecord } from "./types.js";

/** `open`: it was sent, with unknown outcome. */
export type State = "done" | "failed" | "open";

export interface Past {
  /** undefined: the file is empty. */
  run: RunRecord | undefined;
  /** What the run named; undefined in journals older than this record. */
  named: Named | undefined;
  /** By the index of the target; absent if it was never started. */
  states: ReadonlyMap<number, State>;
  keys: ReadonlyMap<number, string>;
  /** When the open ones were sent, in milliseconds since the epoch. */
  sentAt: ReadonlyMap<number, number>;
}

/** Reads the complete lines of a journal. @throws Failure usage if it is not a journal, or a line is not a record */
export function readJournal(text: string): Past {
  let run: RunRecord | undefined;
  let named: Named | undefined;
  const states = new Map<number, State>();
  const keys = new Map<number, string>();
  const sentAt = new Map<number, number>();
  text.split("\n").forEach((line, at) => {
    if (line === "") return;
    const record = run === undefined ? firstRecord(line) : parseRecord(line, at + 1);
    if (record.record === "run") {
      // The same command again, restarted or resumed: it has the same targets only if its input is the same.
      if (run?.input !== record.input) {
        for (const known of [states, keys, sentAt]) known.clear();
        named = undefined;
      }
      named = record.named ?? named;
      run = record;
      return;
    }
    keys.set(record.index, record.key);
    if (record.record === "sent") sentAt.set(record.index, Date.parse(record.at));
    const state = stateAfter(record);
    if (state !== undefined) states.set(record.index, state);
  });
  if (run === undefined && text !== "") throw noJournal();
  return { run, named, states, keys, sentAt };
}

function stateAfter(record: SentRecord | ResultRecord): State | undefined {
  switch (record.record) {
    case "sent":
    case "unknown":
      return "open";
    case "ok":
      return "done";
    case "failed":
      // The service applied it; only its answer could not be read.
      return record.outcome === "applied" ? "done" : "failed";
    case "skipped":
      return undefined;
  }
}

/** @throws Failure usage: a file that starts differently was not written by a run. */
function firstRecord(line: string): RunRecord {
  const record = recordOf(line);
  if (record?.record === "run") return record;
  throw noJournal();
}

const noJournal = () => usage("the file is not a journal; it was left untouched", "name the file that --journal wrote");

const notARecord = (line: number) =>
  usage(`the journal is damaged: line ${line} is not a record`, "start again with --journal and a new file");

const KINDS = { run: "long", sent: "short", ok: "short", failed: "short", unknown: "short", skipped: "short" } as const;

function parseRecord(line: string, at: number): JournalRecord {
  const record = recordOf(line);
  if (record === undefined) throw notARecord(at);
  return record;
}

function recordOf(line: string): JournalRecord | undefined {
  const record = recordIn(line, KINDS);
  if (record === undefined) return undefined;
  const needed = record.record === "run" ? ["operation", "origin", "input"] : ["key"];
  if (needed.some((name) => typeof record[name] !== "string")) return undefined;
  if (record.record !== "run" && !Number.isSafeInteger(record.index)) return undefined;
  // The members that we read were checked above.
  return record as unknown as JournalRecord;
}
