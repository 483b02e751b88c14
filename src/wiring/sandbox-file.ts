/** Where the sandbox keeps its state, and what commands act on in it: all that a completion needs of it. */
import { join } from "node:path";
import type { Defaults } from "../cli/services.js";
import { dataDir } from "../config/paths.js";

/** The state file; undefined when there is no folder for it. */
export function sandboxFile(): string | undefined {
  const dir = dataDir(process.env, process.platform);
  return dir === undefined ? undefined : join(dir, "sandbox.sqlite");
}

/** What commands act on in the sandbox when nothing else is named. */
export async function sandboxDefaults(): Promise<Defaults> {
  const { defaultsOf } = await import("../sandbox/settings.js");
  return defaultsOf(sandboxFile());
}
