// Reads the imports of the TypeScript sources: who imports a file, directly or through others.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

const IMPORTED = /(?:from|import\()\s*"(\.[^"]+)"/g;

/** As patterns of files have it, on Windows too. */
const slashed = (path) => path.replaceAll("\\", "/");

const sourcesBelow = (folder) =>
  readdirSync(folder, { recursive: true })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => slashed(join(folder, name)));

/** The text of each TypeScript source below the folders, by path. */
export const readSources = (folders) =>
  new Map(folders.flatMap(sourcesBelow).map((file) => [file, readFileSync(file, "utf8")]));

/** A function from files to these files and all that import them, the nearest first. `sources`: text by path. */
export function importersOf(sources) {
  const by = new Map();
  for (const [file, text] of sources) {
    for (const [, name] of text.matchAll(IMPORTED)) {
      const target = slashed(join(dirname(file), name)).replace(/\.js$/, ".ts");
      by.set(target, [...(by.get(target) ?? []), file]);
    }
  }
  return (files) => {
    const seen = new Set(files);
    for (const file of seen) for (const importer of by.get(file) ?? []) seen.add(importer);
    return [...seen];
  };
}

/** Modules with which a test starts processes or opens sockets. */
const WAITS =
  /^(?:import (?!type )|\} )[^;]*from "(node:(child_process|dgram|http|https|http2|net|tls|worker_threads)|undici)"/m;

/**
 * Divides the test files into those that mostly wait and those that mostly compute. A file waits if it, or test code that it
 * imports, starts processes or opens sockets.
 */
export function divideTests() {
  const sources = readSources(["test"]);
  const direct = [...sources].filter(([, text]) => WAITS.test(text)).map(([file]) => file);
  const waiting = new Set(importersOf(sources)(direct));
  const tests = [...sources.keys()].filter((file) => file.endsWith(".test.ts"));
  return { waiting: tests.filter((file) => waiting.has(file)), computing: tests.filter((file) => !waiting.has(file)) };
}
