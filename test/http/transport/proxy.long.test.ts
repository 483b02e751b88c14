import { createServer as createTlsServer } from "node:https";
import { connect, createServer, type Server, type Socket } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { TransportError } from "../../../src/http/transport/error.js";
import { proxyFor } from "../../../src/http/transport/proxy.js";
import { createUndiciTransport } from "../../../src/http/transport/undici.js";
import type { WireRequest, WireResponse } from "../../../src/http/types.js";
import { CERTIFICATE, KEY, useOtherAuthority } from "../../helpers/certificate.js";
import { answer, closedPort, type FaultServer, faultServer } from "../../helpers/fault-server.js";

describe("which proxy", () => {
  const env = {
    HTTPS_PROXY: "http://p:1",
    http_proxy: "http://q:2",
    NO_PROXY: "internal.example, .corp.example *.star.example,port.example:8443,10.1.2.3",
  };
  it.each([
    ["https://api.example.com/", "http://p:1"],
    ["http://api.example.com/", "http://q:2"],
    ["https://internal.example/", undefined],
    ["https://deep.internal.example/", undefined],
    ["https://notinternal.example/", "http://p:1"],
    ["https://a.corp.example/", undefined],
    ["https://corp.example/", undefined],
    ["https://a.star.example/", undefined],
    ["https://port.example:8443/", undefined],
    ["https://port.example/", "http://p:1"],
    ["https://10.1.2.3/", undefined],
    ["https://localhost:3000/", undefined],
    ["https://a.localhost/", undefined],
    ["http://127.0.0.1:3000/", undefined],
    ["http://127.9.9.9/", undefined],
    ["https://[::1]/", undefined],
    ["https://[::ffff:127.0.0.1]/", undefined],
    ["https://localhost.evil.example/", "http://p:1"],
  ])("R18 %s goes through %s", (url, proxy) => {
    expect(proxyFor(new URL(url), env)).toBe(proxy);
  });

  it.each([
    ["https://[fd00::1]/", "[fd00::1]", true],
    ["https://[fd00::1]/", "fd00::1", true],
    ["https://[fd00::1]/", "FD00:0:0::0:1", true],
    ["https://[fd00::1]/", "[fd00::1]:443", true],
    ["https://[fd00::1]/", "[fd00::1]:8443", false],
    ["https://[fd00::1]/", "fd00::2", false],
    ["https://[fd00::1]/", "fd00::/8", true],
    ["https://[fd00::1]/", "[fd00::]/64", true],
    ["https://[fe80::1]/", "fd00::/8", false],
    ["https://[fd00::1]/", "10.0.0.0/8", false],
    ["https://10.10.20.1/", "10.0.0.0/8", true],
    ["https://10.10.20.1/", "10.10.20.1/32", true],
    ["https://10.10.20.1/", "10.10.20.1:443", true],
    ["https://10.10.20.1/", "20.1", false],
    ["https://11.10.20.1/", "10.0.0.0/8", false],
    ["https://10.10.20.1/", "10.0.0.0/33", false],
    ["https://10.10.20.1/", "::/0", false],
    ["https://10.10.20.1/", "0.0.0.0/0", true],
    ["https://api.example.test/", "0.0.0.0/0", false],
    ["https://api.example.test/", "api.example.test.", true],
    ["https://api.example.test./", "api.example.test", true],
    ["https://api.example.test./", ".example.test.", true],
    ["https://api.example.test/", "*.example.test.:443", true],
    ["https://api.example.test/", ".", false],
    ["https://api.example.test/", "[", false],
    ["https://api.example.test/", "[]:443 ,, /8", false],
    ["https://api.example.test/", "pi.example.test", false],
  ])("R18 %s with NO_PROXY=%s is direct: %s", (url, no, isDirect) => {
    const proxy = proxyFor(new URL(url), { HTTPS_PROXY: "http://p:1", NO_PROXY: no });
    expect(proxy).toBe(isDirect ? undefined : "http://p:1");
  });

  it("R18 none without a variable, with an empty one, or with NO_PROXY=*", () => {
    const url = new URL("https://api.example.com/");
    expect(proxyFor(url, {})).toBeUndefined();
    expect(proxyFor(url, { HTTPS_PROXY: "", HTTP_PROXY: "http://q:2" })).toBeUndefined();
    expect(proxyFor(url, { https_proxy: "http://p:1", no_proxy: "*" })).toBeUndefined();
    expect(proxyFor(url, { https_proxy: "http://low:1", HTTPS_PROXY: "http://up:1" })).toBe("http://low:1");
  });
});

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function listen(server: Server): Promise<number> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket) => {
    sockets.add(socket);
    // Tests tear connections down on purpose.
    socket.on("error", () => {});
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closers.push(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise((resolve) => server.close(resolve));
  });
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}

interface Proxy {
  url: string;
  heads: string[];
}

/** A proxy that answers CONNECT with `status` and, for 200, leads every tunnel to `target`. */
async function proxy(target: number, status = 200): Promise<Proxy> {
  const heads: string[] = [];
  const port = await listen(
    createServer((socket) => {
      socket.once("data", (chunk) => {
        heads.push(chunk.toString("latin1"));
        if (status === 0) return;
        socket.write(`HTTP/1.1 ${status} Status\r\n${status === 200 ? "" : "Content-Length: 0\r\n"}\r\n`);
        if (status !== 200) return;
        const upstream = connect(target, "127.0.0.1");
        upstream.on("error", () => socket.destroy());
        socket.pipe(upstream).pipe(socket);
      });
    }),
  );
  return { url: `http://127.0.0.1:${port}`, heads };
}

async function tlsServer(
  act: (path: string, authorization: string | undefined) => { status: number; body: string } | "reset",
): Promise<number> {
  return listen(
    createTlsServer({ key: KEY, cert: CERTIFICATE }, (request, response) => {
      const reply = act(request.url ?? "", request.headers.authorization);
      if (reply === "reset") return void request.socket.destroy();
      response.writeHead(reply.status, { "Content-Type": "application/json", "Set-Cookie": ["a=1", "b=2"] });
      response.end(reply.body);
    }),
  );
}

const limits = { connect: 2000, firstByte: 2000, idle: 2000, attempt: 4000, maxBody: 1000, maxError: 100 };
const request = (url: string, more: Partial<WireRequest> = {}): WireRequest => ({
  method: "GET",
  url,
  headers: { accept: "*/*", authorization: "Bearer tok_1234567890" },
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

const URL_THERE = "https://api.example.test/v1/orgs?limit=1";

describe("the transport through a proxy", () => {
  it("R18 reaches https by CONNECT; the proxy never sees the token", async () => {
    const seen: unknown[] = [];
    const target = await tlsServer((path, authorization) => {
      seen.push([path, authorization]);
      return { status: 200, body: '{"ok":true}' };
    });
    const through = await proxy(target);
    const send = createUndiciTransport({ env: { HTTPS_PROXY: through.url }, ca: CERTIFICATE });
    const response = await send(request(URL_THERE));
    expect(response.status).toBe(200);
    expect(response.headers["set-cookie"]).toBe("a=1, b=2");
    expect(Buffer.from(response.body).toString()).toBe('{"ok":true}');
    expect(seen).toEqual([["/v1/orgs?limit=1", "Bearer tok_1234567890"]]);
    expect(through.heads.length).toBe(1);
    expect(through.heads[0]).toMatch(/^CONNECT api\.example\.test:443 HTTP\/1\.1\r\n/);
    expect(through.heads[0]).not.toContain("tok_1234567890");
  });

  it("R17 trusts those of the machine beside those that it is given", async () => {
    const { ca } = useOtherAuthority();
    const through = await proxy(await tlsServer(() => ({ status: 200, body: "{}" })));
    const send = createUndiciTransport({ env: { HTTPS_PROXY: through.url }, ca });
    expect(await send(request(URL_THERE))).toMatchObject({ status: 200 });
  });

  it("R18 sends the proxy's user name and password to the proxy only", async () => {
    const seen: unknown[] = [];
    const target = await tlsServer((_, authorization) => {
      seen.push(authorization);
      return { status: 200, body: "{}" };
    });
    const through = await proxy(target);
    const env = { HTTPS_PROXY: through.url.replace("http://", "http://me:hunter2@") };
    await createUndiciTransport({ env, ca: CERTIFICATE })(request(URL_THERE));
    expect(through.heads[0]?.toLowerCase()).toContain("proxy-authorization: basic bwu6ahvudgvymg==");
    expect(seen).toEqual(["Bearer tok_1234567890"]);
  });

  it("R18 goes to this machine directly, whatever the environment says", async () => {
    const server: FaultServer = await faultServer([answer(200, "{}")]);
    closers.push(server.close);
    const dead = `http://127.0.0.1:${await closedPort()}`;
    const send = createUndiciTransport({ env: { HTTP_PROXY: dead, HTTPS_PROXY: dead } });
    expect(await send(request(`${server.url}/v1/orgs`))).toMatchObject({ status: 200 });
  });

  it("R18 407 is final, another refusal of CONNECT was not sent", async () => {
    for (const status of [407, 502]) {
      const through = await proxy(0, status);
      const send = createUndiciTransport({ env: { HTTPS_PROXY: through.url.replace("//", "//me:hunter2@") } });
      const error = await failure(send(request(URL_THERE)));
      expect(error).toMatchObject({
        phase: "proxy",
        sent: false,
        status,
        message: `api.example.test: the proxy answered ${status}`,
      });
    }
  });

  it("R10 R18 a proxy that refuses the connection: not sent, its password not shown", async () => {
    const env = { HTTPS_PROXY: `http://me:hunter2@127.0.0.1:${await closedPort()}` };
    const error = await failure(createUndiciTransport({ env })(request(URL_THERE)));
    expect(error).toMatchObject({
      phase: "proxy",
      sent: false,
      message: "api.example.test: the proxy failed: connection refused",
    });
  });

  it("R9 R10 a proxy that never answers CONNECT: not sent", async () => {
    const through = await proxy(0, 0);
    const send = createUndiciTransport({ env: { HTTPS_PROXY: through.url } });
    const error = await failure(send(request(URL_THERE, { limits: { ...limits, connect: 80 } })));
    expect(error).toMatchObject({ phase: "timeout", sent: false });
  });

  it("R9 a proxy that takes the connection and says nothing lets go of the process in time", async () => {
    let given: Socket | undefined;
    const port = await listen(
      createServer((socket) => {
        given = socket;
      }),
    );
    const send = createUndiciTransport({ env: { HTTPS_PROXY: `http://127.0.0.1:${port}` } });
    await failure(send(request(URL_THERE, { limits: { ...limits, connect: 80 } })));
    // The connection would keep the process for as long as it is open: it goes long before the ten seconds of the default.
    const ended = new Promise((resolve) => given?.resume().once("end", () => resolve("ended")));
    const late = new Promise((resolve) => setTimeout(resolve, 6_000, "still open"));
    expect(await Promise.race([ended, late])).toBe("ended");
  });

  it("R1 takes no early hints for the answer", async () => {
    const target = await listen(
      createTlsServer({ key: KEY, cert: CERTIFICATE }, (_, response) => {
        response.writeEarlyHints({ link: "</style.css>; rel=preload" });
        response.end("{}");
      }),
    );
    const through = await proxy(target);
    const send = createUndiciTransport({ env: { HTTPS_PROXY: through.url }, ca: CERTIFICATE });
    const response = await send(request(URL_THERE));
    expect([response.status, Buffer.from(response.body).toString()]).toEqual([200, "{}"]);
  });

  it("R17 checks the certificate behind the proxy", async () => {
    const through = await proxy(await tlsServer(() => ({ status: 200, body: "{}" })));
    const send = createUndiciTransport({ env: { HTTPS_PROXY: through.url } });
    expect(await failure(send(request(URL_THERE)))).toMatchObject({ phase: "tls", sent: false });
  });

  it("R10 a request that was written through the tunnel and got no answer was sent", async () => {
    const through = await proxy(await tlsServer(() => "reset"));
    const send = createUndiciTransport({ env: { HTTPS_PROXY: through.url }, ca: CERTIFICATE });
    expect(await failure(send(request(URL_THERE, { method: "POST", body: "{}" })))).toMatchObject({
      phase: "response",
      sent: true,
    });
  });

  it("R32 caps bodies and cuts those of errors", async () => {
    const through = await proxy(
      await tlsServer((path) => ({ status: path.includes("bad") ? 500 : 200, body: "x".repeat(5000) })),
    );
    const send = createUndiciTransport({ env: { HTTPS_PROXY: through.url }, ca: CERTIFICATE });
    expect(await failure(send(request(URL_THERE)))).toMatchObject({ phase: "too-large", status: 200, sent: true });
    const refused = await send(request("https://api.example.test/bad"));
    expect([refused.status, refused.body.length]).toEqual([500, 100]);
  });

  it("R36 ends with its signal", async () => {
    const through = await proxy(0, 0);
    const stop = new AbortController();
    const send = createUndiciTransport({ env: { HTTPS_PROXY: through.url } });
    const call = failure(send(request(URL_THERE, { signal: stop.signal })));
    await expect.poll(() => through.heads).toHaveLength(1);
    stop.abort();
    expect(await call).toMatchObject({ phase: "aborted", sent: false });
  });

  it("R18 refuses a proxy that is no URL, without showing it", async () => {
    const send = createUndiciTransport({ env: { HTTPS_PROXY: "socks5://me:hunter2@h" } });
    const error = await failure(send(request(URL_THERE)));
    expect(error.message).toBe("the proxy of the environment is not an http or https URL");
  });
});
