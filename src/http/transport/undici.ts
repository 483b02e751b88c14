import type { Dispatcher, Pool } from "undici";
import { errorCode } from "../../errors.js";
import { DEFAULTS } from "../defaults.js";
import type { Transport, WireRequest, WireResponse } from "../types.js";
import { describeCause, type Phase, TransportError } from "./error.js";
import {
  type AnswerReader,
  createNodeTransport,
  createPending,
  type NodeTransportOptions,
  type Pending,
  readAnswer,
} from "./node.js";
import { type Environment, proxyFor } from "./proxy.js";

interface UndiciTransportOptions extends NodeTransportOptions {
  env: Environment;
}

/**
 * The transport used if the environment names a proxy. Addresses that need none use node:http; undici is loaded with
 * the first request through a proxy.
 */
export function createUndiciTransport(options: UndiciTransportOptions): Transport {
  const direct = createNodeTransport(options);
  const opened = new Map<string, OpenedProxy>();
  return async (request) => {
    const url = new URL(request.url);
    const proxy = proxyFor(url, options.env);
    if (proxy === undefined) return direct(request);
    let used = opened.get(proxy);
    if (!used) {
      // undici takes whole milliseconds, and 0 for no limit.
      const timeout = Math.max(1, Math.ceil(Math.min(request.limits.connect, DEFAULTS.connect)));
      used = { dispatcher: openProxy(proxy, options.ca, timeout), running: 0, hasFailed: false };
      opened.set(proxy, used);
    }
    return sendThrough(used, url, request, () => opened.delete(proxy));
  };
}

interface OpenedProxy {
  dispatcher: Promise<Dispatcher>;
  /** Requests without an answer so far. */
  running: number;
  hasFailed: boolean;
}

/** A dispatcher through which a request was not sent is given up: it would go on connecting for it, without an end. */
async function sendThrough(
  used: OpenedProxy,
  url: URL,
  request: WireRequest,
  forget: () => void,
): Promise<WireResponse> {
  used.running += 1;
  try {
    return await send(url, request, await used.dispatcher);
  } catch (error) {
    if (error instanceof TransportError && !error.sent && !used.hasFailed) {
      used.hasFailed = true;
      forget();
    }
    throw error;
  } finally {
    used.running -= 1;
    if (used.hasFailed && used.running === 0) await destroyQuietly(used.dispatcher);
  }
}

/** One that could not be opened has failed with its own error. */
const destroyQuietly = (dispatcher: Promise<Dispatcher>): Promise<void> =>
  dispatcher.then((opened) => opened.destroy()).catch(() => {});

/** https goes through a CONNECT tunnel; plain http, which has nothing to protect, is sent to the proxy itself. */
async function openProxy(proxy: string, ca: string | undefined, timeout: number): Promise<Dispatcher> {
  const undici = await import("undici");
  const text = proxy.includes("://") ? proxy : `http://${proxy}`;
  const uri = URL.canParse(text) ? new URL(text) : undefined;
  // A proxy address has no path. Without this check, `/dev/null/x` would be read as a host called "dev".
  if (uri === undefined || !["http:", "https:"].includes(uri.protocol) || uri.pathname !== "/") {
    const message = "the proxy of the environment is not an http or https URL";
    throw new TransportError(message, { phase: "request", sent: false, code: "ERR_PROXY_URL" });
  }
  const trusted = ca === undefined ? {} : { ca: [...process.getBuiltinModule("node:tls").rootCertificates, ca] };
  const limits = { timeout };
  return new undici.ProxyAgent({
    uri: uri.href,
    proxyTunnel: false,
    requestTls: { ...limits, ...trusted },
    proxyTls: { ...limits, ...trusted },
    keepAliveTimeout: DEFAULTS.keepAlive,
    // A proxy that accepts the connection but never answers CONNECT must not keep the process alive.
    clientFactory: (origin, given: Pool.Options) =>
      failOnce(new undici.Pool(origin, { ...given, connect: withoutAddress(given.connect), headersTimeout: timeout })),
  });
}

/** Node warns of a server name that is an address, and compares one in brackets with the names of a certificate. */
function withoutAddress(connect: Pool.Options["connect"]): Pool.Options["connect"] {
  if (typeof connect !== "function") return connect;
  const { isIP } = process.getBuiltinModule("node:net");
  return (options, done) => {
    const isAddress = isIP(options.servername?.replace(/^\[(.*)\]$/, "$1") ?? "") !== 0;
    connect(isAddress ? { ...options, servername: "" } : options, done);
  };
}

/** undici takes a proxy that closes the connection for a lost keep-alive connection, and tries again without an end. */
function failOnce(pool: Pool): Pool {
  const connect = pool.connect.bind(pool);
  // Only the form with a promise is used by undici's ProxyAgent.
  pool.connect = async (options: Dispatcher.ConnectOptions) => {
    try {
      return await connect(options);
    } catch (error) {
      if (errorCode(error) !== "UND_ERR_SOCKET") throw error;
      throw Object.assign(new Error("the proxy closed the connection", { cause: error }), { code: "ECONNRESET" });
    }
  };
  return pool;
}

function send(url: URL, wire: WireRequest, dispatcher: Dispatcher): Promise<WireResponse> {
  return new Promise((resolve, reject) => {
    if (wire.signal?.aborted) return reject(new TransportError("canceled", { phase: "aborted", sent: false }));
    const state: State = { controller: undefined, answer: undefined };
    const pending = createPending(wire, resolve, reject, {
      sent: () => state.controller !== undefined,
      cancel: () => state.controller?.abort(new Error("canceled")),
    });
    const request: Dispatcher.DispatchOptions = {
      origin: url.origin,
      path: url.pathname + url.search,
      method: wire.method,
      headers: wire.headers,
      body: wire.body ?? null,
      // `pending` has timers of its own.
      headersTimeout: 0,
      bodyTimeout: 0,
    };
    dispatcher.dispatch(request, handlerFor(url, wire, pending, state));
  });
}

interface State {
  controller: Dispatcher.DispatchController | undefined;
  answer: AnswerReader | undefined;
}

function handlerFor(url: URL, wire: WireRequest, pending: Pending, state: State): Dispatcher.DispatchHandler {
  return {
    // Called just before the request is written to an open connection: from here on it counts as sent.
    onRequestStart(controller) {
      state.controller = controller;
      if (pending.settled) controller.abort(new Error("canceled"));
      else pending.timers.opened();
    },
    onResponseStart(controller, status, headers) {
      const stop = () => controller.abort(new Error("enough"));
      if (status >= 200) state.answer = readAnswer(wire, pending, { status, headers, stop });
    },
    onResponseData: (_, chunk) => state.answer?.add(chunk),
    onResponseEnd: () => state.answer?.finish(),
    onResponseError(_, error) {
      if (state.answer) state.answer.cut();
      else pending.fail(explain(error, url, state.controller !== undefined));
    },
  };
}

function explain(error: Error, url: URL, sent: boolean): TransportError {
  const code = errorCode(error);
  const refused = /^Proxy response \((\d{3})\)/.exec(error.message)?.[1];
  if (refused !== undefined) {
    const message = `${url.host}: the proxy answered ${refused}`;
    return new TransportError(message, { phase: "proxy", sent: false, status: Number(refused), code });
  }
  const phase: Phase = sent ? "response" : isTls(code ?? "") ? "tls" : "proxy";
  return new TransportError(`${url.host}: ${describeCause(phase, code)}`, { phase, sent, code });
}

const isTls = (code: string) => /CERT|^ERR_TLS_|^ERR_SSL_|^UNABLE_TO_|^UND_ERR_PRX_TLS$|^EPROTO$/.test(code);
