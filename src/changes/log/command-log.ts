/** The log of a command with several targets, each of which is a step: `--journal` writes it, `--resume` goes on from it. */
import { AsyncLocalStorage } from "node:async_hooks";
import { type Failure, usage } from "../../errors.js";
import type { ClientEvent, Unsettled } from "../../http/types.js";
import { isObject } from "../../shared/values.js";
import { type Log, readLog } from "./read-log.js";
import {
  type CommandRun,
  createLogWriter,
  type LogFile,
  type LogWriter,
  type TargetNames,
  type TargetOfStep,
} from "./write-log.js";

interface CommandLogOptions {
  file: LogFile;
  isResumed: boolean;
  retryUnknown: boolean;
  now: () => number;
  note: (message: string) => void;
}

/** The command and the service that a log is about. */
interface Origin {
  operation: string;
  origin: string;
}

/** The subject of a run; a log about another one is refused. */
interface Subject extends Origin {
  input: string;
  targets: number;
  named: TargetNames;
}

export interface Place extends TargetOfStep {
  /** Its path parameters. */
  target: Record<string, string>;
}

export type TargetOutcome = { result: unknown } | { failure: Failure };

export interface CommandLog {
  /** Runs the work on one target. If an earlier run finished it, does nothing and returns undefined. */
  run<R>(place: Place, work: Work<R>): Promise<R | undefined>;
  /** Called once per target that was run. */
  settled(index: number, settled: TargetOutcome): void;
  /** Called for each event of the client, in the context of the target that caused it. */
  watch(event: ClientEvent): void;
  /** How to send a write for the current target: one that may have been sent before is looked up first. */
  callOptions(): Unsettled;
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

/** One for all logs: each one that was used makes every promise of the process slower from then on. */
const current = new AsyncLocalStorage<Entry>();

/** @throws Failure usage if the file is about something else */
export function openCommandLog(options: CommandLogOptions, subject: Subject): CommandLog {
  const { file } = options;
  const past = options.isResumed ? readPast(file, subject) : undefined;
  const entries = new Map<number, Entry>();
  const log = createLogWriter(file, options.now);
  if (past) {
    const done = [...past.steps.values()].filter(({ state }) => state === "done").length;
    options.note(`resuming: ${done} of ${subject.targets} are already done`);
  }
  const { named, ...run } = subject;
  const { operation, input } = run;
  log.begin({ ...run, named: past?.named ? undefined : named });
  return {
    async run(place, work) {
      const { index, key } = place;
      const step = String(index);
      const before = past?.steps.get(step);
      if (past?.keys.has(step) && past.keys.get(step) !== key) throw refuseOther("targets");
      if (before?.state === "done") {
        log.write({ record: "skipped", step, index, key, attempts: 0 });
        return undefined;
      }
      const open = before?.state === "open";
      const entry: Entry = { ...place, open, sentAt: before?.sentAt, attempts: 0, status: undefined };
      entries.set(index, entry);
      return current.run(entry, () => work(open));
    },
    settled(index, settled) {
      const entry = entries.get(index);
      if (entry) writeResult(log, entry, settled);
    },
    watch(event) {
      const entry = current.getStore();
      if (!entry || !("method" in event) || event.method === "GET") return;
      if (event.type === "response") entry.status = event.status;
      if (event.type !== "request") return;
      entry.attempts += 1;
      if (event.attempt > 1) return;
      const { index, key, target } = entry;
      const request = `${event.method} ${event.path}`;
      log.write({ record: "sent", step: String(index), index, key, operation, target, input, request });
    },
    callOptions() {
      const entry = current.getStore();
      if (!entry?.open) return {};
      return { unsettled: options.retryUnknown ? "repeat" : "check", unsettledAt: entry.sentAt };
    },
  };
}

function readPast({ text }: LogFile, subject: Subject): Log {
  const past = readCommandLog(text);
  for (const name of ["operation", "origin", "input"] as const) {
    if (past.run && past.run[name] !== subject[name]) throw refuseOther(name, past.run, subject);
  }
  return past;
}

/** @throws Failure usage if it is not the log of a command, or a line is not a record */
export function readCommandLog(text: string): Log & { run: CommandRun | undefined } {
  let run: CommandRun | undefined;
  const log = readLog(text, {
    // The same command again, restarted or resumed: it has the same targets only if its input is the same.
    isSame(next, before) {
      if ("plan" in next) throw noJournal();
      run = next;
      return before === undefined || ("input" in before && before.input === next.input);
    },
    damaged: (line) => (line === 1 ? noJournal() : notARecord(line)),
    problemOf: ({ key }, line) => (key === undefined ? notARecord(line) : undefined),
  });
  return { ...log, run };
}

const noJournal = () => usage("the file is not a journal; it was not changed", "pass the file that --journal wrote");

const notARecord = (line: number) =>
  usage(`the journal is damaged: line ${line} is not a record`, "start again with --journal and a new file");

const WHAT = {
  operation: "another command",
  origin: "another service",
  input: "other targets or values",
  targets: "other targets",
};

function refuseOther(name: keyof typeof WHAT, past?: Origin, now?: Origin): Failure {
  const shown = past && now && name !== "input" && name !== "targets" ? ` (${past[name]}, not ${now[name]})` : "";
  return usage(
    `the journal is for ${WHAT[name]}${shown}; nothing was sent`,
    "repeat the same command with --resume instead of --journal; you may omit its targets",
  );
}

function writeResult(log: LogWriter, entry: Entry, settled: TargetOutcome): void {
  const { index, key, attempts, status } = entry;
  const step = { step: String(index), index, key, attempts };
  if ("failure" in settled) log.fail({ ...step, status: settled.failure.status ?? status }, settled.failure);
  else log.write({ record: "ok", ...step, status, id: idOf(settled.result) });
}

function idOf(result: unknown): string | undefined {
  if (typeof result !== "object" || result === null || !("id" in result)) return undefined;
  return typeof result.id === "string" ? result.id : undefined;
}

/**
 * Targets that a run named: one that resumes it takes them from there.
 * @throws Failure usage for a journal about something else, one without names, or one that was tampered with
 */
export function readTargetNames(text: string, now: Origin): TargetNames {
  const { run, named } = readCommandLog(text);
  for (const name of ["operation", "origin"] as const) {
    if (run && run[name] !== now[name]) throw refuseOther(name, run, now);
  }
  if (isNamed(named)) return named;
  throw usage(
    "the journal does not name its targets; nothing was sent",
    "repeat the same command with --resume instead of --journal",
  );
}

function isNamed(named: unknown): named is TargetNames {
  if (!isObject(named) || !isObject(named.args) || !isTexts(named.scope)) return false;
  return Object.values(named.args).every((arg) => (Array.isArray(arg) ? arg.every(isTarget) : isWord(arg)));
}

const isWord = (arg: unknown): boolean => typeof arg === "string" || isTarget(arg);

const isTarget = (arg: unknown): boolean =>
  isObject(arg) && typeof arg.id === "string" && typeof arg.label === "string" && isTexts(arg.params);

const isTexts = (value: unknown): boolean =>
  isObject(value) && Object.values(value).every((member) => typeof member === "string");
