import type { StdioOptions } from "node:child_process";
import { splitWords } from "../../shared/shell-words.js";
import { createWriter, type Writer } from "./stream.js";

type Env = Readonly<Record<string, string | undefined>>;

/** The requested pager: DOCS_PAGER (empty: none), then PAGER. `cat` does not count, nor does a command we cannot parse. */
export function pagerCommand(env: Env): readonly string[] | undefined {
  const words = splitWords(env.DOCS_PAGER ?? env.PAGER ?? "") ?? [];
  return words.length === 0 || words[0] === "cat" ? undefined : words;
}

export interface Pager {
  writer: Writer;
  /** Passes on the end of the text and waits until the person has finished reading. */
  end(): Promise<void>;
}

/** Starts a pager; undefined if that fails. */
export async function openPager(
  command: readonly string[],
  env: Env,
  stdout: NodeJS.WritableStream,
): Promise<Pager | undefined> {
  const { spawn } = await import("node:child_process");
  const [program = "", ...args] = command;
  // The real standard output is passed on directly; for any other stream the pager's output is piped into it.
  const target = "fd" in stdout && typeof stdout.fd === "number" ? stdout.fd : "pipe";
  const stdio: StdioOptions = ["pipe", target, "inherit"];
  const child = spawn(program, args, {
    env: { ...env, LESS: env.LESS ?? "FRX", LV: env.LV ?? "-c" },
    stdio,
  });
  const started = await new Promise<boolean>((resolve) => {
    child.once("spawn", () => resolve(true));
    child.once("error", () => resolve(false));
  });
  const { stdin } = child;
  if (!started || stdin === null) return undefined;
  const closed = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const piped = child.stdout;
  if (piped !== null) piped.pipe(stdout, { end: false });
  return {
    writer: createWriter(stdin),
    async end() {
      stdin.end();
      await closed;
    },
  };
}
