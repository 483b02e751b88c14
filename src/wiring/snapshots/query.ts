/** Runs a query in a process of its own, which is ended when it takes too long. */
import type { ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { SnapshotService } from "../../cli/services.js";
import { Failure, type FailureKind } from "../../errors.js";
import type { QueryInput, QueryResult } from "../../sandbox/query/run.js";

/** In the bundle it is a neighbor; sources use the one that was built of them. */
const ENTRY = ["./query.cjs", "../../../dist/query.cjs"]
  .map((path) => fileURLToPath(new URL(path, import.meta.url)))
  .find((path) => existsSync(path));

type Answer = QueryResult | { failure: { kind: FailureKind; message: string; hint?: string } } | { bug: string };

export const query: SnapshotService["query"] = async (file, { sql, limit, seconds }) => {
  const { spawn } = process.getBuiltinModule("node:child_process");
  // The fourth pipe says nothing: it ends with this process, and the child with it.
  const child = spawn(process.execPath, [ENTRY ?? "query.cjs"], {
    stdio: ["pipe", "pipe", "pipe", "pipe"],
    env: { ...process.env, DOCS_TOKEN: undefined },
    windowsHide: true,
  });
  const input: QueryInput = { file: resolve(file), sql, limit };
  // It may be gone before it has read this; what it did not answer is told below.
  child.stdin?.on("error", () => {});
  child.stdin?.end(JSON.stringify(input));
  const { text, errors, late } = await ended(child, seconds * 1000);
  if (late) {
    throw new Failure("timeout", `the query took longer than ${seconds} seconds`, {
      hint: "bound it with WHERE or LIMIT, or pass --deadline <seconds>",
    });
  }
  const answer = parsed(text);
  if (answer === undefined) throw new Failure("io", `the query ended without an answer: ${reason(errors)}`);
  if ("bug" in answer) throw new Error(answer.bug);
  if ("failure" in answer) {
    const { kind, message, hint } = answer.failure;
    throw new Failure(kind, message.replace(input.file, file), { hint: hint?.replace(input.file, file) });
  }
  return answer;
};

function ended(child: ChildProcess, ms: number): Promise<{ text: string; errors: string; late: boolean }> {
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
      done({ text: Buffer.concat(out).toString(), errors: Buffer.concat(err).toString(), late });
    });
  });
}

/** Undefined for what is cut. */
function parsed(text: string): Answer | undefined {
  try {
    // Written by query.ts from these types.
    return JSON.parse(text) as Answer;
  } catch {
    return undefined;
  }
}

const reason = (errors: string): string =>
  /heap out of memory/.test(errors) ? "it took too much memory" : (errors.trim().split("\n").at(-1) ?? "");
