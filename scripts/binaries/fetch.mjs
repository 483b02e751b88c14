// Fetches packages by exact version, and refuses what has another sum than the one that is written down.
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { BUN, PLATFORMS } from "./platforms.mjs";

const run = promisify(execFile);
const root = new URL("../../", import.meta.url).pathname;
const cache = join(root, "node_modules/.binaries");

/** The package's folder; fetched once. `wanted`: { name, version, integrity }. */
export async function fetchPackage({ name, version, integrity }) {
  const folder = join(cache, `${name.replace(/^@/, "").replace("/", "-")}-${version}`);
  const tarball = `${folder}.tgz`;
  await mkdir(cache, { recursive: true });
  if (!(await hasSum(tarball, integrity))) {
    const made = await mkdtemp(join(cache, "fetch-"));
    try {
      const { stdout } = await run("npm", ["pack", "--silent", "--pack-destination", made, `${name}@${version}`], {
        cwd: root,
      });
      const fetched = join(made, stdout.trim());
      if (!(await hasSum(fetched, integrity))) throw new Error(`${name}@${version} has another sum than ${integrity}`);
      await rm(folder, { recursive: true, force: true });
      await rename(fetched, tarball);
    } finally {
      await rm(made, { recursive: true, force: true });
    }
  }
  await mkdir(folder, { recursive: true });
  await run("tar", ["-xzf", tarball, "-C", folder, "--strip-components=1"]);
  return folder;
}

async function hasSum(file, integrity) {
  try {
    return (
      `sha512-${createHash("sha512")
        .update(await readFile(file))
        .digest("base64")}` === integrity
    );
  } catch (error) {
    if (error.code === "ENOENT") return false;
    throw error;
  }
}

/** The engine for a platform: its package and its file. */
export async function fetchEngine(name) {
  const { engine, integrity } = PLATFORMS[name];
  const wanted = { name: `@oven/bun-${engine}`, version: BUN, integrity };
  const folder = await fetchPackage(wanted);
  return { ...wanted, file: join(folder, "bin", name.startsWith("windows-") ? "bun.exe" : "bun") };
}

/** The keyring's build for a platform, by the lockfile. */
export async function fetchKeyring(name) {
  const { keyring } = PLATFORMS[name];
  const wanted = await locked(`@napi-rs/keyring-${keyring}`);
  const folder = await fetchPackage(wanted);
  return { ...wanted, file: join(folder, `keyring.${keyring}.node`) };
}

async function locked(name) {
  const { packages } = JSON.parse(await readFile(join(root, "package-lock.json"), "utf8"));
  const { version, integrity } = packages[`node_modules/${name}`];
  return { name, version, integrity };
}
