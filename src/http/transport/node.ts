import type * as http from "node:http";
import type { ClientRequest, IncomingMessage } from "node:http";
import type * as https from "node:https";
import type { LookupFunction, Socket } from "node:net";
import { errorCode } from "../../errors.js";
import { MAX_TIMER } from "../../system/clock.js";
import { DEFAULTS } from "../defaults.js";
import type { Transport, WireLimits, WireRequest, WireResponse } from "../types.js";
import { describeCause, formatSeconds, hostOf, type Phase, TransportError } from "./error.js";

/** A request in progress. It settles once: by an answer, an error, a timer or its signal. */
export interface Pending {
  readonly timers: Timers;
  readonly settled: boolean;
  done(response: WireResponse): void;
  fail(error: unknown): void;
  /** Runs `act`; if it throws, the request fails with that error. */
  guard(act: () => void): void;
}

interface Hooks {
  /** True once a byte of the request has left. */
  sent(): boolean;
  /** Closes the connection. */
  cancel(): void;
}

/** Starts the timers and listens to the request's signal until it settles. */
export function createPending(
  wire: WireRequest,
  resolve: (response: WireResponse) => void,
  reject: (error: unknown) => void,
  hooks: Hooks,
): Pending {
  let settled = false;
  const settle = (act: () => void) => {
    if (settled) return;
    settled = true;
    timers.stop();
    wire.signal?.removeEventListener("abort", abort);
    act();
  };
  const fail = (error: unknown) =>
    settle(() => {
      reject(error);
      hooks.cancel();
    });
  const timers = startTimers(wire.limits, (message) =>
    fail(new TransportError(`${hostOf(wire)}: ${message}`, { phase: "timeout", sent: hooks.sent() })),
  );
  const abort = () => fail(new TransportError("canceled", { phase: "aborted", sent: hooks.sent() }));
  wire.signal?.addEventListener("abort", abort, { once: true });
  return {
    timers,
    fail,
    done: (response) => settle(() => resolve(response)),
    get settled() {
      return settled;
    },
    guard(act) {
      // After settling, the place that parts are written to may already belong to the next attempt.
      if (settled) return;
      try {
        act();
      } catch (error) {
        fail(error);
      }
    },
  };
}

/** The timers of one attempt (R9): one for the whole, one for the current step. */
interface Timers {
  /** Connected: now waiting for the first byte of the answer. */
  opened(): void;
  /** Headers or a part of the body have come: now waiting for the next part. */
  heard(): void;
  stop(): void;
}

/** Calls `expire` with what took too long; the caller then stops the timers. */
function startTimers(limits: WireLimits, expire: (message: string) => void): Timers {
  const after = (what: string, ms: number) =>
    setTimeout(() => expire(`${what} timed out after ${formatSeconds(ms)}`), Math.min(ms, MAX_TIMER));
  const whole = after("the request", limits.attempt);
  let step = after("connecting", limits.connect);
  let reading = false;
  let stopped = false;
  return {
    opened() {
      if (stopped) return;
      clearTimeout(step);
      step = after("the answer", limits.firstByte);
    },
    heard() {
      if (stopped) return;
      if (reading) return void step.refresh();
      reading = true;
      clearTimeout(step);
      step = after("the body", limits.idle);
    },
    stop() {
      stopped = true;
      clearTimeout(whole);
      clearTimeout(step);
    },
  };
}

/** Collects an answer from a transport; the first event that ends the request counts. */
export interface AnswerReader {
  add(chunk: Uint8Array): void;
  /** The connection says that the body is whole. */
  finish(): void;
  /** The connection ended. */
  cut(): void;
}

interface AnswerHead {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  /** Ends the connection: the rest of the body is not needed. */
  stop(): void;
}

/**
 * Reads an answer from whatever transport, once its headers have come. A 2xx body goes to the request's sink if it has
 * one. If it is truncated or too large, the error carries the answer's status (R32, R35).
 */
export function readAnswer(wire: WireRequest, pending: Pending, head: AnswerHead): AnswerReader {
  const { status } = head;
  const headers = flatHeaders(head.headers);
  const { maxBody, maxError } = wire.limits;
  const sink = status >= 200 && status < 300 ? wire.sink : undefined;
  let chunks: Uint8Array[] = [];
  let size = 0;
  const failure = (phase: "cut" | "too-large", text: string) =>
    new TransportError(`${hostOf(wire)}: ${text}`, { phase, sent: true, status, headers });
  const cut = () => failure("cut", `the body of the answer (${status}) was cut off after ${size} bytes`);
  const done = () => {
    const [first] = chunks;
    const body = first && chunks.length === 1 ? first : Buffer.concat(chunks);
    // Frees the parts even if something still holds this reader.
    chunks = [];
    pending.done({ status, headers, body });
  };
  pending.timers.heard();
  return {
    add: (chunk) =>
      pending.guard(() => {
        pending.timers.heard();
        if (status >= 400 && size + chunk.length > maxError) {
          chunks.push(chunk.subarray(0, maxError - size));
          done();
          return head.stop();
        }
        size += chunk.length;
        if (size > maxBody) throw failure("too-large", `the answer is larger than ${maxBody} bytes`);
        if (sink) sink(chunk);
        else chunks.push(chunk);
      }),
    finish: () =>
      pending.guard(() => {
        if (isShort(headers["content-length"], size, status, wire.method)) throw cut();
        done();
      }),
    // Every connection closes in the end; an error, with its stack, is only made for an answer that broke off.
    cut: () => pending.guard(() => pending.fail(cut())),
  };
}

/** True if Content-Length differs from the size. Answers that have no body may still carry one. */
function isShort(length: string | undefined, size: number, status: number, method: string): boolean {
  if (length === undefined || method === "HEAD" || status === 204 || status === 304) return false;
  return Number(length) !== size;
}

/** Lower-case names; repeated headers are joined. */
function flatHeaders(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const entries = Object.entries(headers).map(([name, value]) => [
    name.toLowerCase(),
    Array.isArray(value) ? value.join(", ") : (value ?? ""),
  ]);
  return Object.fromEntries(entries);
}

export interface NodeTransportOptions {
  /** PEM text of certificate authorities to trust in addition to Node's own. */
  ca?: string | undefined;
  /** Resolves host names instead of the system's lookup. */
  lookup?: LookupFunction | undefined;
}

/**
 * The default transport: node:http(s) with connections kept alive for a few seconds. The modules are loaded with
 * getBuiltinModule because importing them costs 16 ms and more on newer Node.
 */
export function createNodeTransport(options: NodeTransportOptions = {}): Transport {
  const lookup = options.lookup ? { lookup: options.lookup } : {};
  const secure = lazy(() => {
    const module = process.getBuiltinModule("node:https");
    const ca =
      options.ca === undefined ? {} : { ca: [...process.getBuiltinModule("node:tls").rootCertificates, options.ca] };
    const agent = new module.Agent({ ...agentOptions, ...lookup, ...ca });
    return { module, agent: inOneBuffer(agent) };
  });
  const plain = lazy(() => {
    const module = process.getBuiltinModule("node:http");
    const agent = new module.Agent({ ...agentOptions, ...lookup });
    return { module, agent: inOneBuffer(agent) };
  });
  return (request) => {
    const url = new URL(request.url);
    return send(url, request, url.protocol === "https:" ? secure() : plain());
  };
}

/** Largest single read from a socket, in bytes. */
const READ = 256 * 1024;

/**
 * All connections read into one shared buffer, which is safe because the HTTP parser copies what it hands on. A new
 * 64 KiB buffer per read would let tens of megabytes pile up before the garbage collector frees them.
 */
function inOneBuffer(agent: http.Agent): http.Agent {
  const buffer = Buffer.allocUnsafeSlow(READ);
  const connect = agent.createConnection.bind(agent);
  agent.createConnection = (options, done) => {
    const callback = (length: number, bytes: Uint8Array): boolean => {
      socket?.emit("data", bytes.subarray(0, length));
      return true;
    };
    // The agent passes its options to the socket, which supports `onread`.
    const socket = connect(Object.assign({}, options, { onread: { buffer, callback } }), done);
    return socket;
  };
  return agent;
}

const agentOptions = { keepAlive: true, timeout: DEFAULTS.keepAlive };

function lazy<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

interface Sender {
  module: Pick<typeof http | typeof https, "request">;
  agent: http.Agent;
}

function send(url: URL, wire: WireRequest, sender: Sender): Promise<WireResponse> {
  return new Promise((resolve, reject) => {
    if (wire.signal?.aborted) return reject(new TransportError("canceled", { phase: "aborted", sent: false }));
    const request = open(url, wire, sender);
    if (request instanceof TransportError) return reject(request);
    const progress = watch(request, url);
    const pending = createPending(wire, resolve, reject, { sent: progress.sent, cancel: () => request.destroy() });
    progress.onOpen(pending.timers.opened);
    // Once an answer has begun, `receive` decides how it ends: "close" may come before its last part is read.
    let answered = false;
    const broken = (error: Pick<NodeJS.ErrnoException, "code" | "syscall">) => {
      if (!answered) pending.fail(progress.explain(error));
    };
    request.on("error", broken);
    request.on("close", () => broken({ code: "ECONNRESET" }));
    request.on("response", (message) => {
      answered = true;
      progress.answered();
      receive(message, wire, pending);
    });
    request.end(wire.body);
  });
}

/** Fails at once if Node refuses the request, for example for a bad header, whose value the message never shows. */
function open(url: URL, wire: WireRequest, sender: Sender): http.ClientRequest | TransportError {
  try {
    return sender.module.request({
      protocol: url.protocol,
      hostname: url.hostname.replace(/^\[(.*)\]$/, "$1"),
      port: url.port,
      path: url.pathname + url.search,
      method: wire.method,
      headers: toTitleCase(wire.headers),
      agent: sender.agent,
    });
  } catch (error) {
    const code = errorCode(error) ?? "ERR_REQUEST";
    return new TransportError(`${url.host}: the request cannot be sent (${code})`, {
      phase: "request",
      sent: false,
      code,
    });
  }
}

/** Content-Type rather than content-type: some old proxies expect it so. */
function toTitleCase(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [titleOf(name), value]));
}

/** The few names that requests have, each written with capitals once. */
const titles = new Map<string, string>();

function titleOf(name: string): string {
  let title = titles.get(name);
  if (title === undefined) {
    title = name.replace(/(^|-)[a-z]/g, (start) => start.toUpperCase());
    titles.set(name, title);
  }
  return title;
}

/** Several events may signal the end of a node:http answer. */
export function receive(message: IncomingMessage, wire: WireRequest, pending: Pending): void {
  const { statusCode: status = 0, headers } = message;
  const answer = readAnswer(wire, pending, { status, headers, stop: () => message.destroy() });
  message.on("data", answer.add);
  message.on("end", () => (message.complete ? answer.finish() : answer.cut()));
  for (const end of ["aborted", "error", "close"]) message.on(end, answer.cut);
}

/** How far a node:http request has got, and whether any byte of it left this machine (R10). */
interface Progress {
  sent(): boolean;
  /** Calls back when the connection is established. */
  onOpen(act: () => void): void;
  /** Headers have come. */
  answered(): void;
  /** Explains an error before the answer by how far the request got. */
  explain(error: Pick<NodeJS.ErrnoException, "code" | "syscall">): TransportError;
}

/** Must be called before the request gets its socket. */
export function watch(request: ClientRequest, url: URL): Progress {
  const state = { tcp: false, open: false, answered: false };
  let socket: Socket | undefined;
  let before = 0;
  let notify = () => {};
  // Node queues bytes while connecting; they count as sent once the connection, including TLS, is established.
  const sent = () => state.answered || (state.open && (socket?.bytesWritten ?? 0) > before);
  const opened = () => {
    state.open = true;
    notify();
  };

  request.once("socket", (given) => {
    socket = given;
    before = given.bytesWritten;
    if (!given.connecting) return opened();
    given.once("connect", () => {
      state.tcp = true;
      if (url.protocol === "http:") opened();
    });
    given.once("secureConnect", opened);
  });

  return {
    sent,
    onOpen(act) {
      notify = act;
    },
    answered() {
      state.answered = true;
    },
    explain({ code, syscall }) {
      const wasSent = sent();
      const phase = wasSent ? "response" : syscall === "getaddrinfo" ? "dns" : phaseBefore(state, url, code);
      return new TransportError(`${url.host}: ${describeCause(phase, code)}`, { phase, sent: wasSent, code });
    },
  };
}

/** A handshake broken by the network is worth a retry, like a failed connect; other TLS errors would come again. */
const CUT = new Set(["ECONNRESET", "EPIPE", "ETIMEDOUT", "ECONNABORTED"]);

function phaseBefore(state: { tcp: boolean; open: boolean }, url: URL, code = ""): Phase {
  if (state.open) return "request";
  return url.protocol === "https:" && state.tcp && !CUT.has(code) ? "tls" : "connect";
}
