import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type DownloadOptions, download, nameInHeader, publicLookup, safeName } from "../../src/http/download.js";
import { createNodeTransport } from "../../src/http/transport/node.js";
import type { WireRequest, WireResponse } from "../../src/http/types.js";
import { isPrivateAddress, isPrivateHost } from "../../src/shared/local-address.js";
import { answer, cutBody, type FaultServer, faultServer, redirect, stallBody } from "../helpers/fault-server.js";
import { failing, fakeClock, text } from "./support.js";

let folder: string;
let server: FaultServer | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "docs-download-"));
});
afterEach(async () => {
  await server?.close();
  server = undefined;
  rmSync(folder, { recursive: true, force: true });
});

async function get(
  script: Parameters<typeof faultServer>[0],
  path = "/files/a.pdf",
  options: Partial<DownloadOptions> = {},
) {
  server = await faultServer(script);
  const fixed = {
    baseUrl: server.url,
    env: {},
    to: folder,
    clock: fakeClock(),
    random: () => 0.5,
    userAgent: "docs/1.2.3",
  };
  return download(`${server.url}${path}`, { ...fixed, ...options });
}

async function faultServerHere(): Promise<FaultServer> {
  server = await faultServer([answer(200, "x")]);
  return server;
}

const limits = { connect: 1000, firstByte: 1000, idle: 1000, attempt: 2000, maxBody: 1000, maxError: 100 };
const names = () => readdirSync(folder).sort();

describe("downloads", () => {
  it("R60 R50 writes the file whole, and sends no token", async () => {
    const bytes = Buffer.alloc(300_000, "x");
    const result = await get([answer(200, bytes)]);
    expect(result.bytes).toBe(300_000);
    expect(result.path.endsWith("/a.pdf")).toBe(true);
    expect(readFileSync(join(folder, "a.pdf")).equals(bytes)).toBe(true);
    expect(server?.requests[0]?.head.split("\r\n").sort()).toEqual([
      "Accept-Encoding: identity",
      "Accept: */*",
      "Connection: keep-alive",
      "GET /files/a.pdf HTTP/1.1",
      `Host: ${server?.url.slice(7)}`,
      "User-Agent: docs/1.2.3",
    ]);
  });

  it("R60 the finished file has the mode that the umask gives", async () => {
    const before = process.umask(0o027);
    try {
      await get([answer(200, "x")]);
    } finally {
      process.umask(before);
    }
    expect(statSync(join(folder, "a.pdf")).mode & 0o777).toBe(0o640);
  });

  it.each([
    ['attachment; filename="../../etc/passwd"', "passwd"],
    ['attachment; filename="..\\\\..\\\\boot.ini"', "boot.ini"],
    ["attachment; filename=plain.pdf", "plain.pdf"],
    ["attachment; filename=x.pdf; filename*=UTF-8''gr%C3%BC%C3%9Fe%2F..%2F.ssh", "ssh"],
  ])("R60 takes the name of the server, made harmless: %s", async (header, name) => {
    await get([answer(200, "x", { "Content-Disposition": header })]);
    expect(names()).toEqual([name]);
  });

  it("R60 prefers the given name over that in the link", async () => {
    await get([answer(200, "x")], "/0123abcd?sig=1", { name: "My file.png" });
    expect(names()).toEqual(["My_file.png"]);
  });

  it("R60 writes to the file that was asked for", async () => {
    const result = await get([answer(200, "x", { "Content-Disposition": "attachment; filename=other" })], "/a", {
      to: join(folder, "mine.bin"),
    });
    expect([names(), result.bytes]).toEqual([["mine.bin"], 1]);
  });

  it("R60 never replaces a file, unless told to", async () => {
    writeFileSync(join(folder, "a.pdf"), "old");
    expect(await failing(get([answer(200, "new")]))).toMatchObject({
      kind: "io",
      hint: "give another path, or replace it with --force",
    });
    expect([names(), readFileSync(join(folder, "a.pdf"), "utf8")]).toEqual([["a.pdf"], "old"]);
    await server?.close();
    await get([answer(200, "new")], "/a.pdf", { force: true });
    expect([names(), readFileSync(join(folder, "a.pdf"), "utf8")]).toEqual([["a.pdf"], "new"]);
  });

  it("R60 never writes through a link, even with --force", async () => {
    mkdirSync(join(folder, "out"));
    const target = join(folder, "victim");
    symlinkSync(target, join(folder, "out", "a.pdf"));
    const to = join(folder, "out");
    expect(await failing(get([answer(200, "new")], "/a.pdf", { to }))).toMatchObject({ kind: "io" });
    await server?.close();
    await get([answer(200, "new")], "/a.pdf", { to, force: true });
    expect(names()).toEqual(["out"]);
    expect(statSync(join(to, "a.pdf")).isFile()).toBe(true);
  });

  it("R60 leaves nothing behind when the body is cut, refused or too large", async () => {
    expect(await failing(get([cutBody(200, "half")]))).toMatchObject({ kind: "invalid-answer" });
    expect(server?.requests.length).toBe(4);
    await server?.close();
    expect(await failing(get([answer(403, "no")]))).toMatchObject({ kind: "forbidden", status: 403 });
    await server?.close();
    expect(await failing(get([answer(200, "x".repeat(2000))], "/a", { maxBytes: 1000 }))).toMatchObject({
      kind: "too-large",
    });
    expect(names()).toEqual([]);
  });

  it.each([
    [206, "a part"],
    [204, ""],
  ])("R60 %i is never stored as the whole file", async (status, body) => {
    expect(await failing(get([answer(status, body)]))).toMatchObject({ kind: "invalid-answer" });
    expect(names()).toEqual([]);
  });

  it("R60 begins again from nothing after a broken attempt", async () => {
    await get([cutBody(200, "half of it"), answer(200, "whole")]);
    expect(readFileSync(join(folder, "a.pdf"), "utf8")).toBe("whole");
  });

  it("R60 removes its part when it is interrupted", async () => {
    const stop = new AbortController();
    const call = failing(get([stallBody("some")], "/a", { signal: stop.signal }));
    await expect.poll(names).toHaveLength(1);
    stop.abort();
    expect(await call).toMatchObject({ kind: "canceled" });
    expect(names()).toEqual([]);
  });

  it("R60 refuses a file that came compressed", async () => {
    expect(await failing(get([answer(200, "x", { "Content-Encoding": "gzip" })]))).toMatchObject({
      kind: "invalid-answer",
    });
    expect(names()).toEqual([]);
  });

  it("says what is wrong with the target folder", async () => {
    expect(await failing(get([answer(200, "x")], "/a", { to: join(folder, "no", "a") }))).toMatchObject({
      kind: "io",
      message: `cannot write ${join(folder, "no")}: no such folder`,
    });
  });
});

describe("where a download may go", () => {
  /** A network of answers by address. */
  const network = (answers: Record<string, WireResponse>) => {
    const seen: string[] = [];
    const transport = async (request: WireRequest) => {
      seen.push(request.url);
      return answers[request.url] ?? text(404, "");
    };
    return { seen, transport };
  };

  it("R60 follows at most five redirects", async () => {
    const hop = (n: number) => redirect(`/${n}`);
    expect((await get([hop(1), hop(2), hop(3), hop(4), hop(5), answer(200, "x")], "/0")).path.endsWith("/5")).toBe(
      true,
    );
    await server?.close();
    expect(await failing(get([hop(1), hop(2), hop(3), hop(4), hop(5), hop(6), answer(200, "x")], "/0"))).toMatchObject({
      kind: "redirect",
    });
    expect(server?.requests.length).toBe(6);
  });

  const PUBLIC = { baseUrl: "https://api.example.com", env: {} };
  it.each([
    ["http://files.example.com/a", "download from files.example.com: only https is allowed"],
    ["ftp://files.example.com/a", "download from files.example.com: only https is allowed"],
    ["file:///etc/passwd", "download from : only https is allowed"],
    ["https://me:pw@files.example.com/a", "download from files.example.com: the link holds a user name or password"],
    ["https://127.0.0.1/a", "download from 127.0.0.1: a private address, from a public service"],
    ["https://localhost/a", "download from localhost: a private address, from a public service"],
    ["https://10.0.0.1/a", "download from 10.0.0.1: a private address, from a public service"],
    [
      "https://169.254.169.254/latest/meta-data",
      "download from 169.254.169.254: a private address, from a public service",
    ],
    ["https://[fe80::1]/a", "download from [fe80::1]: a private address, from a public service"],
    ["https://[::ffff:10.0.0.1]/a", "download from [::ffff:a00:1]: a private address, from a public service"],
    ["https://0x7f.1/a", "download from 127.0.0.1: a private address, from a public service"],
    ["not a link", "download: the link is not a URL"],
  ])("R60 refuses %s", async (link, message) => {
    expect(await failing(download(link, { ...PUBLIC, to: folder }))).toMatchObject({ kind: "refused", message });
    expect(names()).toEqual([]);
  });

  it("R60 a name that leads to this machine is refused when it is resolved", async () => {
    for (const options of [{}, { all: true }]) {
      const code = await new Promise((resolve) => {
        publicLookup("localhost", options, (error) => resolve(error?.code));
      });
      expect(code).toBe("ERR_PRIVATE_ADDRESS");
    }
    const port = new URL((await faultServerHere()).url).port;
    const send = createNodeTransport({ lookup: publicLookup });
    const error = await failing(send({ method: "GET", url: `http://localhost:${port}/`, headers: {}, limits }));
    expect(error).toMatchObject({
      sent: false,
      code: "ERR_PRIVATE_ADDRESS",
      message: `localhost:${port}: connecting failed: the name resolves to a private address`,
    });
    expect(server?.connections()).toBe(0);
  });

  it("R60 checks every redirect", async () => {
    for (const location of ["http://files.example.com/x", "https://me:pw@h.example/x", "file:///etc/passwd"]) {
      expect(await failing(get([redirect(location)], "/a"))).toMatchObject({ kind: "redirect" });
      await server?.close();
    }
    expect(names()).toEqual([]);
  });

  it("answers of the embedded service are written without a network", async () => {
    const { seen, transport } = network({ "https://docs.sandbox.invalid/f/a.txt": text(200, "inside") });
    const result = await download("https://docs.sandbox.invalid/f/a.txt", { env: {}, to: folder, transport });
    expect([seen, names(), result.bytes]).toEqual([["https://docs.sandbox.invalid/f/a.txt"], ["a.txt"], 6]);
  });
});

describe("names and addresses", () => {
  it.each([
    ["report.pdf", "report.pdf"],
    ["../../x", "x"],
    ["a/b\\c", "c"],
    [".bashrc", "bashrc"],
    ["-rf", "rf"],
    ["..-.x", "x"],
    ["a b\u0000c\u202ed.txt", "a_b_c_d.txt"],
    ["CON", "_CON"],
    ["nul.txt", "_nul.txt"],
    ["com1", "_com1"],
    ["COM\u00b9.log", "_COM_.log"],
    ["console.log", "console.log"],
    ["trailing...", "trailing"],
    ["a:stream", "a_stream"],
    [`${"x".repeat(200)}.pdf`, `${"x".repeat(116)}.pdf`],
    ["", undefined],
    ["...", undefined],
    ["日本", undefined],
    ["日本.pdf", "__.pdf"],
  ])("R60 the name %j becomes %j", (given, expected) => {
    expect(safeName(given)).toBe(expected);
  });

  it("R60 no name without a header that gives one", () => {
    expect(nameInHeader(undefined)).toBeUndefined();
    expect(nameInHeader("inline")).toBeUndefined();
    expect(nameInHeader("attachment; filename*=UTF-8''%E0%A4%A")).toBe("_E0_A4_A");
  });

  it.each([
    "10.1.2.3",
    "172.16.0.1",
    "172.31.255.255",
    "192.168.0.1",
    "127.0.0.1",
    "169.254.169.254",
    "0.0.0.0",
    "100.64.0.1",
    "224.0.0.1",
    "255.255.255.255",
    "::1",
    "::",
    "fc00::1",
    "fd12::1",
    "fe80::1",
    "ff02::1",
    "::ffff:10.0.0.1",
    "::ffff:127.0.0.1",
    "64:ff9b::a00:1",
    "64:ff9b:1::a00:1",
    "2002:a00:1::1",
    "2001:0:a00:1::1",
    "fec0::1",
    "::10.0.0.1",
    "192.0.2.1",
    "198.51.100.255",
    "203.0.113.1",
    "2001:db8::1",
    "100::1",
    "::ffff:1.1.1.1",
    "::ffff:0:1.1.1.1",
    "0:0:0:0:0:ffff:101:101",
    "fe80::1%eth0",
    "nonsense",
  ])("R60 %s is private", (address) => {
    expect(isPrivateAddress(address)).toBe(true);
  });

  it.each([
    "1.1.1.1",
    "172.32.0.1",
    "192.169.0.1",
    "100.128.0.1",
    "2606:4700::1111",
    "2001:4860:4860::8888",
    "2001:db9::1",
    "100:0:0:1::1",
    "192.0.3.1",
    "203.0.114.1",
  ])("R60 %s is public", (address) => {
    expect(isPrivateAddress(address)).toBe(false);
  });

  it("R60 a name is judged by its address, not by its look", () => {
    expect(isPrivateHost("example.com")).toBe(false);
    expect(isPrivateHost("a.localhost")).toBe(true);
    expect(isPrivateHost("[::1]")).toBe(true);
  });
});
