/** Servers on this machine that behave as others do. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createServer as createSecure } from "node:https";
import type { AddressInfo } from "node:net";
import { CERTIFICATE, KEY } from "../../helpers/certificate.js";

export interface Seen {
  method: string;
  path: string;
  headers: IncomingMessage["headers"];
  /** Milliseconds since the epoch. */
  at: number;
}

export interface Served {
  origin: string;
  port: number;
  seen: Seen[];
  /** Answers what waits at /hold. */
  release(): void;
  /** Bytes of bodies that were taken. */
  written(): number;
  close(): Promise<void>;
}

type Answer = (request: IncomingMessage, response: ServerResponse, count: number) => void;

const status =
  (code: number, headers: Record<string, string> = {}): Answer =>
  (_, response) =>
    void response.writeHead(code, headers).end();

/** Another answer the first time. */
const atFirst =
  (first: Answer, later: Answer): Answer =>
  (request, response, count) =>
    (count === 1 ? first : later)(request, response, count);

const ANSWERS: Readonly<Record<string, Answer>> = {
  "/ok": status(200),
  "/gone": status(404),
  "/login": status(401),
  "/forbidden": status(403),
  "/linkedin": status(999),
  "/busy": status(429),
  "/broken": status(500),
  "/once": atFirst(status(502), status(200)),
  "/soon": atFirst(status(429, { "retry-after": "1" }), status(200)),
  "/later": status(429, { "retry-after": "3600" }),
  "/maintenance": status(503, { "retry-after": "3600" }),
  "/head-405": (request, response) => void response.writeHead(request.method === "HEAD" ? 405 : 200).end(),
  "/head-501": (request, response) => void response.writeHead(request.method === "HEAD" ? 501 : 200).end(),
  "/head-403": (request, response) => void response.writeHead(request.method === "HEAD" ? 403 : 200).end(),
  "/head-404": (request, response) => void response.writeHead(request.method === "HEAD" ? 404 : 200).end(),
  "/head-cut": (request, response) =>
    request.method === "HEAD" ? request.socket.destroy() : status(200)(request, response, 1),
  "/reset": (request) => void request.socket.destroy(),
  "/slow": () => {},
  "/drip": (_, response) => void setTimeout(() => response.writeHead(200).end(), 30),
  "/moved": status(301, { location: "/moved-again" }),
  "/moved-again": status(308, { location: "/ok?new" }),
  "/found": status(302, { location: "/ok" }),
  "/moved-and-found": status(301, { location: "/found" }),
  "/moved-to-gone": status(301, { location: "/gone" }),
  "/circle": status(302, { location: "/circle-2" }),
  "/circle-2": status(302, { location: "/circle" }),
  "/to-private": status(302, { location: "http://169.254.169.254/latest/meta-data" }),
  "/to-file": status(302, { location: "file:///etc/passwd" }),
  "/nowhere": status(302),
};

/** Much more than anyone wants to read. */
const HUGE = 200;
const CHUNK = Buffer.alloc(1024 * 1024);

interface State {
  seen: Seen[];
  written: number;
  held: ServerResponse[];
  port: number;
}

function handler(served: State): Answer {
  const counts = new Map<string, number>();
  return (request, response) => {
    const path = request.url ?? "";
    served.seen.push({ method: request.method ?? "", path, headers: request.headers, at: Date.now() });
    const [route = ""] = path.split("?");
    const count = (counts.get(`${request.method} ${route}`) ?? 0) + 1;
    counts.set(`${request.method} ${route}`, count);
    if (route === "/huge") {
      response.writeHead(request.method === "HEAD" ? 405 : 200);
      if (request.method === "HEAD") return void response.end();
      const write = () => {
        for (let left = HUGE; left > 0 && !response.destroyed; left -= 1) {
          served.written += CHUNK.length;
          if (!response.write(CHUNK)) return void response.once("drain", write);
        }
        response.end();
      };
      return write();
    }
    if (route === "/long") return void response.writeHead(301, { location: `/ok?${"x".repeat(2000)}` }).end();
    if (route === "/hold") return void served.held.push(response);
    const hop = /^\/hop-(\d+)$/.exec(route)?.[1];
    if (hop !== undefined) {
      const location = hop === "0" ? "/ok" : `/hop-${Number(hop) - 1}`;
      return void response.writeHead(302, { location }).end();
    }
    if (route === "/to-user") {
      return void response.writeHead(301, { location: `//ada:hunter2@127.0.0.1:${served.port}/ok` }).end();
    }
    if (route === "/evil") return void response.writeHead(301, { location: "/ok?%1b[31m\u00e9" }).end();
    (ANSWERS[route] ?? status(404))(request, response, count);
  };
}

export async function serve(isSecure = false): Promise<Served> {
  const state: State = { seen: [], written: 0, held: [], port: 0 };
  const answer = handler(state);
  const listen = (request: IncomingMessage, response: ServerResponse) => answer(request, response, 1);
  const server: Server = isSecure ? createSecure({ cert: CERTIFICATE, key: KEY }, listen) : createServer(listen);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // It listens on a port.
  state.port = (server.address() as AddressInfo).port;
  return {
    origin: `${isSecure ? "https" : "http"}://127.0.0.1:${state.port}`,
    port: state.port,
    seen: state.seen,
    release: () => {
      for (const response of state.held.splice(0)) response.writeHead(200).end();
    },
    written: () => state.written,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
