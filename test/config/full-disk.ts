/** A folder on a disk of its own that can be filled up and emptied again by a script. */
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { collect, type Home, PROGRAM_WORDS, type Result } from "../helpers/cli.js";

const allowed = (...args: string[]): boolean => spawnSync("unshare", [...args, "true"]).status === 0;

/** How a program gets a mount that nobody else sees; undefined where that is not allowed. */
const UNSHARE = [["-m"], ["-rm"]].find((args) => allowed(...args));
/** Otherwise only a file of its own can be held back, which is not how a database meets a full disk. */
export const HAS_DISK = UNSHARE !== undefined;

/** `fill <bytes left> <largest file in KiB>` and `free`; `$D` is the folder. Without mounts, files cannot grow instead. */
const DISK = UNSHARE
  ? `
mount -t tmpfs -o size=4m,mode=0700 tmpfs "$D"
fill() { dd if=/dev/zero of="$D/filler" bs=4096 2>"$E" || true; truncate -s "-$1" "$D/filler"; }
free() { rm -f "$D/filler"; }
`
  : `
trap '' XFSZ
rm -rf "$D"/*
fill() { ulimit -S -f "$2"; }
free() { ulimit -S -f unlimited; }
`;

const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** Runs a bash script in which \`docs\` is the built command and its folders are on that disk. */
export function onSmallDisk(home: Home, script: string, more: Record<string, string> = {}): Promise<Result> {
  const disk = join(home.dir, "disk");
  mkdirSync(disk, { recursive: true });
  const file = join(home.dir, "script.sh");
  const docs = `docs() { ${PROGRAM_WORDS} "$@"; }`;
  writeFileSync(file, `D=${quote(disk)}\nE=${quote(join(home.dir, "dd.log"))}\n${DISK}\n${docs}\n${script}`);
  const env = {
    ...home.env,
    XDG_CONFIG_HOME: join(disk, "config"),
    XDG_DATA_HOME: join(disk, "data"),
    XDG_CACHE_HOME: join(disk, "cache"),
    ...more,
  };
  const words = UNSHARE ? ["unshare", ...UNSHARE, "bash", file] : ["bash", file];
  const [program = "", ...args] = words;
  return collect(spawn(program, args, { cwd: home.dir, env, stdio: "pipe" }));
}
