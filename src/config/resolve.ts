import { Failure, usage } from "../errors.js";
import type { Env } from "./paths.js";
import { isProfileName, PROFILE_NAME_RULE } from "./profiles.js";
import { type Config, DEFAULT_PROFILE, own, type Profile, SANDBOX_PROFILE } from "./schema.js";

/** The global flags that settings come from, as parsed. */
export interface SettingFlags {
  profile?: string | undefined;
  sandbox?: boolean | undefined;
  baseUrl?: string | undefined;
  org?: string | undefined;
  space?: string | undefined;
  site?: string | undefined;
  tokenStdin?: boolean | undefined;
  /** A path; `-` is standard input. */
  tokenFile?: string | undefined;
}

export type Source = "flag" | "environment" | "profile";

/** A value and where it came from: messages and exit codes differ. */
export interface Setting {
  value: string;
  source: Source;
}

/** Where the token would come from (R47). Holds no token, so that it may be printed. */
export type TokenSource =
  | { from: "stdin" }
  | { from: "file"; path: string }
  | { from: "environment" }
  /** `origin`: the only one that it may be sent to (R49); undefined when the file does not tell, then it is not sent. */
  | { from: "profile"; profile: string; origin: string | undefined }
  | { from: "sandbox" }
  | { from: "none" };

export interface ResolvedSettings {
  profile: string;
  profileSource: Source | "default";
  /** Whether the profile is in the file. */
  stored: boolean;
  /** The embedded service was chosen: no base URL, no token. */
  sandbox: boolean;
  /** Not checked yet: that is `parseBaseUrl` of the client (exit 2 from a flag, else 1). */
  baseUrl: Setting | undefined;
  org: Setting | undefined;
  space: Setting | undefined;
  site: Setting | undefined;
  /** Format that the profile asks for. */
  output: string | undefined;
  token: TokenSource;
}

export interface SettingInput {
  flags: SettingFlags;
  env: Env;
  config: Config;
}

/**
 * Every setting of a run: flag, then environment, then profile. Empty variables count as unset. Pure.
 * @throws Failure "usage" for flags that cannot be used together, "config" for a bad profile name from elsewhere.
 */
export function resolveSettings({ flags, env, config }: SettingInput): ResolvedSettings {
  const { name, source } = leavingSandbox(chooseProfile(flags, env, config), flags, env);
  const sandbox = name === SANDBOX_PROFILE;
  const profile = own(config.profiles, name);
  const pick = (flag: string | undefined, variable: string | undefined, stored: string | undefined) =>
    setting("flag", flag) ?? setting("environment", variable || undefined) ?? setting("profile", stored);
  return {
    profile: name,
    profileSource: source,
    stored: profile !== undefined,
    sandbox,
    baseUrl: sandbox ? undefined : pick(flags.baseUrl, env.DOCS_BASE_URL, profile?.baseUrl),
    org: pick(flags.org, env.DOCS_ORG, profile?.org),
    space: pick(flags.space, env.DOCS_SPACE, profile?.space),
    site: pick(flags.site, env.DOCS_SITE, profile?.site),
    output: profile?.output,
    token: tokenSource(flags, env, { name, source, profile }),
  };
}

/**
 * The base URL, which has no default: the service may run anywhere.
 * @throws Failure "usage" or "config" when the profile does not exist, "config" when no base URL is known.
 */
export function requireBaseUrl(settings: ResolvedSettings): Setting {
  requireProfile(settings);
  if (settings.baseUrl !== undefined) return settings.baseUrl;
  const profile = settings.profile === DEFAULT_PROFILE ? "" : ` --profile ${settings.profile}`;
  throw new Failure("config", `no base URL is known for the profile "${settings.profile}"`, {
    hint: `docs auth login --base-url <url>${profile}, or try the sandbox: add --sandbox`,
  });
}

/** @throws Failure when the profile was named but is not stored: a slip must not fall back to another service. */
export function requireProfile(settings: ResolvedSettings): void {
  const { profile, stored } = settings;
  if (stored || profile === DEFAULT_PROFILE || profile === SANDBOX_PROFILE) return;
  const kind = settings.profileSource === "flag" ? "usage" : "config";
  throw new Failure(kind, `there is no profile "${profile}"`, {
    hint: `docs profiles list shows them; docs auth login --profile ${profile} adds one`,
  });
}

interface Chosen {
  name: string;
  source: Source | "default";
}

/**
 * The sandbox has no address. One that was given elsewhere wins over a sandbox that is only the profile in use: the
 * command runs as without that profile. Whoever names both in one place meant one of them.
 */
function leavingSandbox(chosen: Chosen, flags: SettingFlags, env: Env): Chosen {
  const { name, source } = chosen;
  if (name !== SANDBOX_PROFILE) return chosen;
  if (source === "profile") {
    return flags.baseUrl || env.DOCS_BASE_URL ? { name: DEFAULT_PROFILE, source: "default" } : chosen;
  }
  if (flags.baseUrl !== undefined) {
    throw usage("--base-url cannot be used with the sandbox", "name another profile with --profile");
  }
  if (source === "environment" && env.DOCS_BASE_URL) {
    throw usage(
      "DOCS_PROFILE=sandbox and DOCS_BASE_URL cannot be used together",
      "unset one of them, or pass --sandbox",
    );
  }
  return chosen;
}

function chooseProfile(flags: SettingFlags, env: Env, config: Config): Chosen {
  if (flags.sandbox) {
    if (flags.profile !== undefined && flags.profile !== SANDBOX_PROFILE) {
      throw usage("--sandbox and --profile cannot be used together");
    }
    return { name: SANDBOX_PROFILE, source: "flag" };
  }
  if (flags.profile !== undefined) {
    if (!isProfileName(flags.profile)) throw usage(`--profile: ${PROFILE_NAME_RULE}`);
    return { name: flags.profile, source: "flag" };
  }
  const named = env.DOCS_PROFILE || undefined;
  const name = named ?? config.profile;
  if (!isProfileName(name)) {
    throw new Failure("config", `${named ? "DOCS_PROFILE" : "the profile in use"}: ${PROFILE_NAME_RULE}`);
  }
  if (named !== undefined) return { name, source: "environment" };
  return { name, source: name === DEFAULT_PROFILE ? "default" : "profile" };
}

function tokenSource(
  { tokenStdin, tokenFile }: SettingFlags,
  env: Env,
  { name, source, profile }: Chosen & { profile: Profile | undefined },
): TokenSource {
  if (tokenStdin && tokenFile !== undefined) throw usage("--token-stdin and --token-file cannot be used together");
  if (tokenStdin || tokenFile === "-") return { from: "stdin" };
  if (tokenFile !== undefined) return { from: "file", path: tokenFile };
  const sandbox = name === SANDBOX_PROFILE;
  // With a flag for the sandbox DOCS_TOKEN is another service's; else it may be that of a member of the sandbox.
  if (env.DOCS_TOKEN && !(sandbox && source === "flag")) return { from: "environment" };
  if (sandbox) return { from: "sandbox" };
  if (profile?.token === undefined) return { from: "none" };
  return { from: "profile", profile: name, origin: profile.tokenOrigin };
}

function setting(source: Source, value: string | undefined): Setting | undefined {
  return value === undefined ? undefined : { value, source };
}
