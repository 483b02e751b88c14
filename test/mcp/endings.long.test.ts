/** Hosts that stop waiting, go away or send too much: what is being read ends, and standard output stays the protocol's. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { commandOf } from "../helpers/cli.js";
import { useHome } from "../helpers/home.js";

const home = useHome();
let server: Server;
let answer: (request: IncomingMessage, response: ServerResponse) => void;
/** One entry a request: resolves to whether its answer went out whole. */
let served: Promise<boolean>[];
let asked: () => void;

beforeEach(async () => {
  served = [];
  server = createServer((request, response) => {
    served.push(once(response, "close").then(() => response.writableFinished));
    asked();
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** A host that writes lines as they are. */
function host(...flags: string[]) {
  const { port } = server.address() as AddressInfo;
  const place = { DOCS_BASE_URL: `http://127.0.0.1:${port}`, DOCS_TOKEN: "docs_token-0123456789", DOCS_ORG: "o1" };
  const child = spawn(...commandOf("mcp", ...flags), { env: { ...home.env, ...place } });
  const said = { out: "", err: "" };
  const waiting = new Map<unknown, (message: { result: { content: [{ text: string }] } }) => void>();
  child.stderr.on("data", (piece) => {
    said.err += piece;
  });
  child.stdout.on("data", (piece) => {
    said.out += piece;
    const lines = said.out.split("\n").slice(0, -1);
    for (const message of lines.map((line) => JSON.parse(line))) waiting.get(message.id)?.(message);
  });
  const send = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  const ask = (id: number, method: string, params: object) => {
    const answered = new Promise<{ result: { content: [{ text: string }] } }>((resolve) => waiting.set(id, resolve));
    send({ id, method, params });
    return answered;
  };
  const clientInfo = { name: "test", version: "1" };
  return {
    child,
    said,
    send,
    ask,
    start: () => ask(0, "initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo }),
    list: (id: number) => ask(id, "tools/call", { name: "list", arguments: { kind: "space" } }),
    ended: once(child, "close").then(([code]) => code as number),
  };
}

/** Resolves when the service gets a request that it never answers. */
const silence = () =>
  new Promise<void>((resolve) => {
    asked = resolve;
    answer = () => {};
  });

describe("a call that takes long", () => {
  it("ends when the host cancels it; the next one is answered", async () => {
    const { start, list, send, child, ended } = host();
    await start();
    const arrived = silence();
    void list(1);
    await arrived;
    answer = (_, response) => response.end('{"items":[],"count":0}');
    send({ method: "notifications/cancelled", params: { requestId: 1 } });
    expect(await served[0]).toBe(false);
    expect((await list(2)).result.content[0].text).toContain('"count":0');
    child.stdin.end();
    expect(await ended).toBe(0);
  });

  it("ends with the host", async () => {
    const { start, list, child, said, ended } = host();
    await start();
    const arrived = silence();
    void list(1);
    await arrived;
    child.stdin.end();
    expect(await served[0]).toBe(false);
    expect({ code: await ended, err: said.err }).toEqual({ code: 0, err: "" });
  });

  it.each([
    ["names too are looked up for it", ["--org", "Acme"], "/v1/orgs?"],
    ["a list is", ["--org", "o1"], "/v1/orgs/o1/spaces?"],
  ])("does not wait for minutes where the service asks to: %s", async (_, flags, path) => {
    asked = () => {};
    let url = "";
    answer = (request, response) => {
      url = request.url ?? "";
      response.writeHead(429, { "retry-after": "45" }).end('{"error":{"code":429,"message":"slow"}}');
    };
    const { start, ask, child, ended } = host(...flags);
    await start();
    const { result } = await ask(1, "tools/call", {
      name: "list",
      arguments: { kind: "space", ...(path === "/v1/orgs?" && { org: "Acme Works" }) },
    });
    expect(JSON.parse(result.content[0].text).error).toMatchObject({ kind: "rate-limited", status: 429 });
    expect(url).toContain(path);
    child.stdin.end();
    expect(await ended).toBe(0);
  });
});

it("a message that is too long ends it, with words and exit code 1", async () => {
  const { start, child, said, ended } = host();
  await start();
  child.stdin.on("error", () => {}).write(`{"jsonrpc":"2.0","id":1,"method":"${"x".repeat(1024 * 1024)}"}\n`);
  expect(await ended).toBe(1);
  expect(said.err).toBe("docs: a message from the host is longer than 1 MiB\n");
});

it("lines that are no messages are passed over", async () => {
  asked = () => {};
  answer = (_, response) => response.end('{"items":[],"count":0}');
  const { start, list, child, said, ended } = host();
  await start();
  child.stdin.write('no JSON\n[]\nnull\n42\n\r\n{"jsonrpc":"1.0"}\n\u0000\u00ff\n');
  expect((await list(1)).result.content[0].text).toContain('"count":0');
  child.stdin.end('{"jsonrpc":"2.0","id":2,"meth');
  expect({ code: await ended, err: said.err }).toEqual({ code: 0, err: "" });
});

it("--dry-run, which prints requests, is refused", async () => {
  const { code, stdout, stderr } = await home.run(["--sandbox", "mcp", "--dry-run"], { input: "" });
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toContain("--dry-run has no effect here: tools send no changes");
});
