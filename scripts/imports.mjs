// Reads the imports of the TypeScript sources: who imports a file, directly or through others.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

const IMPORTED = /(?:from|import\()\s*"(\.[^"]+)"/g;

const sourcesBelow = (folder) =>
  readdirSync(folder, { recursive: true })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => join(folder, name));

/** The text of each TypeScript source below the folders, by path. */
export const readSources = (folders) =>
  new Map(folders.flatMap(sourcesBelow).map((file) => [file, readFileSync(file, "utf8")]));

/** A function from files to these files and all that import them, the nearest first. `sources`: text by path. */
export function importersOf(sources) {
  const by = new Map();
  for (const [file, text] of sources) {
    for (const [, name] of text.matchAll(IMPORTED)) {
      const target = join(dirname(file), name).replace(/\.js$/, ".ts");
      by.set(target, [...(by.get(target) ?? []), file]);
    }
  }
  return (files) => {
    const seen = new Set(files);
    for (const file of seen) for (const importer of by.get(file) ?? []) seen.add(importer);
    return [...seen];
  };
}
