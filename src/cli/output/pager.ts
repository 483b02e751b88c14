import type { StdioOptions } from "node:child_process";
import { commandWords, findProgram, findStart } from "../../system/programs.js";
import { createWriter, type Writer } from "./stream.js";

type Env = Readonly<Record<string, string | undefined>>;

/** Nothing is started for this much, or for what takes no longer than this to come. */
const HOLD_MS = 300;

/**
 * The requested pager: DOCS_PAGER, then PAGER. Undefined if none is requested; no words if that is what is requested: by an
 * empty variable, or `cat`. A command that we cannot parse is none.
 */
export function pagerCommand(env: Env): readonly string[] | undefined {
  const requested = env.DOCS_PAGER ?? env.PAGER;
  if (requested === undefined) return undefined;
  const words = commandWords(requested) ?? [];
  return words[0] === "cat" ? [] : words;
}

/** The pager that is used where none is requested. */
export function defaultPager(env: Env): readonly string[] {
  const less = findProgram("less", env);
  return less === undefined ? [] : [less];
}

/**
 * Holds text back until it is longer than the terminal, or is slow to come: then `open` decides where it and all that
 * follows goes. What ends before goes to `direct`, and no pager is started.
 */
export function createHeldWriter(
  { width, height }: { width: number; height: number },
  direct: Writer,
  open: () => Promise<Writer>,
): Writer & { end(): Promise<void> } {
  let held: Parameters<Writer["write"]>[0][] = [];
  let room = height - 1;
  let target: Promise<Writer> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let failed: unknown;
  const release = (to: Promise<Writer>): Promise<Writer> => {
    clearTimeout(timer);
    target ??= to.then(async (writer) => {
      for (const text of held) await writer.write(text);
      held = [];
      return writer;
    });
    return target;
  };
  return {
    async write(text) {
      if (failed !== undefined) throw failed;
      if (target) return (await target).write(text);
      held.push(text);
      room -= [text].flat().reduce((sum, part) => sum + linesOf(part, width), 0);
      if (room < 0) return void (await release(open()));
      timer ??= setTimeout(() => {
        release(open()).catch((error) => {
          failed = error;
        });
      }, HOLD_MS);
    },
    flush: async () => (target ? (await target).flush() : undefined),
    async end() {
      const writer = await release(Promise.resolve(direct));
      if (failed !== undefined) throw failed;
      await writer.flush();
    },
  };
}

/** Lines that a text takes on the screen. */
function linesOf(text: string | Uint8Array, width: number): number {
  if (typeof text !== "string") return 0;
  const lines = text.split("\n");
  return lines.reduce((sum, line) => sum + Math.max(0, Math.ceil(line.length / width) - 1), lines.length - 1);
}

interface Pager {
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
  const start = findStart(command, env);
  if (start === undefined) return undefined;
  // The real standard output is passed on directly; for any other stream the pager's output is piped into it.
  const target = "fd" in stdout && typeof stdout.fd === "number" ? stdout.fd : "pipe";
  const stdio: StdioOptions = ["pipe", target, "inherit"];
  const child = spawn(start.file, start.args, {
    ...start.options,
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
