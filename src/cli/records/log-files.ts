/** Write-ahead logs, of commands and beside plans: private, without secrets, and with every line on disk before the next step. */
import {
  closeSync,
  constants,
  existsSync,
  fchmodSync,
  fstatSync,
  fsync,
  fsyncSync,
  ftruncateSync,
  lstatSync,
  openSync,
  realpathSync,
  type Stats,
  writeSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import type { LogFile, LogFiles } from "../../changes/log/write-log.js";
import { errorCode, Failure, reasonOf, usage } from "../../errors.js";
import { shellWord } from "../../shared/shell-words.js";
import { lockExclusively } from "../../system/exclusive-lock.js";
import { fileBytes, type Problem, SAYS, textOf } from "../../system/files/file-bytes.js";
import { redact } from "../../system/secrets.js";
import { beforeEnd } from "../../system/signals.js";

const MAX_LOG = 256 * 1024 * 1024;

/** The name of the file in messages, and how a person continues with one. */
interface LogLabels {
  what: string;
  goOn: string;
  /** How one begins again without it. */
  fresh: string;
}

const JOURNAL: LogLabels = {
  what: "journal",
  goOn: "continue with --resume",
  fresh: "start again with --journal and a new file",
};

interface LogFilesOptions {
  /** Default: a journal. */
  labels?: LogLabels;
  /** Stands between a log and the disk. */
  toDisk?: ((file: LogFile) => LogFile) | undefined;
}

/** Files are closed and locks released when the run ends. */
export async function logFiles({ labels = JOURNAL, toDisk = (file) => file }: LogFilesOptions = {}): Promise<LogFiles> {
  const sqlite = await import("../../system/sqlite.js");
  return {
    create(path) {
      if (exists(path, labels)) throw isDangling(path) ? linkToNothing(path, labels) : alreadyThere(path, labels);
      keep(join(realFolder(path, labels), basename(path)), path, sqlite, labels);
      return toDisk({ text: "", ...appendLines(() => make(path, labels), path, labels) });
    },
    resume(path) {
      if (isDangling(path)) throw linkToNothing(path, labels);
      keep(realPath(path, labels), path, sqlite, labels);
      const found = read(path, labels);
      return toDisk({ text: found.text, ...appendLines(() => continueLog(path, found, labels), path, labels) });
    },
  };
}

/** Only one run at a time may write a journal: two runs would both send writes that the other has not recorded yet. */
function keep(
  real: string,
  path: string,
  sqlite: Parameters<typeof lockExclusively>[1],
  { what, goOn }: LogLabels,
): void {
  const release = lockExclusively(`${real}.lock`, sqlite);
  if (release === undefined) {
    throw usage(
      `the ${what} ${path} is in use by another run; nothing was sent`,
      `wait until that run has ended, then ${goOn}`,
    );
  }
  beforeEnd(release);
}

/**
 * Opens the file with the first line. A full disk may take a part of a line: what follows the last whole one is
 * removed before the next is written, as it would be read as one damaged record with it.
 */
function appendLines(open: () => number, path: string, { what }: LogLabels): Pick<LogFile, "append" | "flush"> {
  let opened: { file: number; end: number; isTorn: boolean } | undefined;
  const cannotWrite = (error: unknown) =>
    new Failure("io", `cannot write the ${what} ${path}: ${reasonOf(error, IN_PLACE)}`, { cause: error });
  return {
    append(line, { isDurable = true } = {}) {
      if (!opened) {
        const file = open();
        opened = { file, end: fstatSync(file).size, isTorn: false };
      }
      const { file, end, isTorn } = opened;
      // JSON escapes line breaks, so a redacted record is still one line.
      const bytes = Buffer.from(redact(line));
      try {
        if (isTorn) ftruncateSync(file, end);
        opened.isTorn = true;
        for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
        if (isDurable) fsyncSync(file);
        opened = { file, end: end + bytes.length, isTorn: false };
      } catch (error) {
        throw cannotWrite(error);
      }
    },
    flush: shareWaits(async () => {
      if (!opened) return;
      await syncFile(opened.file).catch((error: unknown) => {
        throw cannotWrite(error);
      });
    }),
  };
}

const syncFile = promisify(fsync);

/** Whoever asks while a sync is under way waits for the next one: theirs was written after this one began. */
function shareWaits(sync: () => Promise<void>): () => Promise<void> {
  let current: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  return () => {
    next ??= current
      .catch(() => {})
      .then(() => {
        next = undefined;
        current = sync();
        return current;
      });
    return next;
  };
}

function make(path: string, labels: LogLabels): number {
  try {
    // `ax+`: fails if a file or link has been created since, rather than writing into it.
    const file = openSync(path, "ax+", 0o600);
    beforeEnd(() => closeOnDisk(file));
    // Syncs the file's name to disk too, so that the journal can be found after a crash.
    if (process.platform !== "win32") syncFolder(dirname(path));
    return file;
  } catch (error) {
    if (errorCode(error) === "EEXIST") throw alreadyThere(path, labels);
    throw new Failure("io", `cannot write the ${labels.what} ${path}: ${reasonOf(error, IN_PLACE)}`, { cause: error });
  }
}

/** With the results that were not on disk yet. */
function closeOnDisk(file: number): void {
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

function syncFolder(path: string): void {
  const folder = openSync(path, "r");
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

interface ExistingLog {
  stats: Stats;
  /** The complete lines. */
  text: string;
  /** Their length in bytes. */
  end: number;
}

/** Only reads: the file is not changed before its lines have been understood. */
function read(path: string, labels: LogLabels): ExistingLog {
  try {
    // Sent requests are taken from it, so it is not taken from another person.
    const found = fileBytes(path, { max: MAX_LOG, own: true });
    if (typeof found === "string") throw refuseLog(path, labels, found);
    return { stats: found.stats, ...wholeLines(found.bytes, path, labels) };
  } catch (error) {
    throw cannotGoOn(error, path, labels);
  }
}

/** Drops an incomplete last line: its request was never sent, as that waits until the record is on disk. */
function wholeLines(bytes: Buffer, path: string, labels: LogLabels): { text: string; end: number } {
  const end = bytes.lastIndexOf(0x0a) + 1;
  const found = textOf(end === 0 ? bytes : bytes.subarray(0, end), { mark: true });
  if (typeof found === "string") throw refuseLog(path, labels, found);
  if (end === 0 && bytes.length > 0) throw usage(`${path} is not a ${labels.what}; it was not changed`);
  return { text: found.text, end };
}

const refuseLog = (path: string, { what, fresh }: LogLabels, problem: Problem): Failure =>
  usage(`cannot continue the ${what} ${path}: ${SAYS[problem]}; nothing was sent`, fresh);

/** Opens a journal that belongs to this run: removes an incomplete last line and makes the file private. */
function continueLog(path: string, { stats, end }: ExistingLog, labels: LogLabels): number {
  try {
    const file = openSync(path, constants.O_RDWR | constants.O_APPEND);
    beforeEnd(() => closeOnDisk(file));
    const now = fstatSync(file);
    if (now.ino !== stats.ino || now.dev !== stats.dev || now.size !== stats.size) {
      throw usage(`the ${labels.what} ${path} was changed by another program; nothing was sent`);
    }
    if (end < now.size) ftruncateSync(file, end);
    if ((now.mode & 0o077) !== 0 && now.uid === process.geteuid?.()) fchmodSync(file, 0o600);
    return file;
  } catch (error) {
    throw cannotGoOn(error, path, labels);
  }
}

function realPath(path: string, labels: LogLabels): string {
  try {
    return realpathSync(path);
  } catch (error) {
    throw cannotGoOn(error, path, labels);
  }
}

function realFolder(path: string, { what }: LogLabels): string {
  try {
    return realpathSync(dirname(path));
  } catch (error) {
    throw new Failure("io", `cannot write the ${what} ${path}: ${reasonOf(error, IN_PLACE)}`, { cause: error });
  }
}

const cannotGoOn = (error: unknown, path: string, { what, fresh }: LogLabels): unknown =>
  error instanceof Failure ? error : usage(`cannot continue the ${what} ${path}: ${reasonOf(error, IN_PLACE)}`, fresh);

function exists(path: string, { what }: LogLabels): boolean {
  try {
    lstatSync(path);
    return true;
  } catch (error) {
    if (errorCode(error) === "ENOENT") return false;
    throw new Failure("io", `cannot write the ${what} ${path}: ${reasonOf(error, IN_PLACE)}`, { cause: error });
  }
}

/** A link that leads nowhere: there is nothing to continue, and a new file is never written through it. */
const isDangling = (path: string): boolean =>
  lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true && !existsSync(path);

function linkToNothing(path: string, { what }: LogLabels): Failure {
  const where = leadsInCircle(path) ? "a link that leads in a circle" : "a link to a file that does not exist";
  return usage(`the ${what} ${path} is ${where}; nothing was sent`, `remove the link: rm ${shellWord(path)}`);
}

function leadsInCircle(path: string): boolean {
  try {
    realpathSync(path);
    return false;
  } catch (error) {
    return errorCode(error) === "ELOOP";
  }
}

const alreadyThere = (path: string, { what, goOn }: LogLabels): Failure =>
  usage(`the ${what} ${path} already exists`, `${goOn}, or choose a new file`);

const IN_PLACE = { ENOTDIR: "its folder is a file" };
