/** The format that a command line, or the profile, asks for. */
import { usage } from "../../errors.js";
import type { Runtime } from "../runtime.js";
import type { Settings } from "../services.js";
import type { Globals } from "../words/globals.js";
import type { Format } from "./types.js";

/** The format that was asked for. @throws Failure usage */
export function formatOf({ json, output, jq }: Globals["output"]): Format | undefined {
  if (json && output && output !== "json" && output !== "jsonl") {
    throw usage(`--json and -o ${output} cannot be used together`);
  }
  if (output) return output;
  return json || jq !== undefined ? "json" : undefined;
}

/** A table is for people: a pipe gets what it gets without a profile. */
export function storedFormat({ output }: Settings, { terminal }: Runtime): Format | undefined {
  return output === "table" && !terminal.stdoutIsTTY ? undefined : output;
}

/** Kept for the JSON form of errors: usage mistakes are told in the format that was asked for. */
export function wantsJson(argv: readonly string[]): boolean {
  return argv.some(
    (token, at) => token === "--json" || /^(-o|--output)=?jsonl?$/.test(token) || isOutputValue(argv, at),
  );
}

const isOutputValue = (argv: readonly string[], at: number): boolean =>
  /^(-o|--output)$/.test(argv[at] ?? "") && /^jsonl?$/.test(argv[at + 1] ?? "");
