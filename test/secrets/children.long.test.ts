/** R76: pagers, editors and browsers are started without the token, and commands for pasting say one thing only. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { useHome } from "../helpers/home.js";
import { type Service, service } from "../process/service.js";
import { openScreen } from "../terminal/tmux.js";

const home = useHome();
const TOKEN = "t0ken-of-a-person-5678";
const HOSTILE = "x$(touch PWNED);`touch PWNED`&'\"";

let server: Service;
beforeAll(async () => {
  server = await service((hit) => {
    if (hit.url.includes("/orgs")) return { body: { items: [{ object: "organization", id: HOSTILE, title: "Org" }] } };
    return { body: { object: "space", id: "s1", title: "Space", urls: { app: `https://h.example/ a"b` } } };
  });
  const child = `#!/bin/sh
printf '%s\\n' "$@" >> ${home.dir}/words-$(basename $0)
env > ${home.dir}/part-$(basename $0); mv ${home.dir}/part-$(basename $0) ${home.dir}/seen-$(basename $0)
[ "$(basename $0)" = pager ] && cat; [ "$(basename $0)" = editor ] && echo text > "$1"; exit 0\n`;
  for (const name of ["pager", "browser", "editor"]) writeFileSync(join(home.dir, name), child, { mode: 0o755 });
});
afterAll(() => server.close());

const env = () => ({
  DOCS_BASE_URL: server.url,
  DOCS_TOKEN: TOKEN,
  DOCS_PAGER: join(home.dir, "pager"),
  BROWSER: join(home.dir, "browser"),
  VISUAL: join(home.dir, "editor"),
});

/** What a child saw, once it has written all of it. */
async function seen(name: string): Promise<string> {
  const path = join(home.dir, `seen-${name}`);
  const text = () => (existsSync(path) ? readFileSync(path, "utf8") : "");
  await expect.poll(text).toContain("HOME=");
  return text();
}

describe("R76 children", () => {
  it("the pager gets no token", async () => {
    const ran = await home.run(["orgs", "list"], { env: { ...env(), DOCS_FORCE_TTY: "80" } });
    expect(ran.code).toBe(0);
    expect(await seen("pager")).toContain("HOME=");
    expect(await seen("pager")).not.toContain(TOKEN);
  });

  it("the browser gets no token, and an address that is one word without blanks or quotes", async () => {
    const ran = await home.run(["spaces", "view", "s1", "--web"], { env: env() });
    expect([ran.code, ran.stderr]).toEqual([0, expect.anything()]);
    expect(await seen("browser")).not.toContain(TOKEN);
    expect(readFileSync(join(home.dir, "words-browser"), "utf8")).toBe("https://h.example/%20a%22b\n");
  });

  it("the editor gets no token", async () => {
    const screen = openScreen({ env: env() });
    try {
      screen.enter("docs comments create --space s1");
      await screen.until("editor");
      screen.keys("Enter");
      expect(await seen("editor")).toContain("HOME=");
      expect(await seen("editor")).not.toContain(TOKEN);
    } finally {
      await screen.close();
    }
  });
});

describe("R76 commands for pasting", () => {
  it("an id of the service's choosing stays one word of the shell", async () => {
    const ran = await home.shell(`docs auth login --base-url ${server.url} --token-stdin <<< ${TOKEN}`);
    expect(ran.code).toBe(0);
    const command = /Set a default organization with: docs (.*)\n/.exec(ran.stderr)?.[1] ?? "";
    const pasted = await home.shell(`docs() { printf '%s\\n' "$@"; }; docs ${command}`);
    expect(pasted.stdout).toBe(`config\nset\norg\n${HOSTILE}\n`);
    expect(existsSync(join(home.dir, "PWNED"))).toBe(false);
  });
});

describe("R17 surroundings that print requests", () => {
  it.each(["http", "net", "TLS", "*", "fs,h*p"])("NODE_DEBUG=%s: no token is sent", async (debug) => {
    const before = server.hits.length;
    const ran = await home.run(["orgs", "list"], { env: { ...env(), NODE_DEBUG: debug } });
    expect(ran.code).toBe(1);
    expect(ran.stderr).toContain("NODE_DEBUG makes Node print requests with the token: the token is not sent");
    expect(ran.stderr + ran.stdout).not.toContain(TOKEN);
    expect(server.hits.length).toBe(before);
  });

  const HEX = Buffer.from(TOKEN).toString("hex").replace(/../g, "$& ").slice(0, 30);
  const login = ["auth", "login", "--base-url", "http://127.0.0.1:9", "--retries", "0"];
  it.each([
    ["from standard input, to store it", [...login, "--token-stdin"], undefined],
    ["from a file that is standard input", [...login, "--token-file", "/dev/stdin"], undefined],
    [
      "from standard input, to print it",
      ["auth", "token", "--base-url", "http://127.0.0.1:9", "--token-stdin"],
      undefined,
    ],
    ["from the environment, to print it", ["auth", "token"], TOKEN],
  ] as const)("R101 a token is not read %s", async (_, args, token) => {
    for (const debug of ["stream", "net", "*"]) {
      const child = { ...env(), DOCS_TOKEN: token, NODE_DEBUG: debug };
      const ran = await home.run(args, { env: child, input: `${TOKEN}\n` });
      expect(ran.code).toBe(1);
      expect(ran.stderr).toContain("NODE_DEBUG makes Node print what it reads: the token is not read");
      expect(ran.stderr + ran.stdout).not.toContain(TOKEN);
      expect(ran.stderr.toLowerCase()).not.toContain(HEX);
    }
  });

  it("R101 a token is not asked for, and auth status shows no end of it", async () => {
    const screen = openScreen({ env: { ...env(), DOCS_TOKEN: undefined, NODE_DEBUG: "stream" } });
    try {
      screen.enter(`docs ${login.join(" ")} 2>&1 | grep -a docs:`);
      await screen.until("the token is not read");
    } finally {
      await screen.close();
    }
    const ran = await home.run(["auth", "status", "--json"], { env: { ...env(), NODE_DEBUG: "http" } });
    expect(ran.stdout).not.toContain(TOKEN.slice(-4));
  });

  it("other values of NODE_DEBUG do not matter", async () => {
    const ran = await home.run(["orgs", "list"], { env: { ...env(), NODE_DEBUG: "fs,timer" } });
    expect(ran.code).toBe(0);
  });
});
