import { errorCode, Failure, reasonOf } from "../../errors.js";

/** The reader of standard output has gone. Not a failure: fetching stops, and the process ends as by SIGPIPE. */
export class ClosedPipe extends Error {
  constructor() {
    super("the reader of the output has gone");
    this.name = "ClosedPipe";
  }
}

/** Writes text, or bytes of such, and waits while the reader is slower. */
export interface Writer {
  /** @throws ClosedPipe, or Failure of kind io */
  write(text: string | Uint8Array): Promise<void>;
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
  const send = (text: string | Uint8Array, done?: () => void): boolean => {
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
  const confirmed = async (text: string | Uint8Array): Promise<void> => {
    const done = pause();
    send(text, wake);
    await done;
    check();
  };
  return {
    async write(text) {
      check();
      // The memory of bytes is used again as soon as this resolves.
      if (typeof text !== "string") return confirmed(text);
      if (text !== "" && !send(text)) await pause();
      check();
    },
    flush: () => confirmed(""),
  };
}
