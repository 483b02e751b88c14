/** Plan files: private and whole, each with its state beside it. */
import { closeSync, existsSync, fsyncSync, openSync, writeSync } from "node:fs";
import type { PlanService, PlanState } from "../cli/services.js";
import { errorCode, Failure, reasonOf, usage } from "../errors.js";
import { redactValue } from "../http/secrets/redact.js";
import { journalFiles } from "./files/journal-files.js";
import { readNamedFile } from "./files/named-file.js";
import { replaceFile } from "./files/replace-file.js";
import { redact } from "./secrets.js";

/** `maker`: name and version of this program. */
export function planService(maker: string): PlanService {
  return {
    maker,
    redact: (value) => redactValue(redact, value),
    read: async (file) => textOf(readNamedFile(file), file),
    async write(file, text, { replace = false } = {}) {
      try {
        if (replace) replaceFile(file, text);
        else writeNew(file, text);
      } catch (error) {
        throw cannotWrite(file, error);
      }
    },
    state: async (file) => stateOf(`${file}.state`),
  };
}

function textOf(bytes: Buffer, file: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw usage(`${file} is not valid UTF-8`);
  }
}

/** On disk when this returns: a plan is confirmed by people and read again later. */
function writeNew(path: string, text: string): void {
  const file = openSync(path, "ax", 0o600);
  try {
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

function cannotWrite(file: string, error: unknown): unknown {
  const code = errorCode(error);
  if (code === undefined) return error;
  if (code === "EEXIST") return usage(`${file} is there already`, "name another file, or add to it with --append");
  return new Failure("io", `cannot write ${file}: ${reasonOf(error)}`, { cause: error });
}

/** Locked from now on, until the run ends. */
async function stateOf(path: string): Promise<PlanState> {
  const files = await journalFiles({ what: "state", goOn: "apply the plan again" });
  if (existsSync(path)) {
    const { text, file } = files.resume(path);
    return { text, append: (line) => file.append(line) };
  }
  const file = files.create(path);
  return { text: "", append: (line) => file.append(line) };
}
