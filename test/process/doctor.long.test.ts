import { chmodSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { IS_EXECUTABLE } from "../helpers/cli.js";
import { useHome } from "../helpers/home.js";

const home = useHome();
const TOKEN = "docs_a-token-of-the-doctor-0123";
let server: Server;
let [status, date] = [200, new Date().toUTCString()];

beforeAll(async () => {
  server = createServer((_, response) => {
    response.writeHead(status, { "content-type": "application/json", date });
    response.end(JSON.stringify(status === 200 ? { items: [] } : { error: { code: status, message: "bad token" } }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(() => server.close());

const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
// What a password may hold when nobody encoded it.
const PROXY = "http://me:pass-word/se@cret@proxy.example:3128/?key=pass-word";

async function examine(env: Record<string, string> = {}) {
  const all = { DOCS_BASE_URL: url(), DOCS_TOKEN: TOKEN, SHELL: "/bin/bash", NO_PROXY: "127.0.0.1", ...env };
  const { code, stdout, stderr } = await home.run(["doctor", "--json"], { env: all });
  const rows: { check: string; status: string; detail: string; hint?: string }[] = JSON.parse(stdout);
  return { code, stdout, stderr, found: (check: string) => rows.find((row) => row.check === check) };
}

it("tells what a bug report needs, without secrets", async () => {
  const { code, stdout, stderr, found } = await examine({ HTTPS_PROXY: PROXY });
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(found("engine")?.detail).toMatch(IS_EXECUTABLE ? /^Bun \d/ : `Node ${process.version}, `);
  expect(found("sqlite")).toMatchObject({ status: "ok", detail: expect.stringMatching(/^SQLite 3\./) });
  expect(found("configuration")).toMatchObject({ status: "ok", detail: expect.stringContaining("does not exist yet") });
  expect(found("service")).toMatchObject({ status: "ok", detail: expect.stringMatching(/^answered 200 in \d+ ms$/) });
  expect(found("clock")?.status).toBe("ok");
  expect(found("proxy")?.detail).toContain("HTTPS_PROXY=http://***@proxy.example:3128");
  expect(found("variables")?.detail).toContain("DOCS_TOKEN");
  expect(found("profile")?.detail).toBe(`default: ${url()}, token from DOCS_TOKEN`);
  expect(found("completion")).toMatchObject({ status: "warning", detail: "bash: not installed" });
  expect(stdout + stderr).not.toMatch(/docs_a-token|pass-word|cret/);
});

it("ends with 9 when the service refuses or the clock is wrong", async () => {
  [status, date] = [401, new Date(Date.now() - 3_600_000).toUTCString()];
  const { code, stderr, found } = await examine();
  [status, date] = [200, new Date().toUTCString()];
  expect(code).toBe(9);
  expect(found("service")?.status).toBe("failed");
  expect(found("clock")).toMatchObject({ status: "failed", detail: expect.stringMatching(/^3\d{3} s ahead of/) });
  expect(JSON.parse(stderr).error).toMatchObject({ kind: "partial", failed: ["service", "clock"] });
});

it("sees an installed completion, wide modes and what would leak the token", async () => {
  const config = join(home.dir, "config", "docs");
  mkdirSync(config, { recursive: true, mode: 0o700 });
  writeFileSync(join(config, "config.json"), "{}");
  chmodSync(join(config, "config.json"), 0o644);
  writeFileSync(join(home.dir, ".bashrc"), "source <(docs completion bash)\n");
  const { code, found } = await examine({ NODE_TLS_REJECT_UNAUTHORIZED: "0" });
  expect(found("completion")).toMatchObject({ status: "ok", detail: `bash: ${join(home.dir, ".bashrc")}` });
  expect(found("configuration")).toMatchObject({ status: "warning", hint: expect.stringMatching(/^chmod go= /) });
  expect(found("token safety")?.status).toBe("failed");
  expect(code).toBe(9);
});

it("asks nobody with --offline", async () => {
  const { code, stdout } = await home.run(["doctor", "--offline", "--json"], { env: { DOCS_BASE_URL: url() } });
  expect({ code, asked: stdout.includes('"service"') }).toEqual({ code: 0, asked: false });
});

it.each([
  ["{", /config\.json, line 1: the file is not valid JSON$/],
  ['{"version": 1, "profiles": []}', /config\.json, line 1: the file is not valid: profiles must be /],
])("reports a configuration that is broken, and goes on: %s", async (text, detail) => {
  const config = join(home.dir, "config", "docs");
  mkdirSync(config, { recursive: true, mode: 0o700 });
  writeFileSync(join(config, "config.json"), text, { mode: 0o600 });
  const { code, stderr, found } = await examine();
  const bare = await home.run(["doctor", "--offline", "--json"]);
  const other = await home.run(["profiles", "list", "--json"]);
  rmSync(join(config, "config.json"));
  expect(code).toBe(9);
  const hint = "correct it, or move it away and log in again; it was not changed";
  expect(found("configuration")).toEqual({
    check: "configuration",
    status: "failed",
    detail: expect.stringMatching(detail),
    hint,
  });
  expect(JSON.parse(stderr).error).toMatchObject({ kind: "partial", failed: ["configuration"] });
  // The rest is told by what the environment has.
  expect(found("service")?.status).toBe("ok");
  expect(JSON.parse(bare.stdout)).toContainEqual({
    check: "profile",
    status: "skipped",
    detail: "the configuration cannot be read",
  });
  expect(bare.code).toBe(9);
  // Only the doctor goes on.
  expect(JSON.parse(other.stderr).error.kind).toBe("config");
});

it.each([
  [
    "an address that is none",
    { DOCS_BASE_URL: "https://me:pass-word@docs.example" },
    "profile",
    "user name or password",
  ],
  ["a profile that cannot be", { DOCS_PROFILE: "no/profile" }, "profile", "DOCS_PROFILE"],
  ["a project that is not there", { DOCS_PROJECT: "/nowhere/at-all" }, "project", "/nowhere/at-all"],
])("reports %s among the rest", async (_, env, check, detail) => {
  const { code, stdout, stderr, found } = await examine(env);
  expect(code).toBe(9);
  expect(found(check)).toMatchObject({ status: "failed", detail: expect.stringContaining(detail) });
  expect(found("sqlite")?.status).toBe("ok");
  expect(stdout + stderr).not.toContain("pass-word");
});

it("says where a folder that is not there yet cannot be made", async () => {
  const file = join(home.dir, "a-file");
  writeFileSync(file, "");
  const { code, found } = await examine({ XDG_CACHE_HOME: join(file, "cache") });
  expect(code).toBe(9);
  expect(found("cache")).toMatchObject({ status: "failed", detail: expect.stringContaining(file) });
  if (process.getuid?.() !== 0) return;
  // Root may write anywhere: somebody else looks at a folder of root's.
  const { stdout } = await home.shell(`setpriv --reuid=65534 --clear-groups "\${DOCS[@]}" doctor --offline --json`, {
    env: { HOME: "/", XDG_CACHE_HOME: "/usr/no-cache", XDG_CONFIG_HOME: "/usr", XDG_DATA_HOME: "/usr" },
  });
  expect(stdout).toContain("/usr/no-cache/docs, does not exist yet: /usr cannot be written");
});
