/** Whom the command talks to: whoever it was told to, nobody else. Every connection of the process is written down. */
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createHome, ended, type Home, preloading } from "../helpers/cli.js";
import { answer, faultServer } from "../helpers/fault-server.js";
import { environment } from "./attempt.js";

let home: Home;
let folder: string;
let log: string;
let watcher: string;
beforeAll(() => {
  home = createHome();
  folder = mkdtempSync(join(tmpdir(), "docs-quiet-"));
  log = join(folder, "connections.txt");
  watcher = join(folder, "watch.cjs");
  // Loaded before the command: it sees every socket, name lookup and child process, and every module of a package.
  writeFileSync(
    watcher,
    `const { appendFileSync } = require("node:fs");
const say = (what) => appendFileSync(${JSON.stringify(log)}, what + "\\n");
const net = require("node:net"), dns = require("node:dns"), child = require("node:child_process");
const connect = net.Socket.prototype.connect;
net.Socket.prototype.connect = function (...args) {
  const [first] = Array.isArray(args[0]) ? args[0] : args;
  say("connect " + (first.host ?? "") + ":" + (first.port ?? first.path));
  return connect.apply(this, args);
};
const lookup = dns.lookup;
dns.lookup = (name, ...rest) => (say("lookup " + name), lookup(name, ...rest));
for (const name of ["spawn", "exec", "execFile", "fork"]) child[name] = () => say("child");
`,
  );
  // What other tools would take for plugins, configuration or settings.
  const trap = "throw new Error('loaded');";
  mkdirSync(join(folder, "node_modules", "docs-cli-plugin"), { recursive: true });
  writeFileSync(join(folder, "node_modules", "docs-cli-plugin", "index.js"), trap);
  for (const name of ["docs.config.js", "docs.js", ".docsrc.js", "index.js"]) writeFileSync(join(folder, name), trap);
  const settings = "https://evil.example";
  for (const name of [".env", ".docsrc", "docs.yaml"]) {
    writeFileSync(join(folder, name), `DOCS_BASE_URL=${settings}\nDOCS_TOKEN=stolen-token-0123456789\n`);
  }
  for (const name of ["docs.json", "config.json", ".docsrc.json", "package.json"]) {
    const config = { baseUrl: settings, token: "stolen-token-0123456789", plugins: ["docs-cli-plugin"] };
    writeFileSync(join(folder, name), JSON.stringify({ ...config, docs: config, profiles: { default: config } }));
  }
});
afterAll(() => {
  home.remove();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => rmSync(log, { force: true }));

const run = (args: readonly string[], env: Record<string, string> = {}) =>
  home.run(args, { cwd: folder, env: { ...preloading(watcher), ...env } });
const connections = () => (existsSync(log) ? readFileSync(log, "utf8").trimEnd().split("\n") : []);

describe("R52 R64 in a folder full of traps", () => {
  test.each([
    [["--version"]],
    [["--help"]],
    [["cr", "--help"]],
    [["completion", "bash"]],
    [["config", "list"]],
    [["profiles", "list"]],
    [["spaces", "edit", "s1", "--title", "x", "--dry-run", "--base-url", "https://api.example"]],
  ])("%j talks to nobody", async (args) => {
    const ran = await run(args);
    expect(ran, ran.stderr).toMatchObject({ code: 0 });
    expect(ran.stdout + ran.stderr).not.toContain("evil");
    expect(connections()).toEqual([]);
  });

  test("R69 the embedded service talks to nobody", async () => {
    for (const [args, code] of [
      [["--sandbox", "cr", "list"], 0],
      [["--sandbox", "cr", "merge", "42"], 0],
      // Nothing is imported.
      [["--sandbox", "content", "import", "https://evil.example/guide", "--source", "website"], 5],
      [["--sandbox", "openapi", "create", "pets", "--source-url", "https://evil.example/pets.yaml"], 0],
    ] as const) {
      expect(await run(args)).toMatchObject({ code });
    }
    expect(connections()).toEqual([]);
  });

  test("R69 nor does it when it is served", async () => {
    const child = home.start(["sandbox", "start", "--json", "--show-token"], { cwd: folder, env: preloading(watcher) });
    const end = ended(child);
    const [line] = (await once(child.stdout, "data")) as [Buffer];
    const { url, token } = JSON.parse(String(line));
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const spec = { source: { url: "https://evil.example/pets.yaml" } };
    const source = { url: "https://evil.example/guide", source: "website" };
    for (const [method, path, body] of [
      ["GET", "/v1/orgs", undefined],
      ["PUT", "/v1/orgs/hR7kQ2mXv9TzLb4WcN8p/openapi/pets", spec],
      ["POST", "/v1/spaces/tG4nVx8YqLz2RkWd7JmS/content/import", source],
      ["GET", "/v1/orgs/hR7kQ2mXv9TzLb4WcN8p/openapi/pets", undefined],
    ] as const) {
      const answered = await fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
      expect([path, answered.status]).toEqual([path, expect.toBeOneOf([200, 201, 422])]);
      await answered.text();
    }
    child.kill("SIGTERM");
    expect(await end).toMatchObject({ code: 0 });
    // Where it listens.
    expect(connections()).toEqual(["lookup 127.0.0.1"]);
  });

  test("without a profile no token and no address are found", async () => {
    const ran = await run(["orgs", "list"]);
    expect(ran.code).toBe(1);
    expect(ran.stderr).not.toContain("evil");
    expect(connections()).toEqual([]);
  });

  test("a command talks to its service alone", async () => {
    const server = await faultServer([answer(200, { items: [] })]);
    const ran = await run(["orgs", "list"], environment(server.url));
    await server.close();
    expect(ran).toMatchObject({ code: 0 });
    expect(connections()).toEqual([`connect 127.0.0.1:${new URL(server.url).port}`]);
    expect(server.requests[0]?.head).toContain("fault-token-0123456789");
  });
});
