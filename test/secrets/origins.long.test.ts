/** R16, R49 to R52, R60: whatever points elsewhere, the token reaches one origin only. */
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createHome, type Home } from "../helpers/cli.js";
import { sampleCases } from "../helpers/sample.js";
import { type Answer, type Hit, ORGANIZATIONS, type Service, service } from "../process/service.js";
import { CANARY, leaks } from "./canary.js";

let home: Home;
/** The origin that the token belongs to, and one that waits for it. */
let own: Service;
let other: Service;
let answer: (hit: Hit) => Answer = () => ({ body: ORGANIZATIONS });
/** As a header, a part of the address or a body. */
const seen = (hit: Hit) => leaks([hit.url, hit.authorization, hit.host, hit.body].join("\n"));

beforeAll(async () => {
  home = createHome();
  own = await service((hit) => answer(hit));
  other = await service((hit) =>
    hit.url.startsWith("/back") ? { status: 302, headers: { location: `${own.url}/file` } } : { body: ORGANIZATIONS },
  );
  const login = await home.run(["auth", "login", "--base-url", own.url, "--token-stdin"], { input: CANARY });
  expect(login.code).toBe(0);
});
afterAll(async () => {
  home.remove();
  await own.close();
  await other.close();
});
beforeEach(() => {
  answer = () => ({ body: ORGANIZATIONS });
  own.hits.length = 0;
  other.hits.length = 0;
});
afterEach(() => {
  expect(other.hits.flatMap(seen)).toEqual([]);
  expect(other.hits.map(({ authorization }) => authorization).filter(Boolean)).toEqual([]);
});

const orgs = ["orgs", "list", "-q", ".[].id", "--retries", "0"];
/** As a profile has it, and as the environment gives it. */
const SOURCES: [string, () => Record<string, string>][] = [
  ["the stored token", () => ({})],
  ["DOCS_TOKEN", () => ({ DOCS_TOKEN: CANARY, DOCS_BASE_URL: own.url })],
];

const PATHS = [
  "//{other}/v1/orgs",
  "http://{other}/v1/orgs",
  "/v1/../../{other}",
  "/v1/..%2f..%2f{other}",
  "/v1/\\\\{other}/v1",
  "\\\\{other}",
  "/\\{other}/v1/orgs",
  "@{other}/v1/orgs",
  "/v1@{other}/",
  "/v1/%2e%2e/%2e%2e/{other}",
  "v1/orgs",
  "/v1/orgs\r\nHost: {other}",
];
const ADDRESSES = [
  "http://{own}@{other}",
  "http://{own}:80@{other}",
  "http://{own}\\@{other}",
  "http://{own}#@{other}",
  "http://{own}?@{other}",
  "http://{own}\t@{other}",
  "http://{own}%40{other}",
  "http://{other}#{own}",
  "http://{other}?{own}",
  "http://{other}/{own}",
  "http://{other}\\{own}",
  "http://{other}/http://{own}",
  "//{other}",
  "http:\\\\{other}",
  "http:{other}",
  "HTTP://{other}",
  " http://{other} ",
  "http://\u24db\u24de\u24d2\u24d0\u24db\u24d7\u24de\u24e2\u24e3:{port}",
  "http://localhost:{port}",
  "http://localhost.:{port}",
  "http://127.1:{port}",
  "http://2130706433:{port}",
  "http://0x7f.1:{port}",
  "http://[::1]:{port}",
  "http://[::ffff:127.0.0.1]:{port}",
  "https://{other}",
];

/** What points elsewhere in one way, by what it is. */
const some = <T>(kind: string, all: readonly T[]): T[] =>
  sampleCases(`origins: ${kind}`, all, {
    nameOf: (one) => JSON.stringify(one),
    few: 2,
    rooms: ["src/http/transport", "src/config", "src/cli/run"],
  });

describe.each(SOURCES)("%s", (source, env) => {
  test("R50 reaches its own origin, or the tests below would prove nothing", async () => {
    expect(await home.run(orgs, { env: env() })).toMatchObject({ code: 0, stdout: "o1\n" });
    expect(own.hits.map(({ authorization }) => authorization)).toEqual([`Bearer ${CANARY}`]);
  });

  test.each([
    [301, (url: string) => url],
    [302, (url: string) => url.replace("http://", "//")],
    [303, (url: string) => `${url}\\@${own.url.slice(7)}/`],
    [307, (url: string) => url.replace("127.0.0.1", "localhost")],
    [308, (url: string) => url.replace("http:", "https:")],
    [300, (url: string) => url],
  ])("R16 a redirect %i is not followed, by reads and writes", async (status, location) => {
    answer = () => ({ status, headers: { location: `${location(other.url)}/v1/orgs` } });
    for (const args of [orgs, ["teams", "edit", "t1", "--title", "x", "--org", "o1"], ["api", "/v1/orgs"]]) {
      const result = await home.run(args, { env: env() });
      expect(result.code).toBe(5);
    }
    expect(other.hits).toEqual([]);
    expect(own.hits).toHaveLength(3);
  });

  test("R22 a cursor that is an address is a cursor", async () => {
    for (const page of [
      `${other.url}/v1/orgs`,
      `//${other.url.slice(7)}/`,
      `@${other.url.slice(7)}`,
      `\\\\${other.url}`,
    ]) {
      answer = ({ url }) => ({
        body: url.includes("page=") ? ORGANIZATIONS : { ...ORGANIZATIONS, next: { page, url: other.url } },
      });
      own.hits.length = 0;
      expect((await home.run(orgs, { env: env() })).code).toBe(0);
      expect(own.hits.map(({ url }) => new URLSearchParams(url.split("?")[1]).get("page"))).toEqual([null, page]);
    }
    expect(other.hits).toEqual([]);
  });

  test("R50 addresses in answers are not called", async () => {
    const urls = { location: `${other.url}/v1/x`, app: other.url, published: other.url };
    answer = () => ({ body: { object: "space", id: "s1", title: "x", urls, downloadURL: other.url } });
    for (const args of [
      ["spaces", "view", "s1"],
      ["orgs", "view", "s1"],
      ["spaces", "view", "s1", "--url"],
    ]) {
      expect((await home.run(args, { env: env() })).code).toBe(0);
    }
    expect(other.hits).toEqual([]);
  });

  test("R60 downloads go without it: elsewhere, to its own origin, and by a redirect back", async () => {
    const links = [`${other.url}/file`, `${own.url}/file`, `${other.url}/back`];
    for (const [index, link] of links.entries()) {
      answer = ({ url }) =>
        url.startsWith("/file")
          ? { body: "content" }
          : { body: { object: "file", id: "f1", name: "a", downloadURL: link, url: link } };
      const to = join(home.dir, `got-${index}-${Object.keys(env()).length}`);
      expect((await home.run(["files", "download", "f1", "--space", "s1", "-O", to], { env: env() })).code).toBe(0);
      expect(readFileSync(to, "utf8")).toBe(index === 0 ? JSON.stringify(ORGANIZATIONS) : "content");
      expect((await home.run(["cr", "pdf", "42", "--space", "s1", "-O", `${to}.pdf`], { env: env() })).code).toBe(0);
    }
    const files = own.hits.filter(({ url }) => url.startsWith("/file"));
    expect(files).toHaveLength(4);
    expect(files.flatMap(seen)).toEqual([]);
    expect(other.hits).toHaveLength(4);
  });

  test("R60 the browser gets the address alone", async () => {
    const browser = join(home.dir, "browser");
    writeFileSync(browser, `#!/bin/sh\nprintf '%s\\n' "$#" "$@" > "${home.dir}/opened"\n`);
    chmodSync(browser, 0o755);
    answer = () => ({ body: { object: "space", id: "s1", title: "x", urls: { app: `${other.url}/$(touch x);a` } } });
    const result = await home.run(["spaces", "view", "s1", "--web"], { env: { ...env(), BROWSER: browser } });
    expect(result.code).toBe(0);
    await expect.poll(() => readFileSync(join(home.dir, "opened"), "utf8")).toBe(`1\n${other.url}/$(touch%20x);a\n`);
    answer = () => ({ body: { object: "space", id: "s1", title: "x", urls: { app: "--version" } } });
    expect((await home.run(["spaces", "view", "s1", "--web"], { env: { ...env(), BROWSER: browser } })).code).not.toBe(
      0,
    );
  });

  test.each(some(`paths, ${source}`, PATHS))(
    "R59 docs api %s is refused, or is a path of its own service",
    async (path) => {
      const result = await home.run(["api", path.replace("{other}", other.url.slice(7))], { env: env() });
      expect(other.hits).toEqual([]);
      if (result.code === 2) expect(own.hits).toEqual([]);
      else expect(own.hits.map(({ url }) => url)).toEqual([expect.stringMatching(/^\/v1(\/|@)/)]);
    },
  );

  test.each(["Host: {other}", "X: a\r\nHost: {other}", "host : {other}", ":authority: {other}"])(
    "R59 docs api -H %j is refused",
    async (header) => {
      const result = await home.run(["api", "/v1/orgs", "-H", header.replace("{other}", other.url.slice(7))], {
        env: env(),
      });
      expect(result.code).toBe(2);
      expect(own.hits).toEqual([]);
    },
  );

  test("R59 an id that is an address elsewhere names a thing of its own service, if anything", async () => {
    for (const id of [
      `${other.url}/v1/spaces/s1`,
      `..`,
      `a/../../${other.url}`,
      `@${other.url.slice(7)}`,
      `%2f%2f${other.url.slice(7)}`,
    ]) {
      await home.run(["spaces", "view", id, "--retries", "0"], { env: env() });
    }
    expect(other.hits).toEqual([]);
    for (const { url } of own.hits) expect(url).toMatch(/^\/v1\//);
  });
});

describe("R49 R51 addresses that look like the right one", () => {
  test.each(some("addresses", ADDRESSES))(
    "%j gets no stored token, and DOCS_TOKEN only where it is the address of the run",
    async (pattern) => {
      const fill = (text: string) =>
        text
          .replaceAll("{own}", own.url.slice(7))
          .replaceAll("{other}", other.url.slice(7))
          .replace("{port}", String(other.port));
      const url = fill(pattern);
      for (const [args, env] of [
        [[...orgs, "--base-url", url], {}],
        [orgs, { DOCS_BASE_URL: url }],
      ] as const) {
        const result = await home.run(args, { env });
        expect([1, 2, 4]).toContain(result.code);
        expect(leaks(result.stdout + result.stderr)).toEqual([]);
      }
      expect([own.hits, other.hits]).toEqual([[], []]);
    },
  );

  test("a profile edited to another address keeps its token for the first", async () => {
    expect((await home.run(["config", "set", "base-url", other.url])).code).toBe(0);
    expect((await home.run(orgs)).code).toBe(4);
    expect((await home.run(["config", "set", "base-url", own.url])).code).toBe(0);
    expect((await home.run(orgs)).code).toBe(0);
    expect(other.hits).toEqual([]);
  });
});

describe("R52 R64 a working directory that belongs to somebody else", () => {
  test("changes nothing: not the address, not the token, not the program", async () => {
    const cwd = join(home.dir, "hostile");
    const config = JSON.stringify({
      version: 1,
      current: "default",
      profiles: { default: { baseUrl: other.url, token: "theirs-0123456789abcdef", tokenOrigin: other.url } },
      aliases: { orgs: "api /v1/evil", list: "api /v1/evil" },
    });
    const env = `DOCS_BASE_URL=${other.url}\nDOCS_TOKEN=theirs\nHTTP_PROXY=${other.url}\nNODE_OPTIONS=--require ./evil.cjs\n`;
    const script = `require("node:fs").writeFileSync(${JSON.stringify(join(home.dir, "evil"))}, "x");`;
    const files: Record<string, string> = {
      ".env": env,
      ".env.local": env,
      ".docs.json": config,
      ".docsrc": config,
      "docs.config.json": config,
      "docs.config.js": script,
      "config.json": config,
      ".config/docs/config.json": config,
      "config/docs/config.json": config,
      "docs/config.json": config,
      ".docs.yaml": "org: theirs\nspace: theirs\n",
      "package.json": JSON.stringify({ name: "x", docs: JSON.parse(config), type: "module", main: "evil.cjs" }),
      ".npmrc": `registry=${other.url}\nnode-options=--require ./evil.cjs\n`,
      ".curlrc": `proxy=${other.url}\n`,
      "evil.cjs": script,
      "node_modules/conf/index.js": script,
      "node_modules/conf/package.json": '{"name":"conf","main":"index.js"}',
      "node_modules/libsql/index.js": script,
      "node_modules/libsql/package.json": '{"name":"libsql","main":"index.js"}',
      "bin/docs.js": script,
      "xdg-open": `#!/bin/sh\ntouch ${join(home.dir, "evil")}\n`,
      less: `#!/bin/sh\ntouch ${join(home.dir, "evil")}\n`,
    };
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(join(cwd, name, ".."), { recursive: true });
      writeFileSync(join(cwd, name), text, { mode: 0o755 });
    }
    for (const args of [
      orgs,
      ["config", "list"],
      ["auth", "status"],
      ["--sandbox", "spaces", "list", "-q", "length"],
    ]) {
      expect((await home.run(args, { cwd })).code).toBe(0);
    }
    expect(own.hits.length).toBeGreaterThan(1);
    expect(new Set(own.hits.map(({ authorization }) => authorization))).toEqual(new Set([`Bearer ${CANARY}`]));
    expect(other.hits).toEqual([]);
    expect(() => readFileSync(join(home.dir, "evil"))).toThrow("ENOENT");
  });
});
