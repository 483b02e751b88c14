// node scripts/ci/node.mjs VERSION: prints the folder with the program of that Node, which it installs unless it is there.
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** `npm ci` empties this folder, so that "22" is the newest of its line in CI. */
const NODES = fileURLToPath(new URL("../../node_modules/.nodes/", import.meta.url));

export function installNode(version) {
  const folder = join(NODES, version, "node_modules", ".bin");
  if (!existsSync(join(folder, "node"))) {
    const args = [
      "install",
      "--silent",
      "--no-audit",
      "--no-fund",
      "--prefix",
      join(NODES, version),
      `node@${version}`,
    ];
    execFileSync("npm", args, { stdio: ["ignore", "inherit", "inherit"] });
  }
  return folder;
}

const [, script, version] = process.argv;
if (script !== undefined && resolve(script) === fileURLToPath(import.meta.url)) console.log(installNode(version));
