/** R54 with a real Secret Service: gnome-keyring on a bus of its own. */
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { useHome } from "../helpers/home.js";

const home = useHome();
const TOKEN = "docs_kept-in-the-keyring-0123456789";
const config = join(home.dir, "config", "docs", "config.json");
const stored = () => readFileSync(config, "utf8");
let server: Server;
let url = "";
const seen: (string | undefined)[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    seen.push(request.headers.authorization);
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ items: [{ object: "organization", id: "o1", title: "Acme" }], count: 1 }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

/** Lines of bash in one session of a bus, with an unlocked keyring. */
async function session(script: string) {
  const unlock = 'eval "$(printf pw | gnome-keyring-daemon --unlock --components=secrets 2>/dev/null)"';
  const lines = `export BASE="${url}"; docs() { $PROGRAM "$@"; }; ${unlock}; ${script}`;
  return home.shell(
    `export PROGRAM="\${DOCS[*]}"; dbus-run-session -- bash -c '${lines.replaceAll("'", "'\\''")}' 2> >(grep -v dbus-daemon >&2)`,
  );
}

const LOGIN = `printf ${TOKEN} | docs auth login --base-url "$BASE" --token-stdin --keyring`;

/** How many tokens of ours the keyring has. */
const COUNT = `"${process.execPath}" -e "console.log(require(\\"${resolve("node_modules/@napi-rs/keyring")}\\").findCredentials(\\"docs-admin-cli\\").length)"`;

it("keeps the token there and not in the file, uses it, moves it and forgets it", async () => {
  const first = await session(`${LOGIN} && docs orgs list --json && docs auth status && docs profiles list --json`);
  expect(first).toMatchObject({ code: 0, stderr: expect.stringContaining("The token is in the system's keyring") });
  expect(stored()).toContain('"tokenStore": "keyring"');
  expect(stored()).not.toContain(TOKEN);
  expect(seen.at(-1)).toBe(`Bearer ${TOKEN}`);
  expect(first.stdout).toContain('the keyring, for the profile "default"');
  expect(first.stdout).toContain('"token":true');
  expect(first.stdout + first.stderr).not.toContain(TOKEN);

  const moves = await session(
    `${LOGIN} 2>/dev/null; docs auth move --to keyring; docs auth move --to file; grep -c ${TOKEN} "${config}"; docs orgs list -q ".[].id"; docs auth move --to keyring; grep -c ${TOKEN} "${config}"; docs orgs list -q ".[].id"; docs auth logout; docs orgs list`,
  );
  expect(moves.stdout).toBe("1\no1\n0\no1\n");
  expect(moves.stderr).toMatch(
    /is in the keyring already\n.*is now in config\.json, which only you can read\n.*is now in the keyring\n.*Deleted the token/s,
  );
  expect(moves.code).toBe(4);
  expect(stored()).not.toMatch(/tokenStore|docs_kept/);
});

it("a second login stays in the keyring; a deleted profile leaves nothing there", async () => {
  const again = `printf ${TOKEN}2 | docs auth login --profile work --base-url "$BASE" --token-stdin`;
  const ran = await session(
    `${LOGIN} --profile work; ${again}; docs auth token --profile work; ${COUNT}; docs profiles delete work --yes; ${COUNT}`,
  );
  expect(ran.stdout).toBe(`${TOKEN}2\n1\n0\n`);
});

it("a login at another service leaves nothing of the one before", async () => {
  const other = url.replace("127.0.0.1", "localhost");
  const again = `printf ${TOKEN}2 | docs auth login --profile moved --base-url ${other} --token-stdin`;
  const ran = await session(`${LOGIN} --profile moved; ${again}; ${COUNT}; docs auth token --profile moved`);
  expect(ran.stdout).toBe(`1\n${TOKEN}2\n`);
});

it("a locked keyring says what to do; the doctor reports it among the rest", async () => {
  const lock =
    "dbus-send --session --print-reply --dest=org.freedesktop.secrets /org/freedesktop/secrets org.freedesktop.Secret.Service.Lock array:objpath:/org/freedesktop/secrets/collection/login >/dev/null";
  const ran = await session(
    `${LOGIN} --profile locked 2>/dev/null; ${lock}; docs orgs list --profile locked; docs doctor --offline --profile locked`,
  );
  expect(ran.stderr).toMatch(/the keyring cannot be used: .+\n {2}unlock it and try again, or set DOCS_TOKEN/);
  expect(ran).toMatchObject({ code: 9, stdout: expect.stringContaining("the keyring cannot be used") });
  expect(ran.stdout).toContain("SQLite");
  expect(ran.stdout + ran.stderr).not.toContain(TOKEN);
});

it("a token is sent to its own service only", async () => {
  const ran = await session(`${LOGIN} 2>/dev/null; docs orgs list --base-url http://127.0.0.1:9`);
  expect(ran).toMatchObject({ code: 4, stderr: expect.stringContaining("no token for http://127.0.0.1:9") });
});

it("R101 a token is not read from it where Node would print what it reads", async () => {
  const told = "docs: NODE_DEBUG makes Node print what it reads: the token is not read";
  const debug = "export NODE_DEBUG=stream,net";
  const uses = ["auth token", "orgs list", "auth move --to file"].map((line) => `docs ${line} --profile loud`);
  const ran = await session(
    `${LOGIN} --profile loud 2>/dev/null; ${debug}; ${uses.join("; ")}; docs auth status --profile loud`,
  );
  expect(ran.stderr.match(new RegExp(told, "g"))).toHaveLength(uses.length);
  const bytes = Buffer.from(TOKEN).toString("hex").replace(/../g, "$& ").slice(0, 30);
  for (const text of [ran.stdout, ran.stderr]) {
    for (const form of [TOKEN, TOKEN.slice(-4), bytes, bytes.replaceAll(" ", "")]) expect(text).not.toContain(form);
  }
  expect(stored()).not.toContain(TOKEN);
});

it("without a keyring it fails before anything is stored, and says what to do", async () => {
  const before = stored();
  const input = TOKEN;
  const args = ["auth", "login", "--base-url", url, "--token-stdin", "--keyring", "--profile", "other"];
  const { code, stderr, stdout } = await home.run(args, { input, env: { DBUS_SESSION_BUS_ADDRESS: undefined } });
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toMatch(/the keyring cannot be used: .+\n.*without --keyring the token is kept in config\.json/);
  expect(stored()).toBe(before);
});
