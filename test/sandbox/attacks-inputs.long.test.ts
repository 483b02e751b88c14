import { connect, createServer } from "node:net";
import { describe, expect, test, vi } from "vitest";
import { makeDocument } from "../../src/sandbox/content/document.js";
import { cutTokens, loadMarked } from "../../src/shared/markdown/tokens.js";
import { expectLinear } from "../helpers/growth.js";
import { ORG, SPACE } from "../helpers/sandbox.js";
import { ask, box, exchange, soonImpatient, useAttacked } from "./attacks-helper.js";

/* What may be tried with paths, addresses and texts. */

useAttacked();

describe("paths", () => {
  test.each<[string, number]>([
    ["GET /v1/orgs/../orgs", 404],
    ["GET /v1/orgs/%2e%2e", 404],
    [`GET /v1/orgs/${ORG}%2fspaces`, 404],
    ["GET //v1/orgs", 404],
    ["GET /v1/orgs/%00", 404],
    ["GET /v1/orgs/%", 400],
    ["GET /v1/orgs/%c0%af", 400],
    ["GET /v1/orgs/__proto__", 404],
    ["GET /v1/orgs/constructor", 404],
    ["GET /v1/__proto__/toString", 404],
    [`GET /v1/orgs/${"o".repeat(15_000)}`, 404],
    [`GET /v1/orgs?${"a=1&".repeat(3500)}`, 200],
    ["GET /v1/orgs?__proto__=1&constructor=2&toString=3", 200],
    ["GET /v1/orgs?limit=10&limit=20", 400],
    [`GET /v1/orgs?page=${"A".repeat(8000)}`, 400],
    [`GET /v1/orgs/${ORG}/search?query=%22%20OR%201%3D1%20--%20*%20NEAR(`, 200],
    [`GET /v1/orgs/${ORG}/members?search='%20OR%20''%3D'`, 200],
    ["GET /files/..%2f..%2f..%2fetc%2fpasswd/passwd", 404],
    ["GET /files/../../etc/passwd", 404],
    ["GET /pdf/x/all.pdf?key=", 404],
    ["GET /specs/a/b/c/openapi.json?key=x", 404],
    ["GET /openapi.json/../v1/orgs", 404],
  ])("%s is %i", async (line, status) => {
    const answer = await ask({ line });
    expect(answer.status).toBe(status);
    expect(answer.text).not.toContain("root:");
  });

  test("a web socket is not opened", async () => {
    const lines = ["Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: eA=="];
    const { status } = await ask({ line: "GET /v1/orgs", token: undefined, headers: lines });
    expect(status).toBe(401);
  });
});

describe("what is no request", () => {
  soonImpatient();

  test.each([
    ["TLS", Buffer.from("16030100c8010000c40303", "hex")],
    ["HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"],
    ["HTTP/0.9", "GET /v1/orgs\r\n\r\n"],
    ["random bytes", Buffer.from(Array.from({ length: 2000 }, (_, index) => (index * 7919) % 256))],
    ["a proxy's CONNECT", "CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n"],
    [
      "an address of another host",
      "GET http://evil.example/v1/orgs HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n",
    ],
    ["a line break in a header", "GET / HTTP/1.1\r\nHost: a\nX: b\r\r\n\r\n"],
  ])("%s is refused or cut", async (_name, bytes) => {
    const { text, timedOut } = await exchange(bytes);
    expect(timedOut).toBe(false);
    expect(text).toMatch(/^(HTTP\/1\.1 4\d\d |$)/);
  });
});

describe("R69 addresses that the service is given", () => {
  test("file: is 403, and no other address is connected to", async () => {
    let connections = 0;
    const target = createServer((socket) => {
      connections += 1;
      socket.destroy();
    });
    await new Promise<void>((resolve) => target.listen(0, "127.0.0.1", resolve));
    const address = target.address();
    const port = typeof address === "object" && address ? address.port : 0;
    const send = async (line: string, body: object) => (await ask({ line, body: JSON.stringify(body) })).status;
    const importing = `POST /v1/spaces/${SPACE}/content/import`;
    for (const url of ["file:///etc/passwd", "FILE:///etc/passwd", "file://localhost/etc/passwd"]) {
      expect([url, await send(importing, { url, source: "markdown" })]).toEqual([url, 403]);
      expect([url, await send(`PUT /v1/orgs/${ORG}/openapi/x`, { source: { url } })]).toEqual([url, 403]);
    }
    for (const url of [`http://127.0.0.1:${port}/a`, `https://localhost:${port}/`, `ftp://127.0.0.1:${port}/a`]) {
      expect([url, await send(`PUT /v1/orgs/${ORG}/openapi/x`, { source: { url } })]).toEqual([
        url,
        expect.any(Number),
      ]);
      await send(importing, { url, source: "website" });
    }
    // Connections come in their order: those made before this one would have been counted.
    const own = connect(port, "127.0.0.1");
    await expect.poll(() => connections).toBeGreaterThan(0);
    expect(connections).toBe(1);
    own.destroy();
    target.close();
    await send(`DELETE /v1/orgs/${ORG}/openapi/x`, {});
    await box.sandbox.reset();
  });
});

/** One item on each level, deeper than the last. */
const indentedList = (levels: number): string =>
  Array.from({ length: levels }, (_, level) => `${"  ".repeat(level)}- a\n`).join("");

describe("texts", () => {
  const TEXTS: [string, (size: number) => string][] = [
    ["underlines", (size) => "_a".repeat(size / 2)],
    ["asterisks", (size) => "***a** ".repeat(size / 7)],
    ["half an address", (size) => `${"a.".repeat(size / 2)}@`],
    ["ticks", (size) => "`a".repeat(size / 2)],
    ["brackets", (size) => "[".repeat(size)],
    ["nested quotes", (size) => `${">".repeat(size)}a`],
    ["nested lists", (size) => `${"- ".repeat(size / 2)}a`],
    ["nested emphasis", (size) => "*a **b ".repeat(size / 7)],
    ["a wide table", (size) => `${"|a".repeat(size / 4)}\n${"|-".repeat(size / 4)}`],
  ];

  test.each(TEXTS)("%s of a comment are read", async (_name, text) => {
    const posted = await ask({
      line: `POST /v1/spaces/${SPACE}/comments`,
      body: JSON.stringify({ body: { markdown: text(60_000) } }),
    });
    const { id } = JSON.parse(posted.text);
    const read = await ask({ line: `GET /v1/spaces/${SPACE}/comments/${id}?format=document` });
    expect([read.status, JSON.parse(read.text).body.document.object]).toEqual([200, "document"]);
    await ask({ line: `DELETE /v1/spaces/${SPACE}/comments/${id}` });
  });

  test("a list of more levels than are read is a text, which no lexer copies level by level", async () => {
    const marked = await loadMarked();
    const blocks = vi.spyOn(marked.Lexer.prototype, "blockTokens");
    expect(cutTokens(marked, indentedList(20))[0]).toMatchObject({ type: "list" });
    expect(blocks.mock.calls.length).toBeGreaterThan(20);
    blocks.mockClear();
    expect(cutTokens(marked, indentedList(1500))[0]).toMatchObject({ type: "paragraph", raw: indentedList(1500) });
    expect(blocks.mock.calls.length).toBe(0);
    blocks.mockRestore();
  });

  test.each(TEXTS)("many %s take as long as they are", async (_name, text) => {
    const marked = await loadMarked();
    await expectLinear((size) => makeDocument(marked, text(size)), 60_000);
  });
});
