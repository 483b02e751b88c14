/** The sandbox's state file and defaults: a separate module, as completion needs nothing else of the sandbox. */
import { join } from "node:path";
import type { Defaults } from "../cli/services.js";
import { dataDir } from "../config/paths.js";

/** The state file; undefined if there is no folder for it. */
export function sandboxFile(): string | undefined {
  const dir = dataDir(process.env, process.platform);
  return dir === undefined ? undefined : join(dir, "sandbox.sqlite");
}

/** The organization, space and site that sandbox commands use by default, and the member that they act as. */
export async function sandboxDefaults(): Promise<Defaults & { me: string }> {
  const { defaultsOf } = await import("../sandbox/settings.js");
  return defaultsOf(sandboxFile());
}
