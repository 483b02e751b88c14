/** Journals, and states beside plans: private, without secrets, and with every line on disk before the next step. */
import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  lstatSync,
  openSync,
  readFileSync,
  realpathSync,
  type Stats,
  writeSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import type { JournalFiles } from "../../cli/journal/types.js";
import { errorCode, Failure, reasonOf, usage } from "../../errors.js";
import { beforeEnd } from "../closing.js";
import { redact } from "../secrets.js";
import { takeExclusive } from "./exclusive.js";

const MAX_JOURNAL = 256 * 1024 * 1024;

/** What messages call the file, and how a person goes on with one. */
export interface RecordWords {
  what: string;
  goOn: string;
}

const JOURNAL: RecordWords = { what: "journal", goOn: "continue with --resume" };

/** Files are closed and locks released when the run ends. */
export async function journalFiles(words: RecordWords = JOURNAL): Promise<JournalFiles> {
  const sqlite = await import("../../sandbox/store/sqlite.js");
  return {
    create(path) {
      if (exists(path)) throw alreadyThere(path);
      keep(join(realFolder(path), basename(path)), path, sqlite, words);
      let opened: number | undefined;
      return {
        append(line) {
          opened ??= make(path);
          writeLine(opened, line, path);
        },
      };
    },
    resume(path) {
      keep(realPath(path), path, sqlite, words);
      const found = read(path);
      let opened: number | undefined;
      return {
        text: found.text,
        file: {
          append(line) {
            opened ??= goOn(path, found);
            writeLine(opened, line, path);
          },
        },
      };
    },
  };
}

/** Only one run at a time may write a journal: two runs would both send writes that the other has not recorded yet. */
function keep(
  real: string,
  path: string,
  sqlite: Parameters<typeof takeExclusive>[1],
  { what, goOn }: RecordWords,
): void {
  const letGo = takeExclusive(`${real}.lock`, sqlite);
  if (letGo === undefined) {
    throw usage(
      `the ${what} ${path} is in use by another run; nothing was sent`,
      `wait until that run has ended, then ${goOn}`,
    );
  }
  beforeEnd(letGo);
}

/** JSON escapes line breaks, so a redacted record is still one line. */
function writeLine(file: number, line: string, path: string): void {
  const bytes = Buffer.from(redact(line));
  try {
    for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
    fsyncSync(file);
  } catch (error) {
    throw new Failure("io", `cannot write the journal ${path}: ${reasonOf(error, IN_PLACE)}`, { cause: error });
  }
}

function make(path: string): number {
  try {
    // `ax`: fails if a file or link has been created since, rather than writing into it.
    const file = openSync(path, "ax", 0o600);
    beforeEnd(() => closeSync(file));
    // Syncs the file's name to disk too, so that the journal can be found after a crash.
    if (process.platform !== "win32") syncFolder(dirname(path));
    return file;
  } catch (error) {
    if (errorCode(error) === "EEXIST") throw alreadyThere(path);
    throw new Failure("io", `cannot write the journal ${path}: ${reasonOf(error, IN_PLACE)}`, { cause: error });
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

interface Found {
  stats: Stats;
  /** The complete lines. */
  text: string;
  /** Their length in bytes. */
  end: number;
}

/** Only reads: the file is not changed before its lines have been understood. */
function read(path: string): Found {
  try {
    // Non-blocking, so that a pipe cannot hang the command.
    const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      const stats = fstatSync(file);
      if (!stats.isFile()) throw usage(`--resume ${path}: not a file`);
      if (stats.size > MAX_JOURNAL) throw usage(`--resume ${path}: larger than ${MAX_JOURNAL} bytes`);
      return { stats, ...wholeLines(readFileSync(file), path) };
    } finally {
      closeSync(file);
    }
  } catch (error) {
    throw cannotGoOn(error, path);
  }
}

/** Drops an incomplete last line: its request was never sent, as that waits until the record is on disk. */
function wholeLines(bytes: Buffer, path: string): { text: string; end: number } {
  const end = bytes.lastIndexOf(0x0a) + 1;
  if (end === 0 && bytes.length > 0) throw usage(`${path} is not a journal; it was left untouched`);
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes.subarray(0, end)), end };
  } catch {
    throw usage(`the journal ${path} is damaged: it is not valid UTF-8`);
  }
}

/** Opens a journal that belongs to this run: removes an incomplete last line and makes the file private. */
function goOn(path: string, { stats, end }: Found): number {
  try {
    const file = openSync(path, constants.O_RDWR | constants.O_APPEND);
    beforeEnd(() => closeSync(file));
    const now = fstatSync(file);
    if (now.ino !== stats.ino || now.dev !== stats.dev || now.size !== stats.size) {
      throw usage(`the journal ${path} was changed by another program; nothing was sent`);
    }
    if (end < now.size) ftruncateSync(file, end);
    if ((now.mode & 0o077) !== 0 && now.uid === process.geteuid?.()) fchmodSync(file, 0o600);
    return file;
  } catch (error) {
    throw cannotGoOn(error, path);
  }
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    throw cannotGoOn(error, path);
  }
}

function realFolder(path: string): string {
  try {
    return realpathSync(dirname(path));
  } catch (error) {
    throw new Failure("io", `cannot write the journal ${path}: ${reasonOf(error, IN_PLACE)}`, { cause: error });
  }
}

const cannotGoOn = (error: unknown, path: string): unknown =>
  error instanceof Failure ? error : usage(`cannot continue the journal ${path}: ${reasonOf(error, IN_PLACE)}`);

function exists(path: string): boolean {
  try {
    lstatSync(path);
    return true;
  } catch (error) {
    if (errorCode(error) === "ENOENT") return false;
    throw new Failure("io", `cannot write the journal ${path}: ${reasonOf(error, IN_PLACE)}`, { cause: error });
  }
}

const alreadyThere = (path: string): Failure =>
  usage(`the journal ${path} already exists`, "continue it with --resume, or choose a new file");

const IN_PLACE = { ENOTDIR: "its folder is a file" };
