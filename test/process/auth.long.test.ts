import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createHome, type Home } from "../helpers/cli.js";
import { ORGANIZATIONS, type Service, service, withToken } from "./service.js";

const TOKEN = "good-token-0123456789-wxyz";
let home: Home;
let api: Service;
beforeEach(async () => {
  home = createHome();
  api = await service(withToken(TOKEN, () => ({ body: ORGANIZATIONS })));
});
afterEach(async () => {
  home.remove();
  await api.close();
});

const configFile = () => join(home.dir, "config", "docs", "config.json");
const mode = (path: string) => (statSync(path).mode & 0o777).toString(8);
const login = (args: readonly string[] = [], token = TOKEN) =>
  home.run(["auth", "login", "--base-url", api.url, "--token-stdin", ...args], { input: `${token}\n` });

describe("docs auth login", () => {
  test("R53 checks the token with the service, then stores it as 0600 in a folder of 0700", async () => {
    const result = await login();
    expect(result).toMatchObject({ code: 0, stdout: "" });
    expect(result.stderr).toContain(`Logged in to ${api.url} as profile default (Acme)`);
    expect(result.stderr).toContain("docs config set org o1");
    expect(api.hits).toMatchObject([{ method: "GET", authorization: `Bearer ${TOKEN}` }]);
    expect(api.hits[0]?.url).toMatch(/^\/v1\/orgs\?/);
    expect(mode(configFile())).toBe("600");
    expect(mode(join(home.dir, "config", "docs"))).toBe("700");
    expect(readFileSync(configFile(), "utf8")).toContain(TOKEN);
    expect(await home.run(["orgs", "list", "-q", ".[].title"])).toMatchObject({
      code: 0,
      stdout: "Acme\n",
      stderr: "",
    });
  });

  test("tells whether the profile is the current one", async () => {
    expect((await login()).stderr).toContain("It is the current profile\n");
    const second = await login(["--profile", "work"]);
    expect(second.stderr).toContain("It is not the current profile; make it so with: docs profiles use work\n");
    expect(await home.run(["profiles", "list", "-q", ".[] | select(.current) | .name"])).toMatchObject({
      stdout: "default\n",
    });
  });

  test("a token that the service refuses is not stored", async () => {
    const result = await login([], "wrong-token-0123456789");
    expect(result).toMatchObject({ code: 4, stdout: "" });
    expect(result.stderr).not.toContain("wrong-token");
    expect(existsSync(configFile())).toBe(false);
    expect(api.hits).toHaveLength(1);
  });

  test("a wrong token leaves the one that was stored", async () => {
    await login();
    const before = readFileSync(configFile(), "utf8");
    expect((await login([], "wrong-token-0123456789")).code).toBe(4);
    expect(readFileSync(configFile(), "utf8")).toBe(before);
  });

  test.each([
    ["", "it is empty"],
    ["sekret one\n", "it contains a space"],
    ["sekret\nsekret\n", "more than one line"],
    ["sekrét\n", "not visible ASCII"],
  ])("R48 %j is no token: exit 1, not shown, not sent", async (input, words) => {
    const result = await home.run(["auth", "login", "--base-url", api.url, "--token-stdin"], { input });
    expect(result).toMatchObject({ code: 1, stdout: "" });
    expect(result.stderr).toContain(words);
    expect(result.stderr).not.toContain("sekr");
    expect(api.hits).toEqual([]);
    expect(existsSync(configFile())).toBe(false);
  });

  test("from a file; without an address, without a token: exit 2", async () => {
    const file = join(home.dir, "token");
    writeFileSync(file, `${TOKEN}\n`, { mode: 0o600 });
    expect((await home.run(["auth", "login", "--base-url", api.url, "--token-file", file])).code).toBe(0);
    expect((await home.run(["auth", "login", "--profile", "p2", "--token-stdin"], { input: TOKEN })).code).toBe(2);
    expect((await home.run(["auth", "login", "--profile", "p2", "--base-url", api.url])).code).toBe(2);
    expect(api.hits).toHaveLength(1);
  });

  test("R41 a folder that cannot be written: exit 1, the service is still used", async () => {
    writeFileSync(join(home.dir, "config"), "a file in the place of the folder");
    const result = await login();
    expect(result).toMatchObject({ code: 1, stdout: "" });
    expect(result.stderr).toContain(join(home.dir, "config"));
    const env = { DOCS_BASE_URL: api.url, DOCS_TOKEN: TOKEN };
    expect(await home.run(["orgs", "list", "-q", ".[].id"], { env })).toMatchObject({ code: 0, stdout: "o1\n" });
  });

  test("R55 a broken configuration is named with its line and stays as it is", async () => {
    mkdirSync(join(home.dir, "config", "docs"), { recursive: true, mode: 0o700 });
    writeFileSync(configFile(), '{\n  "profiles": {,\n}\n', { mode: 0o600 });
    for (const args of [
      ["orgs", "list"],
      ["config", "list"],
      ["auth", "status"],
    ]) {
      const result = await home.run(args);
      expect(result).toMatchObject({ code: 1, stdout: "" });
      expect(result.stderr).toContain(configFile());
      expect(result.stderr).toMatch(/line 2|:2/);
    }
    expect((await login()).code).toBe(1);
    expect(readFileSync(configFile(), "utf8")).toBe('{\n  "profiles": {,\n}\n');
  });
});

describe("docs auth status, token and logout", () => {
  test("R47 status tells the source and the last four characters", async () => {
    await login();
    const stored = await home.run(["auth", "status", "--json"]);
    expect(JSON.parse(stored.stdout)).toEqual({
      profile: "default",
      baseUrl: api.url,
      me: null,
      tokenSource: 'the profile "default"',
      tokenTail: "wxyz",
      ...{ org: null, space: null, site: null },
      organizations: ["Acme"],
    });
    const env = { DOCS_TOKEN: TOKEN, DOCS_BASE_URL: api.url };
    const hits = api.hits.length;
    const offline = await home.run(["auth", "status", "--offline", "--json"], { env });
    expect(JSON.parse(offline.stdout)).toMatchObject({ tokenSource: "DOCS_TOKEN", organizations: null });
    expect(api.hits).toHaveLength(hits);
    const short = await home.run(["auth", "status", "--offline", "--json"], {
      env: { ...env, DOCS_TOKEN: "short-tok" },
    });
    expect(JSON.parse(short.stdout)).toMatchObject({ tokenTail: null });
  });

  test("token prints the token alone; after logout there is none", async () => {
    await login();
    expect(await home.run(["auth", "token"])).toMatchObject({ code: 0, stdout: `${TOKEN}\n`, stderr: "" });
    expect(await home.run(["auth", "logout"])).toMatchObject({ code: 0, stdout: "" });
    expect(readFileSync(configFile(), "utf8")).not.toContain(TOKEN);
    expect(await home.run(["auth", "token"])).toMatchObject({ code: 4, stdout: "" });
    const status = await home.run(["auth", "status"]);
    expect(status).toMatchObject({ code: 4, stdout: "" });
    expect(status.stderr).toContain("docs auth login");
    expect((await home.run(["auth", "logout"])).code).toBe(0);
  });

  test("a token that no longer works: status is exit 4", async () => {
    const env = { DOCS_TOKEN: "expired-token-0123456789", DOCS_BASE_URL: api.url };
    const result = await home.run(["auth", "status"], { env });
    expect(result.code).toBe(4);
    expect(result.stderr).not.toContain("expired-token");
  });

  test("R56 no output, log or error shows the token", async () => {
    const env = { DOCS_TOKEN: TOKEN, DOCS_BASE_URL: api.url, DOCS_DEBUG: "1" };
    for (const args of [
      ["orgs", "list", "--debug", "--debug-body"],
      ["orgs", "list", "--dry-run"],
      ["orgs", "view", "o1", "--json"],
    ]) {
      const { stdout, stderr } = await home.run(args, { env });
      expect(stdout + stderr).not.toContain(TOKEN);
      expect(stdout + stderr).not.toContain(Buffer.from(TOKEN).toString("base64"));
    }
  });
});

describe("docs profiles", () => {
  test("list, use and delete", async () => {
    await login();
    await login(["--profile", "work"]);
    const list = await home.run(["profiles", "list", "--json"]);
    expect(JSON.parse(list.stdout)).toEqual([
      expect.objectContaining({ name: "default", current: true, token: true, baseUrl: api.url }),
      expect.objectContaining({ name: "sandbox", current: false, token: false }),
      expect.objectContaining({ name: "work", current: false, token: true, baseUrl: api.url }),
    ]);
    expect(list.stdout).not.toContain(TOKEN);
    expect((await home.run(["profiles", "use", "work"])).code).toBe(0);
    expect(JSON.parse((await home.run(["auth", "status", "--json"])).stdout).profile).toBe("work");
    expect((await home.run(["profiles", "delete", "work"])).code).toBe(2);
    expect((await home.run(["profiles", "delete", "work", "--confirm", "other"])).code).toBe(2);
    expect((await home.run(["profiles", "delete", "work", "--confirm", "work"])).code).toBe(0);
    expect((await home.run(["profiles", "delete", "work", "--yes"])).code).toBe(3);
    expect((await home.run(["profiles", "delete", "work", "--yes", "--if-exists"])).code).toBe(0);
    expect(readFileSync(configFile(), "utf8")).not.toContain('"work"');
    expect((await home.run(["profiles", "use", "nobody"])).code).toBeGreaterThan(0);
  });

  test("DOCS_PROFILE=sandbox is --sandbox", async () => {
    const env = { DOCS_PROFILE: "sandbox" };
    expect((await home.run(["cr", "view", "42", "-q", ".number"], { env })).stdout).toBe("42\n");
  });
});

describe("docs config", () => {
  test("set, get, list and unset", async () => {
    expect(await home.run(["config", "get", "space"])).toMatchObject({ code: 3, stdout: "" });
    expect(await home.run(["config", "set", "space", "spcR7kQ2mXv9TzLb4Wc7"])).toMatchObject({ code: 0, stdout: "" });
    expect(await home.run(["config", "get", "space"])).toMatchObject({ code: 0, stdout: "spcR7kQ2mXv9TzLb4Wc7\n" });
    const list = JSON.parse((await home.run(["config", "list", "--json"])).stdout);
    expect(list).toContainEqual(expect.objectContaining({ key: "space", value: "spcR7kQ2mXv9TzLb4Wc7" }));
    expect((await home.run(["config", "unset", "space"])).code).toBe(0);
    expect((await home.run(["config", "get", "space"])).code).toBe(3);
    expect((await home.run(["config", "set", "nope", "x"])).code).toBe(2);
    expect((await home.run(["config", "set", "token", "sekret"])).stderr).not.toContain("sekret");
  });

  test("flag, then environment, then profile", async () => {
    await login();
    await home.run(["config", "set", "org", "ofProfile0123456789"]);
    const asked = async (args: readonly string[], env: Record<string, string> = {}) => {
      await home.run(["spaces", "list", ...args], { env });
      return api.hits.at(-1)?.url.split("?")[0];
    };
    expect(await asked([])).toBe("/v1/orgs/ofProfile0123456789/spaces");
    expect(await asked([], { DOCS_ORG: "ofEnv0123456789abcd" })).toBe("/v1/orgs/ofEnv0123456789abcd/spaces");
    expect(await asked([], { DOCS_ORG: "" })).toBe("/v1/orgs/ofProfile0123456789/spaces");
    expect(await asked(["--org", "ofFlag0123456789abc"], { DOCS_ORG: "ofEnv0123456789abcd" })).toBe(
      "/v1/orgs/ofFlag0123456789abc/spaces",
    );
  });

  test("R47 --token-stdin, then DOCS_TOKEN, then the profile", async () => {
    await login();
    const sent = async (args: readonly string[], env: Record<string, string>, input = "") => {
      await home.run(["orgs", "list", ...args], { env, input });
      return api.hits.at(-1)?.authorization;
    };
    expect(await sent([], {})).toBe(`Bearer ${TOKEN}`);
    expect(await sent([], { DOCS_TOKEN: "ofEnv0123456789abcd" })).toBe("Bearer ofEnv0123456789abcd");
    expect(await sent(["--token-stdin"], { DOCS_TOKEN: "ofEnv0123456789abcd" }, "of-stdin\n")).toBe("Bearer of-stdin");
    const file = join(home.dir, "t");
    writeFileSync(file, "of-file", { mode: 0o600 });
    expect(await sent(["--token-file", file], { DOCS_TOKEN: "ofEnv0123456789abcd" })).toBe("Bearer of-file");
    expect(await sent([], { DOCS_TOKEN: "" })).toBe(`Bearer ${TOKEN}`);
  });

  test("R52 nothing is read from the working directory", async () => {
    const cwd = join(home.dir, "project");
    mkdirSync(join(cwd, ".config", "docs"), { recursive: true });
    writeFileSync(join(cwd, ".env"), `DOCS_BASE_URL=${api.url}\nDOCS_TOKEN=${TOKEN}\n`);
    const config = JSON.stringify({
      version: 1,
      profiles: { default: { baseUrl: api.url, token: TOKEN, tokenOrigin: api.url } },
    });
    for (const name of ["config.json", ".docsrc", "docs.json", ".config/docs/config.json"])
      writeFileSync(join(cwd, name), config);
    const result = await home.run(["orgs", "list"], { cwd, env: { HOME: "", XDG_CONFIG_HOME: ".config" } });
    expect(result.code).not.toBe(0);
    expect(result.stdout).toBe("");
    expect(api.hits).toEqual([]);
  });

  test("R52 a relative DOCS_CONFIG_DIR: exit 1, help is printed all the same", async () => {
    const env = { DOCS_CONFIG_DIR: "here" };
    const result = await home.run(["config", "list"], { env });
    expect(result).toMatchObject({ code: 1, stdout: "" });
    expect(result.stderr).toMatch(/^docs: DOCS_CONFIG_DIR must be an absolute path\n/);
    expect(await home.run(["--help"], { env })).toMatchObject({ code: 0, stderr: "" });
  });

  test("R40 without a home: what reads works, what writes is exit 1", async () => {
    const bare = { HOME: undefined, XDG_CONFIG_HOME: undefined, XDG_DATA_HOME: undefined, XDG_CACHE_HOME: undefined };
    const env = { ...bare, DOCS_BASE_URL: api.url, DOCS_TOKEN: TOKEN };
    expect(await home.run(["orgs", "list", "-q", ".[].id"], { env })).toMatchObject({
      code: 0,
      stdout: "o1\n",
      stderr: "",
    });
    for (const args of [
      ["config", "set", "output", "json"],
      ["--sandbox", "cr", "list"],
    ]) {
      const result = await home.run(args, { env: bare });
      expect(result).toMatchObject({ code: 1, stdout: "" });
      expect(result.stderr).toContain("HOME");
    }
  });
});
