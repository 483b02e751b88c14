/** What a command loads decides how soon it answers: asserted here, as time is not the same on any two machines. */
import { readFileSync } from "node:fs";
import nodeModule from "node:module";
import { basename, join, resolve } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createHome, type Home } from "../helpers/cli.js";
import { type Service, service } from "../process/service.js";

let home: Home;
let server: Service;
beforeAll(async () => {
  home = createHome();
  server = await service(({ method, url }) => {
    if (method === "DELETE") return { status: 204 };
    if (url.includes("/spaces?")) return { body: { items: [{ id: "s1" }] } };
    if (/\/(?:comments|pages)(?:\?|$)/.test(url)) return { body: { items: [], pages: [] } };
    return { body: { id: url.includes("/comments/") ? "cm1" : "c1", number: 42 } };
  });
});
afterAll(async () => {
  await server.close();
  home.remove();
});

/** Sources by the file of dist/ they are in; written by the build. */
const CHUNKS: Record<string, string[]> = JSON.parse(readFileSync(resolve("node_modules/.dist-chunks.json"), "utf8"));

/** Parts of Node that cost milliseconds and that none of these commands needs. */
const COSTLY = [
  "child_process",
  "crypto",
  "https",
  "tls",
  "zlib",
  "worker_threads",
  "readline",
  "internal/deps/undici/undici",
];

const environment = () => ({
  DOCS_BASE_URL: server.url,
  DOCS_TOKEN: "secret-token",
  DOCS_ORG: "o1",
  DOCS_SPACE: "s1",
});

const withoutHash = (chunk: string): string => chunk.replace(/-[\w-]{8}\.cjs$/, ".cjs");

async function loadedBy(
  argv: readonly string[],
  without: readonly string[] = [],
  more: Record<string, string> = {},
  input = "",
) {
  const to = join(home.dir, "loaded.json");
  const env = {
    NODE_OPTIONS: `--require ${resolve("test/performance/record.cjs")}`,
    RECORD_TO: to,
    ...environment(),
  };
  const taken = Object.fromEntries(without.map((name) => [name, undefined]));
  const { code, stderr } = await home.run(argv, { env: { ...env, ...taken, ...more }, input });
  expect([code, stderr.replace(/^Deleted comment .*\n/, "")]).toEqual([0, ""]);
  const { files, builtins } = JSON.parse(readFileSync(to, "utf8")) as { files: string[]; builtins: string[] };
  const chunks = files.filter((file) => file.includes("/dist/")).map((file) => basename(file));
  const sources = chunks.flatMap((chunk) => CHUNKS[chunk] ?? [chunk]);
  const named = (pattern: RegExp) => [...new Set(sources.flatMap((path) => pattern.exec(path)?.[1] ?? []))].sort();
  return {
    sources,
    files: files.map((file) => basename(file)),
    packages: named(/^node_modules\/((?:@[^/]+\/)?[^/]+)/),
    catalog: named(/^src\/catalog\/([\w-]+)/).filter((name) => !["about", "endpoint", "hints", "once"].includes(name)),
    commands: named(/^src\/commands\/([\w-]+)/).filter(
      (name) => !["index", "columns", "shared", "plain-verbs"].includes(name),
    ),
    // JSON and JSON lines are short and come with the program.
    output: named(/^src\/cli\/output\/(?:formats|filter|text)\/(table|yaml|csv|tsv|jq|jq-engine|inline)\.ts$/),
    transport: [...named(/^src\/http\/transport\/(undici)\.ts$/), ...builtins.filter((name) => name === "http")],
    service: chunks
      .filter((chunk) => CHUNKS[chunk]?.some((path) => /^src\/sandbox\//.test(path)))
      .map(withoutHash)
      .sort(),
    dist: chunks.map(withoutHash).sort(),
    sandbox: named(/^src\/(sandbox)\/store\/store\.ts$/),
    // The half of zod that the sandbox's own description needs.
    costly: [...builtins.filter((name) => COSTLY.includes(name)), ...named(/\/(to-json-schema)\.js$/)],
  };
}

it.each([
  [["--version"], ["docs.js", "package.json"]],
  [["--help"], ["docs.js"]],
  [["cr", "--help"], ["docs.js"]],
])("docs %j loads next to nothing", async (argv, files) => {
  const loaded = await loadedBy(argv);
  expect(loaded.files.sort()).toEqual([...files].sort());
  expect(loaded.packages).toEqual([]);
  expect(loaded.costly).toEqual([]);
});

it("TAB after what was listed loads next to nothing", async () => {
  const question = ["__complete", "zsh", "--word=", "--", "spaces", "view"];
  expect((await home.run(["spaces", "list"], { env: environment() })).code).toBe(0);
  expect((await home.run(question, { env: environment() })).stdout).toContain("s1");
  const loaded = await loadedBy(question);
  expect(loaded.files.sort()).toEqual(["complete.cjs", "docs.js"]);
  expect(loaded.packages).toEqual([]);
  expect(loaded.costly).toEqual([]);
});

const NETWORK = { packages: ["commander", "zod"], transport: ["http"], sandbox: [], costly: [] };
const SPACES = { commands: ["spaces"], catalog: ["shared", "spaces"] };

it("docs spaces list --json loads few files", async () => {
  const { sources: _, files: __, dist, service: ___, ...loaded } = await loadedBy(["spaces", "list", "--json"]);
  const keeping = "enableCompileCache" in nodeModule ? ["code-folder.cjs"] : [];
  const needed = ["main.cjs", "rolldown-runtime.cjs", "schemas.cjs", "spaces.cjs", "spaces.cjs"];
  expect(dist).toEqual([...keeping, ...needed]);
  expect(loaded).toEqual({ ...NETWORK, ...SPACES, output: [] });
});

it.each([
  [["spaces", "list", "-o", "csv"], { ...SPACES, output: ["csv"] }],
  [
    ["cr", "view", "42"],
    {
      commands: ["cr"],
      // `cr diff` reads pages, whose schemas name files, spaces and organizations; `cr check` reads contents.
      catalog: ["change-requests", "comments", "content", "files", "organizations", "pages", "shared", "spaces"],
      output: ["tsv"],
    },
  ],
  [["comments", "delete", "cm1", "--yes"], { commands: ["comments"], catalog: ["comments", "shared"], output: [] }],
])("docs %j loads its noun, the client and one format", async (argv, expected) => {
  const { sources: _, files: __, dist: ___, service: ____, ...loaded } = await loadedBy(argv);
  expect(loaded).toEqual({ ...NETWORK, ...expected });
});

it.each([
  [["spaces", "list"], ["cli-table3"]],
  [["cr", "view", "42"], []],
])("docs %j on a terminal loads what draws tables for a list only", async (argv, drawing) => {
  const { packages } = await loadedBy(argv, [], { DOCS_FORCE_TTY: "80", NO_COLOR: "1" });
  expect(packages.filter((name) => name === "cli-table3")).toEqual(drawing);
});

it.each([
  ["view", "42"],
  ["list", "--status=open"],
])("docs --sandbox cr %s %s loads no transport, and nothing that writes content", async (...words) => {
  // The first command of all fills the sandbox.
  expect((await home.run(["--sandbox", "status"])).code).toBe(0);
  const loaded = await loadedBy(["--sandbox", "cr", ...words], ["DOCS_ORG", "DOCS_SPACE"]);
  expect(loaded.sources.filter((path) => /^src\/(snapshot|sandbox\/content)\//.test(path))).toEqual([]);
  expect(loaded).toMatchObject({ commands: ["cr"], transport: [], sandbox: ["sandbox"], output: ["tsv"] });
  expect(loaded.packages).toEqual(["commander", "zod"]);
});

it("docs mcp lists its tools without loading one, and without what nobody asks of it", async () => {
  const questions = [
    {
      id: 1,
      method: "initialize",
      params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "a", version: "1" } },
    },
    { method: "notifications/initialized" },
    { id: 2, method: "tools/list" },
  ];
  const input = questions.map((question) => `${JSON.stringify({ jsonrpc: "2.0", ...question })}\n`).join("");
  const { sources } = await loadedBy(["mcp"], [], {}, input);
  expect(sources).toContain("src/app/mcp/serve.ts");
  expect(sources.filter((path) => /^src\/mcp\/(tools|toolbox)|ajv/i.test(path))).toEqual([]);
});

it("docs --snapshot teams list loads the service in three files, and nothing for connections or keys", async () => {
  const file = join(home.dir, "sample.docs");
  const { code } = await home.run(["--sandbox", "snapshots", "create", file]);
  expect(code).toBe(0);
  const loaded = await loadedBy(["--snapshot", file, "teams", "list"], ["DOCS_ORG", "DOCS_SPACE"]);
  expect(loaded).toMatchObject({ transport: [], output: ["tsv"], sandbox: ["sandbox"] });
  // libsql, which Node 20 needs, loads child_process itself, and never asks it for anything.
  expect(loaded.costly.filter((name) => name !== "child_process")).toEqual([]);
  // The handlers of the list, and the rest.
  expect(loaded.service).toEqual(["sandbox.cjs", "snapshot.cjs", "teams.cjs"]);
}, 60_000);
