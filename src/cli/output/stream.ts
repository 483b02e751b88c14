import { errorCode, Failure, reasonOf } from "../../errors.js";

/** The reader of standard output is gone. Not a failure: fetching stops, and the process ends as if by SIGPIPE. */
export class ClosedPipe extends Error {
  constructor() {
    super("the reader closed the output");
    this.name = "ClosedPipe";
  }
}

type Part = string | Uint8Array;

/** Writes text or bytes, and waits while the reader is slower. */
export interface Writer {
  /**
   * Parts that belong together may be passed as one array. Bytes may still be on their way when this resolves, so they must
   * not be modified.
   * @throws ClosedPipe, or Failure of kind io
   */
  write(text: Part | readonly Part[]): Promise<void>;
  /** Resolves once everything has been handed to the operating system. */
  flush(): Promise<void>;
}

const GONE = new Set(["EPIPE", "ERR_STREAM_DESTROYED", "ERR_STREAM_WRITE_AFTER_END", "ECONNRESET", "EOF"]);

function translate(error: unknown): Error {
  if (GONE.has(errorCode(error) ?? "")) return new ClosedPipe();
  return new Failure("io", `cannot write the output: ${reasonOf(error)}`, { cause: error });
}

/**
 * A writer for a stream. Errors between two writes are kept and thrown by the next one, so that nothing more is fetched for
 * a reader that is gone.
 */
export function createWriter(stream: NodeJS.WritableStream): Writer {
  let broken: Error | undefined;
  const waiting = new Set<() => void>();
  const wake = () => {
    for (const resolve of waiting) resolve();
    waiting.clear();
  };
  const fail = (error: Error) => {
    broken ??= error;
    wake();
  };
  stream.on("error", (error) => fail(translate(error)));
  stream.on("close", () => fail(new ClosedPipe()));
  stream.on("drain", wake);
  const pause = () => new Promise<void>((resolve) => waiting.add(resolve));
  const check = () => {
    if (broken !== undefined) throw broken;
  };
  const send = (text: Part, done?: () => void): boolean => {
    check();
    try {
      return stream.write(text, done);
    } catch (error) {
      // Files are written synchronously and throw instead of emitting.
      fail(translate(error));
      throw broken ?? error;
    }
  };
  /** Resolves once everything before is written, or with the error that stopped it: an empty write is called back then. */
  const confirmed = async (text: Part): Promise<void> => {
    const done = pause();
    send(text, wake);
    await done;
    check();
  };
  const file = fileOf(stream);
  const writePart = async (text: Part): Promise<void> => {
    check();
    if (typeof text !== "string") return confirmed(text);
    if (text !== "" && !send(text)) await pause();
    check();
  };
  const direct: Writer = {
    async write(text) {
      for (const part of partsOf(text)) await writePart(part);
    },
    flush: () => confirmed(""),
  };
  return file === undefined ? direct : toFile(file, direct, (error) => fail(translate(error)));
}

/**
 * Node writes to files synchronously, blocking everything else: here bytes are written in the background while the next
 * page is read. The next write reports an error.
 */
function toFile(file: number, direct: Writer, fail: (error: unknown) => void): Writer {
  let underWay: Promise<void> | undefined;
  return {
    async write(text) {
      await underWay;
      await direct.write(typeof text === "string" ? text : "");
      if (typeof text !== "string") underWay = writeAll(file, partsOf(text).map(asBytes)).catch(fail);
    },
    async flush() {
      await underWay;
      await direct.flush();
    },
  };
}

/** The file descriptor behind the stream, if it is a plain file. */
function fileOf(stream: NodeJS.WritableStream): number | undefined {
  if (!("fd" in stream) || typeof stream.fd !== "number") return undefined;
  try {
    return process.getBuiltinModule("node:fs").fstatSync(stream.fd).isFile() ? stream.fd : undefined;
  } catch (error) {
    // Windows takes writes to a file that a program of another system opened, but does not examine it.
    if (errorCode(error) === "EBADF") return undefined;
    throw error;
  }
}

const partsOf = (text: Part | readonly Part[]): readonly Part[] =>
  typeof text === "string" || "buffer" in text ? [text] : text;

const asBytes = (part: Part): Uint8Array => (typeof part === "string" ? Buffer.from(part) : part);

/** Writes at the file's current position. A full disk may accept only a part; the next write then reports the error. */
async function writeAll(file: number, parts: readonly Uint8Array[]): Promise<void> {
  const { writev } = process.getBuiltinModule("node:fs");
  let left = parts.filter((part) => part.length > 0);
  while (left.length > 0) {
    const now = left;
    const written = await new Promise<number>((resolve, reject) => {
      writev(file, now, (error, count) => (error ? reject(error) : resolve(count)));
    });
    left = remainingParts(now, written);
  }
}

/** The parts without the first `bytes`. */
function remainingParts(parts: readonly Uint8Array[], bytes: number): Uint8Array[] {
  let skipped = bytes;
  return parts.flatMap((part) => {
    const start = Math.min(skipped, part.length);
    skipped -= start;
    return start < part.length ? [part.subarray(start)] : [];
  });
}

/**
 * Messages for standard error beside the error itself. They are held from the start of the program, since nothing may
 * stand beside a JSON error; whoever learns that no JSON error is asked for releases them.
 */
export interface Messages {
  /** Prints a message, or holds it. Without a line end. */
  print(text: string): void;
  isHeld(): boolean;
  /** Prints what was held, and from now on each message at once. */
  release(): void;
  /** Takes out what was held: it is reported with the error. */
  take(): string[];
}

/** @param lay breaks a message for whoever reads it */
export function createMessages(
  stderr: NodeJS.WritableStream,
  lay: (text: string) => string = (text) => text,
): Messages {
  let held: string[] | undefined = [];
  let isListening = false;
  const write = (text: string): void => {
    // If standard error is gone, nobody can read a message.
    if (!isListening) stderr.on("error", () => {});
    isListening = true;
    stderr.write(`${lay(text)}\n`);
  };
  return {
    print: (text) => void (held ? held.push(text) : write(text)),
    isHeld: () => held !== undefined,
    release() {
      const texts = held ?? [];
      held = undefined;
      texts.forEach(write);
    },
    take: () => held?.splice(0) ?? [],
  };
}
