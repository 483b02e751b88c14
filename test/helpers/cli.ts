/** Runs the built command as a child process, with folders of its own. */
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

export const BIN = resolve("bin/docs.js");

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
  remove(): void;
}

export interface RunOptions {
  input?: string | Buffer;
  env?: Record<string, string>;
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
  const start = (args: readonly string[], options: RunOptions = {}) =>
    spawn(process.execPath, [BIN, ...args], {
      cwd: options.cwd ?? dir,
      env: { ...env, ...options.env },
      stdio: "pipe",
    });
  return {
    dir,
    env,
    start,
    run: (args, options = {}) => collect(start(args, options), options),
    remove: () => rmSync(dir, { recursive: true, force: true }),
  };
}

export function collect(child: ChildProcessWithoutNullStreams, options: RunOptions = {}): Promise<Result> {
  return new Promise((done, fail) => {
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    const timer = setTimeout(() => child.kill("SIGKILL"), options.limit ?? 20_000);
    child.stdout.on("data", (chunk: Buffer) => out.push(chunk));
    child.stderr.on("data", (chunk: Buffer) => err.push(chunk));
    child.on("error", fail);
    child.on("close", (code, signal) => {
      clearTimeout(timer);
      done({ code, signal, stdout: Buffer.concat(out).toString(), stderr: Buffer.concat(err).toString() });
    });
    // The child may end before it reads its input.
    child.stdin.on("error", () => {});
    child.stdin.end(options.input ?? "");
  });
}
