import { join, posix, win32 } from "node:path";
import { Failure } from "../errors.js";

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
