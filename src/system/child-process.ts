/** Starts an entry of our own bundle in a process that can be ended, whatever native code in it does. */
import type { FailureKind } from "../errors.js";
import { ownProgram } from "./own-program.js";

/** The answer of such a process that has no result. */
type ChildFailure = { failure: { kind: FailureKind; message: string; hint?: string } } | { bug: string };

type ChildEnd<Result> =
  | { answer: Result | ChildFailure }
  /** It was ended, as its time was over. */
  | { late: true }
  /** It ended by itself; what it wrote to standard error. */
  | { errors: string };

/** Sends `input` as JSON to the entry `name` of `answerParent`, and waits `ms` at most. */
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
    const timer = setTimeout(() => {
      late = true;
      child.kill("SIGKILL");
    }, ms);
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
