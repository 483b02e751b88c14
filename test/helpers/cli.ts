/** Runs the built command as a child process, with folders of its own. */
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const quote = (word: string) => `'${word.replaceAll("'", "'\\''")}'`;

/** The program that DOCS_TEST_BIN names, such as an executable with an engine of its own; else what the build made. */
const named = process.env.DOCS_TEST_BIN;
export const IS_EXECUTABLE = named !== undefined;
export const BIN = resolve("bin/docs.js");
/** What starts that program, if not this system alone: Wine, start.exe, and a Node for Windows (scripts/windows.mjs). */
const STARTER = (process.env.DOCS_TEST_START ?? "").split(" ").filter((word) => word !== "");
const PROGRAM = named === undefined ? [process.execPath, BIN] : [...STARTER, resolve(named)];
/** The program runs on Windows, or in Wine, which passes START_<NAME> on as NAME (test/windows/start.c). */
const IN_WINE = STARTER[0] === "wine";
export const ON_WINDOWS = process.platform === "win32" || IN_WINE;

/** A path as the program that is tested names it. */
export const nativePath = (path: string): string => (IN_WINE ? `Z:${path.replaceAll("/", "\\")}` : path);

/** Where Windows keeps what XDG_CONFIG_HOME and its like name elsewhere. */
function windowsFolders(dir: string): Record<string, string> {
  if (!ON_WINDOWS) return {};
  const places = { APPDATA: "config", LOCALAPPDATA: "data", TEMP: "temp", TMP: "temp" };
  for (const place of Object.values(places)) mkdirSync(join(dir, place), { recursive: true });
  return Object.fromEntries([
    ...Object.entries(places).map(([name, place]) => [(IN_WINE ? "START_" : "") + name, nativePath(join(dir, place))]),
    ...["WINEPREFIX", "WINEDEBUG", "SystemRoot"].flatMap((name) =>
      process.env[name] ? [[name, process.env[name]]] : [],
    ),
  ]);
}

/** What starts the command with these arguments: a file and what it is given. */
export function commandOf(...args: readonly string[]): [file: string, args: string[]] {
  const [file = "", ...before] = PROGRAM;
  return [file, [...before, ...args]];
}

/** The same for a shell, without arguments. */
export const PROGRAM_WORDS = PROGRAM.map(quote).join(" ");

/** A file with these lines, and what runs it. */
function scriptOf(dir: string, lines: readonly string[]): [file: string, args: string[]] {
  const file = join(dir, ON_WINDOWS ? "lines.cmd" : "lines.sh");
  const before = STARTER.slice(0, STARTER.findIndex((word) => word.endsWith("start.exe")) + 1);
  const words = PROGRAM.slice(before.length).map((word) => `"${nativePath(word)}"`);
  const given = lines.map((line) => line.replaceAll(/(?<!\S)docs(?= )/g, () => words.join(" ")));
  writeFileSync(
    file,
    (ON_WINDOWS ? ["@echo off", ...given, "exit %errorlevel%"] : given).join(ON_WINDOWS ? "\r\n" : "\n"),
  );
  const [shell = "", ...args] = ON_WINDOWS ? [...before, "cmd", "/d", "/c"] : ["sh"];
  return [shell, [...args, nativePath(file)]];
}

/** The environment in which the program loads this file before its own. */
export function preloading(file: string): Record<string, string> {
  if (!IS_EXECUTABLE || named?.endsWith(".js")) return { NODE_OPTIONS: `--require ${file}` };
  const files = [resolve("test/helpers/unset-options.cjs"), file].map((one) => nativePath(one).replaceAll("\\", "/"));
  return { BUN_OPTIONS: files.map((one) => `--preload ${one}`).join(" ") };
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
  /** Lines of the shell that the system has: cmd on Windows, sh elsewhere. `docs` is the built command. */
  lines(lines: readonly string[], options?: RunOptions): Promise<Result>;
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
    ...windowsFolders(dir),
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
    lines: (lines, options = {}) => collect(launch(...scriptOf(dir, lines), options), options),
    remove: () => rmSync(dir, { recursive: true, force: true }),
  };
}

export function collect(child: ChildProcessWithoutNullStreams, options: RunOptions = {}): Promise<Result> {
  // The child may end before it reads its input.
  child.stdin.on("error", () => {});
  child.stdin.end(options.input ?? "");
  return ended(child, options.limit);
}

/** What a child wrote until its end; its input stays as it is. One that hangs is killed: no other takes that long anywhere. */
export function ended(child: ChildProcessWithoutNullStreams, limit = 300_000): Promise<Result> {
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
