import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { rolldown } from "rolldown";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { standIns } from "../../scripts/stand-ins.mjs";
import { randomOf, SEED } from "../helpers/random.js";
import { json, mode, put } from "./place.js";

const ROOT = process.getuid?.() === 0;
let base = "";
let script = "";
let count = 0;

beforeAll(async () => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "docs-config-")));
  chmodSync(base, 0o755);
  script = join(base, "writer.cjs");
  const input = join(import.meta.dirname, "writer.ts");
  const bundle = await rolldown({ input, platform: "node", checks: { eval: false }, plugins: [standIns] });
  await bundle.write({ dir: base, format: "cjs", entryFileNames: "[name].cjs", chunkFileNames: "[name].cjs" });
  await bundle.close();
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

function newFolder(): string {
  count += 1;
  const dir = join(base, `f${count}`);
  mkdirSync(dir, { mode: 0o700 });
  return dir;
}

interface Start {
  env: Record<string, string>;
  cwd?: string;
  /** Without the powers of the superuser, who may read and write everything. */
  ordinary?: boolean;
  /** Shell words before the program. */
  before?: string;
}

function start(words: string[], { env, cwd = base, ordinary = false, before = "" }: Start): ChildProcess {
  const who = ordinary && ROOT ? { uid: 65534, gid: 65534 } : {};
  const command = `${before} exec "$0" "$@"`;
  return spawn("/bin/sh", ["-c", command, process.execPath, script, ...words], { env, cwd, ...who });
}

async function run(words: string[], options: Start): Promise<{ out: string; err: string; code: number | null }> {
  const child = start(words, options);
  if (!child.stdout || !child.stderr) throw new Error("no pipes");
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "exit")]);
  return { out, err, code };
}

describe("R53 processes that write at the same time", () => {
  it("lose none of 50 changes and leave nothing behind", async () => {
    const dir = newFolder();
    const names = Array.from({ length: 50 }, (_, index) => `w${index}`);
    const results = await Promise.all(names.map((name) => run(["add", name], { env: { DOCS_CONFIG_DIR: dir } })));
    expect(results.filter((result) => result.code !== 0)).toEqual([]);
    expect(json(join(dir, "config.json"))).toEqual({
      version: 1,
      profile: "default",
      profiles: {},
      aliases: Object.fromEntries(names.map((name) => [name, name])),
      counter: 50,
    });
    expect(readdirSync(dir)).toEqual(["config.json"]);
    expect(mode(join(dir, "config.json"))).toBe("600");
  });

  it(`leave a whole file when killed, which the next one goes on with at once (seed ${SEED})`, async () => {
    const dir = newFolder();
    const file = join(dir, "config.json");
    const env = { DOCS_CONFIG_DIR: dir };
    const random = randomOf(SEED);
    let rounds = 0;
    // Rounds that killed nobody in the middle of a write prove nothing.
    for (let interrupted = 0; interrupted < 8; rounds += 1) {
      const child = start(["loop"], { env });
      if (!child.stdout) throw new Error("no pipe");
      await once(child.stdout, "data");
      await new Promise((done) => setTimeout(done, random(40)));
      while (readdirSync(dir).length === 1) await new Promise((done) => setImmediate(done));
      child.kill("SIGKILL");
      await once(child, "exit");
      if (readdirSync(dir).length > 1) interrupted += 1;
      const state = json(file) as { head: number; tail: number; fill: string };
      expect(state.head).toBe(state.tail);
      expect(state.fill).toHaveLength(200_000);
      const { code, out } = await run(["wait", `r${rounds}`], { env });
      expect(code).toBe(0);
      // A lock whose owner it did not know to be dead would be waited for until it is 10 s old; one without a mark, 1 s.
      expect(Number(out)).toBeLessThan(2_000);
      expect(readdirSync(dir)).toEqual(["config.json"]);
    }
    expect(json(file)).toMatchObject({ counter: rounds, aliases: { r0: "r0", r7: "r7" } });
  });
});

describe("R53 a writer that dies between the write and the look at it", () => {
  const OLD = '{"profile":"a","profiles":{"a":{"token":"t"}}}';
  const READ = { version: 1, profile: "a", profiles: { a: { token: "t" } }, aliases: {} };
  const EMPTY = { version: 1, profile: "default", profiles: {}, aliases: {} };

  it.each([
    ["with a part of the file", "cut", OLD, READ],
    ["with nothing of the file", "empty", OLD, READ],
    ["with the whole file", "whole", OLD, { ...READ, profile: "b" }],
    ["with a part of the first file", "cut", undefined, EMPTY],
  ])("%s", async (_what, how, old, state) => {
    const dir = newFolder();
    const env = { DOCS_CONFIG_DIR: dir };
    if (old !== undefined) put(join(dir, "config.json"), old);
    expect((await run(["die", how], { env })).code).toBe(null);
    expect(readdirSync(dir).sort()).toEqual(["config.json", "config.json.lock", "config.json.previous"]);
    const shown = await run(["show"], { env });
    expect(JSON.parse(shown.out)).toMatchObject({ config: state });
    expect((await run(["add", "x"], { env })).code).toBe(0);
    expect(json(join(dir, "config.json"))).toEqual({ ...state, counter: 1, aliases: { x: "x" } });
    expect(readdirSync(dir)).toEqual(["config.json"]);
  });
});

describe("a process that has written", () => {
  it("has no more listeners for signals and its end than before", async () => {
    const ran = await run(["listeners"], { env: { DOCS_CONFIG_DIR: newFolder() } });
    const { before, after } = JSON.parse(ran.out);
    expect(after).toEqual(before);
  });
});

describe("a home that cannot be written", () => {
  it("R41 still reads, and a write fails with the reason and the old file intact", async () => {
    const home = newFolder();
    const dir = join(home, ".config", "docs");
    mkdirSync(dir, { recursive: true });
    put(join(dir, "config.json"), '{"profiles":{"default":{"org":"o1"}}}', 0o644);
    for (const path of [join(dir, "config.json"), dir, join(home, ".config"), home]) {
      if (ROOT) chownSync(path, 65534, 65534);
      if (!path.endsWith(".json")) chmodSync(path, 0o555);
    }
    const env = { HOME: home };
    const shown = await run(["show"], { env, ordinary: true });
    expect(shown.code).toBe(0);
    expect(JSON.parse(shown.out)).toMatchObject({ settings: { org: { value: "o1", source: "profile" } } });
    const added = await run(["add", "x"], { env, ordinary: true });
    expect(added.code).toBe(1);
    expect(JSON.parse(added.out)).toEqual({
      kind: "io",
      message: `cannot write ${join(dir, "config.json")}: permission denied`,
    });
    expect(readFileSync(join(dir, "config.json"), "utf8")).toBe('{"profiles":{"default":{"org":"o1"}}}');
    chmodSync(home, 0o755);
    chmodSync(join(home, ".config"), 0o755);
    chmodSync(dir, 0o755);
  });

  it("R40 that cannot be entered counts as none, with a word about it", async () => {
    const home = newFolder();
    const dir = join(home, ".config", "docs");
    mkdirSync(dir, { recursive: true });
    chmodSync(home, 0o000);
    const shown = await run(["show"], { env: { HOME: home, DOCS_ORG: "o2" }, ordinary: true });
    chmodSync(home, 0o700);
    expect(shown.code).toBe(0);
    expect(JSON.parse(shown.out)).toMatchObject({ settings: { org: { value: "o2", source: "environment" } } });
    expect(shown.err).toBe(`the configuration folder ${dir} cannot be entered; continuing without stored profiles\n`);
  });

  it("says so when the file itself may not be read", async () => {
    const dir = newFolder();
    if (ROOT) chownSync(dir, 65534, 65534);
    put(join(dir, "config.json"), "{}", 0o000);
    const shown = await run(["show"], { env: { DOCS_CONFIG_DIR: dir }, ordinary: true });
    expect(shown.code).toBe(1);
    expect(JSON.parse(shown.out)).toEqual({
      kind: "io",
      message: `cannot read ${join(dir, "config.json")}: permission denied`,
    });
  });

  it("R41 keeps the old file when the disk takes only a part of the new one", async () => {
    const dir = newFolder();
    put(join(dir, "config.json"), '{"profiles":{"a":{"token":"t"}}}');
    const full = await run(["fill"], { env: { DOCS_CONFIG_DIR: dir }, before: "ulimit -f 8;" });
    expect(full.code).not.toBe(0);
    expect(readFileSync(join(dir, "config.json"), "utf8")).toBe('{"profiles":{"a":{"token":"t"}}}');
    expect((await run(["add", "x"], { env: { DOCS_CONFIG_DIR: dir } })).code).toBe(0);
    expect(readdirSync(dir)).toEqual(["config.json"]);
  });
});

describe("R52 the working directory", () => {
  it.each([
    ["HOME unset", {}],
    ["HOME empty", { HOME: "" }],
    ["HOME relative", { HOME: "." }],
    ["XDG_CONFIG_HOME relative", { XDG_CONFIG_HOME: "." }],
  ])("R40 is neither read nor written with %s", async (_what, env: Record<string, string>) => {
    const cwd = newFolder();
    const hostile = '{"profile":"p","profiles":{"p":{"baseUrl":"https://evil.example","token":"t"}}}';
    const places = [".", "docs", ".docs", ".config/docs"];
    for (const place of places) {
      mkdirSync(join(cwd, place), { recursive: true, mode: 0o700 });
      put(join(cwd, place, "config.json"), hostile);
    }
    for (const name of [".env", ".docsrc", "docs.json", ".docs.json"]) {
      put(join(cwd, name), "DOCS_TOKEN=t\nDOCS_BASE_URL=https://evil.example\n");
    }
    const shown = await run(["show"], { env, cwd });
    expect(JSON.parse(shown.out)).toEqual({
      config: { version: 1, profile: "default", profiles: {}, aliases: {} },
      settings: {
        profile: "default",
        profileSource: "default",
        hint: "list them with docs profiles list, or add one with docs auth login --profile default",
        programs: {},
        stored: false,
        sandbox: false,
        token: { from: "none" },
      },
    });
    const added = await run(["add", "x"], { env, cwd });
    expect(added.code).toBe(1);
    expect(JSON.parse(added.out)).toEqual({ kind: "config", message: "there is no folder for the configuration" });
    for (const place of places) expect(readFileSync(join(cwd, place, "config.json"), "utf8")).toBe(hostile);
  });
});
