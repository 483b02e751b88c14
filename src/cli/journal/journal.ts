import { AsyncLocalStorage } from "node:async_hooks";
import { type Failure, usage } from "../../errors.js";
import type { CallOptions, ClientEvent } from "../../http/types.js";
import { type Past, readJournal } from "./read.js";
import type { JournalFile, JournalFiles, JournalRecord, Named, ResultRecord, RunRecord, SentRecord } from "./types.js";

export interface JournalSetup {
  /** Exactly one of these: a new file, or one to resume. */
  journal: string | undefined;
  resume: string | undefined;
  retryUnknown: boolean;
  files: JournalFiles;
  now: () => number;
  note: (message: string) => void;
}

/** What a run is about; a journal about something else is refused. */
export type Subject = Pick<RunRecord, "operation" | "origin" | "input" | "targets"> & { named: Named };

export interface Place {
  index: number;
  /** What messages call the target. */
  key: string;
  /** Its path parameters. */
  target: Record<string, string>;
}

export type Settled = { result: unknown } | { failure: Failure };

export interface Journal {
  /** Runs the work on one target. If an earlier run finished it, does nothing and returns undefined. */
  run<R>(place: Place, work: Work<R>): Promise<R | undefined>;
  /** Called once per target that was run. */
  settled(index: number, settled: Settled): void;
  /** Called for each event of the client, in the context of the target that caused it. */
  watch(event: ClientEvent): void;
  /** How to send a write for the current target: one that may have been sent before is looked up first. */
  callOptions(): Pick<CallOptions, "unsettled" | "unsettledAt">;
}

/** `sentBefore`: an earlier run sent it, with unknown outcome. */
export type Work<R> = (sentBefore: boolean) => Promise<R>;

interface Entry extends Place {
  /** An earlier run sent it, with unknown outcome. */
  open: boolean;
  /** When it was sent, in milliseconds since the epoch. */
  sentAt: number | undefined;
  attempts: number;
  status: number | undefined;
}

/** One for all journals: each one that was used makes every promise of the process slower from then on. */
const current = new AsyncLocalStorage<Entry>();

/** @throws Failure usage if the file already exists, or is about something else */
export function openJournal(setup: JournalSetup, subject: Subject): Journal {
  const { file, past } = openFile(setup, subject);
  const entries = new Map<number, Entry>();
  const at = () => new Date(setup.now()).toISOString();
  const write = (record: JournalRecord) => file.append(`${JSON.stringify(record)}\n`);
  const done = [...(past?.states ?? [])].filter(([, state]) => state === "done").length;
  if (past) setup.note(`resuming: ${done} of ${subject.targets} are already done`);
  const { named, ...run } = subject;
  write({ record: "run", version: 1, at: at(), ...run, ...(!past?.named && { named }) });
  return {
    async run(place, work) {
      const { index, key } = place;
      const before = past?.states.get(index);
      if (past?.keys.has(index) && past.keys.get(index) !== key) throw differs("targets");
      if (before === "done") {
        write({ record: "skipped", at: at(), index, key, attempts: 0 });
        return undefined;
      }
      const entry: Entry = {
        ...place,
        open: before === "open",
        sentAt: past?.sentAt.get(index),
        attempts: 0,
        status: undefined,
      };
      entries.set(index, entry);
      return current.run(entry, () => work(entry.open));
    },
    settled(index, settled) {
      const entry = entries.get(index);
      if (entry) write(resultOf(entry, settled, at()));
    },
    watch(event) {
      const entry = current.getStore();
      if (!entry || !("method" in event) || event.method === "GET") return;
      if (event.type === "response") entry.status = event.status;
      if (event.type !== "request") return;
      entry.attempts += 1;
      if (event.attempt > 1) return;
      write(sentOf(entry, subject, `${event.method} ${event.path}`, at()));
    },
    callOptions() {
      const entry = current.getStore();
      if (!entry?.open) return {};
      return { unsettled: setup.retryUnknown ? "repeat" : "look", unsettledAt: entry.sentAt };
    },
  };
}

function openFile(setup: JournalSetup, subject: Subject): { file: JournalFile; past: Past | undefined } {
  if (setup.resume === undefined) return { file: setup.files.create(setup.journal ?? ""), past: undefined };
  const { text, file } = setup.files.resume(setup.resume);
  const past = readJournal(text);
  for (const name of ["operation", "origin", "input"] as const) {
    if (past.run && past.run[name] !== subject[name]) throw differs(name, past.run, subject);
  }
  return { file, past };
}

const WHAT = {
  operation: "another command",
  origin: "another service",
  input: "other targets or values",
  targets: "other targets",
};

export function differs(
  name: keyof typeof WHAT,
  past?: Pick<RunRecord, "operation" | "origin">,
  now?: Pick<RunRecord, "operation" | "origin">,
): Failure {
  const shown = past && now && name !== "input" && name !== "targets" ? ` (${past[name]}, not ${now[name]})` : "";
  return usage(
    `the journal is for ${WHAT[name]}${shown}; nothing was sent`,
    "repeat the command exactly as it was, with --resume in place of --journal; its targets may be left out",
  );
}

function sentOf({ index, key, target }: Entry, { operation, input }: Subject, request: string, at: string): SentRecord {
  return { record: "sent", at, index, key, operation, target, input, request };
}

function resultOf(entry: Entry, settled: Settled, at: string): ResultRecord {
  const { index, key, attempts } = entry;
  const same = { at, index, key, attempts };
  if (!("failure" in settled)) {
    const id = idOf(settled.result);
    return {
      record: "ok",
      ...same,
      ...(entry.status !== undefined && { status: entry.status }),
      ...(id !== undefined && { id }),
    };
  }
  const { kind, message, outcome } = settled.failure;
  const status = settled.failure.status ?? entry.status;
  return {
    record: kind === "unknown-outcome" || outcome === "unknown" ? "unknown" : "failed",
    ...same,
    ...(status !== undefined && { status }),
    error: { kind, message },
    ...(outcome !== undefined && { outcome }),
  };
}

function idOf(result: unknown): string | undefined {
  if (typeof result !== "object" || result === null || !("id" in result)) return undefined;
  return typeof result.id === "string" ? result.id : undefined;
}
