/** The defaults of the sandbox: a separate module, as completion needs nothing else of it. */
import type { Defaults } from "../cli/context.js";
import { sandboxFile } from "../system/folders.js";

/** The defaults of commands, and the member that `@me` stands for. */
export type OwnDefaults = { [K in keyof Defaults | "me"]: string | undefined };

/**
 * The organization, space and site that sandbox commands use by default, and the member that they act as: that of the token,
 * if one is given.
 */
export async function sandboxDefaults(token?: string): Promise<OwnDefaults> {
  const { defaultsOf } = await import("../sandbox/settings.js");
  const { org, space, site, me } = defaultsOf(sandboxFile(), token);
  // A snapshot that was loaded may name no space and no site.
  return { org, space: space || undefined, site: site || undefined, me };
}

/** The defaults of a snapshot. @throws Failure config, io for a file that is none */
export async function snapshotDefaults(file: string): Promise<OwnDefaults> {
  const { readDefaults } = await import("../snapshot/file/open.js");
  return readDefaults(file);
}
