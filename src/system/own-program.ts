/** How this program starts itself again: with the engine and its script, or as the executable that holds both. */
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The start of a command of this program: `file` with `args` before those of the command. */
interface OwnProgram {
  file: string;
  args: readonly string[];
}

/** In the package it is next to the bundle's folder; sources use the same one. */
const script = (): string =>
  ["../bin/docs.js", "../../bin/docs.js"]
    .map((path) => fileURLToPath(new URL(path, import.meta.url)))
    .find((path) => existsSync(path)) ?? "docs.js";

export const ownProgram = (): OwnProgram => ({
  file: process.execPath,
  args: isExecutable() ? [] : [script()],
});

/** True if this is one file with its engine, made by scripts/binaries.mjs. */
export function isExecutable(): boolean {
  const engine: unknown = Reflect.get(globalThis, "Bun");
  return typeof engine === "object" && engine !== null && Reflect.get(engine, "isStandaloneExecutable") === true;
}

/** A file that the build wrote beside the bundle; undefined for sources. */
export function readBuiltFile(name: string): string | undefined {
  const file = new URL(`./${name}`, import.meta.url);
  return existsSync(file) ? readFileSync(file, "utf8") : undefined;
}

/** A file of the package, next to the bundle's folder; sources use the same one. */
export function readPackageFile(path: string): string {
  const places = [`../${path}`, `../../${path}`].map((place) => new URL(place, import.meta.url));
  return readFileSync(places.find((place) => existsSync(place)) ?? path, "utf8");
}
