/** The format that the command line or the profile asks for. */
import { usage } from "../../errors.js";
import { isOn } from "../../shared/switches.js";
import type { Globals } from "../argv/globals.js";
import type { AnyCommand } from "../command.js";
import type { Runtime } from "../runtime.js";
import type { Settings } from "../services.js";
import type { Format } from "./types.js";

/** The requested format. @throws Failure usage */
export function formatOf({ json, output, jq }: Globals["output"]): Format | undefined {
  if (json && output && output !== "json" && output !== "jsonl") {
    throw usage(`--json and -o ${output} cannot be used together`);
  }
  if (output) return output;
  return json || jq !== undefined ? "json" : undefined;
}

/** A profile's `table` is for people: a pipe gets the same as without a profile. */
export function storedFormat({ output }: Settings, { terminal }: Runtime): Format | undefined {
  return output === "table" && !terminal.stdoutIsTTY ? undefined : output;
}

/** True if errors should be JSON: usage mistakes are reported in the requested format. */
export function wantsJson(argv: readonly string[]): boolean {
  return argv.some(
    (token, at) => token === "--json" || /^(-o|--output)=?jsonl?$/.test(token) || isOutputValue(argv, at),
  );
}

/**
 * True if standard error is to have a JSON error and nothing else. Not where a person looks at it, with --debug, and for what
 * runs until it is ended.
 */
export function suppressesMessages({ serves }: AnyCommand, { output, client }: Globals, runtime: Runtime): boolean {
  const isJson = output.json === true || output.output === "json" || output.output === "jsonl";
  return isJson && !runtime.terminal.stderrIsTTY && !isDebugging(client, runtime) && !serves;
}

/** True if requests and answers are shown. */
export const isDebugging = ({ debug, debugBody }: Globals["client"], runtime: Runtime): boolean =>
  debug === true || debugBody === true || isOn(runtime.env.DOCS_DEBUG);

const isOutputValue = (argv: readonly string[], at: number): boolean =>
  /^(-o|--output)$/.test(argv[at] ?? "") && /^jsonl?$/.test(argv[at + 1] ?? "");
