import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { describe, expect, test } from "vitest";
import { serve } from "../../src/sandbox/wire/serve.js";
import { expectLinear } from "../helpers/growth.js";
import { SPACE } from "../helpers/sandbox.js";
import { ask, box, exchange, raw, served, soonImpatient, useAttacked } from "./attacks-helper.js";

/* What programs, web pages and people without the token may try with connections, heads and bodies. */

useAttacked();

const rename = { line: `PATCH /v1/spaces/${SPACE}`, body: '{"title":"Taken"}' };

describe("R66 names of other places", () => {
  test.each([
    ["evil.example"],
    ["127.0.0.1"],
    ["127.0.0.1:1"],
    ["localhost"],
    ["localhost.:PORT"],
    ["localhost.evil.example:PORT"],
    ["127.0.0.1.evil.example:PORT"],
    ["127.1:PORT"],
    ["0.0.0.0:PORT"],
    ["2130706433:PORT"],
    ["[::ffff:127.0.0.1]:PORT"],
    ["me@127.0.0.1:PORT"],
    ["127.0.0.1:PORT, evil.example"],
    ["127.0.0.1:PORT/"],
    ["127.0.0.1:PORT#"],
    [""],
  ])("Host %j is 421 for reads, writes and what needs no token", async (name) => {
    const host = name.replace("PORT", String(served.port));
    const answers = await Promise.all([
      ask({ host }),
      ask({ ...rename, host }),
      ask({ line: "GET /openapi.json", host }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([421, 421, 421]);
    for (const { text } of answers) expect(text).not.toContain("Guide");
  });

  test.each([
    ["https://evil.example"],
    ["null"],
    ["file://"],
    ["http://127.0.0.1:PORT"],
    ["chrome-extension://abc"],
    [""],
  ])("Origin %j is 403, with the right token too", async (name) => {
    const headers = [`Origin: ${name.replace("PORT", String(served.port))}`];
    const answers = await Promise.all([
      ask({ headers }),
      ask({ ...rename, headers }),
      ask({ line: "GET /openapi.json", token: undefined, headers }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403]);
  });

  test("a preflight is 405 without a word about origins, methods or headers", async () => {
    const headers = ["Access-Control-Request-Method: PATCH", "Access-Control-Request-Private-Network: true"];
    const { status, head } = await ask({ line: `OPTIONS /v1/spaces/${SPACE}`, token: undefined, headers });
    expect(status).toBe(405);
    expect(head).not.toMatch(/access-control/i);
  });

  test("a form of a web page reaches nothing, even without an Origin", async () => {
    const form = (lines: string[]) =>
      raw(
        [
          `POST /v1/spaces/${SPACE}/duplicate HTTP/1.1`,
          `Host: 127.0.0.1:${served.port}`,
          "Content-Type: text/plain",
          "Content-Length: 17",
          "Connection: close",
          ...lines,
          "",
          '{"title":"Taken"}',
        ].join("\r\n"),
      );
    expect((await form([])).status).toBe(401);
    expect((await form(["Sec-Fetch-Site: cross-site", "Cookie: a=b"])).status).toBe(401);
  });
});

describe("R67 guesses of the token", () => {
  test("are all 401 with the same text, and none gets nearer", async () => {
    const { token } = box.sandbox;
    const wrong = [
      undefined,
      "",
      token.slice(0, -1),
      token.slice(1),
      `${token}x`,
      token.toLowerCase(),
      token.toUpperCase(),
      [...token].reverse().join(""),
      `${token}\u0000`,
      `"${token}"`,
      encodeURIComponent(`${token}=`),
      "x".repeat(8000),
      "null",
      "[object Object]",
    ];
    for (const guess of wrong) {
      const { status, text } = await ask({ ...rename, token: guess });
      // A zero byte is no HTTP at all.
      if (guess?.includes("\u0000")) expect([400, 401]).toContain(status);
      else expect([guess, status, text]).toEqual([guess, 401, '{"error":{"code":401,"message":"no valid token"}}']);
    }
    for (const header of [`Basic ${token}`, token, `Bearer: ${token}`, `Bearer x, Bearer ${token}`, `Token ${token}`]) {
      const { status } = await ask({ ...rename, token: undefined, headers: [`Authorization: ${header}`] });
      expect([header, status]).toEqual([header, 401]);
    }
    const query = await ask({ line: `GET /v1/orgs?access_token=${token}`, token: undefined });
    expect(query.status).toBe(401);
    const cookie = await ask({ token: undefined, headers: [`Cookie: token=${token}`] });
    expect(cookie.status).toBe(401);
  });

  test("a thousand of them in a row change nothing", async () => {
    const guesses = Array.from({ length: 1000 }, (_, index) => `docs_guess${index}`.padEnd(48, "x"));
    const statuses = new Set<number>();
    while (guesses.length > 0) {
      const some = await Promise.all(guesses.splice(0, 40).map((token) => ask({ token })));
      for (const { status } of some) statuses.add(status);
    }
    expect([...statuses]).toEqual([401]);
  });
});

describe("R68 bodies", () => {
  const post = (body: string | Buffer) => ask({ line: `PATCH /v1/spaces/${SPACE}`, body });
  const depth = (open: string, close: string, levels: number) => `{"x":${open.repeat(levels)}1${close.repeat(levels)}}`;

  test.each<[string, () => string | Buffer]>([
    ["a million brackets", () => "[".repeat(1_000_000)],
    ["a million braces", () => '{"a":'.repeat(200_000)],
    ["101 levels of arrays", () => depth("[", "]", 100)],
    ["101 levels of objects", () => depth('{"a":', "}", 100)],
    ["half a million escaped quotes", () => '\\"'.repeat(500_000)],
    ["a million quotes", () => '"'.repeat(1_000_000)],
    ["a string without an end", () => `{"title":"${"a".repeat(1_000_000)}`],
    ["bytes that are not UTF-8", () => Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
    [
      "half a character",
      () => Buffer.concat([Buffer.from('{"title":"'), Buffer.from([0xf0, 0x9f]), Buffer.from('"}')]),
    ],
    ["a title that is an object", () => '{"title":{"toString":"x"}}'],
    ["NaN", () => '{"title":NaN}'],
    ["two values", () => '{"title":"a"}{"title":"b"}'],
    ["zero bytes", () => Buffer.alloc(1000)],
  ])("%s: 400", async (_name, body) => {
    const { status, text } = await post(body());
    expect([status, JSON.parse(text).error.code]).toEqual([400, 400]);
  });

  test.each<[string, (size: number) => string]>([
    ["brackets", (size) => "[".repeat(size)],
    ["braces", (size) => '{"a":'.repeat(size)],
    ["escaped quotes", (size) => '\\"'.repeat(size)],
    ["quotes", (size) => '"'.repeat(size)],
    ["a string without an end", (size) => `{"title":"${"a".repeat(size)}`],
  ])("many %s take as long as they are", async (_name, body) => {
    await expectLinear((size) => post(body(size)), 200_000);
  });

  test("members of prototypes reach nothing", async () => {
    const { status } = await post('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}');
    expect(status).toBe(200);
    expect({}).not.toHaveProperty("polluted");
    const { text } = await ask({});
    expect(text).not.toContain("polluted");
  });

  test("one that is announced too large is refused before it comes", async () => {
    const headers = ["Content-Type: application/json", "Content-Length: 10737418240"];
    expect((await ask({ line: `PATCH /v1/spaces/${SPACE}`, headers })).status).toBe(413);
  });

  test("one that never ends is cut", async () => {
    const socket = connect(served.port, "127.0.0.1");
    socket.on("error", () => {});
    const lines = [
      "Content-Type: application/json",
      "Transfer-Encoding: chunked",
      `Authorization: Bearer ${box.sandbox.token}`,
    ];
    socket.write(
      `PATCH /v1/spaces/${SPACE} HTTP/1.1\r\nHost: 127.0.0.1:${served.port}\r\n${lines.join("\r\n")}\r\n\r\n`,
    );
    let text = "";
    socket.on("data", (chunk) => {
      text += chunk.toString();
    });
    const chunk = `10000\r\n${"a".repeat(0x10000)}\r\n`;
    const sending = setInterval(() => !socket.destroyed && socket.write(chunk), 2);
    await new Promise((resolve) => socket.once("close", resolve));
    clearInterval(sending);
    expect(text).toMatch(/^HTTP\/1\.1 413 /);
  });

  test("two lengths, a wrong one, or a length beside chunks are 400", async () => {
    for (const lines of [
      ["Content-Length: 5", "Content-Length: 6"],
      ["Content-Length: -1"],
      ["Content-Length: 1e3"],
      ["Content-Length: 5", "Transfer-Encoding: chunked"],
      ["Transfer-Encoding: chunked, identity"],
    ]) {
      const { status } = await ask({
        line: `PATCH /v1/spaces/${SPACE}`,
        headers: ["Content-Type: application/json", ...lines],
      });
      expect([lines, status]).toEqual([lines, 400]);
    }
  });

  test("a packed body is 415: it is never unpacked", async () => {
    const packed = await ask({ ...rename, headers: ["Content-Encoding: gzip"] });
    expect(packed.status).toBe(415);
  });
});

/** The service's end of the next connection. */
function nextAccepted(): Promise<Socket> {
  return new Promise((resolve) => {
    const accept = (message: unknown) => {
      unsubscribe("net.server.socket", accept);
      // As Node documents this channel.
      resolve((message as { socket: Socket }).socket);
    };
    subscribe("net.server.socket", accept);
  });
}

describe("R68 slow clients", () => {
  soonImpatient();

  test("a head that comes a byte at a time is 408", async () => {
    const socket = connect(served.port, "127.0.0.1");
    socket.on("error", () => {});
    let text = "";
    socket.on("data", (chunk) => {
      text += chunk.toString();
    });
    const bytes = [...`GET /v1/orgs HTTP/1.1\r\nHost: 127.0.0.1:${served.port}\r\nX-Slow: ${"x".repeat(1000)}`];
    const sending = setInterval(() => socket.write(bytes.shift() ?? "x"), 20);
    await new Promise((resolve) => socket.once("close", resolve));
    clearInterval(sending);
    expect(text).toMatch(/^HTTP\/1\.1 408 /);
  });

  test("a body that stops is 408, a connection that says nothing is closed", async () => {
    const headers = ["Content-Type: application/json", "Content-Length: 100"];
    const [stopped, silent] = await Promise.all([ask({ line: `PATCH /v1/spaces/${SPACE}`, headers }), exchange("")]);
    expect(stopped.status).toBe(408);
    expect(silent.timedOut).toBe(false);
  });

  test("500 connections that say nothing, and never end by themselves, keep nobody out", async () => {
    const sockets = Array.from({ length: 500 }, () => {
      const socket = connect({ port: served.port, host: "127.0.0.1", allowHalfOpen: true });
      socket.on("error", () => {});
      return socket;
    });
    expect((await ask({})).status).toBe(200);
    for (const socket of sockets) socket.destroy();
  });

  test("a reader that never reads loses its place", async () => {
    // More than the buffers of both sides hold.
    const body = Buffer.alloc(64 * 1024 * 1024);
    const handle = async () => ({ status: 200, headers: {}, body });
    const large = await serve({ sandbox: { handle }, timeouts: { idleTimeout: 500 } });
    const accepted = nextAccepted();
    const socket = connect(large.port, "127.0.0.1");
    socket.on("error", () => {});
    socket.pause();
    socket.write(`GET /v1/orgs HTTP/1.1\r\nHost: 127.0.0.1:${large.port}\r\nConnection: close\r\n\r\n`);
    await once(await accepted, "close");
    let read = 0;
    socket.on("data", (chunk) => {
      read += chunk.length;
    });
    socket.resume();
    await new Promise((resolve) => socket.once("close", resolve));
    expect(read).toBeLessThan(body.length);
    socket.destroy();
    await large.close(0);
  });
});

describe("R68 many requests", () => {
  test("a connection is kept for 65 s, which is told", async () => {
    const { headers } = await fetch(`${served.url}/openapi.json`);
    expect([headers.get("connection"), headers.get("keep-alive")]).toEqual(["keep-alive", "timeout=65"]);
  });

  test("500 requests at once are answered or refused, and the service goes on", async () => {
    const answers = await Promise.all(Array.from({ length: 500 }, () => ask({})));
    const statuses = new Set(answers.map(({ status }) => status));
    expect([...statuses].filter((status) => status !== 200 && status !== 0)).toEqual([]);
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(64);
  });

  test("a hundred requests in one write are answered in order", async () => {
    const one = `GET /v1/orgs HTTP/1.1\r\nHost: 127.0.0.1:${served.port}\r\nAuthorization: Bearer ${box.sandbox.token}\r\n`;
    const { text } = await exchange(`${`${one}\r\n`.repeat(99)}${one}Connection: close\r\n\r\n`);
    expect(text.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(100);
  });
});
