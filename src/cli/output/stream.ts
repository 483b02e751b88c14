import { errorCode, Failure, reasonOf } from "../../errors.js";

/** The reader of standard output has gone. Not a failure: fetching stops, and the process ends as by SIGPIPE. */
export class ClosedPipe extends Error {
  constructor() {
    super("the reader of the output has gone");
    this.name = "ClosedPipe";
  }
}

type Part = string | Uint8Array;

/** Writes text, or bytes of such, and waits while the reader is slower. */
export interface Writer {
  /**
   * Parts that belong together may be given at once. Bytes may still be on their way when this resolves: nobody writes into
   * them.
   * @throws ClosedPipe, or Failure of kind io
   */
  write(text: Part | readonly Part[]): Promise<void>;
  /** Resolves when everything has been handed to the system. */
  flush(): Promise<void>;
}

const GONE = new Set(["EPIPE", "ERR_STREAM_DESTROYED", "ERR_STREAM_WRITE_AFTER_END", "ECONNRESET", "EOF"]);

function translate(error: unknown): Error {
  if (GONE.has(errorCode(error) ?? "")) return new ClosedPipe();
  return new Failure("io", `cannot write the output: ${reasonOf(error)}`, { cause: error });
}

/**
 * A writer for a stream. Errors that come between two writes are kept and thrown by the next one, so that nothing is
 * fetched for a reader that has gone.
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
  /** An empty write is called back when all before it has gone, or with the error that stopped it. */
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
 * Node writes to files while everything else waits: bytes go there beside it, while the next page is read. An error is
 * told by whatever is written next.
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

/** The number of the open file that the stream writes to, where it is a plain one. */
function fileOf(stream: NodeJS.WritableStream): number | undefined {
  if (!("fd" in stream) || typeof stream.fd !== "number") return undefined;
  return process.getBuiltinModule("node:fs").fstatSync(stream.fd).isFile() ? stream.fd : undefined;
}

const partsOf = (text: Part | readonly Part[]): readonly Part[] =>
  typeof text === "string" || "buffer" in text ? [text] : text;

const asBytes = (part: Part): Uint8Array => (typeof part === "string" ? Buffer.from(part) : part);

/** From where the file stands. A full disk may take a part only; the next write tells the error. */
async function writeAll(file: number, parts: readonly Uint8Array[]): Promise<void> {
  const { writev } = process.getBuiltinModule("node:fs");
  let left = parts.filter((part) => part.length > 0);
  while (left.length > 0) {
    const now = left;
    const written = await new Promise<number>((resolve, reject) => {
      writev(file, now, (error, count) => (error ? reject(error) : resolve(count)));
    });
    left = behind(now, written);
  }
}

/** What of the parts comes after so many bytes. */
function behind(parts: readonly Uint8Array[], bytes: number): Uint8Array[] {
  let skipped = bytes;
  return parts.flatMap((part) => {
    const start = Math.min(skipped, part.length);
    skipped -= start;
    return start < part.length ? [part.subarray(start)] : [];
  });
}
