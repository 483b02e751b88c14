/** The user's folders for configuration, state and cache. */

import { mkdirSync, type Stats, statSync } from "node:fs";
import { dirname, join, posix, win32 } from "node:path";
import { errorCode, Failure } from "../errors.js";

export type Env = Readonly<Record<string, string | undefined>>;

const NAME = "docs";

/**
 * Folder of config.json. DOCS_CONFIG_DIR wins; then XDG_CONFIG_HOME or ~/.config, ~/Library/Application Support on macOS,
 * APPDATA on Windows. Undefined if the environment names no absolute folder: then nothing is stored (R40).
 * @throws Failure "config" if DOCS_CONFIG_DIR is relative: it was set on purpose, so it is not silently ignored.
 */
export function configDir(env: Env, platform: string): string | undefined {
  const own = env.DOCS_CONFIG_DIR;
  if (own) {
    if (isAbsolute(own, platform)) return own;
    throw new Failure("config", "DOCS_CONFIG_DIR must be an absolute path", {
      hint: "the configuration is never read from the working directory",
    });
  }
  return folder(env, platform, "XDG_CONFIG_HOME", {
    unix: ".config",
    mac: ["Library", "Application Support"],
    windows: ["APPDATA"],
  });
}

/** Folder for data that must last, such as the sandbox's state. Undefined as for `configDir`. */
export function dataDir(env: Env, platform: string): string | undefined {
  return folder(env, platform, "XDG_DATA_HOME", {
    unix: ".local/share",
    mac: ["Library", "Application Support"],
    windows: ["LOCALAPPDATA"],
  });
}

/** Folder for data that may be lost at any time. Undefined as for `configDir`. */
export function cacheDir(env: Env, platform: string): string | undefined {
  return folder(env, platform, "XDG_CACHE_HOME", {
    unix: ".cache",
    mac: ["Library", "Caches"],
    windows: ["LOCALAPPDATA", "cache"],
  });
}

/** The configuration file in its folder. */
export function configPath(dir: string): string {
  return join(dir, "config.json");
}

/** The sandbox's state; undefined if there is no folder for it. */
export function sandboxFile(): string | undefined {
  const dir = dataDir(process.env, process.platform);
  return dir === undefined ? undefined : join(dir, "sandbox.sqlite");
}

interface Places {
  /** Below HOME. */
  unix: string;
  /** Below HOME. */
  mac: readonly string[];
  /** The variable, then the path below `<variable>\docs`. */
  windows: readonly [string, ...string[]];
}

function folder(env: Env, platform: string, xdg: string, places: Places): string | undefined {
  if (platform === "win32") {
    const [variable, ...below] = places.windows;
    const base = ifAbsolute(env[variable], platform);
    return base === undefined ? undefined : win32.join(base, NAME, ...below);
  }
  const named = ifAbsolute(env[xdg], platform);
  if (named !== undefined) return posix.join(named, NAME);
  const home = ifAbsolute(env.HOME, platform);
  if (home === undefined) return undefined;
  return posix.join(home, ...(platform === "darwin" ? places.mac : [places.unix]), NAME);
}

/** Relative and empty values count as unset: an empty HOME must not mean the working directory. */
function ifAbsolute(value: string | undefined, platform: string): string | undefined {
  return value && isAbsolute(value, platform) ? value : undefined;
}

/** On Windows `\folder` depends on the current drive, so the path must start with a drive or a share. */
function isAbsolute(path: string, platform: string): boolean {
  return platform === "win32" ? /^(?:[A-Za-z]:[\\/]|\\\\[^\\/])/.test(path) : posix.isAbsolute(path);
}

// Private folders. Nothing is ever created in another user's folder.

/** Mode bits that let others write. */
const OTHERS_WRITE = 0o022;

/** Effective user id of this process; undefined on a platform without owners. */
const runner = (): number | undefined => process.geteuid?.();

/** True if it belongs to the user; always true on a platform without owners. */
export const isOwn = ({ uid }: Stats): boolean => (runner() ?? uid) === uid;

/** True if it is the user's own folder and nobody else can write to it. */
export const isPrivate = (stats: Stats): boolean =>
  stats.isDirectory() && isOwn(stats) && (runner() === undefined || (stats.mode & OTHERS_WRITE) === 0);

/** @throws Failure of kind config if it belongs to another user */
export function refuseForeign(path: string, stats: Stats): void {
  if (isOwn(stats)) return;
  throw new Failure("config", `${path} belongs to another user (user id ${stats.uid}, you are ${runner()})`, {
    hint: "run docs as that user, or set HOME to a folder of your own",
  });
}

/**
 * Creates a folder and its missing parents, for the owner only. One by one, as Node's recursive mkdir loops forever if
 * creating a folder fails with "no such folder", as in /proc and on dead mounts.
 * @throws Failure of kind config if they would lie in another user's folder (except root's); the file system's own error
 */
export function makePrivateFolder(path: string): void {
  const missing: string[] = [];
  let above = path;
  let stats = statIfAny(above);
  while (stats === undefined && dirname(above) !== above) {
    missing.unshift(above);
    above = dirname(above);
    stats = statIfAny(above);
  }
  if (missing.length > 0 && stats !== undefined && stats.uid !== 0) refuseForeign(above, stats);
  for (const folder of missing) make(folder);
}

/** Undefined if nothing is there. */
export const statIfAny = (path: string): Stats | undefined => statSync(path, { throwIfNoEntry: false });

function make(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another process may have created it in the meantime.
    if (errorCode(error) !== "EEXIST" || statIfAny(folder)?.isDirectory() !== true) throw error;
  }
}
