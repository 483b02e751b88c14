/** Runs the built command as a child process, with folders of its own. */
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const quote = (word: string) => `'${word.replaceAll("'", "'\\''")}'`;

/** The program that DOCS_TEST_BIN names, such as an executable with an engine of its own; else what the build made. */
const named = process.env.DOCS_TEST_BIN;
export const IS_EXECUTABLE = named !== undefined;
export const BIN = resolve("bin/docs.js");
const PROGRAM = named === undefined ? [process.execPath, BIN] : [resolve(named)];

/** What starts the command with these arguments: a file and what it is given. */
export function commandOf(...args: readonly string[]): [file: string, args: string[]] {
  const [file = "", ...before] = PROGRAM;
  return [file, [...before, ...args]];
}

/** The same for a shell, without arguments. */
export const PROGRAM_WORDS = PROGRAM.map(quote).join(" ");

/** The environment in which the program loads this file before its own. */
export function preloading(file: string): Record<string, string> {
  if (!IS_EXECUTABLE) return { NODE_OPTIONS: `--require ${file}` };
  return { BUN_OPTIONS: `--preload ${resolve("test/helpers/unset-options.cjs")} --preload ${file}` };
}

/**
 * The environment in which the program is killed at the match with this number: of what it writes to standard error, or of the
 * statements that it has SQLite run.
 */
export function killedAt(
  pattern: RegExp,
  count: number,
  of: "output" | "statement" = "output",
): Record<string, string> {
  return {
    ...preloading(resolve(`test/helpers/${of === "output" ? "kill-at" : "kill-at-statement"}.cjs`)),
    KILL_AT_PATTERN: pattern.source,
    KILL_AT_COUNT: String(count),
  };
}

/** The environment in which the program notes its timers in a file; those of `ms` milliseconds end at once, or never. */
export function withTimers(file: string, ms = 0, end: "now" | "never" = "now"): Record<string, string> {
  return {
    ...preloading(resolve("test/helpers/timers.cjs")),
    TIMERS_FILE: file,
    TIMERS_MS: String(ms),
    TIMERS_END: end,
  };
}

export interface Result {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

export interface Home {
  dir: string;
  env: Record<string, string>;
  run(args: readonly string[], options?: RunOptions): Promise<Result>;
  start(args: readonly string[], options?: RunOptions): ChildProcessWithoutNullStreams;
  /** A bash script in which `docs` is the built command; `"${DOCS[@]}"` is the same for the background. */
  shell(script: string, options?: RunOptions): Promise<Result>;
  remove(): void;
}

export interface RunOptions {
  input?: string | Buffer;
  /** Added to the person's own; undefined takes a variable away. */
  env?: Record<string, string | undefined>;
  cwd?: string;
  /** Milliseconds after which the child is killed. */
  limit?: number;
}

/** A person of their own: nothing of the machine's configuration is seen. */
export function createHome(): Home {
  const dir = mkdtempSync(join(tmpdir(), "docs-home-"));
  const env = {
    PATH: process.env.PATH ?? "",
    HOME: dir,
    XDG_CONFIG_HOME: join(dir, "config"),
    XDG_DATA_HOME: join(dir, "data"),
    XDG_CACHE_HOME: join(dir, "cache"),
    LANG: "C.UTF-8",
  };
  const launch = (program: string, args: readonly string[], options: RunOptions) =>
    spawn(program, args, { cwd: options.cwd ?? dir, env: { ...env, ...options.env }, stdio: "pipe" });
  const start = (args: readonly string[], options: RunOptions = {}) => launch(...commandOf(...args), options);
  const define = `DOCS=(${PROGRAM_WORDS}); docs() { "\${DOCS[@]}" "$@"; }\n`;
  return {
    dir,
    env,
    start,
    run: (args, options = {}) => collect(start(args, options), options),
    shell: (script, options = {}) => collect(launch("bash", ["-c", define + script], options), options),
    remove: () => rmSync(dir, { recursive: true, force: true }),
  };
}

export function collect(child: ChildProcessWithoutNullStreams, options: RunOptions = {}): Promise<Result> {
  // The child may end before it reads its input.
  child.stdin.on("error", () => {});
  child.stdin.end(options.input ?? "");
  return ended(child, options.limit);
}

/** What a child wrote until its end; its input stays as it is. It is killed when a busy machine, too, would be done. */
export function ended(child: ChildProcessWithoutNullStreams, limit = 60_000): Promise<Result> {
  return new Promise((done, fail) => {
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    const timer = setTimeout(() => child.kill("SIGKILL"), limit);
    child.stdout.on("data", (chunk: Buffer) => out.push(chunk));
    child.stderr.on("data", (chunk: Buffer) => err.push(chunk));
    child.on("error", fail);
    child.on("close", (code, signal) => {
      clearTimeout(timer);
      done({ code, signal, stdout: Buffer.concat(out).toString(), stderr: Buffer.concat(err).toString() });
    });
  });
}
