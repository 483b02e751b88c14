/**
 * Signals (R36). They keep their default action, which ends even a busy loop at once, until somebody holds them: a write,
 * a prompt, a pager, a file that must not be left incomplete. Then the first signal allows a little time, the second none.
 */
import { setMaxListeners } from "node:events";

type Name = "SIGINT" | "SIGTERM" | "SIGHUP";
const NAMES: readonly Name[] = ["SIGINT", "SIGTERM", "SIGHUP"];

/** Exit codes for signals, on platforms that cannot re-raise them. */
export const SIGNAL_CODES = { SIGHUP: 129, SIGINT: 130, SIGPIPE: 141, SIGTERM: 143 } as const;

/** Time for the reader of the output to take what was written, after a signal. */
const UNREAD_MS = 100;

const soft = new AbortController();
const hard = new AbortController();
// Every running request adds a listener; with a high --concurrency Node would warn of a leak.
setMaxListeners(0, soft.signal, hard.signal);
let received: Name | undefined;
const waiting: (() => void)[] = [];

/** Aborted by the first signal. */
export const softSignal = soft.signal;
/** Aborted by the second. */
export const hardSignal = hard.signal;

let print: (message: string) => void = () => {};

/** `tell` gets one message: that a signal waits for a write to finish. */
export function announceSignals(tell: (message: string) => void): void {
  print = tell;
}

function receiveSignal(name: Name): void {
  if (received === undefined) {
    received = name;
    soft.abort(new Error(name));
    for (const resume of waiting) resume();
    if (inFlight > 0) print("finishing the current request; Ctrl-C again to abandon it");
    else setTimeout(dropUnread, UNREAD_MS);
  } else {
    hard.abort(new Error(name));
    setTimeout(dropUnread, UNREAD_MS);
  }
}

let holders = 0;

/** Holds signals until the returned function is called and every other holder has released them as well. */
export function holdSignals(): () => void {
  holders++;
  if (holders === 1) for (const name of NAMES) process.on(name, receiveSignal);
  let held = true;
  return () => {
    if (held) setImmediate(releaseSignals);
    held = false;
  };
}

/** Runs one event-loop turn after the release, so that a signal that has just arrived is still handled. */
function releaseSignals(): void {
  holders--;
  if (holders === 0) for (const name of NAMES) process.off(name, receiveSignal);
}

/** Calls `say` at the first signal, until the returned function is called. The process ends at once, unless it is held. */
export function tellAtSignal(say: () => void): () => void {
  const stop = () => {
    for (const name of NAMES) process.off(name, listener);
  };
  const listener = (name: Name): void => {
    stop();
    say();
    if (holders > 0) return;
    reraise(name);
    // Windows sends no signal again: the exit code says it.
    if (process.platform === "win32") process.exit();
  };
  for (const name of NAMES) process.on(name, listener);
  return stop;
}

/** Holds signals while `work` runs. */
export async function holdingSignals<T>(work: () => Promise<T>): Promise<T> {
  const release = holdSignals();
  try {
    return await work();
  } finally {
    release();
  }
}

/** Lets signals end the process during synchronous `work`, even if held: no handler could run until it returns. */
export function lettingSignalsThrough<T>(work: () => T): T {
  const listeners = NAMES.map((name) => ({ name, all: process.listeners(name) }));
  for (const { name } of listeners) process.removeAllListeners(name);
  try {
    return work();
  } finally {
    for (const { name, all } of listeners) for (const listener of all) process.on(name, listener);
  }
}

/** A reader that has stopped reading must not keep the process alive: unread output is dropped. */
function dropUnread(): void {
  if (process.stdout.writableNeedDrain) process.stdout.destroy();
}

let inFlight = 0;
let hasWritten = false;

/**
 * Counts the writes in progress, so that the first Ctrl-C can say what it waits for. From the first write until the end
 * of the run signals are held, so that the run can report the outcome of its writes.
 */
export function watchWrites(event: { type: string; method?: string }): void {
  if (event.type === "request" && event.method !== "GET") {
    inFlight++;
    if (!hasWritten) holdSignals();
    hasWritten = true;
  }
  if ((event.type === "response" || event.type === "failure") && event.method !== "GET") inFlight--;
}

export const receivedSignal = (): Name | undefined => received;

/** For a server that a signal has stopped as intended: the process ends normally, unless a second signal came. */
export function settleSignal(): void {
  if (!hard.signal.aborted) received = undefined;
}

/** Resolves at the first signal. */
export const stopSignal = (): Promise<void> =>
  received === undefined ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve();

/** Ends the process by the signal itself, so that shells can see it; Windows gets the exit code instead. */
export function reraise(name: Name | "SIGPIPE"): void {
  if (process.platform === "win32") {
    process.exitCode = SIGNAL_CODES[name];
    return;
  }
  process.removeAllListeners(name);
  // Node ignores SIGPIPE; adding and removing a handler restores the default.
  if (name === "SIGPIPE") process.on(name, () => {}).removeAllListeners(name);
  process.exitCode = SIGNAL_CODES[name];
  process.kill(process.pid, name);
}

// How the process ends: what is open is released, and an error that nobody caught is reported.

/** Releases something before the process ends: an open state file, a lock. */
type Closer = () => Promise<void> | void;

const closers: Closer[] = [];

/** Closers run in reverse order: the last one added is called first. */
export function beforeEnd(closer: Closer): void {
  closers.push(closer);
}

/** Calls each closer once. */
export async function closeAll(): Promise<void> {
  for (const closer of closers.splice(0).reverse()) await closer();
}

/** Time for pending output to be flushed. */
const FLUSH_MS = 1000;

/**
 * Reports uncaught errors like any failure, through the filter on standard error; Node would print them unfiltered.
 * Node would hand rejections that nobody handles to the same listener; other engines print them.
 */
export function listenForCrashes(tell: (error: unknown) => void): void {
  let crashed = false;
  const crash = (error: unknown): void => {
    if (crashed) return;
    crashed = true;
    tell(error);
    // The program's state can no longer be trusted: it ends even if work is in progress.
    const end = (): void => process.exit();
    setTimeout(end, FLUSH_MS);
    process.stdout.write("", end);
  };
  process.on("uncaughtException", crash).on("unhandledRejection", crash);
}
