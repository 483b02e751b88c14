/** What `npm pack` makes of the build, and clean surroundings to install it in. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";

export interface Packed {
  /** A folder of the test's own; `remove` deletes it. */
  base: string;
  tarball: string;
  remove: () => void;
}

export function pack(): Packed {
  const base = mkdtempSync(join(tmpdir(), "docs-installed-"));
  const text = output("npm", ["pack", "--json", "--ignore-scripts", "--pack-destination", base]);
  const [packed] = JSON.parse(text) as { filename: string }[];
  if (!packed) throw new Error("npm packed nothing");
  return {
    base,
    tarball: join(base, packed.filename),
    remove: () => rmSync(base, { recursive: true, force: true }),
  };
}

/** The environment of somebody who never used the command: a home of its own, but the registry of this machine. */
export function cleanEnv(home: string, firstInPath: string[] = []): NodeJS.ProcessEnv {
  const foreign = /^(DOCS_|XDG_|MAN|NO_COLOR$|FORCE_COLOR$|CLICOLOR)/;
  const kept = Object.entries(process.env).filter(([name]) => !foreign.test(name));
  const setting = (name: string) => output("npm", ["config", "get", name]).trim();
  return {
    ...Object.fromEntries(kept),
    HOME: home,
    LC_ALL: "C.UTF-8",
    MANPAGER: "cat",
    MANWIDTH: "100",
    PATH: [...firstInPath, process.env.PATH].join(":"),
    // Otherwise found by HOME.
    npm_config_userconfig: setting("userconfig"),
    // Otherwise found by the prefix.
    npm_config_globalconfig: setting("globalconfig"),
    npm_config_cache: setting("cache"),
  };
}

/** What a command prints; throws if it fails. */
export function output(command: string, args: string[], options: { env?: NodeJS.ProcessEnv; cwd?: string } = {}) {
  return execFileSync(command, args, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"], ...options });
}

/** Files and links below a folder, as paths from there. */
export function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
}
