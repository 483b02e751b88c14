import { writeFileSync } from "node:fs";
import { connect as connectTcp, createServer as createTcpServer, type Socket } from "node:net";
import { join } from "node:path";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { CERTIFICATE, KEY } from "../helpers/certificate.js";
import { createHome } from "../helpers/cli.js";
import { useHome } from "../helpers/home.js";
import { ORGANIZATIONS, type Service, service } from "./service.js";

const TOKEN = "origin-token-0123456789";
const home = useHome();
const open: { close(): Promise<void> }[] = [];
beforeAll(() => {
  writeFileSync(join(home.dir, "ca.pem"), CERTIFICATE);
});
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

async function start(...given: Parameters<typeof service>): Promise<Service> {
  const started = await service(...given);
  open.push(started);
  return started;
}

const ids = ["orgs", "list", "-q", ".[].id"];
const organizations = () => ({ body: ORGANIZATIONS });

describe("R51 base URLs", () => {
  test.each([
    ["", "/v1/orgs"],
    ["/", "/v1/orgs"],
    ["/api", "/api/v1/orgs"],
    ["/deep/api/", "/deep/api/v1/orgs"],
  ])("address%s calls %s", async (suffix, path) => {
    const api = await start(organizations);
    const env = { DOCS_BASE_URL: api.url + suffix, DOCS_TOKEN: TOKEN };
    expect(await home.run(ids, { env })).toMatchObject({ code: 0, stdout: "o1\n", stderr: "" });
    expect(api.hits.map(({ url }) => url.split("?")[0])).toEqual([path]);
  });

  test.each(["/v1", "/v1/"])("with %s it works, with a note on stderr", async (suffix) => {
    const api = await start(organizations);
    const env = { DOCS_BASE_URL: api.url + suffix, DOCS_TOKEN: TOKEN };
    const result = await home.run(ids, { env });
    expect(result).toMatchObject({ code: 0, stdout: "o1\n" });
    expect(result.stderr).toBe(`docs: the base URL is given without /v1; using ${api.url}\n`);
    expect(api.hits[0]?.url).toMatch(/^\/v1\/orgs\?/);
  });

  test.each([
    "http://docs.example.com",
    "http://0.0.0.0:8080",
    "http://localhost.evil.example",
    "http://[::ffff:127.0.0.1]:8080",
    "ftp://docs.example.com",
    "ftp.example.com:21:21",
    "https://docs.example.com/?a=b",
    "https://docs.example.com/#a",
  ])("%s is refused: exit 2 from the flag, 1 from the environment", async (url) => {
    expect(await home.run([...ids, "--base-url", url], { env: { DOCS_TOKEN: TOKEN } })).toMatchObject({
      code: 2,
      stdout: "",
    });
    expect(await home.run(ids, { env: { DOCS_TOKEN: TOKEN, DOCS_BASE_URL: url } })).toMatchObject({
      code: 1,
      stdout: "",
    });
  });

  test("a host without a scheme is reached by https", async () => {
    const env = { DOCS_TOKEN: TOKEN };
    const ran = await home.run([...ids.slice(0, 2), "--dry-run", "--base-url", "docs.example.com"], { env });
    expect(ran).toMatchObject({ code: 0 });
    expect(ran.stdout).toContain("https://docs.example.com/v1/orgs");
  });

  test("a password in it is refused and not shown", async () => {
    const result = await home.run([...ids, "--base-url", "https://me:sekret@docs.example.com"], {
      env: { DOCS_TOKEN: TOKEN },
    });
    expect(result).toMatchObject({ code: 2, stdout: "" });
    expect(result.stderr).toContain("docs.example.com");
    expect(result.stderr).not.toContain("sekret");
  });
});

describe("R49 a token goes to its own origin only", () => {
  test("the stored one is not sent to another --base-url or DOCS_BASE_URL; one of the same run is", async () => {
    const mine = await start(organizations);
    const other = await start(organizations);
    const person = createHome();
    const login = await person.run(["auth", "login", "--base-url", mine.url, "--token-stdin"], { input: TOKEN });
    expect(login.code).toBe(0);
    const byEnv = await person.run(ids, { env: { DOCS_BASE_URL: other.url } });
    const byFlag = await person.run([...ids, "--base-url", other.url]);
    const status = await person.run(["auth", "status"], { env: { DOCS_BASE_URL: other.url } });
    const printed = await person.run(["auth", "token"], { env: { DOCS_BASE_URL: other.url } });
    for (const result of [byEnv, byFlag, status, printed]) {
      expect(result).toMatchObject({ code: 4, stdout: "" });
      expect(result.stderr).toContain(other.url);
      expect(result.stderr).not.toContain(TOKEN);
    }
    expect(other.hits).toEqual([]);
    expect((await person.run(ids, { env: { DOCS_BASE_URL: other.url, DOCS_TOKEN: "theirs" } })).code).toBe(0);
    expect(other.hits.map(({ authorization }) => authorization)).toEqual(["Bearer theirs"]);
    await person.run(["config", "set", "base-url", other.url]);
    expect((await person.run(ids)).code).toBe(4);
    expect(other.hits).toHaveLength(1);
    person.remove();
  });

  test.each([301, 302, 303, 307, 308])(
    "R16 a redirect (%i) is not followed: exit 5 names the target",
    async (status) => {
      const target = await start(organizations);
      const api = await start(() => ({ status, headers: { location: `${target.url}/v1/orgs?secret=1` } }));
      const env = { DOCS_BASE_URL: api.url, DOCS_TOKEN: TOKEN };
      const result = await home.run(ids, { env });
      expect(result).toMatchObject({ code: 5, stdout: "" });
      expect(result.stderr).toContain(target.url);
      expect(result.stderr).not.toContain("secret=1");
      expect([api.hits.length, target.hits.length]).toEqual([1, 0]);
      const write = await home.run(["cr", "merge", "42", "--space", "s1"], { env });
      // What a 303 answers to a write may have been done.
      expect(write.code).toBe(status === 303 ? 7 : 5);
      expect(target.hits).toEqual([]);
    },
  );

  test("R50 a download goes without the token", async () => {
    const files = await start(() => ({ body: "content of the file" }));
    const link = { object: "file", id: "f1", name: "a.txt", downloadURL: `${files.url}/a.txt?token=x` };
    const api = await start(() => ({ body: link }));
    const env = { DOCS_BASE_URL: api.url, DOCS_TOKEN: TOKEN };
    const result = await home.run(["files", "download", "f1", "--space", "s1", "-O", "got.txt"], { env });
    expect(result.code).toBe(0);
    expect(api.hits.map(({ authorization }) => authorization)).toEqual([`Bearer ${TOKEN}`]);
    expect(files.hits.map(({ url, authorization }) => [url, authorization])).toEqual([["/a.txt?token=x", undefined]]);
  });
});

describe("R17 TLS", () => {
  const tls = { key: KEY, cert: CERTIFICATE };
  const CA = () => join(home.dir, "ca.pem");

  test("an unknown authority: exit 6, nothing is sent; with --ca-file or NODE_EXTRA_CA_CERTS it works", async () => {
    const api = await start(organizations, tls);
    const env = { DOCS_BASE_URL: api.url, DOCS_TOKEN: TOKEN };
    const unknown = await home.run(ids, { env });
    expect(unknown).toMatchObject({ code: 6, stdout: "" });
    expect(unknown.stderr).toContain(`127.0.0.1:${api.port}`);
    expect(unknown.stderr).toMatch(/certificate|TLS/i);
    expect(api.hits).toEqual([]);
    expect(await home.run([...ids, "--ca-file", CA()], { env })).toMatchObject({ code: 0, stdout: "o1\n", stderr: "" });
    const extra = await home.run(ids, { env: { ...env, NODE_EXTRA_CA_CERTS: CA() } });
    expect(extra).toMatchObject({ code: 0, stdout: "o1\n" });
    expect((await home.run([...ids, "--ca-file", "/nonexistent.pem"], { env })).code).toBe(2);
    writeFileSync(join(home.dir, "none.pem"), "not a certificate");
    expect((await home.run([...ids, "--ca-file", "none.pem"], { env })).code).toBe(2);
    expect(api.hits).toHaveLength(2);
  });

  const OFF = { NODE_TLS_REJECT_UNAUTHORIZED: "0" };

  test("NODE_TLS_REJECT_UNAUTHORIZED=0: the token is not sent, wherever it comes from", async () => {
    const api = await start(organizations, tls);
    const person = createHome();
    const input = TOKEN;
    const login = ["auth", "login", "--base-url", api.url, "--token-stdin"];
    const file = join(person.dir, "token");
    writeFileSync(file, TOKEN, { mode: 0o600 });
    expect((await person.run([...login, "--ca-file", CA()], { input })).code).toBe(0);
    expect(api.hits).toHaveLength(1);
    for (const [args, options] of [
      [ids, { env: OFF }],
      [["cr", "merge", "42", "--space", "s1"], { env: OFF }],
      [["api", "/v1/orgs"], { env: OFF }],
      [ids, { env: { ...OFF, DOCS_BASE_URL: api.url, DOCS_TOKEN: TOKEN } }],
      [[...ids, "--token-file", file], { env: OFF }],
      [[...ids, "--token-stdin"], { env: OFF, input }],
      [[...login, "--profile", "other"], { env: OFF, input }],
    ] as const) {
      const result = await person.run(args, options);
      expect([args, result]).toEqual([args, expect.objectContaining({ code: 1, stdout: "" })]);
      expect(result.stderr).toContain("NODE_TLS_REJECT_UNAUTHORIZED");
      expect(result.stderr).toContain("--ca-file");
    }
    expect(api.hits).toHaveLength(1);
    person.remove();
  });
});

/** A proxy that tunnels every CONNECT to one port of this machine, and keeps what it was asked. */
async function proxy(port: number, refuse?: number) {
  const asked: string[] = [];
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.once("data", (chunk) => {
      const head = chunk.toString("latin1");
      asked.push(head);
      if (refuse !== undefined) return void socket.end(`HTTP/1.1 ${refuse} No\r\ncontent-length: 0\r\n\r\n`);
      const target = connectTcp(port, "127.0.0.1", () => {
        socket.write("HTTP/1.1 200 OK\r\n\r\n");
        socket.pipe(target).pipe(socket);
      });
      sockets.add(target);
      target.on("error", () => socket.destroy());
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  const close = () =>
    new Promise<void>((resolve) => {
      for (const socket of sockets) socket.destroy();
      server.close(() => resolve());
    });
  open.push({ close });
  return { asked, host: `127.0.0.1:${address.port}` };
}

describe("R18 proxies", () => {
  const HOST = "api.example.test";
  const args = () => [...ids, "--ca-file", join(home.dir, "ca.pem"), "--retries", "0"];

  test("https goes through the tunnel of HTTPS_PROXY; the proxy never sees the token", async () => {
    const api = await start(organizations, { key: KEY, cert: CERTIFICATE });
    const { asked, host } = await proxy(api.port);
    const env = { DOCS_BASE_URL: `https://${HOST}`, DOCS_TOKEN: TOKEN, HTTPS_PROXY: `http://user:sekret@${host}` };
    expect(await home.run(args(), { env })).toMatchObject({ code: 0, stdout: "o1\n", stderr: "" });
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatch(/^CONNECT api\.example\.test:443 HTTP\/1\.1\r\n/);
    expect(asked[0]).toContain(`Basic ${Buffer.from("user:sekret").toString("base64")}`);
    expect(asked[0]).not.toContain(TOKEN);
    expect(api.hits).toMatchObject([{ host: HOST, authorization: `Bearer ${TOKEN}` }]);
  });

  test("this machine is never reached through one", async () => {
    const api = await start(organizations);
    const { asked, host } = await proxy(api.port);
    const env = {
      DOCS_BASE_URL: api.url,
      DOCS_TOKEN: TOKEN,
      HTTPS_PROXY: `http://${host}`,
      HTTP_PROXY: `http://${host}`,
      http_proxy: `http://${host}`,
    };
    expect(await home.run(ids, { env })).toMatchObject({ code: 0, stdout: "o1\n" });
    const byName = { ...env, DOCS_BASE_URL: `http://localhost:${api.port}` };
    expect(await home.run(ids, { env: byName })).toMatchObject({ code: 0, stdout: "o1\n" });
    expect(asked).toEqual([]);
    expect(api.hits).toHaveLength(2);
  });

  test("a 407 is exit 6; the proxy's password is not shown", async () => {
    const { asked, host } = await proxy(1, 407);
    const env = { DOCS_BASE_URL: `https://${HOST}`, DOCS_TOKEN: TOKEN, HTTPS_PROXY: `http://user:sekret@${host}` };
    const result = await home.run([...args(), "--debug"], { env });
    expect(result).toMatchObject({ code: 6, stdout: "" });
    expect(result.stderr).toContain("407");
    expect(result.stderr).not.toContain("sekret");
    expect(asked.length).toBeGreaterThan(0);
  });
});
