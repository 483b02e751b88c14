import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createHome, ended, type Home, type Result } from "../helpers/cli.js";
import { type Answer, type Behavior, later, type Service, service, until } from "./service.js";

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
async function begin(behave: Behavior, args: readonly string[], hits = 1): Promise<Running> {
  await api?.close();
  const started = await service(behave);
  api = started;
  const env = { DOCS_BASE_URL: started.url, DOCS_TOKEN: "t", DOCS_ORG: "o1", DOCS_SPACE: "s1" };
  const running = watch(home.start(args, { env }));
  await until(() => started.hits.length >= hits);
  // The server has the request; let the client's own loop come round.
  await later(30);
  return running;
}

const never = () => undefined;
const CREATE = ["comments", "create", "--body", "hello"];

/** Milliseconds from the signal to the end. */
async function endWith(signal: NodeJS.Signals, { child, end }: Running): Promise<{ result: Result; ms: number }> {
  const start = performance.now();
  child.kill(signal);
  const result = await end;
  return { result, ms: performance.now() - start };
}

describe("R36 a read", () => {
  test.each([
    ["SIGINT", ["orgs", "list"]],
    ["SIGTERM", ["spaces", "view", "s1", "--json"]],
    ["SIGHUP", ["spaces", "list", "--json"]],
  ] as const)("ends by %s without a word", async (signal, args) => {
    const { result } = await endWith(signal, await begin(never, args));
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
      const script = `set -m; "\${DOCS[@]}" orgs list & until [ -e "$ARRIVED" ]; do sleep 0.05; done; sleep 0.1; kill -${signal} $!; wait $!; echo $?`;
      const result = await home.shell(script, { env });
      expect(result.stdout).toBe(`${code}\n`);
      expect(api.hits.length).toBe(hits + 1);
    }
  });

  test("lines that were printed are whole, and nothing more is fetched", async () => {
    const page = { items: [{ object: "space", id: "s1", title: "One" }], next: { page: "b" } };
    const behave = (_: unknown, count: number): Answer | undefined => (count === 1 ? { body: page } : undefined);
    const running = await begin(behave, ["spaces", "list", "-o", "jsonl"], 2);
    await until(() => running.printed() !== "");
    const { result } = await endWith("SIGINT", running);
    expect(result).toMatchObject({ signal: "SIGINT", stdout: '{"object":"space","id":"s1","title":"One"}\n' });
    expect(api?.hits).toHaveLength(2);
  });

  test("in the wait before a retry", async () => {
    const busy = () => ({ status: 503, headers: { "retry-after": "60" } });
    const running = await begin(busy, ["orgs", "list"]);
    await until(() => running.said().includes("waiting"));
    const { result } = await endWith("SIGINT", running);
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
    api = await service(page);
    const env = { DOCS_BASE_URL: api.url, DOCS_TOKEN: "t", DOCS_ORG: "o1" };
    // The list never ends and the pipe is full: the program waits for its reader. What a shell starts in the background of
    // a script ignores Ctrl-C, unless the engine resets that, as Node does.
    const { stdout, stderr } = await home.shell(
      `set -m; { env --default-signal=INT "\${DOCS[@]}" spaces list -o jsonl & echo $! > pid; wait $!; echo "ended $?" >&2; } | sleep 5 &
       sleep 0.8; kill -INT $(cat pid); for i in $(seq 35); do sleep 0.1; kill -0 $(cat pid) 2>&- || break; done; echo "$i"; kill %1`,
      { env },
    );
    expect(stderr).toContain("ended 130");
    expect(Number(stdout)).toBeLessThan(35);
    expect(api.hits.length).toBeLessThan(6);
  });

  test("while standard input is read", async () => {
    const child = home.start(["auth", "login", "--base-url", "http://127.0.0.1:9", "--token-stdin"]);
    const running = watch(child);
    child.stdin.write("half a tok");
    await later(500);
    const { result } = await endWith("SIGINT", running);
    expect(result).toMatchObject({ signal: "SIGINT", stdout: "", stderr: "" });
  });
});

describe("R36 a write that is under way", () => {
  const created = { object: "comment", id: "c1", body: { markdown: "hello" } };

  test("gets its answer, which is reported", async () => {
    const running = await begin(
      async () => later(900).then(() => ({ status: 201, body: created })),
      [...CREATE, "--json"],
    );
    const { result, ms } = await endWith("SIGINT", running);
    expect(result.signal).toBe("SIGINT");
    expect(JSON.parse(result.stdout)).toMatchObject({ id: "c1" });
    expect(result.stderr).toContain("docs: finishing the current request; Ctrl-C again to abandon it\n");
    expect(ms).toBeGreaterThan(500);
    expect(api?.hits).toHaveLength(1);
  });

  test("gets its refusal, which is reported too", async () => {
    const refused = { status: 409, body: { error: { code: 409, message: "merge conflicts" } } };
    const { result } = await endWith(
      "SIGTERM",
      await begin(async () => later(600).then(() => refused), ["cr", "merge", "42"]),
    );
    expect(result).toMatchObject({ signal: "SIGTERM", stdout: "" });
    expect(result.stderr).toContain("merge conflicts");
  });

  test("a second signal abandons it: the outcome is unknown, the message tells where to look", async () => {
    const running = await begin(never, CREATE);
    running.child.kill("SIGINT");
    await until(() => running.said().includes("finishing"));
    const { result, ms } = await endWith("SIGINT", running);
    expect(result).toMatchObject({ signal: "SIGINT", stdout: "" });
    // By itself it would end after 5 s.
    expect(ms).toBeLessThan(4500);
    expect(result.stderr).toMatch(/outcome unknown: POST \/v1\/spaces\/s1\/comments was sent at \d{4}-/);
    expect(result.stderr).toContain("check whether it happened: docs comments list");
  });

  test("after 5 s it is abandoned by itself", async () => {
    const { result, ms } = await endWith("SIGTERM", await begin(never, [...CREATE, "--json"]));
    expect(result).toMatchObject({ signal: "SIGTERM", stdout: "" });
    expect(ms).toBeGreaterThan(4500);
    const [, error] = result.stderr.split("\n");
    expect(JSON.parse(error ?? "")).toMatchObject({ error: { kind: "canceled", outcome: "unknown" } });
  });

  test("of several targets nothing new is started", async () => {
    const answer = async () => {
      await later(500);
      return { status: 204 };
    };
    const args = ["comments", "delete", "a", "b", "c", "--yes"];
    const { result } = await endWith("SIGINT", await begin(answer, args));
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
  const { result } = await endWith("SIGINT", running);
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
  const { result } = await endWith("SIGINT", running);
  expect(result.signal).toBe("SIGINT");
  expect(result.stderr).not.toContain("failed: 1399:");
});
