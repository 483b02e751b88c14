/** Whatever a proxy does instead of its work, it costs the attempts that were asked for, and the process ends (R103). */
import { writeFileSync } from "node:fs";
import { createServer as createTlsServer } from "node:https";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";
import { createServer as createTlsProxy } from "node:tls";
import { afterEach, expect, it } from "vitest";
import { CERTIFICATE, KEY } from "../helpers/certificate.js";
import { useHome } from "../helpers/home.js";
import { sampleCases } from "../helpers/sample.js";

const home = useHome();
let server: Server | undefined;
const sockets = new Set<Socket>();
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  sockets.clear();
  server?.close();
});

async function listen(act: (socket: Socket) => void): Promise<string> {
  server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket);
    // Tests tear connections down on purpose.
    socket.on("error", () => {});
    act(socket);
  });
  await new Promise<void>((done) => server?.listen(0, "127.0.0.1", done));
  const address = server.address();
  return `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
}

const portOf = (listening: Server): number => (listening.address() as AddressInfo).port;

/** Acts once CONNECT has come. */
const onConnect = (act: (socket: Socket) => void) => (socket: Socket) => void socket.once("data", () => act(socket));
const OPENED = "HTTP/1.1 200 Connection established\r\n\r\n";

const PROXIES: readonly [what: string, act: (socket: Socket) => void][] = [
  ["closes at once", (socket) => socket.destroy()],
  ["half closes at once", (socket) => socket.end()],
  ["closes on CONNECT", onConnect((socket) => socket.destroy())],
  ["resets on CONNECT", onConnect((socket) => socket.resetAndDestroy())],
  ["half closes on CONNECT", onConnect((socket) => socket.end())],
  ["never answers", () => {}],
  ["answers a part of a line", onConnect((socket) => socket.write("HTTP/1.1 2"))],
  ["answers a part and closes", onConnect((socket) => socket.end("HTTP/1.1 200 OK\r\nX: "))],
  ["answers garbage", onConnect((socket) => socket.write("\0\xff garbage\r\n\r\n"))],
  ["answers as TLS does", onConnect((socket) => socket.write(Buffer.from("15030300020228", "hex")))],
  ["answers with a header of 1 MB", onConnect((socket) => socket.write(`HTTP/1.1 200 OK\r\nX: ${"a".repeat(1e6)}`))],
  ["refuses", onConnect((socket) => socket.end("HTTP/1.1 403 Forbidden\r\n\r\n"))],
  ["asks for a password", onConnect((socket) => socket.end("HTTP/1.1 407 No\r\nContent-Length: 0\r\n\r\n"))],
  ["redirects", onConnect((socket) => socket.end("HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1/\r\n\r\n"))],
  ["opens and closes", onConnect((socket) => socket.end(OPENED))],
  ["opens and resets", onConnect((socket) => socket.write(OPENED, () => socket.resetAndDestroy()))],
  ["opens and stalls", onConnect((socket) => socket.write(OPENED))],
  ["opens and answers garbage", onConnect((socket) => socket.write(`${OPENED}garbage that is no TLS`))],
  ["opens too late", onConnect((socket) => void setTimeout(() => socket.write(OPENED), 4_000).unref())],
];

it("one that speaks TLS at an address tunnels without a warning of the engine", async () => {
  const api = createTlsServer({ key: KEY, cert: CERTIFICATE }, (_, response) => {
    response.setHeader("content-type", "application/json");
    response.end('{"items":[{"object":"organization","id":"o1","title":"Acme"}],"count":1}');
  });
  const names: unknown[] = [];
  const proxy = createTlsProxy({ key: KEY, cert: CERTIFICATE }, (socket) => {
    names.push(socket.servername);
    sockets.add(socket.on("error", () => {}));
    socket.once("data", () => {
      const target = connect(portOf(api), "127.0.0.1", () => socket.write(OPENED));
      sockets.add(target.on("error", () => {}));
      socket.pipe(target).pipe(socket);
    });
  });
  for (const one of [api, proxy]) await new Promise<void>((done) => one.listen(0, "127.0.0.1", done));
  const ca = join(home.dir, "ca.pem");
  writeFileSync(ca, CERTIFICATE);
  for (const host of ["127.0.0.1", "localhost"]) {
    const env = {
      HTTPS_PROXY: `https://${host}:${portOf(proxy)}`,
      ...{ DOCS_TOKEN: "tok_1234567890", DOCS_BASE_URL: "https://api.example.test" },
    };
    const ran = await home.run(["orgs", "list", "-q", ".[].id", "--retries", "0", "--ca-file", ca], { env });
    expect([host, ran]).toEqual([host, { code: 0, signal: null, stdout: "o1\n", stderr: "" }]);
  }
  expect(names).toEqual([false, "localhost"]);
  for (const one of [api, proxy]) one.close();
  api.closeAllConnections();
});

const LIMITS: readonly [limit: string, flags: string[], most: number][] = [
  ["one attempt", ["--retries", "0", "--timeout", "2"], 1],
  ["two attempts", ["--retries", "1", "--timeout", "2"], 2],
  ["a deadline", ["--deadline", "3", "--retries", "0"], 1],
];
const CASES = PROXIES.flatMap(([what, act]) =>
  LIMITS.map(([limit, flags, most]) => ({ what, act, limit, flags, most })),
);
const chosen = sampleCases("proxies", CASES, {
  nameOf: ({ what, limit }) => `${what}: ${limit}`,
  few: 6,
  rooms: ["src/http/transport"],
});

it.each(chosen)("a proxy that $what ends with 6 after $limit", async ({ act, flags, most }) => {
  let connections = 0;
  const url = await listen((socket) => {
    connections += 1;
    act(socket);
  });
  const env = { HTTPS_PROXY: url, DOCS_TOKEN: "tok_1234567890", DOCS_BASE_URL: "https://api.example.test" };
  const { code, stdout, stderr } = await home.run([...flags, "orgs", "list"], { env });
  expect({ code, stdout, stderr }).toMatchObject({ code: 6, stdout: "" });
  expect(stderr).not.toMatch(/UND_ERR|tok_1234567890/);
  expect(connections).toBeGreaterThan(0);
  expect(connections).toBeLessThanOrEqual(most);
});
