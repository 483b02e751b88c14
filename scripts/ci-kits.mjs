// The CI kits (examples/ci/) as a module, "virtual:ci-kits", for the build and the tests.
import { readFileSync } from "node:fs";

const FOLDER = new URL("../examples/ci/", import.meta.url);
const ID = "\0virtual:ci-kits";
/** In the order in which people need them. */
const NAMES = ["setup", "links", "merge-gate", "nightly-snapshot", "code-scanning", "site", "plan"];

/** A kit says in its first lines what it is for and what it needs; both files have these lines. */
function readKit(name, folder) {
  const text = (service) => readFileSync(new URL(`${service}/${name}.yml`, folder), "utf8");
  const texts = { github: text("github"), gitlab: text("gitlab") };
  const [, summary] = /^# (.*)\.\n/.exec(texts.github);
  const needs = [...texts.github.matchAll(/^# Needs: (.*)$/gm)].map(([, need]) => need);
  return { name, summary, needs, texts };
}

/** The plugin; vitest's module cache sees a changed file by what `load` returns. */
export const ciKitsFrom = (folder) => ({
  name: "ci-kits",
  resolveId: (id) => (id === "virtual:ci-kits" ? ID : undefined),
  load: (id) =>
    id === ID ? `export default ${JSON.stringify(NAMES.map((name) => readKit(name, folder)))};` : undefined,
});

export const ciKits = ciKitsFrom(FOLDER);
