// Writes what is derived and checked in: the version that CI kits install. With --check it only compares.
import { readdir, readFile, writeFile } from "node:fs/promises";

const root = new URL("../", import.meta.url);
const { version } = JSON.parse(await readFile(new URL("package.json", root), "utf8"));

const files = new Map();
// Kits install the release that they are part of.
for (const service of ["github", "gitlab"]) {
  for (const name of await readdir(new URL(`examples/ci/${service}/`, root))) {
    const path = `examples/ci/${service}/${name}`;
    const text = await readFile(new URL(path, root), "utf8");
    files.set(path, text.replaceAll(/docs-admin-cli@[^}]+(?=\})/g, `docs-admin-cli@${version}`));
  }
}

const check = process.argv.includes("--check");
const stale = [];
for (const [path, text] of files) {
  const url = new URL(path, root);
  if (check) {
    const present = await readFile(url, "utf8").catch(() => undefined);
    if (present !== text) stale.push(path);
    continue;
  }
  await writeFile(url, text);
}
if (stale.length > 0) {
  console.error(`stale: ${stale.join(", ")}\nrun: npm run generate`);
  process.exitCode = 1;
}
