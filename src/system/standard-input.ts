/** The parts of the process that others need: user, input streams, time, the browser. */

import type { ConfigSystem } from "../config/system.js";
import { errorCode, Failure, reasonOf } from "../errors.js";
import { maskUrl } from "../shared/secret-places.js";
import { steadyNow, systemClock } from "./clock.js";
import { decodeText, MAX_INPUT, readDocumentText, readNamedFile, tooLarge } from "./files/named-file.js";
import { configDir } from "./folders.js";
import { commandWords, startOf } from "./programs.js";

/** The place of the configuration; building this touches no file. */
export function configSystem(warn: (message: string) => void): ConfigSystem {
  return {
    // A getter, as configDir may throw and help must work in any environment.
    get dir() {
      return configDir(process.env, process.platform);
    },
    platform: process.platform,
    uid: process.geteuid?.(),
    warn,
    pid: process.pid,
    // A getter, so that node:os is only loaded for a write.
    get host() {
      return process.getBuiltinModule("node:os").hostname();
    },
    now: steadyNow,
    date: Date.now,
    sleep: systemClock.sleep,
    randomId: () => process.getBuiltinModule("node:crypto").randomBytes(8).toString("hex"),
    isAlive,
  };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process exists and belongs to another user.
    return errorCode(error) === "EPERM";
  }
}

let stdinText: string | undefined;

/** All of standard input as text. It is read once; later calls get the same text. */
export async function readStdin(): Promise<string> {
  stdinText ??= decodeText(await collectStdin(), "standard input");
  return stdinText;
}

/**
 * Standard input as bytes. On Windows a pipe or a file is read as a file: the engines open it anew otherwise, which fails for
 * what a program of another system hands over, such as a pipe of a Linux shell. A console has to translate its keys.
 */
function standardInput(): NodeJS.ReadableStream {
  const { isatty } = process.getBuiltinModule("node:tty");
  if (process.platform !== "win32" || isatty(0)) return process.stdin;
  return process.getBuiltinModule("node:fs").createReadStream("", { fd: 0, autoClose: false });
}

async function collectStdin(): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of standardInput()) {
    // No encoding is set on standard input, so chunks are Buffers.
    const bytes = chunk as Buffer;
    chunks.push(bytes);
    size += bytes.length;
    if (size > MAX_INPUT) throw tooLarge("standard input");
  }
  return Buffer.concat(chunks);
}

/** Text of a file that the user named; `-` is standard input. */
export async function readInput(path: string): Promise<string> {
  if (path === "-") return readStdin();
  return decodeText(readNamedFile(path), path);
}

/** Text of a document that the user named; `-` is standard input. */
export async function readDocument(path: string): Promise<string> {
  return path === "-" ? readStdin() : readDocumentText(path);
}

/** Opens a URL in the browser; never through a shell. */
export async function browse(url: string): Promise<void> {
  const address = URL.canParse(url) ? new URL(url) : undefined;
  if (!address || !["http:", "https:"].includes(address.protocol)) {
    throw new Failure("refused", `not a web address: ${maskUrl(url)}`);
  }
  if (address.hostname.endsWith(".invalid")) {
    throw new Failure("not-found", `the sandbox has no app: ${maskUrl(url)} does not exist`, {
      hint: "to print an address, pass --url instead of --web",
    });
  }
  const { spawn } = process.getBuiltinModule("node:child_process");
  const command = browserCommand(address.href);
  const fail = (why: string): Failure =>
    new Failure("io", `cannot start ${command[0]}: ${why}`, {
      hint: "choose one with docs config set browser, or print the address: pass --url instead of --web",
    });
  const start = startOf(command, process.env);
  if (start === undefined) throw fail("no such program");
  await new Promise<void>((resolve, reject) => {
    const child = spawn(start.file, start.args, { stdio: "ignore", detached: true, ...start.options });
    child.once("error", (error) => reject(fail(reasonOf(error))));
    child.once("spawn", () => {
      child.unref();
      resolve();
    });
  });
}

function browserCommand(url: string): [string, ...string[]] {
  const [chosen, ...args] = commandWords(process.env.DOCS_BROWSER ?? "") ?? [];
  if (chosen !== undefined) return [chosen, ...args, url];
  if (process.env.BROWSER) return [process.env.BROWSER, url];
  if (process.platform === "darwin") return ["open", url];
  if (process.platform === "win32") return ["rundll32", "url.dll,FileProtocolHandler", url];
  return ["xdg-open", url];
}
