/** The services of a command on this machine. Most commands use none, so their code is loaded by the first call. */
import { existsSync, readFileSync } from "node:fs";
import type { Globals } from "../cli/argv/globals.js";
import type { ToolServer } from "../cli/machine-services.js";
import type { DeletedSpaces, ProfileService, SandboxService, Settings, SnapshotService } from "../cli/services.js";
import type { ConfigSystem } from "../config/system.js";
import type { Session } from "./client/run-session.js";

export const profileService = (
  flags: Globals["client"],
  place: ConfigSystem,
  session: () => Promise<Session>,
): ProfileService =>
  lazyService<ProfileService>(
    {
      ...{
        address: true,
        list: true,
        use: true,
        useHere: true,
        remove: true,
        check: true,
        findMember: true,
        spaces: true,
      },
      ...{ login: true, logout: true, moveToken: true, token: true, tokenStatus: true },
      ...{ settings: true, get: true, set: true, unset: true, aliases: true, setAlias: true, deleteAlias: true },
    },
    async () => (await import("./profiles.js")).createProfileService(flags, place, session),
  );

export const sandboxService = (flags: Globals["place"]): SandboxService =>
  lazyService<SandboxService>(
    {
      ...{ status: true, reset: true, load: true, importFolder: true, start: true },
      ...{ createToken: true, tokens: true, revokeToken: true },
    },
    async () => (await import("./sandbox.js")).createSandboxService(flags),
  );

export const snapshotService = (): SnapshotService =>
  lazyService<SnapshotService>(
    {
      create: true,
      view: true,
      verify: true,
      diff: true,
      export: true,
      exportLocator: true,
      sourceLocator: true,
      query: true,
      tables: true,
      generations: true,
      log: true,
      forget: true,
      folder: true,
      list: true,
    },
    async () => (await import("./snapshots.js")).createSnapshotService(__VERSION__),
  );

export const deletedSpaces = (settings: Settings, print: (message: string) => void): DeletedSpaces =>
  lazyService<DeletedSpaces>({ list: true, remember: true, forget: true }, async () => {
    const [{ createDeletedSpaces }, { dataDir }] = await Promise.all([
      import("./files/deleted-spaces.js"),
      import("../system/folders.js"),
    ]);
    return createDeletedSpaces({ dir: dataDir(process.env, process.platform), now: Date.now, print }, settings);
  });

/**
 * A service whose module is loaded by the first call to one of its methods, all of which return promises. `methods` names
 * them: what is not loaded cannot be asked.
 */
export function lazyService<T extends object>(methods: Record<keyof T, true>, load: () => Promise<T>): T {
  let loaded: Promise<T> | undefined;
  const callOf =
    (name: string) =>
    async (...args: unknown[]) => {
      loaded ??= load();
      // Callers are typed, so they give the arguments of this method.
      const service = (await loaded) as Record<string, (...args: unknown[]) => unknown>;
      return service[name]?.(...args);
    };
  // One for each of T's methods, as the type of `methods` demands.
  return Object.fromEntries(Object.keys(methods).map((name) => [name, callOf(name)])) as T;
}

/** The list of tools that the build wrote beside the bundle; undefined for sources. */
export function listedTools(): ToolServer["tools"] | undefined {
  const file = new URL("./tools.json", import.meta.url);
  // Written by scripts/tools.mjs from these types.
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as ToolServer["tools"]) : undefined;
}
