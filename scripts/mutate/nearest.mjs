// Which test files are the nearest to a source: those that import it, then those that import what imports it, and so on.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

const IMPORTED = /(?:from|import\()\s*"(\.[^"]+)"/g;

const sourcesBelow = (folder) =>
  readdirSync(folder, { recursive: true })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => join(folder, name));

/** By file: those that import it. */
function importers(folders) {
  const found = new Map();
  for (const file of folders.flatMap(sourcesBelow)) {
    for (const [, name] of readFileSync(file, "utf8").matchAll(IMPORTED)) {
      const target = join(dirname(file), name).replace(/\.js$/, ".ts");
      found.set(target, [...(found.get(target) ?? []), file]);
    }
  }
  return found;
}

/** A function from a source to its test files, the nearest first. */
export function nearestTests(folders, isTest) {
  const by = importers(folders);
  return (source) => {
    const seen = new Set([source]);
    for (const file of seen) for (const importer of by.get(file) ?? []) seen.add(importer);
    return [...seen].filter(isTest);
  };
}
