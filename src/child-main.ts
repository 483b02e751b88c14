/** What the processes have in common that this program starts of itself, so that it can end them: `query.ts`, `keyring.ts`. */
import { readFileSync, writeSync } from "node:fs";
import { Worker } from "node:worker_threads";
import { Failure } from "./errors.js";

const [STDIN, STDOUT] = [0, 1];

/** Bytes that this process may take. SQLite's own limit does not work everywhere: Node is built without its counters. */
const MEMORY = 1024 ** 3;
const LOOK_MS = 50;

/** While native code works, nothing else in this thread does: another one sees the parent go, and memory grow. */
const WATCH = `
  const end = () => process.kill(process.pid, "SIGKILL");
  new (require("node:net").Socket)({ fd: 3 }).on("error", end).on("close", end).resume();
  setInterval(() => {
    if (process.memoryUsage.rss() < ${MEMORY}) return;
    require("node:fs").writeSync(2, "out of memory\\n");
    end();
  }, ${LOOK_MS});`;

const asText = (_name: string, value: unknown): unknown =>
  value instanceof Uint8Array ? Buffer.from(value).toString("hex") : value;

function answer(value: object): void {
  const bytes = Buffer.from(JSON.stringify(value, asText));
  for (let at = 0; at < bytes.length; at += writeSync(STDOUT, bytes, at));
}

/** One JSON text in, one out: what `work` gave, or `Failed`. Ends the process, at the latest with its parent. */
export async function answerParent<Input>(work: (input: Input) => Promise<object>): Promise<void> {
  // Written by our own parent.
  const input = JSON.parse(readFileSync(STDIN, "utf8")) as Input;
  new Worker(WATCH, { eval: true }).unref();
  try {
    answer(await work(input));
  } catch (error) {
    if (error instanceof Failure) answer({ failure: { kind: error.kind, message: error.message, hint: error.hint } });
    else answer({ bug: error instanceof Error ? error.stack : String(error) });
  }
  // The other thread waits for the parent and would keep this process.
  process.kill(process.pid, "SIGKILL");
}
