/** What a download must never do, whatever the link, the names and the file system are like. */
import dns from "node:dns";
import type fs from "node:fs";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer as createTlsServer } from "node:https";
import { connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type DownloadOptions, download, openPart, publicLookup } from "../../src/http/download.js";
import { createSecretFilter, findWholeSecrets } from "../../src/shared/redact.js";
import { CERTIFICATE, KEY } from "../helpers/certificate.js";
import { failing, fakeClock } from "./support.js";

const disk = vi.hoisted(() => {
  // Another file of this worker may have loaded what is mocked here; none may get the mock.
  vi.resetModules();
  return { calls: [] as string[], links: true };
});
afterAll(() => void vi.resetModules());
vi.mock("node:fs", async (original) => {
  const real = await original<typeof fs>();
  return {
    ...real,
    fsyncSync: (file: number) => {
      disk.calls.push("sync");
      real.fsyncSync(file);
    },
    linkSync: (from: string, to: string) => {
      disk.calls.push("link");
      if (!disk.links) throw Object.assign(new Error("no links here"), { code: "EPERM" });
      real.linkSync(from, to);
    },
    renameSync: (from: string, to: string) => {
      disk.calls.push("rename");
      real.renameSync(from, to);
    },
  };
});

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "docs-guards-"));
  disk.calls = [];
  disk.links = true;
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

describe("the file", () => {
  it.each([
    [false, "link"],
    [true, "rename"],
  ])("R60 is on the disk before it gets its name (force: %s)", (force, act) => {
    const part = openPart(folder, "a1");
    part.write(Buffer.from("whole"));
    part.place("a.txt", force);
    part.discard();
    expect(disk.calls).toEqual(["sync", act]);
  });

  it("R60 replaces nothing where the file system has no links", () => {
    disk.links = false;
    writeFileSync(join(folder, "a.txt"), "mine");
    const part = openPart(folder, "a1");
    part.write(Buffer.from("theirs"));
    expect(() => part.place("a.txt", false)).toThrow("a.txt: ");
    part.discard();
    expect([readdirSync(folder), readFileSync(join(folder, "a.txt"), "utf8")]).toEqual([["a.txt"], "mine"]);
    const other = openPart(folder, "a2");
    other.write(Buffer.from("theirs"));
    other.place("b.txt", false);
    expect(readFileSync(join(folder, "b.txt"), "utf8")).toBe("theirs");
  });
});

/** In place of the machine's resolver: `addresses` for every name. */
function resolving(...addresses: string[]) {
  const found = addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
  vi.spyOn(dns, "lookup").mockImplementation(((_name: string, _options: object, done: (...given: unknown[]) => void) =>
    done(null, found)) as typeof dns.lookup);
}

describe("names", () => {
  it("R60 with a public and a private address: only the public one is connected to", async () => {
    resolving("10.0.0.1", "1.1.1.1", "fe80::1");
    const all = await new Promise((resolve) => {
      publicLookup("two.example", { all: true }, (_, found) => resolve(found));
    });
    expect(all).toEqual([{ address: "1.1.1.1", family: 4 }]);
    const one = await new Promise((resolve) => {
      publicLookup("two.example", {}, (_, address, family) => resolve([address, family]));
    });
    expect(one).toEqual(["1.1.1.1", 4]);
  });

  it("R60 that lead to a private address are refused before a proxy is asked", async () => {
    const asked: string[] = [];
    const proxy = createServer((socket) => {
      socket.on("error", () => {});
      socket.once("data", (head) => {
        asked.push(head.toString("latin1").split("\r\n")[0] ?? "");
        socket.end("HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n");
      });
    });
    await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
    const { port } = proxy.address() as { port: number };
    const from = (name: string) =>
      failing(
        download(`https://${name}/a.pdf`, {
          baseUrl: "https://api.example.com",
          env: { HTTPS_PROXY: `http://127.0.0.1:${port}` },
          to: folder,
          clock: fakeClock(),
          retries: 0,
        }),
      );
    resolving("169.254.169.254");
    expect((await from("inside.example")).message).toContain("the name resolves to a private address");
    expect(asked).toEqual([]);
    resolving("1.1.1.1");
    await from("outside.example");
    expect(asked).toEqual(["CONNECT outside.example:443 HTTP/1.1"]);
    proxy.close();
  });
});

describe("redirects", () => {
  it("R60 from https to http are refused on this machine too", async () => {
    const server = createTlsServer({ key: KEY, cert: CERTIFICATE }, (_, response) =>
      response.writeHead(302, { Location: `http://127.0.0.1:${port}/b.txt` }).end(),
    );
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as { port: number };
    const base = `https://localhost:${port}`;
    const asked = download(`${base}/a.txt`, { baseUrl: base, env: {}, ca: CERTIFICATE, to: folder, retries: 0 });
    expect(await failing(asked)).toMatchObject({
      kind: "redirect",
      message: `download from 127.0.0.1:${port}: a redirect from https to http`,
    });
    expect(readdirSync(folder)).toEqual([]);
    server.close();
    server.closeAllConnections();
  });
});

describe("R60 from a public service", () => {
  const CONTENT = "what is private";
  const opened: { close(): unknown }[] = [];
  const asked: string[] = [];
  const tunneled: string[] = [];
  let connections = 0;
  let port = 0;
  let env: Record<string, string> = {};
  let location = "";

  beforeEach(async () => {
    asked.length = 0;
    tunneled.length = 0;
    connections = 0;
    const files = createTlsServer({ key: KEY, cert: CERTIFICATE }, (request, response) => {
      asked.push(request.url ?? "");
      if (request.url === "/moved") response.writeHead(302, { Location: location });
      response.end(CONTENT);
    });
    files.on("connection", () => {
      connections += 1;
    });
    // Stands for the Internet: whoever is asked for is that server.
    const sockets = new Set<Socket>();
    const proxy = createServer((socket) => {
      sockets.add(socket.on("error", () => {}));
      socket.once("data", (head) => {
        tunneled.push(head.toString("latin1").split(" ")[1] ?? "");
        const target = connect(port, "127.0.0.1", () => {
          socket.write("HTTP/1.1 200 OK\r\n\r\n");
          socket.pipe(target).pipe(socket);
        });
        sockets.add(target.on("error", () => {}));
      });
    });
    for (const server of [files, proxy]) await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    port = (files.address() as { port: number }).port;
    opened.push({ close: () => files.close() && files.closeAllConnections() });
    opened.push({ close: () => proxy.close() && sockets.forEach((socket) => void socket.destroy()) });
    const { port: through } = proxy.address() as { port: number };
    env = { HTTPS_PROXY: `http://127.0.0.1:${through}`, NO_PROXY: "inside.example" };
    vi.spyOn(dns, "lookup").mockImplementation(((name: string, _options: object, done: (...given: unknown[]) => void) =>
      done(null, [{ address: name.endsWith(".test") ? "1.1.1.1" : "127.0.0.1", family: 4 }])) as typeof dns.lookup);
  });
  afterEach(() => {
    for (const one of opened.splice(0)) one.close();
  });

  const fetched = (link: string, more: Partial<DownloadOptions> = {}) =>
    download(link.replace("PORT", String(port)), {
      ...more,
      ...{ baseUrl: "https://api.example.com", env, ca: CERTIFICATE, to: folder },
      ...{ clock: fakeClock(), retries: 0 },
    });

  it("what is public is written, or the tests below would prove nothing", async () => {
    location = "https://api.example.test/a.txt";
    expect(await fetched("https://api.example.test/moved")).toMatchObject({ bytes: CONTENT.length });
    expect(asked).toEqual(["/moved", "/a.txt"]);
  });

  const PRIVATE = [
    "https://127.0.0.1:PORT/a.txt",
    "https://localhost:PORT/a.txt",
    "https://[::ffff:127.0.0.1]:PORT/a.txt",
    "https://2130706433:PORT/a.txt",
    "https://10.0.0.1/a.txt",
    "https://[fd12::1]/a.txt",
    "https://169.254.169.254/latest/meta-data",
    // Names that lead to this machine, through the proxy and without it.
    "https://secret.example:PORT/a.txt",
    "https://inside.example:PORT/a.txt",
  ];
  it.each(PRIVATE)("nothing is connected to for the link %s", async (link) => {
    await failing(fetched(link));
    expect([connections, tunneled, readdirSync(folder)]).toEqual([0, [], []]);
  });

  const TOKEN = "pat_9fK2+Zq8/Wm4=Xr7";
  const holdsSecret = (text: string) => createSecretFilter(() => [TOKEN], findWholeSecrets)(text) !== text;

  it.each([
    `https://api.example.test/${encodeURIComponent(TOKEN)}`,
    `https://api.example.test/a.txt?token=${TOKEN}`,
    `https://api.example.test/a.txt?sig=${Buffer.from(`me:${TOKEN}`).toString("base64url")}`,
    `https://api.example.test/a.txt#${TOKEN}`,
  ])("an address with a token that this run knows is not fetched: %s", async (link) => {
    const message = "download from api.example.test: the link contains an access token";
    expect(await failing(fetched(link, { holdsSecret }))).toMatchObject({ kind: "refused", message });
    expect([connections, tunneled]).toEqual([0, []]);
    location = link;
    expect(await failing(fetched("https://api.example.test/moved", { holdsSecret }))).toMatchObject({
      kind: "redirect",
      message,
    });
    expect([asked, readdirSync(folder)]).toEqual([["/moved"], []]);
  });

  it.each(PRIVATE)("a redirect to %s is not followed", async (link) => {
    location = link.replace("PORT", String(port));
    await failing(fetched("https://api.example.test/moved"));
    expect([connections, tunneled, readdirSync(folder)]).toEqual([1, ["api.example.test:443"], []]);
  });
});
