/** Finds the snapshot that is read in place of a service, from the flags and the environment. */
import { usage } from "../errors.js";
import type { Env } from "../system/folders.js";
import type { SettingFlags } from "./resolve.js";

/** A snapshot as it was named. */
interface NamedSnapshot {
  /** As typed. */
  file: string;
  source: "flag" | "environment";
}

const SERVICE_FLAGS = { profile: "--profile", sandbox: "--sandbox", baseUrl: "--base-url" } as const;
const TOKEN_FLAGS = { tokenStdin: "--token-stdin", tokenFile: "--token-file" } as const;

/**
 * The snapshot that `--snapshot` or DOCS_SNAPSHOT names; undefined where a service is meant. A flag that names a service
 * overrides the variable.
 * @throws Failure usage for flags that exclude each other
 */
export function namedSnapshot(flags: SettingFlags, env: Env): NamedSnapshot | undefined {
  const service = firstOf(SERVICE_FLAGS, flags);
  const token = firstOf(TOKEN_FLAGS, flags);
  if (flags.snapshot !== undefined) {
    if (flags.snapshot === "") throw usage("--snapshot needs a file");
    if (service) throw usage(`--snapshot and ${service} cannot be used together: a snapshot is not a service`);
    if (token) throw usage(`--snapshot and ${token} cannot be used together: a snapshot needs no token`);
    return { file: flags.snapshot, source: "flag" };
  }
  const file = env.DOCS_SNAPSHOT || undefined;
  if (file === undefined || service) return undefined;
  if (token) {
    throw usage(
      `DOCS_SNAPSHOT and ${token} cannot be used together: a snapshot needs no token`,
      "unset DOCS_SNAPSHOT, or name the service with --profile or --base-url",
    );
  }
  return { file, source: "environment" };
}

function firstOf(names: Readonly<Partial<Record<keyof SettingFlags, string>>>, flags: SettingFlags) {
  for (const [field, name] of Object.entries(names)) {
    // The keys of the tables above.
    const value = flags[field as keyof SettingFlags];
    if (value !== undefined && value !== false) return name;
  }
  return undefined;
}
