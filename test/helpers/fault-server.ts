import { createServer, type Socket } from "node:net";

/** What the server does with one request: `head` is its text up to the empty line, `body` what follows. */
export type Fault = (socket: Socket, request: { head: string; body: string }) => void;

export interface FaultServer {
  /** http://127.0.0.1:port */
  url: string;
  /** Requests as they came, oldest first. */
  requests: { head: string; body: string }[];
  /** Connections opened so far. */
  connections: () => number;
  close(): Promise<void>;
}

/**
 * A raw HTTP/1.1 server on 127.0.0.1. Each request gets the next fault of the script; the last one repeats. It reads a
 * request whole before it acts, so "lost" means that the request had arrived.
 */
export async function faultServer(script: readonly Fault[]): Promise<FaultServer> {
  const requests: FaultServer["requests"] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    // Faults tear connections down on purpose.
    socket.on("error", () => {});
    eachRequest(socket, (request) => {
      requests.push(request);
      const fault = script[Math.min(requests.length, script.length) - 1];
      if (!fault) throw new Error("the script of the fault server is empty");
      fault(socket, request);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    connections: () => connections,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

function eachRequest(socket: Socket, act: (request: { head: string; body: string }) => void): void {
  let text = "";
  socket.on("data", (chunk) => {
    text += chunk.toString("latin1");
    for (;;) {
      const end = text.indexOf("\r\n\r\n");
      if (end < 0) return;
      const head = text.slice(0, end);
      const length = Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0);
      if (text.length < end + 4 + length) return;
      const body = text.slice(end + 4, end + 4 + length);
      text = text.slice(end + 4 + length);
      act({ head, body });
    }
  });
}

/** A port on which nothing listens. */
export async function closedPort(): Promise<number> {
  const server = await faultServer([]);
  await server.close();
  return Number(new URL(server.url).port);
}

type Headers = Record<string, string>;

function head(status: number, headers: Headers): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} Status\r\n${lines.join("")}\r\n`;
}

/** A complete answer. Text, bytes, or a value to be sent as JSON. */
export function answer(status: number, content: unknown = "", headers: Headers = {}): Fault {
  const bytes =
    content instanceof Uint8Array
      ? content
      : Buffer.from(typeof content === "string" ? content : JSON.stringify(content));
  return (socket) => {
    socket.write(head(status, { "Content-Length": String(bytes.length), ...headers }));
    socket.write(bytes);
  };
}

/** A good answer whose connection is closed behind it. */
export const answerAndClose =
  (status: number, content: unknown): Fault =>
  (socket) =>
    socket.end(`${head(status, { Connection: "close" })}${JSON.stringify(content)}`);

/** RST after the whole request was read. */
export const reset: Fault = (socket) => void socket.resetAndDestroy();

/** FIN after the whole request was read, not a byte of an answer. */
export const hangUp: Fault = (socket) => void socket.end();

/** Never answers. */
export const stall: Fault = () => {};

/** Headers and a part of the body, then nothing. */
export const stallBody =
  (content = '{"id":'): Fault =>
  (socket) =>
    void socket.write(head(200, { "Content-Length": "1000" }) + content);

/** A body shorter than its Content-Length, then FIN. */
export const cutBody =
  (status = 200, content = '{"id":"s1"', headers: Headers = {}): Fault =>
  (socket) =>
    void socket.end(head(status, { "Content-Length": "1000", ...headers }) + content);

/** Chunks whose framing breaks. */
export const brokenChunks: Fault = (socket) =>
  void socket.end(`${head(200, { "Transfer-Encoding": "chunked" })}5\r\n{"id"\r\nzz\r\n`);

/** Chunks that end before the last one. */
export const cutChunks: Fault = (socket) =>
  void socket.end(`${head(200, { "Transfer-Encoding": "chunked" })}5\r\n{"id"\r\n`);

/** JSON that ends with the connection, without a length, too early. */
export const cutClosed: Fault = (socket) => void socket.end(`${head(200, { Connection: "close" })}{"id":"s1"`);

/** Not HTTP at all. */
export const garbage: Fault = (socket) => void socket.end("SSH-2.0-OpenSSH_9.6\r\n");

export const html = (status: number, text = "<html><title>Hello</title><body>It works</body></html>"): Fault =>
  answer(status, text, { "Content-Type": "text/html" });

export const redirect = (location: string, status = 302): Fault => answer(status, "", { Location: location });

/** `{"id":"` and a byte that is no UTF-8, at offset 8. */
export const badUtf8: Fault = answer(
  200,
  Buffer.from([0x7b, 0x22, 0x69, 0x64, 0x22, 0x3a, 0x22, 0x61, 0xff, 0x22, 0x7d]),
);

export const deepJson = (depth: number): Fault => answer(200, `{"id":${"[".repeat(depth)}${"]".repeat(depth)}}`);

export const throttled = (status: number, headers: Headers = {}): Fault =>
  answer(status, { error: { code: status, message: "slow down" } }, headers);
