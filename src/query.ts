/**
 * Entry of the process that answers `docs snapshots query`: SQL may run for ever, and only a process of its own can be
 * ended. One JSON line in (`QueryInput`), one JSON line out; it ends with its parent.
 */
import { readFileSync, writeSync } from "node:fs";
import { Worker } from "node:worker_threads";
import { Failure } from "./errors.js";
import type { QueryInput } from "./sandbox/query/run.js";

const [STDIN, STDOUT] = [0, 1];

/** While SQLite works, nothing else in this thread does: another one sees the parent go. */
const WATCH = `
  const end = () => process.kill(process.pid, "SIGKILL");
  new (require("node:net").Socket)({ fd: 3 }).on("error", end).on("close", end).resume();`;

const asText = (_name: string, value: unknown): unknown =>
  value instanceof Uint8Array ? Buffer.from(value).toString("hex") : value;

function answer(value: object): void {
  const bytes = Buffer.from(JSON.stringify(value, asText));
  for (let at = 0; at < bytes.length; at += writeSync(STDOUT, bytes, at));
}

async function main(): Promise<void> {
  // Written by our own parent.
  const input = JSON.parse(readFileSync(STDIN, "utf8")) as QueryInput;
  new Worker(WATCH, { eval: true }).unref();
  try {
    const { runQuery } = await import("./sandbox/query/run.js");
    answer(await runQuery(input));
  } catch (error) {
    if (error instanceof Failure) answer({ failure: { kind: error.kind, message: error.message, hint: error.hint } });
    else answer({ bug: error instanceof Error ? error.stack : String(error) });
  }
  // The other thread waits for the parent and would keep this process.
  process.kill(process.pid, "SIGKILL");
}
void main();
