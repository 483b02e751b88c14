import type * as http from "node:http";
import type { ClientRequest, IncomingMessage } from "node:http";
import type * as https from "node:https";
import type { LookupFunction, Socket } from "node:net";
import { errorCode } from "../../errors.js";
import { DEFAULTS } from "../defaults.js";
import type { Transport, WireRequest, WireResponse } from "../types.js";
import { describeCause, type Phase, TransportError } from "./error.js";
import { createPending, type Pending } from "./pending.js";
import { readAnswer } from "./read-answer.js";

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
