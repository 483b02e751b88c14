/**
 * The history of this machine: one log for each run that changed something, typed or planned. Private and bounded; runs
 * that end at the same time do not know of each other.
 */
import { closeSync, mkdtempSync, openSync, readdirSync, readSync, rmSync, statSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { createLogWriter, type PastRun } from "../../changes/log/write-log.js";
import { errorCode, Failure, reasonOf } from "../../errors.js";
import { isObject, parseIfJson } from "../../shared/values.js";
import { readText } from "../../system/files/own-text.js";
import { writeNew } from "../../system/files/write-file.js";
import { makePrivateFolder } from "../../system/folders.js";
import { redact } from "../../system/secrets.js";
import { beforeEnd } from "../../system/signals.js";

/** Older runs are forgotten. */
const MOST = 200;
const DAYS = 90;

/** Bytes of the first record: its command is cut when it is noted, and a character takes up to six of them in JSON. */
const LONGEST_RUN = 64 * 1024;

const NAME = /^(\d{6,})\.log$/;

export interface DataPlace {
  /** Folder of data that must last; undefined: nothing is remembered. */
  dir: string | undefined;
  now: () => number;
}

type Begun = Omit<PastRun, "record" | "version" | "at">;

/** The first record of the log of a command. */
type CommandHead = Pick<Begun, "plan" | "command" | "origin" | "maker">;

interface PlanHead extends Omit<CommandHead, "plan"> {
  id: string;
  organization: string;
  steps: number;
}

type PlanSource = { file: string } | { text: string };

/** A run that changed something: a command that was typed, or a plan that was applied. */
export interface RecordedRun {
  /** In the history of this machine; undefined for plans that an older version applied. */
  number: number | undefined;
  /** RFC 3339. */
  at: string;
  id: string;
  command: string;
  origin: string;
  /** Of a plan. */
  organization: string;
  /** Of a plan: where it is, its state beside it; and the number of its steps. */
  file: string | undefined;
  steps: number;
  /** Location of its records. */
  log: string | undefined;
}

export type RecordedRuns = ReturnType<typeof createRecordedRuns>;

/** Changes made from this machine: the last 200 runs, or 90 days. */
export function createRecordedRuns({ dir, now }: DataPlace) {
  const folder = dir === undefined ? undefined : join(dir, "history");
  const plans = dir === undefined ? undefined : join(dir, "plans");
  const own = () => (folder === undefined ? [] : listNumberedLogs(folder));
  const open = (run: Begun) => beginLog(folder, run, now);
  const prune = () => {
    const oldest = now() - DAYS * 86_400_000;
    const isOld = ({ log }: { log: string }, at: number) =>
      at >= MOST || (statSync(log, { throwIfNoEntry: false })?.mtimeMs ?? 0) < oldest;
    for (const one of own().filter(isOld)) forget(one, plans);
  };
  return {
    /** Newest first. */
    async runs(): Promise<RecordedRun[]> {
      const all = own();
      const files = new Set(all.map(({ file }) => file));
      return [...all, ...readOlderHistory(plans).filter(({ file }) => !files.has(file))];
    },
    /** Begins the log of a command. @throws Failure io */
    begin(run: CommandHead) {
      const opened = open(run);
      prune();
      return opened;
    },
    /**
     * Notes that a plan is about to be applied. Without a file it gets a private one.
     * @returns the file to apply it from
     */
    async remember(plan: PlanHead, source: PlanSource) {
      const file = keepPlan(plan.id, source, plans, now);
      if (!folder) return file;
      // A plan that is applied again is one run that goes on.
      for (const one of own()) if (one.file === file) rmSync(one.log, { force: true });
      const { id, command, origin, organization, maker, steps } = plan;
      open({ plan: id, command, origin, organization, maker, steps, file }).close();
      prune();
      return file;
    },
    /** Forgets all of it. @returns how many runs there were */
    async clear() {
      const all = [...own(), ...readOlderHistory(plans)];
      for (const one of all) forget(one, plans);
      if (plans) rmSync(join(plans, "history.json"), { force: true });
      return all.length;
    },
  };
}

/** The file of a plan that is applied. Without a folder it lasts as long as the temporary one. */
function keepPlan(id: string, source: PlanSource, plans: string | undefined, now: () => number): string {
  if ("file" in source) return resolve(source.file);
  if (plans) makePrivateFolder(plans);
  const at = new Date(now()).toISOString().replaceAll(":", "-");
  const file = join(plans ?? mkdtempSync(join(tmpdir(), "docs-plan-")), `${at}-${id}.plan`);
  writeNew(file, redact(source.text));
  return file;
}

/** The logs in the folder; what is not one of ours is left out. */
function listNumberedLogs(folder: string): (RecordedRun & { log: string })[] {
  const names = namesIn(folder).flatMap((name) => NAME.exec(name)?.[1] ?? []);
  const buffer = Buffer.alloc(LONGEST_RUN);
  return names
    .sort((a, b) => Number(b) - Number(a))
    .flatMap((digits) => {
      const log = join(folder, `${digits}.log`);
      const found = runIn(firstLine(log, buffer));
      return found ? [{ ...found, number: Number(digits), log }] : [];
    });
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (errorCode(error) === "ENOENT") return [];
    throw new Failure("io", `cannot read ${folder}: ${reasonOf(error)}`, { cause: error });
  }
}

/**
 * Logs of large runs have megabytes: only their beginning is read. Undefined: it is gone, or not readable.
 * @param buffer the same for all logs, as a new one for each costs more than the reading
 */
function firstLine(path: string, buffer: Buffer): string | undefined {
  try {
    const file = openSync(path, "r");
    try {
      const bytes = buffer.subarray(0, readSync(file, buffer));
      const end = bytes.indexOf("\n");
      return bytes.toString("utf8", 0, end === -1 ? bytes.length : end);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return undefined;
  }
}

function runIn(line: string | undefined): Omit<RecordedRun, "number" | "log"> | undefined {
  const value = parseIfJson(line);
  if (!isObject(value) || value.record !== "run") return undefined;
  const { plan: id, at, command, origin, organization = "", steps = 0, file } = value;
  if (![id, at, command, origin, organization].every((one) => typeof one === "string")) return undefined;
  // Checked above; a number of steps and a file are there for plans.
  return {
    id,
    at,
    command,
    origin,
    organization,
    steps,
    file: typeof file === "string" ? file : undefined,
  } as RecordedRun;
}

/** Plans that a version before this one has applied: its list is read, and no longer written. */
function readOlderHistory(plans: string | undefined): RecordedRun[] {
  const value = plans === undefined ? undefined : parseIfJson(readText(join(plans, "history.json")));
  const all: unknown[] = isObject(value) && Array.isArray(value.plans) ? value.plans : [];
  return all.flatMap((one) => {
    const { id, ...rest } = isObject(one) ? one : {};
    const found = runIn(JSON.stringify({ record: "run", ...rest, plan: id }));
    return found?.file === undefined ? [] : [{ ...found, number: undefined, log: undefined }];
  });
}

function beginLog(folder: string | undefined, run: Begun, now: () => number) {
  if (folder === undefined) throw new Failure("io", "there is no folder for data");
  const log = openLog(folder);
  try {
    createLogWriter(log, now).begin(run);
    return log;
  } catch (error) {
    log.close();
    rmSync(log.path, { force: true });
    throw error;
  }
}

/** Numbers go on from the last one; of two runs that take the same, one takes the next. */
function openLog(folder: string) {
  try {
    makePrivateFolder(folder);
    const last = Math.max(0, ...namesIn(folder).map((name) => Number(NAME.exec(name)?.[1] ?? 0)));
    for (let number = last + 1; ; number += 1) {
      const path = join(folder, `${String(number).padStart(6, "0")}.log`);
      const file = tryOpen(path);
      if (file !== undefined) return { ...writerOf(file, path), path, number };
    }
  } catch (error) {
    throw cannotWrite(folder, error);
  }
}

function tryOpen(path: string): number | undefined {
  try {
    return openSync(path, "ax", 0o600);
  } catch (error) {
    if (errorCode(error) === "EEXIST") return undefined;
    throw error;
  }
}

/** Not synced to disk: what is lost with the machine is the way back, and not the change. */
function writerOf(file: number, path: string) {
  let isOpen = true;
  const close = () => {
    if (isOpen) closeSync(file);
    isOpen = false;
  };
  const append = (line: string) => {
    const bytes = Buffer.from(redact(line));
    try {
      for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
    } catch (error) {
      throw cannotWrite(path, error);
    }
  };
  beforeEnd(close);
  return { append, close };
}

const cannotWrite = (path: string, error: unknown): Failure =>
  error instanceof Failure ? error : new Failure("io", `cannot write ${path}: ${reasonOf(error)}`, { cause: error });

/** Of plans, only what this program put into its own folder is deleted. */
function forget({ log, file }: RecordedRun, plans: string | undefined): void {
  const isOurs = file !== undefined && dirname(file) === plans && /^[\w.-]+\.plan$/.test(basename(file));
  for (const end of ["", ".state", ".undo", ".undo.state"]) {
    if (isOurs) rmSync(file + end, { force: true });
    if (log !== undefined) rmSync(log + end, { force: true });
  }
}
