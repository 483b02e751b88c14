/** Nothing is read from the folder that a person is in, whatever an engine would look for there. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { useHome } from "../helpers/home.js";

const home = useHome();
const EVIL = 'require("node:fs").writeSync(2, "code of the folder\\n");\n';
const VARIABLES = [
  "DOCS_BASE_URL=https://evil.example",
  "DOCS_ORG=evil",
  "BUN_OPTIONS=--preload ./evil.js",
  "NODE_OPTIONS=--require ./evil.js",
].join("\n");
const PRELOAD =
  'preload = ["./evil.js"]\n[run]\npreload = ["./evil.js"]\n[define]\n"process.env.DOCS_ORG" = "\'evil\'"\n';
const PATHS = { baseUrl: ".", paths: { "*": ["./evil.js"], "node:fs": ["./evil.js"], fs: ["./evil.js"] } };
const PACKAGES = ["libsql", "undici", "jq-web", "@napi-rs/keyring", "commander"];

const FILES: Record<string, string> = {
  ...Object.fromEntries(["", ".local", ".production", ".development"].map((name) => [`.env${name}`, VARIABLES])),
  ...Object.fromEntries(["evil.js", "index.js", "entry.cjs", "bin/docs.js"].map((name) => [name, EVIL])),
  ...Object.fromEntries(["main", "query", "keyring", "complete"].map((name) => [`dist/${name}.cjs`, EVIL])),
  ...Object.fromEntries(PACKAGES.map((name) => [`node_modules/${name}/index.js`, EVIL])),
  "dist/help.txt": "text of the folder\n",
  "dist/help/cr.txt": "text of the folder\n",
  "dist/tools.json": "[]",
  "bunfig.toml": PRELOAD,
  ".bunfig.toml": PRELOAD,
  "package.json": JSON.stringify({ name: "evil", type: "module", main: "evil.js", version: "6.6.6" }),
  "tsconfig.json": JSON.stringify({ compilerOptions: PATHS }),
  "jsconfig.json": JSON.stringify({ compilerOptions: PATHS }),
};

const hostile = join(home.dir, "hostile");
const plain = join(home.dir, "plain");
const snapshot = join(home.dir, "org.docs");

beforeAll(async () => {
  mkdirSync(plain, { recursive: true });
  for (const [name, text] of Object.entries(FILES)) {
    const path = join(hostile, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  expect(await home.run(["--sandbox", "snapshots", "create", snapshot])).toMatchObject({ code: 0 });
});

test.each([
  [["--version"]],
  [["--help"]],
  [["cr", "--help"]],
  [["cr", "list"]],
  [["--sandbox", "cr", "view", "42", "--jq", ".number"]],
  [["--sandbox", "spaces", "list", "-o", "yaml"]],
  [["snapshots", "query", snapshot, "SELECT count(*) FROM pages"]],
  [["__complete", "zsh", "--word=", "--", "spaces", "view"]],
  [["config", "list"]],
])("R93 %j answers the same in a folder full of traps", async (args) => {
  const [there, elsewhere] = [await home.run(args, { cwd: hostile }), await home.run(args, { cwd: plain })];
  expect(there).toEqual(elsewhere);
  expect(there.stdout + there.stderr).not.toMatch(/evil|of the folder|6\.6\.6/);
});
