/** Programs named `docs-<name>` in PATH. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { isProgram, programFolders } from "./programs.js";

/** A program that runs as a command. */
interface Extension {
  name: string;
  path: string;
  state: "active" | "hidden by a command" | "hidden by an earlier one";
}

export const EXTENSION_NAME = /^docs-([a-z0-9][a-z0-9-]*?)(\.exe|\.com)?$/i;

/** All of them in the order of PATH. Only the first of a name runs, and none that has the name of a command. */
export function findExtensions(env: NodeJS.ProcessEnv, isCommand: (name: string) => boolean): Extension[] {
  const found: Extension[] = [];
  for (const folder of programFolders(env)) {
    for (const file of namesIn(folder)) {
      const name = EXTENSION_NAME.exec(file)?.[1]?.toLowerCase();
      const path = join(folder, file);
      if (name === undefined || !isProgram(path)) continue;
      const first = found.find((one) => one.name === name && one.state === "active");
      const state = isCommand(name) ? "hidden by a command" : first ? "hidden by an earlier one" : "active";
      found.push({ name, path, state });
    }
  }
  return found;
}

/** Sorted; none for a folder that cannot be read. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.startsWith("docs-"))
      .sort();
  } catch {
    return [];
  }
}
