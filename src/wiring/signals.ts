/**
 * Signals (R36). They keep their default action, which ends even a busy loop at once, until somebody holds them: a write,
 * a question, a pager, a file that must not stay half made. Then the first one gives a little time, the second none.
 */
import { setMaxListeners } from "node:events";
import { SIGNAL_CODES } from "../cli/exit-codes.js";
import type { ClientEvent } from "../http/types.js";

type Name = "SIGINT" | "SIGTERM" | "SIGHUP";
const NAMES: readonly Name[] = ["SIGINT", "SIGTERM", "SIGHUP"];

/** What a reader of the output gets after a signal to take what was written. */
const UNREAD_MS = 100;

const soft = new AbortController();
const hard = new AbortController();
// Every request listens while it runs, and --concurrency says how many that are: more than Node takes for a leak.
setMaxListeners(0, soft.signal, hard.signal);
let received: Name | undefined;
const waiting: (() => void)[] = [];

/** Aborted by the first signal. */
export const softSignal = soft.signal;
/** Aborted by the second. */
export const hardSignal = hard.signal;

let say: (message: string) => void = () => {};

/** `tell` is told once, when a write is waited for. */
export function tellOfSignals(tell: (message: string) => void): void {
  say = tell;
}

function heard(name: Name): void {
  if (received === undefined) {
    received = name;
    soft.abort(new Error(name));
    for (const resume of waiting) resume();
    if (inFlight > 0) say("finishing the current request; Ctrl-C again to abandon it");
    else setTimeout(dropUnread, UNREAD_MS);
  } else {
    hard.abort(new Error(name));
    setTimeout(dropUnread, UNREAD_MS);
  }
}

let holders = 0;

/** Signals are listened to until the answer is called, and until every other holder has let go as well. */
export function holdSignals(): () => void {
  holders++;
  if (holders === 1) for (const name of NAMES) process.on(name, heard);
  let held = true;
  return () => {
    if (held) setImmediate(letGo);
    held = false;
  };
}

/** A turn later than asked for: a signal that has come meanwhile is still heard. */
function letGo(): void {
  holders--;
  if (holders === 0) for (const name of NAMES) process.off(name, heard);
}

/** Holds signals while `work` is under way. */
export async function holdingSignals<T>(work: () => Promise<T>): Promise<T> {
  const release = holdSignals();
  try {
    return await work();
  } finally {
    release();
  }
}

/** Signals end the process while `work` keeps it busy, whoever holds them: nobody could hear one. */
export function lettingSignalsThrough<T>(work: () => T): T {
  const listeners = NAMES.map((name) => ({ name, all: process.listeners(name) }));
  for (const { name } of listeners) process.removeAllListeners(name);
  try {
    return work();
  } finally {
    for (const { name, all } of listeners) for (const listener of all) process.on(name, listener);
  }
}

/** A reader that does not read must not hold the process: what it left is given up. */
function dropUnread(): void {
  if (process.stdout.writableNeedDrain) process.stdout.destroy();
}

let inFlight = 0;
let hasWritten = false;

/**
 * Keeps count of writes under way, so that the first Ctrl-C can say what it waits for. A run that has written tells what
 * became of it: from the first write on signals are held to its end.
 */
export function watchWrites(event: ClientEvent): void {
  if (event.type === "request" && event.method !== "GET") {
    inFlight++;
    if (!hasWritten) holdSignals();
    hasWritten = true;
  }
  if ((event.type === "response" || event.type === "failure") && event.method !== "GET") inFlight--;
}

export const receivedSignal = (): Name | undefined => received;

/** The signal asked for an end that has come as it should: unless a second one came, the process ends as usual. */
export function settleSignal(): void {
  if (!hard.signal.aborted) received = undefined;
}

/** Resolves at the first signal. */
export const stopSignal = (): Promise<void> =>
  received === undefined ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve();

/** Ends as by the signal itself, so that shells see it; platforms without signals get the exit code. */
export function reraise(name: Name | "SIGPIPE"): void {
  if (process.platform === "win32") {
    process.exitCode = SIGNAL_CODES[name];
    return;
  }
  process.removeAllListeners(name);
  // Node ignores SIGPIPE; a handler that is added and removed brings the default back.
  if (name === "SIGPIPE") process.on(name, () => {}).removeAllListeners(name);
  process.exitCode = SIGNAL_CODES[name];
  process.kill(process.pid, name);
}
