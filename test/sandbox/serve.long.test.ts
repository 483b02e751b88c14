import { type ClientRequest, request as httpRequest, type IncomingMessage } from "node:http";
import { connect, createServer } from "node:net";
import { networkInterfaces } from "node:os";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Sandbox } from "../../src/sandbox/open.js";
import { type RunningServer, serve } from "../../src/sandbox/wire/serve.js";
import { contract } from "../endpoints/all.js";
import { ORG, SPACE, type TestSandbox, testSandbox } from "../helpers/sandbox.js";

let box: TestSandbox;
let served: RunningServer;
/** Requests that a fault delays, until the test lets them go on. */
let delayed: Delayed[];
beforeEach(async () => {
  delayed = [];
  const sleep = (ms: number) => new Promise<void>((wake) => delayed.push({ ms, wake }));
  box = await testSandbox({ local: false, faults: true, sources: { sleep } });
  served = await serve({ sandbox: box.sandbox });
});
afterEach(async () => {
  await served.close(0);
  box.close();
});

interface Delayed {
  ms: number;
  wake: () => void;
}

const DELAY = { "x-sandbox-fault": '{"delayMs":60000}' };

/** Resolves once this many requests are being answered. */
const untilDelayed = (count: number) => expect.poll(() => delayed).toHaveLength(count);
const wakeAll = (): void => {
  for (const { wake } of delayed) wake();
};

const JSON_TYPE = { "content-type": "application/json" };

interface Got {
  status: number;
  headers: IncomingMessage["headers"];
  text: string;
  complete: boolean;
}

interface Send {
  method?: string;
  path?: string;
  headers?: Record<string, string | string[]>;
  body?: string | Buffer;
}

function send({ method = "GET", path = "/v1/orgs", headers = {}, body }: Send = {}): Promise<Got> {
  return new Promise((resolve, reject) => {
    const request: ClientRequest = httpRequest(
      `${served.url}${path}`,
      { method, headers: { authorization: `Bearer ${box.sandbox.token}`, ...headers } },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", () => {});
        response.on("close", () => {
          const { statusCode = 0, complete } = response;
          resolve({ status: statusCode, headers: response.headers, text: Buffer.concat(chunks).toString(), complete });
        });
      },
    );
    request.on("error", reject);
    request.end(body);
  });
}

/** Bytes as they are; answers what came back until the connection ended. */
function raw(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(served.port, "127.0.0.1", () => socket.write(text));
    let answer = "";
    socket.setTimeout(5000, () => socket.destroy());
    socket.on("data", (chunk) => {
      answer += chunk.toString();
      if (answer.includes("\r\n\r\n")) socket.end();
    });
    socket.on("close", () => resolve(answer));
    socket.on("error", reject);
  });
}

describe("addresses", () => {
  test("R65 it binds 127.0.0.1 or ::1 and nothing else", async () => {
    expect(served.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    const six = await serve({ sandbox: box.sandbox, host: "::1" });
    expect(six.url).toMatch(/^http:\/\/\[::1\]:\d+$/);
    await six.close(0);
    // Other addresses of this machine.
    const networks = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
    for (const address of ["127.0.0.2", ...networks.filter(({ internal }) => !internal).map((one) => one.address)]) {
      const refused = new Promise((resolve) => {
        connect(served.port, address)
          .on("error", (error: NodeJS.ErrnoException) => resolve(error.code))
          .on("connect", () => resolve("connected"));
      });
      expect([address, await refused]).toEqual([
        address,
        expect.stringMatching(/^E(?:CONNREFUSED|HOSTUNREACH|NETUNREACH|INVAL)$/),
      ]);
    }
    for (const host of ["0.0.0.0", "localhost", "::", "192.168.1.2"]) {
      await expect(serve({ sandbox: box.sandbox, host })).rejects.toMatchObject({
        kind: "usage",
        message: `the sandbox is not served on ${host}`,
      });
    }
  });

  test("R65 a blocked port is refused, a taken one named", async () => {
    await expect(serve({ sandbox: box.sandbox, port: 6667 })).rejects.toMatchObject({ kind: "usage" });
    await expect(serve({ sandbox: box.sandbox, port: served.port })).rejects.toMatchObject({
      kind: "io",
      message: `the sandbox cannot listen on 127.0.0.1 port ${served.port}: it is in use`,
    });
  });

  test("URLs in answers name the served origin", async () => {
    const { status, headers, text } = await send({ path: `/v1/spaces/${SPACE}` });
    expect(status).toBe(200);
    expect(headers["content-type"]).toBe("application/json; charset=utf-8");
    expect(JSON.parse(text).urls).toEqual({
      location: `${served.url}/v1/spaces/${SPACE}`,
      app: `${served.url}/o/${ORG}/s/${SPACE}`,
    });
    expect(text).not.toContain("docs.sandbox.invalid");
  });

  test("a link to a PDF opens without the token, by its key only", async () => {
    await send({ method: "POST", path: `/v1/spaces/${SPACE}/change-requests`, headers: JSON_TYPE, body: "{}" });
    const { text } = await send({ path: `/v1/spaces/${SPACE}/change-requests/1/pdf` });
    const { url } = JSON.parse(text);
    expect(url.startsWith(`${served.url}/pdf/`)).toBe(true);
    const path = url.slice(served.url.length);
    const opened = await send({ path, headers: { authorization: "" } });
    expect([opened.status, opened.headers["content-type"], opened.text.slice(0, 5)]).toEqual([
      200,
      "application/pdf",
      "%PDF-",
    ]);
    expect((await send({ path: path.replace(/.$/, (last: string) => (last === "A" ? "B" : "A")) })).status).toBe(404);
    expect((await send({ path: path.split("?")[0] })).status).toBe(404);
    expect((await send({ path, headers: { origin: "https://evil.example" } })).status).toBe(403);
  });

  test("GET /openapi.json needs no token", async () => {
    const { status, text } = await send({ path: "/openapi.json", headers: { authorization: "" } });
    expect([status, JSON.parse(text).openapi]).toEqual([200, "3.1.0"]);
  });

  test("R67 nothing else is answered without the token, to nobody with an Origin", async () => {
    expect(contract.length).toBeGreaterThan(130);
    const others = ["/", "/files", "/files/x", "/pdf/x?key=x", "/specs/x", "/v1", "/v2/orgs", "/favicon.ico"];
    for (const { method, path } of [...contract, ...others.map((path) => ({ method: "GET", path }))]) {
      const asked = { method, path: path.replace(/\{(\w+)\}/g, "$1") };
      const { status } = await send({ ...asked, headers: { authorization: "" } });
      // Without the key in its address, there is no such file.
      expect([asked, status]).toEqual([asked, expect.toBeOneOf(path.startsWith("/v1/") ? [401] : [401, 404])]);
      const { status: ofOrigin } = await send({ ...asked, headers: { origin: "https://evil.example" } });
      expect([asked, ofOrigin]).toEqual([asked, 403]);
    }
  });
});

describe("R66 every request is checked before the token", () => {
  test("another Host, two of them, none, or an absolute target is 421", async () => {
    const head = "Connection: close\r\n\r\n";
    const host = `Host: 127.0.0.1:${served.port}\r\n`;
    const answers = await Promise.all([
      raw(`GET /v1/orgs HTTP/1.1\r\nHost: evil.example\r\n${head}`),
      raw(`GET /v1/orgs HTTP/1.1\r\nHost: 127.0.0.1\r\n${head}`),
      raw(`GET /v1/orgs HTTP/1.1\r\n${host}${host}${head}`),
      raw(`GET /v1/orgs HTTP/1.1\r\n${head}`),
      raw(`GET http://127.0.0.1:${served.port}/v1/orgs HTTP/1.1\r\n${host}${head}`),
    ]);
    expect(answers.map((answer) => answer.split(" ")[1])).toEqual(["421", "421", "421", "421", "421"]);
  });

  test("localhost and [::1] are its names too", async () => {
    for (const name of ["localhost", "[::1]", "LOCALHOST"]) {
      expect((await send({ headers: { host: `${name}:${served.port}` } })).status).toBe(200);
    }
  });

  test("any Origin is 403, OPTIONS 405, and no CORS header is sent", async () => {
    const origin = await send({ headers: { origin: served.url } });
    const options = await send({ method: "OPTIONS", headers: { authorization: "" } });
    expect([origin.status, options.status]).toEqual([403, 405]);
    for (const { headers } of [origin, options, await send()]) {
      expect(Object.keys(headers).filter((name) => name.startsWith("access-control"))).toEqual([]);
    }
  });

  test("R67 without the token 401", async () => {
    expect(await send({ headers: { authorization: "Bearer x" } })).toMatchObject({
      status: 401,
      text: '{"error":{"code":401,"message":"no valid token"}}',
    });
  });
});

describe("R68 limits", () => {
  const patch = (body: string | Buffer, headers: Record<string, string> = {}) =>
    send({
      method: "PATCH",
      path: `/v1/spaces/${SPACE}`,
      headers: { "content-type": "application/json", ...headers },
      body,
    });

  test("a body over 1 MiB is 413 and ends the connection, with and without a length", async () => {
    const body = `{"title":"${"x".repeat(1024 * 1024)}"}`;
    const announced = await patch(body);
    expect([announced.status, announced.headers.connection]).toEqual([413, "close"]);
    const chunked = await patch(body, { "transfer-encoding": "chunked" });
    expect([chunked.status, chunked.headers.connection]).toEqual([413, "close"]);
    expect((await patch(`{"title":"${"x".repeat(1024 * 1024 - 12)}"}`)).status).toBe(200);
  });

  test("over 100 headers, or a head over 16 KiB, is 431", async () => {
    const many = Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`x-${n}`, "1"]));
    expect((await send({ headers: many })).status).toBe(431);
    expect((await send({ headers: { "x-long": "x".repeat(17 * 1024) } })).status).toBe(431);
  });

  test("what is not HTTP is 400", async () => {
    expect(await raw("hello\r\n\r\n")).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
  });

  test("64 connections at a time: of those that say nothing the oldest goes, and others get in", async () => {
    const closed: number[] = [];
    const sockets = Array.from({ length: 80 }, (_, at) => {
      const socket = connect(served.port, "127.0.0.1");
      socket.on("error", () => {});
      return socket.once("close", () => closed.push(at));
    });
    await expect.poll(() => closed).toHaveLength(16);
    expect((await send()).status).toBe(200);
    await expect.poll(() => closed).toHaveLength(17);
    // Which of two that came at the same time was first is the system's affair; the last ones stay.
    expect(Math.max(...closed)).toBeLessThan(40);
    for (const socket of sockets) socket.destroy();
  });

  test("a connection whose request is being answered keeps its place", async () => {
    const waiting = send({ headers: DELAY });
    await untilDelayed(1);
    let closed = 0;
    const sockets = Array.from({ length: 100 }, () =>
      connect(served.port, "127.0.0.1")
        .on("error", () => {})
        .once("close", () => {
          closed += 1;
        }),
    );
    // With the one that waits, 64 are left.
    await expect.poll(() => closed).toBe(37);
    wakeAll();
    expect((await waiting).status).toBe(200);
    for (const socket of sockets) socket.destroy();
  });

  test("where 64 requests are being answered, the next connection is turned away", async () => {
    const answers = Array.from({ length: 64 }, () => send({ headers: DELAY }));
    await untilDelayed(64);
    await expect(send()).rejects.toMatchObject({ code: "ECONNRESET" });
    wakeAll();
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(Array(64).fill(200));
  });
});

describe("R72 faults", () => {
  const fault = (value: object, extra: Send = {}) =>
    send({ ...extra, headers: { "content-type": "application/json", "x-sandbox-fault": JSON.stringify(value) } });
  const title = async () => JSON.parse((await send({ path: `/v1/spaces/${SPACE}` })).text).title;
  const rename = (value: object) =>
    fault(value, { method: "PATCH", path: `/v1/spaces/${SPACE}`, body: '{"title":"New"}' });

  test("a status with Retry-After, and a delay", async () => {
    const { status, headers } = await fault({ status: 429, retryAfter: 7 });
    expect([status, headers["retry-after"]]).toEqual([429, "7"]);
    const late = fault({ delayMs: 80 });
    await untilDelayed(1);
    expect(delayed.map(({ ms }) => ms)).toEqual([80]);
    wakeAll();
    expect((await late).status).toBe(200);
  });

  test("a reset before the commit changes nothing, one after it does", async () => {
    await expect(rename({ cut: "before-commit" })).rejects.toMatchObject({ code: "ECONNRESET" });
    expect(await title()).toBe("Guide");
    await expect(rename({ cut: "after-commit" })).rejects.toMatchObject({ code: "ECONNRESET" });
    expect(await title()).toBe("New");
  });

  test("a cut body ends in the middle, after the commit", async () => {
    const got = await rename({ cut: "body" });
    expect(got.status).toBe(200);
    expect(got.complete).toBe(false);
    expect(got.text.length).toBeLessThan(Number(got.headers["content-length"]));
    expect(await title()).toBe("New");
  });

  test("without the token, or in a sandbox that has not asked for it, the header does nothing", async () => {
    const refused = await send({ headers: { authorization: "", "x-sandbox-fault": '{"status":500}' } });
    expect(refused.status).toBe(401);
    const plain = await testSandbox();
    const headers = { "x-sandbox-fault": '{"status":500}' };
    expect((await plain.call("GET", "/v1/orgs", undefined, headers)).status).toBe(200);
    plain.close();
  });
});

describe("closing", () => {
  test("R71 a running request is finished, new connections are refused", async () => {
    const slow = send({ headers: DELAY });
    await untilDelayed(1);
    const closed = served.close(60_000);
    await expect(send()).rejects.toMatchObject({ code: "ECONNREFUSED" });
    wakeAll();
    expect(await slow).toMatchObject({ status: 200, headers: { connection: "close" } });
    await closed;
  });

  test("R71 what does not finish in time is ended", async () => {
    const ended = expect(send({ headers: DELAY })).rejects.toMatchObject({ code: "ECONNRESET" });
    await untilDelayed(1);
    await served.close(200);
    await ended;
  });
});

test("an error that nobody foresaw is 500 without its text", async () => {
  const broken: Pick<Sandbox, "handle"> = { handle: () => Promise.reject(new Error("secret")) };
  await served.close(0);
  served = await serve({ sandbox: broken });
  const { status, text } = await send();
  expect([status, text]).toEqual([500, '{"error":{"code":500,"message":"the sandbox failed to answer"}}']);
});

test("R65 a free port is taken when none is wanted, also beside another server", async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  const second = await serve({ sandbox: box.sandbox });
  expect(second.port).not.toBe(served.port);
  await second.close(0);
  await new Promise((resolve) => other.close(resolve));
});
