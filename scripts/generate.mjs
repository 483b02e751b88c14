// Writes what is generated from the definitions: the reference, the manual pages, the CI kits and the paths that TAB offers. With --check it only compares.
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { loadDefinitions } from "./definitions.mjs";

const root = new URL("../", import.meta.url);
const { version } = JSON.parse(await readFile(new URL("package.json", root), "utf8"));
const { catalog, checks, nouns, reference, rules, man, plan, ci } = await loadDefinitions({
  catalog: "src/catalog/index.ts",
  checks: "src/checks/reference.ts",
  rules: "src/checks/rules/index.ts",
  nouns: "src/commands/index.ts",
  reference: "src/cli/help/reference.ts",
  man: "src/cli/help/man.ts",
  plan: "src/facts/plan-schema.ts",
  ci: "src/commands/ci/render.ts",
});

const files = new Map();
files.set("docs/reference/index.md", reference.referenceIndex(nouns.NOUNS));
files.set("man/docs.1", man.manRoot(nouns.NOUNS, version));
for (const noun of nouns.NOUNS) {
  const { default: module } = await noun.load();
  files.set(`docs/reference/${noun.name}.md`, reference.referencePage(noun, module.commands));
  files.set(`man/docs-${noun.name}.1`, man.manNoun(noun, module.commands, version));
}

files.set("docs/plan.schema.json", `${JSON.stringify(plan.PLAN_SCHEMA, null, 2)}\n`);
files.set("docs/checks.md", checks.checksPage(rules.RULES));
for (const [path, text] of ci.kitFiles(version)) files.set(`examples/ci/${path}`, text);

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
  await mkdir(new URL("./", url), { recursive: true });
  await writeFile(url, text);
}
for (const folder of ["docs/reference/", "man/", "examples/ci/github/", "examples/ci/gitlab/"]) {
  for (const name of await readdir(new URL(folder, root))) {
    if (files.has(folder + name)) continue;
    if (check) stale.push(folder + name);
    else await rm(fileURLToPath(new URL(folder + name, root)));
  }
}
if (stale.length > 0) {
  console.error(`stale: ${stale.join(", ")}\nrun: npm run generate`);
  process.exitCode = 1;
}
