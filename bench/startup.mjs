// How long a command takes from a cold start, compared with Node doing nothing.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ORG } from "./objects.mjs";
import { docs, serve, underService } from "./processes.mjs";

const node = process.execPath;
const NOTHING = { argv: [node, "-e", "0"] };
// From version 22 on, Node itself starts in half the time, while our own part takes as long as before.
const LIST = Number(process.versions.node.split(".")[0]) > 20 ? 2.6 : 1.75;
const cli = (...words) => ({ argv: [node, docs, ...words] });

const HANDSHAKE = [
  {
    jsonrpc: "2.0",
    id: 1,
    method: "initialize",
    params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "bench", version: "1" } },
  },
  { jsonrpc: "2.0", method: "notifications/initialized" },
  { jsonrpc: "2.0", id: 2, method: "tools/list" },
];

export const cases = [
  fixed("docs --version", 1.1, ["--version"]),
  fixed("docs --help", 1.2, ["--help"]),
  fixed("docs cr --help", 1.2, ["cr", "--help"]),
  {
    name: "docs spaces list --json, token from the environment",
    against: "node -e 0",
    target: { most: LIST },
    async prepare() {
      const server = await serve({ size: 100 });
      const environment = underService(server.line);
      return { candidate: cli("spaces", "list", "--json"), reference: NOTHING, environment, stop: server.stop };
    },
  },
  {
    name: "docs spaces list --json, stored profile",
    against: "node -e 0",
    target: { most: LIST },
    async prepare({ dir }) {
      const server = await serve({ size: 100 });
      storeProfile(join(dir, "stored"), server.line);
      const environment = { DOCS_CONFIG_DIR: join(dir, "stored") };
      return { candidate: cli("spaces", "list", "--json"), reference: NOTHING, environment, stop: server.stop };
    },
  },
  {
    name: "docs spaces list --json",
    against: 'node -e "await fetch(url).then((r) => r.text())"',
    target: { most: 0.75 },
    async prepare() {
      const server = await serve({ size: 100 });
      const environment = underService(server.line);
      const script = `await fetch("${server.line}/v1/orgs/org/spaces").then((r) => r.text())`;
      const reference = { argv: [node, "--input-type=module", "-e", script] };
      return { candidate: cli("spaces", "list", "--json"), reference, environment, stop: server.stop };
    },
  },
  {
    name: "docs --sandbox cr view 42",
    against: "node -e 0",
    target: { most: 2.2 },
    prepare: async () => ({ candidate: cli("--sandbox", "cr", "view", "42"), reference: NOTHING }),
  },
  {
    name: "docs mcp, start to the list of tools",
    against: "node -e 0",
    target: { most: 2.5 },
    async prepare({ dir }) {
      const input = join(dir, "questions.jsonl");
      writeFileSync(input, HANDSHAKE.map((message) => `${JSON.stringify(message)}\n`).join(""));
      return { candidate: { ...cli("--sandbox", "mcp"), input }, reference: NOTHING };
    },
  },
];

function fixed(name, most, words) {
  return {
    name,
    against: "node -e 0",
    target: { most },
    prepare: async () => ({ candidate: cli(...words), reference: NOTHING }),
  };
}

function storeProfile(dir, baseUrl) {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const profile = { baseUrl, token: "benchmark", tokenOrigin: new URL(baseUrl).origin, org: ORG };
  const config = { version: 1, profile: "default", profiles: { default: profile }, aliases: {} };
  writeFileSync(join(dir, "config.json"), JSON.stringify(config), { mode: 0o600 });
}
