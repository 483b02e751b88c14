/** A small service on 127.0.0.1 that keeps what it was asked. */
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { createServer } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";

export interface Hit {
  method: string;
  url: string;
  authorization: string | undefined;
  host: string | undefined;
  body: string;
}

export interface Answer {
  status?: number;
  /** Sent as JSON; text is sent as it is. */
  body?: unknown;
  headers?: Record<string, string>;
}

/** Undefined: no answer ever comes. */
export type Behavior = (hit: Hit, count: number) => Answer | undefined | Promise<Answer | undefined>;

export interface Service {
  /** Origin, without a slash at its end. */
  url: string;
  port: number;
  hits: Hit[];
  close(): Promise<void>;
}

export async function service(behave: Behavior, tls?: { key: string; cert: string }): Promise<Service> {
  const hits: Hit[] = [];
  const listener: RequestListener = async (request, response) => {
    const hit = await read(request);
    hits.push(hit);
    const answer = await behave(hit, hits.length);
    if (answer) send(response, answer);
  };
  const server = tls ? createTlsServer(tls, listener) : createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // Listening on a port, so it is no pipe.
  const { port } = server.address() as AddressInfo;
  return {
    url: `${tls ? "https" : "http"}://127.0.0.1:${port}`,
    port,
    hits,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function read(request: IncomingMessage): Promise<Hit> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return {
    method: request.method ?? "",
    url: request.url ?? "",
    authorization: request.headers.authorization,
    host: request.headers.host,
    body: Buffer.concat(chunks).toString(),
  };
}

function send(response: ServerResponse, { status = 200, body, headers = {} }: Answer): void {
  const isText = typeof body === "string";
  const text = body === undefined ? "" : isText ? body : JSON.stringify(body);
  response.writeHead(status, { "content-type": isText ? "text/plain" : "application/json", ...headers });
  response.end(text);
}

export const later = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Waits until `holds`, at most `limit` milliseconds. */
export async function until(holds: () => boolean, limit = 60_000): Promise<void> {
  const end = Date.now() + limit;
  while (!holds()) {
    if (Date.now() > end) throw new Error(`not within ${limit} ms: ${holds}`);
    await later(5);
  }
}

/** The answer of GET /v1/orgs, by which a token is checked. */
export const ORGANIZATIONS = { items: [{ object: "organization", id: "o1", title: "Acme" }], count: 1 };

/** Lets only the holder of the token in. */
export const withToken =
  (token: string, behave: Behavior): Behavior =>
  (hit, count) =>
    hit.authorization === `Bearer ${token}`
      ? behave(hit, count)
      : { status: 401, body: { error: { code: 401, message: "bad token" } } };
