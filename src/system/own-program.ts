/** How this program starts itself again: with the engine and its script, or as the executable that holds both. */
import { existsSync } from "node:fs";
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
