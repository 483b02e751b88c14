import type { RetryClass } from "../../catalog/endpoint.js";
import { Failure } from "../../errors.js";
import { checkToken } from "../../shared/ids.js";
import type { Clock } from "../../system/clock.js";
import { ForeignAnswer, type Note } from "../answer/decode.js";
import { createListEvidence, type ListEvidence } from "../answer/list-evidence.js";
import { DEFAULTS } from "../defaults.js";
import { refuseToken } from "../request.js";
import { TransportError } from "../transport/error.js";
import type { CallOptions, ClientOptions, WireLimits, WireResponse } from "../types.js";
import { lostAnswer, refusedAnswer } from "./errors.js";
import {
  type Attempt,
  type ClientState,
  createClientState,
  mayBeApplied,
  repeat,
  type TimeBudget,
  timeLeft,
  type Verdict,
} from "./retry.js";
import { abandonedWrite, sentDetails } from "./write-failures.js";

/** A client's options and what its requests share. */
export interface Core {
  readonly options: ClientOptions;
  readonly clientState: ClientState;
  readonly maxBody: number;
  readonly evidence: ListEvidence;
  /** Read once, and checked. */
  token(): Promise<string>;
  /** Start of the run, for --deadline. */
  readonly startedAt: number;
}

/** One request, to be sent with retries until `read` accepts an answer. */
export interface Exchange<T> {
  method: string;
  path: string;
  url: string;
  retry: RetryClass;
  slow: boolean;
  headers: Record<string, string>;
  body: string | Uint8Array | undefined;
  /** Reads a 2xx answer; `note` gets what people should know of it. @throws Failure "invalid-answer" */
  read(response: WireResponse, note: Note): T | Promise<T>;
  /** Accepts another status as a success (R13), or returns undefined. `lost`: an earlier attempt may have been applied. */
  accept?: ((response: WireResponse, lost: boolean) => { value: T } | undefined) | undefined;
  /** Command that shows whether the write happened, for the message after Ctrl-C. */
  checkCommand?: string | undefined;
}

/** The token is read once, when the first request needs it. */
export function createCore(options: ClientOptions): Core {
  const clientState = createClientState(options);
  let token: Promise<string> | undefined;
  return {
    options,
    clientState,
    maxBody: options.maxBody ?? DEFAULTS.maxBody,
    evidence: createListEvidence(() => clientState.clock.now()),
    startedAt: clientState.clock.now(),
    token: () => {
      token ??= Promise.resolve(options.token()).then((text) => checkToken(text, "the token given"));
      return token;
    },
  };
}

/** The time that one call may take. `endless`: for a listing, which has no deadline unless --deadline sets one. */
export function createTimeBudget(core: Core, { signal, maxWait }: CallOptions, endless = false): TimeBudget {
  const { deadline } = core.options;
  const startedAt = deadline === undefined ? core.clientState.clock.now() : core.startedAt;
  const ms = deadline ?? DEFAULTS.deadline;
  return {
    waited: 0,
    maxWait: core.options.maxWait ?? maxWait ?? DEFAULTS.maxWait,
    deadline: ms,
    deadlineAt: endless && deadline === undefined ? undefined : startedAt + ms,
    signal: eitherSignal(signal, core.options.signal),
  };
}

/** Either signal ends the waits: the call's own, or that of Ctrl-C. */
function eitherSignal(one: AbortSignal | undefined, other: AbortSignal | undefined): AbortSignal | undefined {
  return one && other && one !== other ? AbortSignal.any([one, other]) : (one ?? other);
}

/** Sends one request with retries. @throws Failure "canceled", and those of reading the token */
export async function exchange<T>(core: Core, request: Exchange<T>, budget: TimeBudget): Promise<Verdict<T>> {
  const write = request.retry !== "safe";
  let lostAt: number | undefined;
  const one = async (count: number, before: boolean): Promise<Attempt<T>> => {
    const at = core.clientState.clock.now();
    const ended = await attempt(core, request, budget, count, before);
    if (!ended.ok && mayBeApplied(ended.outcome)) lostAt = at;
    return ended;
  };
  try {
    return await repeat(
      { method: request.method, path: request.path, retry: request.retry, attempt: one },
      core.clientState,
      budget,
    );
  } catch (error) {
    const ended = budget.signal?.aborted || core.options.signal?.aborted;
    if (!ended || error instanceof Failure) throw error;
    if (write && lostAt !== undefined) throw abandonedWrite(request, lostAt, error);
    throw new Failure("canceled", "canceled", { cause: error, ...(write && { outcome: "not_applied" }) });
  }
}

async function attempt<T>(
  core: Core,
  request: Exchange<T>,
  budget: TimeBudget,
  count: number,
  before: boolean,
): Promise<Attempt<T>> {
  const { clientState, options } = core;
  const { method, path, body } = request;
  const headers = await headersWithToken(core, request);
  const interrupt = makeInterrupt(options, budget.signal, request.retry !== "safe", clientState.clock);
  clientState.observe({ type: "request", method, path, attempt: count, bytes: byteLength(body), body });
  if (method !== "GET") budget.hasSent = true;
  const startedAt = clientState.clock.now();
  try {
    const limits = makeLimits(core, request.slow, timeLeft(clientState, budget));
    const response = await options.transport({
      method,
      url: request.url,
      headers,
      body,
      limits,
      signal: interrupt.signal,
    });
    const ms = clientState.clock.now() - startedAt;
    clientState.observe({
      type: "response",
      method,
      path,
      status: response.status,
      ms,
      bytes: response.body.length,
      body: response.body,
    });
    return await readAnswer(core, request, response, before);
  } catch (error) {
    if (!(error instanceof TransportError)) throw error;
    clientState.observe({
      type: "failure",
      method,
      path,
      message: error.message,
      ms: clientState.clock.now() - startedAt,
    });
    if (error.phase === "aborted") throw canceledRequest(request, error, startedAt, before);
    return lostAnswer(error, request, clientState.clock.now());
  } finally {
    interrupt.done();
  }
}

/** R17: the token is sent only if the other side can be trusted to be the service. @throws Failure config, usage */
async function headersWithToken({ options, token }: Core, request: SentParts): Promise<Record<string, string>> {
  const { withheld } = options;
  if (withheld) throw new Failure("config", `${withheld.why}: the token is not sent`, { hint: withheld.hint });
  const headers = { ...request.headers, authorization: `Bearer ${await token()}` };
  // Once more: a token from standard input, a file or the keyring is known only now.
  refuseToken(options.holdsSecret, request);
  return headers;
}

type SentParts = Pick<Exchange<unknown>, "url" | "headers" | "body">;

function byteLength(body: string | Uint8Array | undefined): number {
  if (body === undefined) return 0;
  return typeof body === "string" ? Buffer.byteLength(body) : body.length;
}

/** R9: --timeout limits the attempt and, if that is longer, the wait for the first byte. */
function makeLimits(core: Core, slow: boolean, left: number): WireLimits {
  const { timeout } = core.options;
  const attempt = Math.min(timeout ?? (slow ? DEFAULTS.slowAttempt : DEFAULTS.attempt), left);
  const firstByte = Math.max(slow ? DEFAULTS.slowFirstByte : DEFAULTS.firstByte, timeout ?? 0);
  return {
    connect: Math.min(DEFAULTS.connect, attempt),
    firstByte: Math.min(firstByte, attempt),
    idle: Math.min(DEFAULTS.idle, attempt),
    attempt,
    maxBody: core.maxBody,
    maxError: DEFAULTS.maxError,
  };
}

async function readAnswer<T>(
  core: Core,
  request: Exchange<T>,
  response: WireResponse,
  before: boolean,
): Promise<Attempt<T>> {
  const { status } = response;
  if (status >= 200 && status < 300) {
    try {
      const notes: { message: string; debug?: true }[] = [];
      const value = await request.read(response, (message, debug) => notes.push({ message, ...(debug && { debug }) }));
      for (const note of notes) core.clientState.observe({ type: "note", ...note });
      return { ok: true, value };
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      const { method, path } = request;
      const failure = error.with({ status, details: { method, path } });
      return { ok: false, outcome: "broken", failure, repeatable: !(error instanceof ForeignAnswer), response };
    }
  }
  const accepted = request.accept?.(response, before);
  if (accepted) return { ok: true, value: accepted.value };
  return refusedAnswer(response, request, core.clientState.clock.now());
}

function canceledRequest(request: Exchange<unknown>, error: TransportError, at: number, before: boolean): Failure {
  const details = sentDetails(request, at);
  if ((error.sent || before) && request.retry !== "safe") return abandonedWrite(request, at, error);
  if (request.retry === "safe") return new Failure("canceled", "canceled", { details, cause: error });
  return new Failure("canceled", "canceled", { outcome: "not_applied", details, cause: error });
}

/** The signal of one request; `done` detaches it from the signals that it follows. */
interface Interrupt {
  signal: AbortSignal | undefined;
  done(): void;
}

/**
 * R36: the first Ctrl-C ends a read and gives a write a little time to finish; the second ends the write too.
 */
export function makeInterrupt(
  options: { signal?: AbortSignal; abort?: AbortSignal },
  signal: AbortSignal | undefined,
  write: boolean,
  clock: Clock,
): Interrupt {
  // `signal` ends with the first Ctrl-C, so a read needs to follow nothing else.
  if (!write && signal) return { signal, done() {} };
  const request = new AbortController();
  const unhook: (() => void)[] = [];
  const follow = (source: AbortSignal | undefined, act: () => void) => {
    if (source?.aborted) return act();
    source?.addEventListener("abort", act, { once: true });
    unhook.push(() => source?.removeEventListener("abort", act));
  };
  const end = () => request.abort();
  const endSoon = () => {
    const finished = new AbortController();
    unhook.push(() => finished.abort());
    clock.sleep(DEFAULTS.grace, finished.signal).then(end, () => {
      // The request finished in time: nothing is left to abort.
    });
  };
  follow(options.abort, end);
  follow(options.signal, write ? endSoon : end);
  if (signal !== options.signal) follow(signal, write ? endSoon : end);
  // Listeners are removed one by one: aborting a shared signal instead would build an error for each request.
  return {
    signal: request.signal,
    done() {
      for (const act of unhook) act();
    },
  };
}
