// Writes what is derived and checked in: the version that CI kits install, the manual pages in package.json. With --check it only compares.
import { readdir, readFile, writeFile } from "node:fs/promises";
import { loadDefinitions } from "./definitions.mjs";

const root = new URL("../", import.meta.url);
const manifest = JSON.parse(await readFile(new URL("package.json", root), "utf8"));
const { version } = manifest;

const files = new Map();
// npm installs the pages that are listed; pages.mjs writes one for each noun.
const { nouns } = await loadDefinitions({ nouns: "src/commands/index.ts" });
manifest.man = ["docs", ...nouns.NOUNS.map(({ name }) => `docs-${name}`)].map((name) => `./dist/man/${name}.1`).sort();
files.set("package.json", `${JSON.stringify(manifest, null, 2)}\n`);
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
