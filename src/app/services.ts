/** The services of a command on this machine. Most commands use none, so their code is loaded by the first call. */
import type { Globals } from "../cli/argv/globals.js";
import type { DeletedSpaces, ProfileService, SandboxService, Settings } from "../cli/services.js";
import type { ConfigSystem } from "../config/system.js";
import { importLazily } from "../shared/import-lazily.js";
import type { Session } from "./client/run-session.js";

export const profileService = (
  flags: Globals["client"],
  place: ConfigSystem,
  session: () => Promise<Session>,
): ProfileService =>
  importLazily(async () => (await import("./profiles.js")).createProfileService(flags, place, session));

export const sandboxService = (flags: Globals["place"]): SandboxService =>
  importLazily(async () => (await import("./sandbox.js")).createSandboxService(flags));

export const deletedSpaces = (settings: Settings, print: (message: string) => void): DeletedSpaces =>
  importLazily(async () => {
    const [{ createDeletedSpaces }, { dataDir }] = await Promise.all([
      import("./files/deleted-spaces.js"),
      import("../system/folders.js"),
    ]);
    return createDeletedSpaces({ dir: dataDir(process.env, process.platform), now: Date.now, print }, settings);
  });
