import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createHome, ended, type Home, type Result, withTimers } from "../helpers/cli.js";
import { type Answer, type Behavior, type Service, service, until } from "./service.js";

let home: Home;
let api: Service | undefined;
beforeAll(() => {
  home = createHome();
});
afterAll(() => home.remove());
afterEach(async () => {
  await api?.close();
  api = undefined;
});

interface Running {
  child: ChildProcessWithoutNullStreams;
  end: Promise<Result>;
  /** What it wrote to stderr so far. */
  said(): string;
  /** What it printed so far. */
  printed(): string;
}

function watch(child: ChildProcessWithoutNullStreams): Running {
  let said = "";
  child.stderr.on("data", (chunk: Buffer) => {
    said += chunk;
  });
  let printed = "";
  child.stdout.on("data", (chunk: Buffer) => {
    printed += chunk;
  });
  return { child, end: ended(child), said: () => said, printed: () => printed };
}

/** Starts a command against a service with this behavior and waits until `hits` requests have arrived. */
async function begin(
  behave: Behavior,
  args: readonly string[],
  { hits = 1, more = {} }: { hits?: number; more?: Record<string, string> } = {},
): Promise<Running> {
  await api?.close();
  const started = await service(behave);
  api = started;
  const env = { DOCS_BASE_URL: started.url, DOCS_TOKEN: "t", DOCS_ORG: "o1", DOCS_SPACE: "s1", ...more };
  const running = watch(home.start(args, { env }));
  await until(() => started.hits.length >= hits);
  return running;
}

const never = () => undefined;
const CREATE = ["comments", "create", "--body", "hello"];

async function endWith(signal: NodeJS.Signals, { child, end }: Running): Promise<Result> {
  child.kill(signal);
  return end;
}

/** Ends a write by a signal, after which its answer comes; what is read before it is there. */
async function answerAfter(signal: NodeJS.Signals, answer: Answer, args: readonly string[]): Promise<Result> {
  let come: (answer: Answer) => void = () => {};
  const late = new Promise<Answer>((resolve) => {
    come = resolve;
  });
  const running = await begin(({ method }) => (method === "GET" ? { body: { id: args[2] } } : late), args);
  await until(() => api?.hits.some(({ method }) => method !== "GET") === true);
  running.child.kill(signal);
  await until(() => running.said().includes("finishing"));
  come(answer);
  return running.end;
}

describe("R36 a read", () => {
  test.each([
    ["SIGINT", ["orgs", "list"]],
    ["SIGTERM", ["spaces", "view", "s1", "--json"]],
    ["SIGHUP", ["spaces", "list", "--json"]],
  ] as const)("ends by %s without a word", async (signal, args) => {
    const result = await endWith(signal, await begin(never, args));
    expect(result).toMatchObject({ code: null, signal, stderr: "" });
  });

  test("a shell sees 130, 143 and 129", async () => {
    const arrived = join(home.dir, "arrived");
    api = await service(() => void writeFileSync(arrived, ""));
    const env = { DOCS_BASE_URL: api.url, DOCS_TOKEN: "t", ARRIVED: arrived };
    for (const [signal, code] of [
      ["INT", 130],
      ["TERM", 143],
      ["HUP", 129],
    ] as const) {
      rmSync(arrived, { force: true });
      const hits = api.hits.length;
      const script = `set -m; "\${DOCS[@]}" orgs list & until [ -e "$ARRIVED" ]; do sleep 0.05; done; kill -${signal} $!; wait $!; echo $?`;
      const result = await home.shell(script, { env });
      expect(result.stdout).toBe(`${code}\n`);
      expect(api.hits.length).toBe(hits + 1);
    }
  });

  test("lines that were printed are whole, and nothing more is fetched", async () => {
    const page = { items: [{ object: "space", id: "s1", title: "One" }], next: { page: "b" } };
    const behave = (_: unknown, count: number): Answer | undefined => (count === 1 ? { body: page } : undefined);
    const running = await begin(behave, ["spaces", "list", "-o", "jsonl"], { hits: 2 });
    await until(() => running.printed() !== "");
    const result = await endWith("SIGINT", running);
    expect(result).toMatchObject({ signal: "SIGINT", stdout: '{"object":"space","id":"s1","title":"One"}\n' });
    expect(api?.hits).toHaveLength(2);
  });

  test("in the wait before a retry", async () => {
    const busy = () => ({ status: 503, headers: { "retry-after": "60" } });
    const running = await begin(busy, ["orgs", "list"]);
    await until(() => running.said().includes("waiting"));
    const result = await endWith("SIGINT", running);
    expect(result).toMatchObject({ signal: "SIGINT", stdout: "" });
    expect(result.stderr).not.toContain("finishing");
    expect(api?.hits).toHaveLength(1);
  });

  test("when nobody reads its output", async () => {
    const items = Array.from({ length: 1000 }, (_, index) => ({
      object: "space",
      id: `s${index}`,
      title: "x".repeat(300),
    }));
    const page = async (_: unknown, count: number) => ({ body: { items, next: { page: `c${count}` } } });
    await api?.close();
    const lists = await service(page);
    api = lists;
    const env = { DOCS_BASE_URL: lists.url, DOCS_TOKEN: "t", DOCS_ORG: "o1" };
    const child = home.start(["spaces", "list", "-o", "jsonl"], { env });
    // The list never ends and the pipe is full: the program waits for its reader.
    await until(() => lists.hits.length >= 2 && child.stdout.readableLength > 0);
    child.kill("SIGINT");
    expect(await once(child, "exit")).toEqual([null, "SIGINT"]);
    expect(lists.hits.length).toBeLessThan(6);
    child.stdout.destroy();
  });

  test("while standard input is read", async () => {
    const child = home.start(["auth", "login", "--base-url", "http://127.0.0.1:9", "--token-stdin"]);
    const running = watch(child);
    // More than a pipe holds: it has been taken once the program reads.
    if (!child.stdin.write("half a tok".repeat(50_000))) await once(child.stdin, "drain");
    const result = await endWith("SIGINT", running);
    expect(result).toMatchObject({ signal: "SIGINT", stdout: "", stderr: "" });
  });
});

describe("R36 a write that is under way", () => {
  const created = { object: "comment", id: "c1", body: { markdown: "hello" } };

  test("gets its answer, which is reported", async () => {
    const result = await answerAfter("SIGINT", { status: 201, body: created }, [...CREATE, "--json"]);
    expect(result.signal).toBe("SIGINT");
    expect(JSON.parse(result.stdout)).toMatchObject({ id: "c1" });
    expect(result.stderr).toContain("docs: finishing the current request; Ctrl-C again to abandon it\n");
    expect(api?.hits).toHaveLength(1);
  });

  test("gets its refusal, which is reported too", async () => {
    const refused = { status: 409, body: { error: { code: 409, message: "merge conflicts" } } };
    const result = await answerAfter("SIGTERM", refused, ["cr", "merge", "42"]);
    expect(result).toMatchObject({ signal: "SIGTERM", stdout: "" });
    expect(result.stderr).toContain("merge conflicts");
  });

  test("a second signal abandons it: the outcome is unknown, the message tells where to look", async () => {
    // By itself it would end after 5 s.
    const running = await begin(never, CREATE, { more: withTimers(join(home.dir, "timers"), 5000, "never") });
    running.child.kill("SIGINT");
    await until(() => running.said().includes("finishing"));
    const result = await endWith("SIGINT", running);
    expect(result).toMatchObject({ signal: "SIGINT", stdout: "" });
    expect(result.stderr).toMatch(/outcome unknown: POST \/v1\/spaces\/s1\/comments was sent at \d{4}-/);
    expect(result.stderr).toContain("check whether it happened: docs comments list");
  });

  test("after 5 s it is abandoned by itself", async () => {
    const timers = join(home.dir, "timers-of-the-end");
    const running = await begin(never, [...CREATE, "--json"], { more: withTimers(timers, 5000, "now") });
    expect(readFileSync(timers, "utf8").split("\n")).not.toContain("5000");
    const result = await endWith("SIGTERM", running);
    expect(result).toMatchObject({ signal: "SIGTERM", stdout: "" });
    expect(readFileSync(timers, "utf8").split("\n")).toContain("5000");
    const [, error] = result.stderr.split("\n");
    expect(JSON.parse(error ?? "")).toMatchObject({ error: { kind: "canceled", outcome: "unknown" } });
  });

  test("of several targets nothing new is started", async () => {
    const result = await answerAfter("SIGINT", { status: 204 }, ["comments", "delete", "a1", "b2", "d3", "--yes"]);
    expect(result.signal).toBe("SIGINT");
    expect(
      api?.hits.map(({ method, url }) => `${method} ${url}`).filter((line) => line.startsWith("DELETE")),
    ).toHaveLength(1);
  });
});

test("R36, R60 a download that is interrupted leaves no file behind", async () => {
  let sent = false;
  const server = createServer((request, response) => {
    if (request.url?.startsWith("/v1/")) {
      const { port } = server.address() as AddressInfo;
      response.end(
        JSON.stringify({ object: "file", id: "f1", name: "a.bin", downloadURL: `http://127.0.0.1:${port}/a.bin` }),
      );
      return;
    }
    response.writeHead(200, { "content-length": "1000000" });
    response.write(Buffer.alloc(100_000));
    sent = true;
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const person = createHome();
  const env = { DOCS_BASE_URL: `http://127.0.0.1:${port}`, DOCS_TOKEN: "t", DOCS_SPACE: "s1" };
  const running = watch(person.start(["files", "download", "f1"], { env }));
  await until(() => sent && readdirSync(person.dir).some((name) => name.endsWith(".part")));
  const result = await endWith("SIGINT", running);
  const left = readdirSync(person.dir);
  person.remove();
  server.closeAllConnections();
  server.close();
  expect(result).toMatchObject({ signal: "SIGINT", stdout: "", stderr: "" });
  expect(left).toEqual([]);
});

test("Ctrl-C stops a change of several targets in the sandbox, which answers without waiting for anything", async () => {
  const numbers = Array.from({ length: 400 }, (_, at) => String(1000 + at));
  const running = watch(home.start(["--sandbox", "cr", "edit", ...numbers, "--subject", "x"]));
  await until(() => running.said().includes("1000"));
  const result = await endWith("SIGINT", running);
  expect(result.signal).toBe("SIGINT");
  expect(result.stderr).not.toContain("failed: 1399:");
});
