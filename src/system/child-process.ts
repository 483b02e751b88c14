/** Child processes: entries of our own bundle that can be ended, whatever native code in them does, and programs of others. */
import type { ChildProcess } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Failure, type FailureKind, reasonOf } from "../errors.js";

// How this program starts itself again: with the engine and its script, or as the executable that holds both.

/** The start of a command of this program: `file` with `args` before those of the command. */
interface OwnProgram {
  file: string;
  args: readonly string[];
}

/** In the package it is next to the bundle's folder; sources use the same one. */
const script = (): string =>
  ["../bin/docs.js", "../../bin/docs.js"]
    .map((path) => fileURLToPath(new URL(path, import.meta.url)))
    .find((path) => existsSync(path)) ?? "docs.js";

export const ownProgram = (): OwnProgram => ({
  file: process.execPath,
  args: isExecutable() ? [] : [script()],
});

/** True if this is one file with its engine, made by scripts/binaries.mjs. */
export function isExecutable(): boolean {
  const engine: unknown = Reflect.get(globalThis, "Bun");
  return typeof engine === "object" && engine !== null && Reflect.get(engine, "isStandaloneExecutable") === true;
}

/** A file that the build wrote beside the bundle; undefined for sources. */
export function readBuiltFile(name: string): string | undefined {
  const file = new URL(`./${name}`, import.meta.url);
  return existsSync(file) ? readFileSync(file, "utf8") : undefined;
}

/** A file of the package, next to the bundle's folder; sources use the same one. */
export function readPackageFile(path: string): string {
  const places = [`../${path}`, `../../${path}`].map((place) => new URL(place, import.meta.url));
  return readFileSync(places.find((place) => existsSync(place)) ?? path, "utf8");
}

/** The answer of such a process that has no result. */
type ChildFailure = { failure: { kind: FailureKind; message: string; hint?: string } } | { bug: string };

type ChildEnd<Result> =
  | { answer: Result | ChildFailure }
  /** It was ended, as its time was over. */
  | { late: true }
  /** It ended by itself; what it wrote to standard error. */
  | { errors: string };

/** A busy machine may take this long to start a process. */
const START_MS = 60_000;

/** Sends `input` as JSON to the entry `name` of `answerParent`, and waits `ms` at most from when it begins to work. */
export async function runOwn<Result>(name: "query" | "keyring", input: object, ms: number): Promise<ChildEnd<Result>> {
  const { spawn } = process.getBuiltinModule("node:child_process");
  // The fourth pipe says nothing: it ends with this process, and the child with it.
  const { file, args } = ownProgram();
  const child = spawn(file, [...args, "__child", name], {
    stdio: ["pipe", "pipe", "pipe", "pipe"],
    env: { ...process.env, DOCS_TOKEN: undefined },
    windowsHide: true,
  });
  // It may be gone before it has read this; what it did not answer is told below.
  child.stdin?.on("error", () => {});
  child.stdin?.end(JSON.stringify(input));
  return new Promise((done, fail) => {
    const [out, err]: [Buffer[], Buffer[]] = [[], []];
    let late = false;
    const end = () => {
      late = true;
      child.kill("SIGKILL");
    };
    let timer = setTimeout(end, START_MS);
    child.stdout?.once("data", () => {
      clearTimeout(timer);
      timer = setTimeout(end, ms);
    });
    child.stdout?.on("data", (piece: Buffer) => out.push(piece));
    child.stderr?.on("data", (piece: Buffer) => err.push(piece));
    child.on("error", fail);
    child.on("close", () => {
      clearTimeout(timer);
      const answer = parseAnswer<Result>(Buffer.concat(out).toString());
      if (late) done({ late });
      else done(answer === undefined ? { errors: Buffer.concat(err).toString() } : { answer });
    });
  });
}

/** Undefined for what is cut. */
function parseAnswer<Result>(text: string): Result | ChildFailure | undefined {
  try {
    // Written by child-main.ts from these types.
    return JSON.parse(text) as Result | ChildFailure;
  } catch {
    return undefined;
  }
}

const FORWARDED_SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** How a program ended. */
export interface ProgramEnd {
  code: number;
  signal: NodeJS.Signals | undefined;
}

/** Runs a program in place of this one: with its arguments as they are, no shell, and signals passed on. */
export async function runForeground(
  path: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<ProgramEnd> {
  const { spawn } = process.getBuiltinModule("node:child_process");
  let child: ChildProcess | undefined;
  // Before it starts: it may be heard of before this process has its next turn.
  const handlers = FORWARDED_SIGNALS.map((name) => {
    // The keyboard reaches the child by itself.
    const pass = () => void (name === "SIGINT" && process.stdin.isTTY ? undefined : child?.kill(name));
    process.on(name, pass);
    return () => process.off(name, pass);
  });
  try {
    const started = spawn(path, args, { stdio: "inherit", env });
    child = started;
    return await new Promise<ProgramEnd>((done, fail) => {
      started.once("error", (error) => fail(new Failure("io", `cannot start ${path}: ${reasonOf(error)}`)));
      started.once("close", (code, signal) => done({ code: code ?? 1, signal: signal ?? undefined }));
    });
  } finally {
    for (const off of handlers) off();
  }
}
