/** Serves the sandbox on node:http, only for other programs on this machine (loopback, no browsers). */
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { Failure } from "../../errors.js";
import type { Sandbox } from "../open.js";
import { errorAnswer } from "../service.js";
import type { ServiceResponse } from "../types.js";
import { CutConnection, ServiceError } from "./service-error.js";
import { MAX_BODY } from "./validate.js";

interface ServeOptions {
  sandbox: Pick<Sandbox, "handle">;
  /** Default 0: any free port. */
  port?: number | undefined;
  /** Default 127.0.0.1; the only alternative is ::1. */
  host?: string | undefined;
  /** Other timeouts, for tests, which cannot wait for the usual ones. */
  timeouts?: Partial<typeof TIMEOUTS> | undefined;
}

export interface RunningServer {
  /** Origin to call, without a path. */
  url: string;
  port: number;
  /** Stops accepting, lets running requests finish for `drainMs`, then ends the rest. */
  close(drainMs: number): Promise<void>;
}

const MAX_CONNECTIONS = 64;
const HEAD_BYTES = 16 * 1024;
const TIMEOUTS = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  // Longer than clients keep connections open, so that they never send into one that is being closed.
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 2_000,
  // Without a byte in or out: a client that does not read its answer must not keep a connection forever.
  idleTimeout: 90_000,
};
/** Time for an answer to arrive before the connection is cut, if the other side does not end it. */
const LINGER_MS = 1_000;

/** Ports that fetch refuses (WHATWG Fetch, "bad port"); those below 1024 are never assigned automatically. */
const BLOCKED = [
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
];

/**
 * Serves a sandbox.
 * @throws Failure of kind usage for another host or a blocked port, of kind io if the port is taken
 */
export async function serve(options: ServeOptions): Promise<RunningServer> {
  const host = options.host ?? "127.0.0.1";
  if (host !== "127.0.0.1" && host !== "::1") {
    throw new Failure("usage", `the sandbox is not served on ${host}`, { hint: "use 127.0.0.1 or ::1" });
  }
  const state = { closing: false, url: "", port: 0 };
  const server = createServer(options, state);
  state.port = await listen(server, host, options.port ?? 0);
  state.url = `http://${host === "::1" ? "[::1]" : host}:${state.port}`;
  return {
    url: state.url,
    port: state.port,
    close: (drainMs) => {
      state.closing = true;
      return close(server, drainMs);
    },
  };
}

interface State {
  closing: boolean;
  url: string;
  port: number;
}

function createServer(options: ServeOptions, state: State): Server {
  const http = process.getBuiltinModule("node:http");
  const { idleTimeout, ...timeouts } = { ...TIMEOUTS, ...options.timeouts };
  const server = http.createServer({ maxHeaderSize: HEAD_BYTES, requireHostHeader: false, ...timeouts });
  server.timeout = idleTimeout;
  limitConnections(server, MAX_CONNECTIONS);
  // Node silently drops headers beyond its limit: allowing one more reveals that there were too many.
  server.maxHeadersCount = MAX_HEADERS + 1;
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    answer(request, response, options, state)
      .then((result) => (result.stream ? sendPieces(response, result, state) : send(response, result, state)))
      .catch((error: unknown) => fail(request, response, error, state));
  });
  server.on("clientError", refuseClient);
  return server;
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  options: ServeOptions,
  state: State,
): Promise<ServiceResponse> {
  const refused = refusal(request, state.port);
  if (refused) throw refused;
  // A response without a socket waits for the previous one on its connection: its request must not overtake it.
  const body = hasBody(request) || !response.socket ? await readBody(request) : undefined;
  return options.sandbox.handle(
    {
      method: request.method ?? "GET",
      path: request.url ?? "/",
      // All are texts: Node only makes a list of Set-Cookie, which is never read.
      headers: request.headers as Record<string, string>,
      body,
    },
    { origin: state.url, stream: true },
  );
}

function send(response: ServerResponse, { status, headers, body }: ServiceResponse, state: State): void {
  if (state.closing) response.setHeader("connection", "close");
  if (status === 204) {
    response.writeHead(status, headers).end();
    return;
  }
  response.writeHead(status, { ...headers, "content-length": body.byteLength }).end(body);
}

/** Sends piece by piece, no faster than the client reads, and stops when the client is gone. */
async function sendPieces(response: ServerResponse, { status, headers, stream }: ServiceResponse, state: State) {
  const { Readable } = process.getBuiltinModule("node:stream");
  const { pipeline } = process.getBuiltinModule("node:stream/promises");
  if (state.closing) response.setHeader("connection", "close");
  response.writeHead(status, headers);
  try {
    await pipeline(Readable.from(stream ?? [], { objectMode: false }), response);
  } catch (error) {
    if (!response.destroyed) throw error;
  }
}

/** Handles whatever went wrong: a requested cut, or an error answer that ends the connection. */
function fail(request: IncomingMessage, response: ServerResponse, error: unknown, state: State): void {
  if (error instanceof CutConnection) {
    cut(response, error);
    return;
  }
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const { status, headers, body } = errorAnswer(error);
  const refused = error instanceof ServiceError && !request.complete;
  if (refused) {
    // The rest of the body is unwanted but read for a moment, because a reset would swallow the answer.
    response.setHeader("connection", "close");
    request.resume();
    const timer = setTimeout(() => request.destroy(), LINGER_MS);
    request.once("close", () => clearTimeout(timer));
  }
  send(response, { status, headers, body: Buffer.from(body) }, state);
}

function cut(response: ServerResponse, { partial }: CutConnection): void {
  const { socket } = response;
  if (!partial) {
    socket?.resetAndDestroy();
    return;
  }
  const { status, headers, body } = partial;
  response.writeHead(status, { ...headers, "content-length": body.byteLength });
  response.write(body.subarray(0, Math.floor(body.byteLength / 2)), () => socket?.destroySoon());
}

/** Answers a request whose head is too long, too slow, or not HTTP. */
function refuseClient(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, message] =
    error.code === "HPE_HEADER_OVERFLOW"
      ? [431, "the head may have at most 16 KiB"]
      : error.code === "ERR_HTTP_REQUEST_TIMEOUT"
        ? [408, "the request took too long"]
        : [400, "this is not HTTP"];
  const body = JSON.stringify({ error: { code: status, message } });
  const head = [
    `HTTP/1.1 ${status} ${process.getBuiltinModule("node:http").STATUS_CODES[status]}`,
    "Connection: close",
    "Content-Type: application/json; charset=utf-8",
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`);
  // The place stays taken until both sides have ended.
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once("close", () => clearTimeout(timer));
}

/** Listens; if the system chose a port that fetch refuses, tries another one. */
async function listen(server: Server, host: string, wanted: number): Promise<number> {
  if (BLOCKED.includes(wanted)) {
    throw new Failure("usage", `port ${wanted} is blocked by browsers and fetch`, { hint: "choose another port" });
  }
  for (;;) {
    const port = await listenOnce(server, host, wanted);
    if (!BLOCKED.includes(port)) return port;
    await new Promise((resolve) => server.close(resolve));
  }
}

function listenOnce(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const failed = (error: Error) => reject(cannotListen(error, host, port));
    server.once("error", failed);
    server.listen({ host, port }, () => {
      server.off("error", failed);
      const address = server.address();
      resolve(typeof address === "object" && address ? address.port : port);
    });
  });
}

function cannotListen(error: Error & { code?: string }, host: string, port: number): Failure {
  const why = error.code === "EADDRINUSE" ? "it is in use" : error.message;
  return new Failure("io", `the sandbox cannot listen on ${host} port ${port}: ${why}`, {
    hint: "choose another --port, or omit it",
    cause: error,
  });
}

function close(server: Server, drainMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), drainMs);
    server.close(() => {
      clearTimeout(timer);
      resolve();
    });
    server.closeIdleConnections();
  });
}

// Makes room for new connections: if all places are taken, the one that has been idle longest is closed.

/**
 * Allows at most `most` connections. A connection is idle while none of its requests is being answered; if none is idle,
 * the new one is refused.
 */
function limitConnections(server: Server, most: number): void {
  // Ordered: the one that has been idle longest comes first.
  const idle = new Set<Socket>();
  const busy = new Map<Socket, number>();
  server.on("connection", (socket: Socket) => {
    if (idle.size + busy.size >= most && !dropOldest(idle)) {
      socket.destroy();
      return;
    }
    idle.add(socket);
    socket.once("close", () => {
      idle.delete(socket);
      busy.delete(socket);
    });
  });
  server.on("request", ({ socket }: IncomingMessage, response: ServerResponse) => {
    idle.delete(socket);
    busy.set(socket, (busy.get(socket) ?? 0) + 1);
    response.once("close", () => {
      const left = (busy.get(socket) ?? 1) - 1;
      if (left > 0) busy.set(socket, left);
      else if (busy.delete(socket) && !socket.destroyed) idle.add(socket);
    });
  });
}

function dropOldest(idle: Set<Socket>): boolean {
  const [oldest] = idle;
  if (oldest === undefined) return false;
  idle.delete(oldest);
  oldest.destroy();
  return true;
}

// Checks on every served request before the token and the route (against DNS rebinding and browsers).

const MAX_HEADERS = 100;

/** Why a request is refused, judging by its head; undefined if it may proceed. */
export function refusal(request: IncomingMessage, port: number): ServiceError | undefined {
  const { rawHeaders } = request;
  // Check this first: headers beyond the limit are lost, and Host may be one of them.
  if (rawHeaders.length > 2 * MAX_HEADERS) {
    return new ServiceError(431, `a request may have at most ${MAX_HEADERS} headers`);
  }
  const host = request.headers.host?.toLowerCase();
  const own = host === `127.0.0.1:${port}` || host === `localhost:${port}` || host === `[::1]:${port}`;
  if (!own || occurrences(rawHeaders, "host") !== 1 || !request.url?.startsWith("/")) {
    return new ServiceError(421, "this sandbox answers for its own address only");
  }
  if (occurrences(rawHeaders, "origin") > 0) return new ServiceError(403, "this sandbox does not answer web pages");
  if (request.method === "OPTIONS") {
    return new ServiceError(405, "OPTIONS is not answered", { allow: "DELETE, GET, PATCH, POST, PUT" });
  }
  return undefined;
}

/** How often a header was sent. Names and values alternate; only names of the same length need comparing. */
function occurrences(rawHeaders: readonly string[], wanted: string): number {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === wanted.length && name.toLowerCase() === wanted) count++;
  }
  return count;
}

/** False if the head says that no body follows. */
function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) !== 0;
}

/** The whole body. @throws ServiceError 413 as soon as it is known to be too large */
async function readBody(request: IncomingMessage): Promise<Uint8Array> {
  const tooLarge = () => new ServiceError(413, "the body may have at most 1 MiB");
  if (Number(request.headers["content-length"] ?? 0) > MAX_BODY) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let size = 0;
  return new Promise((resolve, reject) => {
    request.on("data", (chunk: Uint8Array) => {
      size += chunk.byteLength;
      if (size > MAX_BODY) {
        request.removeAllListeners("data");
        reject(tooLarge());
        return;
      }
      chunks.push(chunk);
    });
    request.once("end", () => resolve(Buffer.concat(chunks)));
    request.once("error", reject);
  });
}
