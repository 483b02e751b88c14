/**
 * Parts of the processes that this program starts of itself, so that it can end them: `query-main.ts`,
 * `keyring-main.ts`.
 */
import { readFileSync } from "node:fs";
import { Worker } from "node:worker_threads";
import { Failure } from "./errors.js";

const STDIN = 0;

/** Bytes that this process may take. SQLite's own limit does not work everywhere: Node is built without its counters. */
const MEMORY = 1024 ** 3;
const LOOK_MS = 50;

/**
 * While native code works, nothing else in this thread does: another one sees the parent go, and memory grow. It reads the
 * pipe as a file: a socket in a thread beside a busy one hears nothing on every engine.
 */
const WATCH = `
  const fs = require("node:fs");
  const end = () => process.kill(process.pid, "SIGKILL");
  const wait = () => fs.read(3, Buffer.alloc(1), 0, 1, null, (error) => {
    if (error && error.code === "EAGAIN") setTimeout(wait, ${LOOK_MS});
    else end();
  });
  wait();
  setInterval(() => {
    if (process.memoryUsage.rss() < ${MEMORY}) return;
    fs.writeSync(2, "out of memory\\n");
    end();
  }, ${LOOK_MS});`;

const asText = (_name: string, value: unknown): unknown =>
  value instanceof Uint8Array ? Buffer.from(value).toString("hex") : value;

/** A parent that is slow to read is waited for: a write of one's own to the descriptor would end with EAGAIN. */
function write(text: string): Promise<void> {
  return new Promise((done, fail) => {
    process.stdout.write(text, (error) => (error ? fail(error) : done()));
  });
}

const answer = (value: object): Promise<void> => write(JSON.stringify(value, asText));

/**
 * One JSON text in, one out: the result of `work`, or how it failed (`system/child-process.ts`). Ends the process, at the
 * latest with its parent.
 */
export async function answerParent<Input>(work: (input: Input) => Promise<object>): Promise<void> {
  // Written by our own parent.
  const input = JSON.parse(readFileSync(STDIN, "utf8")) as Input;
  new Worker(WATCH, { eval: true }).unref();
  try {
    // The parent's limit is for the work, not for the start of this process.
    await write("\n");
    await answer(await work(input));
  } catch (error) {
    const { message, stack } = error instanceof Error ? error : { message: String(error), stack: String(error) };
    await answer(
      error instanceof Failure ? { failure: { kind: error.kind, message, hint: error.hint } } : { bug: stack },
    );
  }
  // The other thread waits for the parent and would keep this process.
  process.kill(process.pid, "SIGKILL");
}
