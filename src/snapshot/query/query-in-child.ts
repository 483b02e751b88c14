/** Runs a query in its own process, which is killed if it takes too long. */
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { Failure } from "../../errors.js";
import { runOwn } from "../../system/child-process.js";
import { indexOf } from "../index-place.js";
import type { QueryInput, QueryResult } from "./run.js";

/** Bytes that SQLite may take. */
const HEAP = 512 * 1024 * 1024;

export interface QueryOptions {
  sql: string;
  limit: number;
  seconds: number;
}

export async function queryInChild(file: string, { sql, limit, seconds }: QueryOptions): Promise<QueryResult> {
  const path = resolve(file);
  const index = existsSync(path) ? indexOf(path) : undefined;
  const input: QueryInput = { file: path, sql, limit, index, heap: HEAP };
  const ended = await runOwn<QueryResult>("query", input, seconds * 1000);
  if ("late" in ended) {
    throw new Failure("timeout", `the query took longer than ${seconds} seconds`, {
      hint: "limit it with WHERE or LIMIT, or pass --deadline SECONDS",
    });
  }
  if ("errors" in ended && /out of memory/.test(ended.errors)) {
    throw new Failure("usage", "the query took too much memory", { hint: "ask for fewer rows or columns" });
  }
  if ("errors" in ended) throw new Failure("io", `the query ended without an answer: ${reason(ended.errors)}`);
  const { answer } = ended;
  if ("bug" in answer) throw new Error(answer.bug);
  if ("failure" in answer) {
    const { kind, message, hint } = answer.failure;
    throw new Failure(kind, message.replace(input.file, file), { hint: hint?.replace(input.file, file) });
  }
  return answer;
}

const reason = (errors: string): string => errors.trim().split("\n").at(-1) ?? "";
