/** R54 with a bus that takes connections and does not answer, as after a suspend or in a broken session. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer as createService, type Server as Service } from "node:http";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ended } from "../helpers/cli.js";
import { useHome } from "../helpers/home.js";
import { until } from "./service.js";

const home = useHome();
const TOKEN = "docs_kept-nowhere-at-all-0123456789";
const config = join(home.dir, "config", "docs", "config.json");
/** Connections of the commands under test that are still there. */
const open = new Set<Socket>();
let service: Service;
let url = "";
const buses: Server[] = [];

/** What a bus answers until the client is let in. */
function admit(socket: Socket, lines: string): void {
  if (lines.includes("AUTH EXTERNAL")) socket.write("OK 0123456789abcdef0123456789abcdef\r\n");
  if (lines.includes("NEGOTIATE_UNIX_FD")) socket.write("AGREE_UNIX_FD\r\n");
}

const KINDS = ["silent from the start", "silent after the handshake"] as const;
const address = (kind: (typeof KINDS)[number]) => join(home.dir, `${KINDS.indexOf(kind)}.sock`);

beforeAll(async () => {
  for (const kind of KINDS) {
    const bus = createServer((socket) => {
      open.add(socket);
      socket.on("close", () => open.delete(socket)).on("error", () => socket.destroy());
      socket.on("data", (data) => kind === "silent after the handshake" && admit(socket, data.toString("latin1")));
    });
    buses.push(bus);
    await new Promise<void>((listening) => bus.listen(address(kind), listening));
  }
  service = createService((_, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ items: [{ object: "organization", id: "o1", title: "Acme" }], count: 1 }));
  });
  await new Promise<void>((listening) => service.listen(0, "127.0.0.1", listening));
  url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  mkdirSync(join(home.dir, "config", "docs"), { recursive: true, mode: 0o700 });
  const kept = { baseUrl: url, tokenOrigin: url, org: "o1" };
  const profiles = { default: { ...kept, tokenStore: "keyring" }, filed: { ...kept, token: TOKEN } };
  writeFileSync(config, JSON.stringify({ version: 1, profile: "default", profiles, aliases: {} }), { mode: 0o600 });
});

afterAll(() => {
  for (const server of [...buses, service]) server.close();
});

const on = (kind: (typeof KINDS)[number]) => ({ DBUS_SESSION_BUS_ADDRESS: `unix:path=${address(kind)}` });

/** Without its own limit of 3 s a command waits for ever: it is killed then, and has no exit code. A busy machine needs far more. */
const LIMIT = 60_000;

it.each(KINDS)("every command that needs the keyring gives up in time: a bus %s", async (kind) => {
  const before = readFileSync(config, "utf8");
  const lines = [
    `auth login --base-url ${url} --token-stdin --keyring --profile new`,
    "auth status",
    "auth token",
    "auth move --to file",
    "auth move --to keyring --profile filed",
    "orgs list",
  ];
  const run = (line: string) => home.run(line.split(" "), { env: on(kind), input: TOKEN, limit: LIMIT });
  const all = await Promise.all(lines.map(run));
  for (const [at, { code, signal, stdout, stderr }] of all.entries()) {
    expect({ line: lines[at], code, signal, stdout }).toEqual({ line: lines[at], code: 1, signal: null, stdout: "" });
    expect(stderr).toMatch(/^docs: the keyring cannot be used: no answer within 3 s\n/);
    expect(stderr).not.toContain(TOKEN);
  }
  expect(readFileSync(config, "utf8")).toBe(before);
  // Nothing of it goes on waiting.
  await until(() => open.size === 0);
});

it.skipIf(!existsSync("/proc/self"))("a command that is killed leaves nothing that waits for the bus", async () => {
  const child = home.start(["orgs", "list"], { env: on("silent from the start") });
  const end = ended(child);
  await until(() => open.size === 1);
  child.kill("SIGKILL");
  await end;
  await until(() => open.size === 0);
});

it("a profile can be deleted all the same, and its token is told to stay", async () => {
  const env = on("silent from the start");
  const { code, stdout, stderr } = await home.run(["profiles", "delete", "default", "--yes"], { env, limit: LIMIT });
  expect([code, stdout, stderr]).toEqual([
    1,
    "",
    "docs: profile default is deleted, but its token may still be in the keyring: the keyring cannot be used: no answer within 3 s\n" +
      "  revoke the token, or remove the entry docs-admin-cli from the keyring\n",
  ]);
  expect(Object.keys(JSON.parse(readFileSync(config, "utf8")).profiles)).toEqual(["filed"]);
});
