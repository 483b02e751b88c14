/** R11, R12: whatever is lost, the command says truly what became of a write; the service's own state is the witness. */
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { endpoints } from "../../src/catalog/index.js";
import { openSandbox, type Sandbox } from "../../src/sandbox/open.js";
import { serve } from "../../src/sandbox/wire/serve.js";
import { createHome, type Home, type Result } from "../helpers/cli.js";
import { sampleCases } from "../helpers/sample.js";
import { errorOf } from "./attempt.js";
import { CHANGES, type Change, CREATIONS, type Write } from "./writes.js";

let home: Home;
let folder: string;
beforeAll(async () => {
  home = createHome();
  folder = mkdtempSync(join(tmpdir(), "docs-outcomes-"));
  (await openSandbox({ file: join(folder, "sample.sqlite"), local: false })).close();
});
afterAll(() => {
  home.remove();
  rmSync(folder, { recursive: true, force: true });
});

type Cut = "before-commit" | "after-commit" | "body";
let copies = 0;

interface Ground {
  sandbox: Sandbox;
  env: Record<string, string>;
  /** Writes that arrived, as `METHOD path`. */
  writes: string[];
  get(path: string): Promise<unknown>;
  counts(): Promise<Record<string, number>>;
}

/** The sample organization, served; the first write meets the fault. */
async function onGround<T>(write: Write, cut: Cut, act: (ground: Ground, args: string[]) => Promise<T>): Promise<T> {
  copies += 1;
  const file = join(folder, `copy-${copies}.sqlite`);
  copyFileSync(join(folder, "sample.sqlite"), file);
  const sandbox = await openSandbox({ file, local: false, faults: true });
  const authorization = `Bearer ${sandbox.token}`;
  const call = async (method: string, path: string, body?: object) => {
    const headers = { authorization, ...(body && { "content-type": "application/json" }) };
    const answer = await sandbox.handle({ method, path, headers, body: body && JSON.stringify(body) });
    const text = Buffer.from(answer.body).toString();
    return text === "" ? undefined : JSON.parse(text);
  };
  let last = "";
  for (const [method, path, body] of write.first ?? []) last = (await call(method, path, body))?.id ?? last;
  const writes: string[] = [];
  const handle: Sandbox["handle"] = (request, options) => {
    if (request.method === "GET") return sandbox.handle(request, options);
    writes.push(`${request.method} ${request.path}`);
    const fault: Record<string, string> = writes.length === 1 ? { "x-sandbox-fault": JSON.stringify({ cut }) } : {};
    return sandbox.handle({ ...request, headers: { ...request.headers, ...fault } }, options);
  };
  const served = await serve({ sandbox: { handle } });
  const env = {
    ...{ DOCS_BASE_URL: served.url, DOCS_TOKEN: sandbox.token, DOCS_ORG: "hR7kQ2mXv9TzLb4WcN8p" },
    ...{ DOCS_SPACE: "tG4nVx8YqLz2RkWd7JmS", DOCS_SITE: "sD9wPb3HfKc6XnTj1VqZ" },
  };
  try {
    const counts = async () => (await sandbox.info()).counts;
    const ground = { sandbox, env, writes, get: (path: string) => call("GET", path), counts };
    return await act(
      ground,
      write.args.map((word) => (word === "$last" ? last : word)),
    );
  } finally {
    await served.close(1_000);
    sandbox.close();
  }
}

const run = ({ env }: Ground, args: readonly string[]): Promise<Result> =>
  home.run([...args, "--json", "--retries", "2"], { env });

/** The told command has to work as it stands. */
async function follow({ env }: Ground, tell: string, code = 0): Promise<void> {
  const told = await home.shell(tell, { env });
  expect(told, tell).toMatchObject({ code });
}

const some = <T extends { endpoint: string; cut?: Cut }>(kind: string, all: readonly T[]): T[] =>
  sampleCases(`outcomes: ${kind}`, all, {
    nameOf: ({ endpoint, cut = "" }) => `${endpoint} ${cut}`,
    few: 6,
    rooms: ["src/http"],
  });

test("R1 the tables name every endpoint whose repetition could do harm", () => {
  const of = (retry: string) =>
    Object.entries(endpoints).flatMap(([name, endpoint]) => (endpoint.retry === retry ? [name] : []));
  expect(CREATIONS.map(({ endpoint }) => endpoint).sort()).toEqual(of("unsafe").sort());
  expect(CHANGES.map(({ endpoint }) => endpoint).sort()).toEqual(of("verify").sort());
  const withRule = of("verify").filter((name) => endpoints[name]?.verify);
  expect(CHANGES.flatMap(({ endpoint, rule }) => (rule ? [endpoint] : [])).sort()).toEqual(withRule.sort());
});

describe.concurrent("R12 a creation without an answer: exit 7, sent once, and the command that tells", () => {
  const rows = CREATIONS.flatMap((write) => [
    { ...write, cut: "after-commit" as const, made: write.more },
    { ...write, cut: "before-commit" as const, made: 0 },
  ]);
  test.each(some("creations", rows))("$endpoint, cut $cut", async ({ made, cut, ...write }) => {
    await onGround(write, cut, async (ground, args) => {
      const before = (await ground.counts())[write.kind] ?? 0;
      const ended = await run(ground, args);
      expect(ground.writes).toHaveLength(1);
      const error = errorOf(ended.stderr);
      expect(ended, ended.stderr).toMatchObject({ code: 7, stdout: "" });
      expect(error).toMatchObject({ kind: "unknown-outcome", outcome: "unknown" });
      expect(error?.hint).toBe(`check whether it happened: ${write.tell}`);
      expect(((await ground.counts())[write.kind] ?? 0) - before).toBe(made);
      await follow(ground, write.tell);
    });
  });

  const answered = CREATIONS.filter(({ endpoint }) => endpoints[endpoint]?.response);
  test.each(some("answers of creations", answered))(
    "R94 $endpoint, the answer cut in its middle: the same",
    async (write) => {
      await onGround(write, "body", async (ground, args) => {
        const before = (await ground.counts())[write.kind] ?? 0;
        const ended = await run(ground, args);
        expect(ground.writes).toHaveLength(1);
        expect(ended, ended.stderr).toMatchObject({ code: 7, stdout: "" });
        expect(errorOf(ended.stderr)).toMatchObject({ kind: "unknown-outcome", outcome: "unknown" });
        expect(((await ground.counts())[write.kind] ?? 0) - before).toBe(write.more);
      });
    },
  );
});

/** `a.0.b` in an answer. */
async function look({ get }: Ground, [path, member]: Change["probe"]): Promise<unknown> {
  let value: unknown = await get(path);
  for (const name of member.split(".")) {
    value = typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
  }
  return value ?? undefined;
}

describe.concurrent("R11 a change of state without an answer is looked up", () => {
  const rows = CHANGES.flatMap((write) => [
    { ...write, cut: "after-commit" as const, state: write.after, word: "applied" },
    { ...write, cut: "before-commit" as const, state: write.before, word: "not applied" },
  ]);
  test.each(some("changes", rows))("$endpoint, $word", async ({ cut, state, ...write }) => {
    await onGround(write, cut, async (ground, args) => {
      expect(await look(ground, write.probe)).toEqual(write.before);
      const ended = await run(ground, args);
      expect(ground.writes).toHaveLength(1);
      expect(await look(ground, write.probe)).toEqual(state);
      const error = errorOf(ended.stderr);
      if (!write.rule) {
        expect(ended, ended.stderr).toMatchObject({ code: 7, stdout: "" });
        expect(error).toMatchObject({ kind: "unknown-outcome", outcome: "unknown" });
        expect(error?.hint).toBe(`check whether it happened: ${write.tell}`);
        await follow(ground, write.tell);
      } else if (cut === "after-commit") {
        expect(ended, ended.stderr).toMatchObject({ code: 0 });
        expect(ended.stderr).toMatch(/^note: the answer was lost .* but the service shows the change$/m);
        expect(error).toBeUndefined();
      } else {
        // A connection that closed in silence does not say that the service has ended.
        expect(ended, ended.stderr).toMatchObject({ code: 7, stdout: "" });
        expect(error).toMatchObject({ kind: "unknown-outcome", outcome: "unknown" });
        // What is still deleted is not found.
        await follow(ground, write.tell, write.endpoint === "restoreSpace" ? 3 : 0);
      }
    });
  });

  test.each(some("answers of changes", CHANGES))(
    "R94 $endpoint, the answer cut in its middle: looked at once, exit 0, or 7 without a rule",
    async (write) => {
      await onGround(write, "body", async (ground, args) => {
        const ended = await run(ground, args);
        expect(ground.writes).toHaveLength(1);
        expect(ended.code, ended.stderr).toBe(write.rule ? 0 : 7);
        if (!write.rule) expect(errorOf(ended.stderr)).toMatchObject({ kind: "unknown-outcome", outcome: "unknown" });
        expect(await look(ground, write.probe)).toEqual(write.after);
      });
    },
  );
});
