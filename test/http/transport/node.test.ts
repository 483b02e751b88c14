import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { createServer, type Server } from "node:net";
import { afterEach, describe, expect, it, vi } from "vitest";
import { TransportError } from "../../../src/http/transport/error.js";
import { createNodeTransport } from "../../../src/http/transport/node.js";
import type { WireLimits, WireRequest, WireResponse } from "../../../src/http/types.js";
import { CERTIFICATE, KEY, useOtherAuthority } from "../../helpers/certificate.js";
import {
  answer,
  type Fault,
  type FaultServer,
  faultServer,
  hangUp,
  reset,
  stall,
  stallBody,
} from "../../helpers/fault-server.js";

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  vi.useRealTimers();
  for (const close of closers.splice(0)) await close();
});

async function serve(...script: Fault[]): Promise<FaultServer> {
  const server = await faultServer(script);
  closers.push(server.close);
  return server;
}

/** Port of any server on 127.0.0.1. */
async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closers.push(() => new Promise((resolve) => server.close(resolve)));
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}

/** The next answer whose head the client reads. */
function nextResponse(): Promise<IncomingMessage> {
  return new Promise((resolve) => {
    const note = (message: unknown) => {
      unsubscribe("http.client.response.finish", note);
      // As Node documents this channel.
      resolve((message as { response: IncomingMessage }).response);
    };
    subscribe("http.client.response.finish", note);
  });
}

const limits: WireLimits = {
  connect: 2000,
  firstByte: 2000,
  idle: 2000,
  attempt: 5000,
  maxBody: 1_000_000,
  maxError: 1000,
};

const request = (url: string, more: Partial<WireRequest> = {}): WireRequest => ({
  method: "GET",
  url,
  headers: { accept: "*/*" },
  limits,
  ...more,
});

async function failure(promise: Promise<WireResponse>): Promise<TransportError> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof TransportError) return error;
  throw new Error(`not a TransportError: ${error}`);
}

const send = createNodeTransport();

describe("the node transport", () => {
  it("answers status, lower-case headers and bytes", async () => {
    const server = await serve(answer(418, Buffer.from([1, 2, 255]), { "X-One": "1", "Set-Cookie": "a=b" }));
    const response = await send(
      request(`${server.url}/v1/x?y=1`, { method: "POST", body: "hi", headers: { "content-type": "a/b" } }),
    );
    expect(response.status).toBe(418);
    expect(response.headers).toEqual({ "content-length": "3", "x-one": "1", "set-cookie": "a=b" });
    expect([...response.body]).toEqual([1, 2, 255]);
    expect(server.requests[0]?.head.split("\r\n")[0]).toBe("POST /v1/x?y=1 HTTP/1.1");
    expect(server.requests[0]?.head).toContain("\r\nContent-Type: a/b\r\n");
    expect(server.requests[0]?.body).toBe("hi");
  });

  it("keeps connections alive", async () => {
    const server = await serve(answer(200, "{}"));
    const own = createNodeTransport();
    for (let round = 0; round < 5; round += 1) await own(request(server.url));
    expect([server.requests.length, server.connections()]).toEqual([5, 1]);
  });

  it("R10 R35 a request that was written and got no answer was sent", async () => {
    for (const fault of [reset, hangUp]) {
      const server = await serve(fault);
      expect(await failure(send(request(server.url, { method: "POST", body: "x" })))).toMatchObject({
        phase: "response",
        sent: true,
      });
    }
  });

  it("R10 a reused connection that breaks counts only what this request wrote", async () => {
    const server = await serve(answer(200, "{}"), reset);
    const own = createNodeTransport();
    await own(request(server.url));
    expect(await failure(own(request(server.url)))).toMatchObject({ phase: "response", sent: true });
    expect(server.connections()).toBe(1);
  });

  it("R10 a TLS handshake that the network cut was not sent and is no TLS failure", async () => {
    const port = await listen(createServer((socket) => socket.once("data", () => socket.resetAndDestroy())));
    expect(await failure(send(request(`https://127.0.0.1:${port}/`)))).toMatchObject({ phase: "connect", sent: false });
  });

  it("R9 R10 a handshake that never ends times out and was not sent", async () => {
    const open = new Set<{ destroy(): void }>();
    const port = await listen(createServer((socket) => open.add(socket)));
    const error = await failure(send(request(`https://127.0.0.1:${port}/`, { limits: { ...limits, connect: 80 } })));
    expect(error).toMatchObject({
      phase: "timeout",
      sent: false,
      message: `127.0.0.1:${port}: connecting timed out after 0.1 s`,
    });
    for (const socket of open) socket.destroy();
  });

  it.each([
    [{ firstByte: 60 }, "the answer timed out after 0.1 s"],
    [{ attempt: 60 }, "the request timed out after 0.1 s"],
  ])("R9 no answer within %j", async (tight, text) => {
    const server = await serve(stall);
    const error = await failure(send(request(server.url, { limits: { ...limits, ...tight } })));
    expect(error).toMatchObject({ phase: "timeout", sent: true });
    expect(error.message).toContain(text);
  });

  it("R9 a body that stops for longer than the idle limit", async () => {
    const server = await serve(stallBody());
    const error = await failure(send(request(server.url, { limits: { ...limits, idle: 60 } })));
    expect(error).toMatchObject({ phase: "timeout", sent: true });
    expect(error.message).toContain("the body timed out after 0.1 s");
  });

  it("R9 a slow body that keeps coming is not idle", async () => {
    let write: (letter: string) => void = () => {};
    const server = await serve((socket) => {
      write = (letter) => void socket.write(letter);
      socket.write("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\n");
    });
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const response = nextResponse();
    const sent = send(request(server.url, { limits: { ...limits, idle: 1000, attempt: 60_000 } }));
    const body = await response;
    for (const letter of "abcdef") {
      const come = once(body, "data");
      write(letter);
      await come;
      vi.advanceTimersByTime(900);
    }
    expect(Buffer.from((await sent).body).toString()).toBe("abcdef");
  });

  it("R5 takes limits that no timer can hold", async () => {
    const server = await serve((socket, request) => void setTimeout(() => answer(200, "{}")(socket, request), 50));
    const endless = { ...limits, connect: 1e12, firstByte: 1e12, idle: 1e12, attempt: 1e12 };
    expect(await send(request(server.url, { limits: endless }))).toMatchObject({ status: 200 });
  });

  it("R36 ends with its signal and says whether it was sent", async () => {
    const server = await serve(stall);
    const stop = new AbortController();
    const sent = failure(send(request(server.url, { signal: stop.signal })));
    await expect.poll(() => server.requests.length).toBe(1);
    stop.abort();
    expect(await sent).toMatchObject({ phase: "aborted", sent: true });
    expect(await failure(send(request(server.url, { signal: stop.signal })))).toMatchObject({
      phase: "aborted",
      sent: false,
    });
    expect(server.requests.length).toBe(1);
  });

  it("R32 caps a body, and cuts that of an error without failing", async () => {
    const server = await serve(
      answer(200, "x".repeat(1_000_001)),
      answer(500, "y".repeat(5000)),
      answer(200, "x".repeat(1_000_000)),
    );
    expect(await failure(send(request(server.url)))).toMatchObject({ phase: "too-large", sent: true, status: 200 });
    const refused = await send(request(server.url));
    expect([refused.status, refused.body.length]).toEqual([500, 1000]);
    expect((await send(request(server.url))).body.length).toBe(1_000_000);
  });

  it("R35 a HEAD, 204 or 304 with a length has no body to miss", async () => {
    const server = await serve(
      (socket) => void socket.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n"),
      (socket) => void socket.write("HTTP/1.1 304 Not Modified\r\nContent-Length: 10\r\n\r\n"),
    );
    expect(await send(request(server.url, { method: "HEAD" }))).toMatchObject({
      status: 200,
      headers: { "content-length": "10" },
    });
    expect(await send(request(server.url))).toMatchObject({ status: 304 });
  });

  it("R16 R17 names host, phase and cause of a certificate that nobody vouches for", async () => {
    const port = await listen(createTlsServer({ key: KEY, cert: CERTIFICATE }, (_, response) => response.end("{}")));
    expect(await failure(send(request(`https://127.0.0.1:${port}/`)))).toMatchObject({
      phase: "tls",
      sent: false,
      message: `127.0.0.1:${port}: TLS failed: the certificate is self-signed`,
    });
  });

  it("R17 trusts the authorities that it is given, for their hosts only", async () => {
    const port = await listen(createTlsServer({ key: KEY, cert: CERTIFICATE }, (_, response) => response.end("{}")));
    const trusting = createNodeTransport({
      ca: CERTIFICATE,
      lookup: (_, options, done) =>
        options.all ? done(null, [{ address: "127.0.0.1", family: 4 }]) : done(null, "127.0.0.1", 4),
    });
    expect(await trusting(request(`https://127.0.0.1:${port}/`))).toMatchObject({ status: 200 });
    expect(await failure(trusting(request(`https://other.example.test:${port}/`)))).toMatchObject({
      phase: "tls",
      message: `other.example.test:${port}: TLS failed: the certificate is for another host`,
    });
  });

  it("R17 trusts those of the machine beside those that it is given", async () => {
    const port = await listen(createTlsServer({ key: KEY, cert: CERTIFICATE }, (_, response) => response.end("{}")));
    const trusting = createNodeTransport({ ca: useOtherAuthority().ca });
    expect(await trusting(request(`https://127.0.0.1:${port}/`))).toMatchObject({ status: 200 });
  });

  it("R16 speaking TLS to a plain server is a TLS failure", async () => {
    const port = await listen(
      createServer((socket) => socket.once("data", () => socket.end("HTTP/1.1 400 Bad\r\n\r\n"))),
    );
    expect(await failure(send(request(`https://127.0.0.1:${port}/`)))).toMatchObject({ phase: "tls", sent: false });
  });

  it("R16 a name that does not resolve names the host", async () => {
    const lost = createNodeTransport({
      lookup: (hostname, _, done) =>
        done(Object.assign(new Error("x"), { code: "ENOTFOUND", syscall: "getaddrinfo", hostname }), ""),
    });
    expect(await failure(lost(request("http://nowhere.example.test/")))).toMatchObject({
      phase: "dns",
      sent: false,
      code: "ENOTFOUND",
      message: "nowhere.example.test: name lookup failed: no such host",
    });
  });

  it("refuses a header that would break the request, without showing it", async () => {
    const error = await failure(
      send(request("http://127.0.0.1:1/", { headers: { authorization: "Bearer top\r\nsecret" } })),
    );
    expect(error).toMatchObject({ phase: "request", sent: false, code: "ERR_INVALID_CHAR" });
    expect(error.message).not.toContain("top");
  });

  it("R60 hands the parts of a good body to a sink, not those of an error", async () => {
    const server = await serve(answer(200, "x".repeat(300_000)), answer(404, "gone"));
    let size = 0;
    const sink = (chunk: Uint8Array) => {
      size += chunk.length;
    };
    expect((await send(request(server.url, { sink }))).body.length).toBe(0);
    expect(size).toBe(300_000);
    expect(Buffer.from((await send(request(server.url, { sink }))).body).toString()).toBe("gone");
    expect(size).toBe(300_000);
  });
});
