/** What a download must never do, whatever the link, the names and the file system are like. */
import dns from "node:dns";
import type fs from "node:fs";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer as createTlsServer } from "node:https";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { publicLookup } from "../../src/http/download/address.js";
import { download } from "../../src/http/download/download.js";
import { openPart } from "../../src/http/download/part-file.js";
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
