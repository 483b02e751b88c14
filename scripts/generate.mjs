// Writes what is derived and checked in: the version that CI kits install, and the paths that TAB offers. With --check it only compares.
import { readdir, readFile, writeFile } from "node:fs/promises";
import { loadDefinitions } from "./definitions.mjs";

const root = new URL("../", import.meta.url);
const { version } = JSON.parse(await readFile(new URL("package.json", root), "utf8"));
const { catalog } = await loadDefinitions({ catalog: "src/catalog/index.ts" });

const files = new Map();
// Kits install the release that they are part of.
for (const service of ["github", "gitlab"]) {
  for (const name of await readdir(new URL(`examples/ci/${service}/`, root))) {
    const path = `examples/ci/${service}/${name}`;
    const text = await readFile(new URL(path, root), "utf8");
    files.set(path, text.replaceAll(/docs-admin-cli@[^}]+(?=\})/g, `docs-admin-cli@${version}`));
  }
}

const paths = [...new Set(Object.values(catalog.endpoints).map(({ path }) => path))].sort();
files.set(
  "src/cli/completion/api-paths.ts",
  `/** Paths of the endpoints, written by scripts/generate.mjs: a key press loads no catalog. */
export const API_PATHS: readonly string[] = [
${paths.map((path) => `  ${JSON.stringify(path)},\n`).join("")}];
`,
);

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
