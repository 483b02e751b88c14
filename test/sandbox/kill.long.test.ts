import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { rolldown } from "rolldown";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sampleData } from "../../scripts/sample.mjs";
import { openSandbox } from "../../src/sandbox/open.js";
import { randomOf, SEED } from "../helpers/random.js";
import { sampleCount } from "../helpers/sample.js";
import { SPACE, smallOrganization } from "../helpers/sandbox.js";

const ROUNDS = sampleCount(4, 2, ["src/sandbox/store"]);
const WRITERS = 3;
let folder: string;
let program: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "docs-kill-"));
  program = join(folder, "writer.mjs");
  const bundle = await rolldown({
    input: resolve("test/helpers/kill-writer.ts"),
    platform: "node",
    external: ["libsql"],
    plugins: [sampleData],
    logLevel: "silent",
  });
  await bundle.write({ file: program, format: "esm", codeSplitting: false });
  await bundle.close();
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Writer {
  child: ChildProcess;
  lines: string[];
  /** What it wrote to stderr. */
  errors: string;
  ended: Promise<void>;
}

/** Where Node has its own SQLite, one of the writers uses libsql all the same: both work on one file. */
function startWriter(file: string, index: number): Writer {
  const child = spawn(process.execPath, [program, file, index === 0 ? "libsql" : "best"], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, NODE_PATH: resolve("node_modules") },
  });
  const writer: Writer = {
    child,
    lines: [],
    errors: "",
    ended: new Promise((done) => child.once("close", () => done())),
  };
  child.stderr?.on("data", (chunk: Buffer) => {
    writer.errors += chunk;
  });
  let rest = "";
  child.stdout?.on("data", (chunk: Buffer) => {
    const parts = `${rest}${chunk}`.split("\n");
    // A line that was cut by the kill was not read by anyone.
    rest = parts.pop() ?? "";
    writer.lines.push(...parts);
  });
  return writer;
}

test(`R71 kill -9 of concurrent writers, which also create it: the file is whole and every answered write is there (seed ${SEED})`, async () => {
  const file = join(folder, "sandbox.db");
  const acknowledged: string[] = [];
  const random = randomOf(SEED);
  for (let round = 0; round < ROUNDS; round++) {
    const writers = Array.from({ length: WRITERS }, (_, index) => startWriter(file, index));
    await expect.poll(() => writers.filter(({ lines }) => lines.length > 5).length).toBe(WRITERS);
    await new Promise((wait) => setTimeout(wait, 10 + random(60)));
    for (const { child } of writers) child.kill("SIGKILL");
    await Promise.all(writers.map(({ ended }) => ended));
    // Nor does Node 22 call its SQLite experimental there.
    expect(writers.map(({ errors }) => errors).join("")).toBe("");
    const answers = writers.flatMap(({ lines }) => lines).filter((line) => line !== "ready");
    expect(answers.filter((line) => line.startsWith("failed"))).toEqual([]);
    acknowledged.push(...answers);

    const sandbox = await openSandbox({ file, local: true, check: true, load: smallOrganization });
    const found = await sandbox.change(({ store }) => ({
      requests: store.all<{ id: string; number: number; revision: string }>("change-request", SPACE),
      revisions: new Set(store.ids("revision", SPACE)),
      space: store.get<{ changeRequests: number }>("space", SPACE),
    }));
    sandbox.close();
    const ids = new Set(found.requests.map(({ id }) => id));
    expect(acknowledged.filter((id) => !ids.has(id))).toEqual([]);
    // No half request: number, counter, revision and change request were written together or not at all.
    expect(found.requests.map(({ number }) => number)).toEqual(found.requests.map((_, index) => index + 1));
    expect(found.space?.changeRequests).toBe(found.requests.length);
    expect(found.requests.filter(({ revision }) => !found.revisions.has(revision))).toEqual([]);
  }
  expect(acknowledged.length).toBeGreaterThan(ROUNDS * WRITERS * 5 - 1);
  expect(new Set(acknowledged).size).toBe(acknowledged.length);
}, 600_000);
