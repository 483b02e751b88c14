// Packs an executable with what belongs to it. The same files give the same bytes.
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";

const run = promisify(execFile);
const root = new URL("../../", import.meta.url).pathname;

/** Beside the executable: licenses, manual pages and completion scripts. */
const FILES = {
  LICENSE: "LICENSE",
  "README.md": "README.md",
  "SECURITY.md": "SECURITY.md",
  "CHANGELOG.md": "CHANGELOG.md",
  "THIRD-PARTY-LICENSES.txt": "dist/THIRD-PARTY-LICENSES.txt",
  completions: "completions",
  man: "dist/man",
};

/** Writes `<folder>/<name>.tar.gz` with one folder of that name in it; its path. `epoch`: the time that the files get. */
export async function archive({ executable, engineNotice, name, folder, epoch, level = 6 }) {
  const stage = await mkdtemp(join(tmpdir(), "docs-archive-"));
  try {
    const top = join(stage, name);
    await mkdir(top);
    await cp(executable, join(top, basename(executable)));
    for (const [to, from] of Object.entries(FILES)) await cp(join(root, from), join(top, to), { recursive: true });
    await writeFile(join(top, "ENGINE.txt"), engineNotice);
    await run("chmod", ["-R", "a-x+X,u=rwX,go=rX", top]);
    await run("chmod", ["755", join(top, basename(executable))]);
    const tar = join(stage, "all.tar");
    const same = ["--sort=name", "--owner=0", "--group=0", "--numeric-owner", `--mtime=@${epoch}`, "--format=ustar"];
    await run("tar", [...same, "-cf", tar, "-C", stage, name]);
    const packed = join(stage, "all.tar.gz");
    await writeFile(packed, await promisify(gzip)(await readFile(tar), { level }));
    const made = join(folder, `${name}.tar.gz`);
    await cp(packed, `${made}.part`);
    await rename(`${made}.part`, made);
    return made;
  } finally {
    await rm(stage, { recursive: true, force: true });
  }
}

export const sumOf = async (file) =>
  createHash("sha256")
    .update(await readFile(file))
    .digest("hex");

/** As `sha256sum --check` reads it. */
export async function writeSums(folder, files) {
  const lines = await Promise.all(files.map(async (file) => `${await sumOf(file)}  ${basename(file)}\n`));
  await writeFile(join(folder, "SHA256SUMS"), lines.sort((a, b) => (a.slice(66) < b.slice(66) ? -1 : 1)).join(""));
}
