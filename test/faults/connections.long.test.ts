/** Faults before a request has left: the row "not sent" of the table of retries. */
import { createServer, type Server, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import { afterEach, describe, expect, test } from "vitest";
import { CERTIFICATE, KEY } from "../helpers/certificate.js";
import { closedPort } from "../helpers/fault-server.js";
import { useHome } from "../helpers/home.js";
import { attempt } from "./attempt.js";
import { NAMES, SUBJECTS } from "./commands.js";
import { CLASS } from "./signals.js";

const home = useHome();

const open: Server[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) await new Promise((done) => server.close(done));
});

interface Listener {
  port: number;
  connections(): number;
  /** Bytes of requests that were read. */
  received(): number;
}

async function listen(server: Server, act: (socket: Socket) => void): Promise<Listener> {
  let connections = 0;
  let received = 0;
  server.on("connection", (socket: Socket) => {
    connections += 1;
    socket.on("error", () => {});
    act(socket);
  });
  server.on("secureConnection", (socket: Socket) => {
    socket.on("error", () => {});
    socket.on("data", (chunk) => {
      received += chunk.length;
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  open.push(server);
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return { port: address.port, connections: () => connections, received: () => received };
}

const isRead = (name: (typeof NAMES)[number]) => CLASS[name] === 0;
const notApplied = (name: (typeof NAMES)[number]) => (isRead(name) ? undefined : "not_applied");

describe("R1 R10 what was not sent is tried again by every class, and was not applied", () => {
  test.each(NAMES)("%s: connection refused", async (name) => {
    const port = await closedPort();
    const ended = await attempt(home, SUBJECTS[name], `http://127.0.0.1:${port}`, undefined, ["--debug"]);
    expect(ended).toMatchObject({ code: 6, kind: "network", outcome: notApplied(name), stdout: "" });
    expect(ended.stderr).toContain(`127.0.0.1:${port}: connecting failed: connection refused`);
    expect(ended.stderr.match(/attempt 2/g)).toHaveLength(1);
  });

  test.each(NAMES)("%s: reset while the connection is made", async (name) => {
    const server = await listen(createServer(), (socket) => void socket.resetAndDestroy());
    const ended = await attempt(home, SUBJECTS[name], `https://127.0.0.1:${server.port}`);
    expect(ended).toMatchObject({ code: 6, kind: "network", outcome: notApplied(name), stdout: "" });
    expect(server.connections()).toBe(2);
  });
});

describe("R1 R16 R17 what will not get better is tried once", () => {
  test.each(NAMES)("%s: no such host", async (name) => {
    const ended = await attempt(home, SUBJECTS[name], "https://nxdomain.invalid");
    expect(ended).toMatchObject({ code: 6, kind: "network", outcome: notApplied(name), stdout: "" });
    expect(ended.stderr).toContain("nxdomain.invalid: name lookup failed");
  });

  test.each(NAMES)("%s: a certificate that nobody vouches for", async (name) => {
    const server = await listen(createTlsServer({ key: KEY, cert: CERTIFICATE }), () => {});
    const ended = await attempt(home, SUBJECTS[name], `https://127.0.0.1:${server.port}`);
    expect(ended).toMatchObject({ code: 6, kind: "tls", outcome: notApplied(name), stdout: "" });
    expect({ connections: server.connections(), received: server.received() }).toEqual({ connections: 1, received: 0 });
  });

  test("the same certificate, trusted by --ca-file, is answered", async () => {
    const tls = createTlsServer({ key: KEY, cert: CERTIFICATE });
    tls.on("secureConnection", (socket) =>
      socket.once("data", () =>
        socket.end('HTTP/1.1 200 OK\r\nContent-Length: 12\r\nConnection: close\r\n\r\n{"items":[]}'),
      ),
    );
    const server = await listen(tls, () => {});
    const ended = await attempt(home, SUBJECTS.list, `https://127.0.0.1:${server.port}`, undefined, [
      "--ca-file",
      await certificateFile(),
    ]);
    expect(ended).toMatchObject({ code: 0, stdout: "[]\n" });
  });
});

describe("R10 a connection that took the bytes may have passed them on", () => {
  // Plain http: the request is written as soon as the connection stands, before the reset is heard of.
  const ENDS = [
    { connections: 2, code: 6, outcome: undefined },
    { connections: 2, code: 6, outcome: "unknown" },
    // The write once, its lookup twice.
    { connections: 3, code: 7, outcome: "unknown" },
    { connections: 1, code: 7, outcome: "unknown" },
  ];
  test.each(NAMES)("%s: reset after the connection stands", async (name) => {
    const server = await listen(createServer(), (socket) => void socket.once("data", () => socket.resetAndDestroy()));
    const { code, outcome } = await attempt(home, SUBJECTS[name], `http://127.0.0.1:${server.port}`);
    const ends = { connections: server.connections(), code, outcome };
    // A deletion reads first: this is as far as it comes.
    expect(ends).toEqual(name === "delete" ? { connections: 2, code: 6, outcome: "not_applied" } : ENDS[CLASS[name]]);
  });
});

async function certificateFile(): Promise<string> {
  const { writeFileSync } = await import("node:fs");
  const { join } = await import("node:path");
  const path = join(home.dir, "ca.pem");
  writeFileSync(path, CERTIFICATE);
  return path;
}
