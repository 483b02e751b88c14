/** Programs in PATH, commands of this program's extensions among them, and the browser. Entries that are empty or relative would search the current folder, and are left out. */

import { readdirSync } from "node:fs";
import { join } from "node:path";
import { Failure, reasonOf, usage } from "../errors.js";
import { maskUrl } from "../shared/secret-places.js";
import { splitWords } from "../shared/shell-words.js";

type Env = Readonly<Record<string, string | undefined>>;

/** Absolute folders of PATH, in order, each once. */
export function programFolders(env: Env): string[] {
  const { delimiter, isAbsolute } = process.getBuiltinModule("node:path");
  const folders = (env.PATH ?? env.Path ?? "").split(delimiter).filter((folder) => isAbsolute(folder));
  return [...new Set(folders)];
}

/** Checks whether a file may be run by its own name. Windows has no such mark: there its ending decides. */
function isProgram(path: string): boolean {
  const { accessSync, constants, statSync } = process.getBuiltinModule("node:fs");
  try {
    const stats = statSync(path);
    if (!stats.isFile()) return false;
    if (process.platform === "win32") return /\.(exe|com)$/i.test(path);
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Path of the first program of that name. */
export function findProgram(name: string, env: Env): string | undefined {
  const { join } = process.getBuiltinModule("node:path");
  const names = process.platform === "win32" ? namesOnWindows(name, [".exe", ".com"]) : [name];
  return programFolders(env)
    .flatMap((folder) => names.map((one) => join(folder, one)))
    .find(isProgram);
}

const namesOnWindows = (name: string, endings: readonly string[]): string[] =>
  /\.(?:exe|com|cmd|bat)$/i.test(name) ? [name] : endings.map((ending) => name + ending);

/** The words of a command that a person chose. In those for Windows a backslash separates folders. */
export function commandWords(text: string, platform: string = process.platform): string[] | undefined {
  if (platform !== "win32") return splitWords(text);
  const words = text.match(/(?:[^\s"]|"[^"]*"?)+/g) ?? [];
  return text.split('"').length % 2 === 0 ? undefined : words.map((word) => word.replaceAll('"', ""));
}

/** The arguments with which `spawn` starts a program. */
interface Start {
  file: string;
  args: readonly string[];
  options: { windowsVerbatimArguments?: true };
}

interface Programs {
  platform: string;
  find(name: string): string | undefined;
  /** A file that the command processor of Windows runs, such as the `code` of VS Code. */
  findBatch(name: string): string | undefined;
}

/**
 * How the program that the words name is started; undefined if there is none. Windows looks into the current folder first,
 * where anyone may have put a program of that name, so what is started there is always a path.
 * @throws Failure usage for a word that the command processor would not pass on as it is
 */
export function findStart(
  [name = "", ...args]: readonly string[],
  env: Env,
  { platform, find, findBatch }: Programs = programsOf(env),
): Start | undefined {
  if (platform !== "win32") return { file: name, args, options: {} };
  const isPath = /[\\/]/.test(name);
  const isBatch = /\.(?:cmd|bat)$/i.test(name);
  const program = isPath ? name : isBatch ? undefined : find(name);
  if (program !== undefined && !isBatch) return { file: program, args, options: {} };
  const [batch, processor] = [isPath ? name : findBatch(name), find("cmd")];
  if (batch === undefined || processor === undefined) return undefined;
  const words = [batch, ...args];
  // Within quotes it reads nothing else.
  const bad = words.find((word) => /["%\r\n]/.test(word));
  if (bad !== undefined)
    throw usage(`${JSON.stringify(bad)} cannot be passed to ${batch}`, "name a program that ends in .exe");
  const line = words.map((word) => `"${word}"`).join(" ");
  return {
    file: processor,
    args: ["/d", "/v:off", "/s", "/c", `"${line}"`],
    options: { windowsVerbatimArguments: true },
  };
}

/** The name of a program that is not there, of a command that a person chose; undefined if it can be started. */
export function missingProgram(text: string, env: Env): string | undefined {
  const [name = ""] = commandWords(text) ?? [];
  const { find, findBatch } = programsOf(env);
  const found = /[\\/]/.test(name) ? isProgram(name) : (find(name) ?? findBatch(name)) !== undefined;
  return found ? undefined : name;
}

function programsOf(env: Env): Programs {
  const { join } = process.getBuiltinModule("node:path");
  const { existsSync } = process.getBuiltinModule("node:fs");
  return {
    platform: process.platform,
    find: (name) => findProgram(name, env),
    findBatch: (name) =>
      programFolders(env)
        .flatMap((folder) => namesOnWindows(name, [".cmd", ".bat"]).map((one) => join(folder, one)))
        .find((path) => existsSync(path)),
  };
}

// Extensions: programs named `docs-<name>`.

/** A program that runs as a command. */
interface Extension {
  name: string;
  path: string;
  state: "active" | "hidden by a command" | "hidden by an earlier one";
}

export const EXTENSION_NAME = /^docs-([a-z0-9][a-z0-9-]*?)(\.exe|\.com)?$/i;

/** All of them in the order of PATH. Only the first of a name runs, and none that has the name of a command. */
export function findExtensions(env: NodeJS.ProcessEnv, isCommand: (name: string) => boolean): Extension[] {
  const found: Extension[] = [];
  for (const folder of programFolders(env)) {
    for (const file of namesIn(folder)) {
      const name = EXTENSION_NAME.exec(file)?.[1]?.toLowerCase();
      const path = join(folder, file);
      if (name === undefined || !isProgram(path)) continue;
      const first = found.find((one) => one.name === name && one.state === "active");
      const state = isCommand(name) ? "hidden by a command" : first ? "hidden by an earlier one" : "active";
      found.push({ name, path, state });
    }
  }
  return found;
}

/** Sorted; none for a folder that cannot be read. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.startsWith("docs-"))
      .sort();
  } catch {
    return [];
  }
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
  const start = findStart(command, process.env);
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
