import { Failure, usage } from "../errors.js";
import { idProblem } from "../shared/ids.js";
import { isObject } from "../shared/values.js";
import type { Env } from "../system/folders.js";
import { hintForProfile, isProfileName, PROFILE_NAME_RULE } from "./profiles.js";
import { type Config, DEFAULT_PROFILE, ownMember, type Profile, SANDBOX_PROFILE } from "./schema.js";

// Defaults of a project: ids, read only from a file that --project or DOCS_PROJECT names, never looked for.

export interface Project {
  org?: string;
  space?: string;
  site?: string;
  /** Path of a checks file, from the folder of the project's file. */
  checks?: string;
}

const IDS = ["org", "space", "site"] as const;
const KEYS: readonly string[] = [...IDS, "checks"];

/** Settings that people may expect to keep there, and why they are not. */
const REFUSED = new Map(
  Object.entries({
    token: "a project file cannot contain a token: store it with docs auth login",
    baseUrl: "a project file cannot contain an address, because the token would be sent there: use a profile",
    "base-url": "a project file cannot contain an address, because the token would be sent there: use a profile",
    profile: "a project file cannot choose a profile: set DOCS_PROFILE",
    aliases: "a project file cannot contain commands: store them with docs alias set",
  }),
);

/** Whatever file this is: its first words are enough to know it by. */
const LONGEST_KEY = 40;

/** `value`: the parsed file. @throws Failure config that names the key */
export function checkProject(value: unknown, path: string): Project {
  const wrong = (why: string, hint = `keys: ${KEYS.join(", ")}`) => new Failure("config", `${path}: ${why}`, { hint });
  if (value === null || value === undefined) return {};
  if (!isObject(value)) throw wrong("it is not a mapping of keys");
  for (const [key, given] of Object.entries(value)) {
    if (!KEYS.includes(key)) {
      throw wrong(`unknown key ${JSON.stringify(key.slice(0, LONGEST_KEY))}`, REFUSED.get(key));
    }
    if (typeof given !== "string" || given === "") throw wrong(`${key} is not text`);
    const problem = key === "checks" ? undefined : idProblem(given);
    if (problem !== undefined) throw wrong(`${key} ${problem}`, "write the id, as docs init does");
  }
  // Every member was checked.
  return value as Project;
}

/** The parsed global flags that settings come from. */
export interface SettingFlags {
  profile?: string | undefined;
  sandbox?: boolean | undefined;
  /** A file that is read in place of a service; what the environment names is already in it. */
  snapshot?: string | undefined;
  baseUrl?: string | undefined;
  org?: string | undefined;
  space?: string | undefined;
  site?: string | undefined;
  tokenStdin?: boolean | undefined;
  /** A path; `-` is standard input. */
  tokenFile?: string | undefined;
}

type Source = "flag" | "environment" | "project" | "profile";

/** A value and its source, on which messages and exit codes depend. */
interface Setting {
  value: string;
  source: Source;
}

/** The source of the token (R47). Holds no token, so it is safe to print. */
export type TokenSource =
  | { from: "stdin" }
  | { from: "file"; path: string }
  | { from: "environment" }
  /** `origin`: the only one that the token may be sent to (R49); if the file names none, it is not sent at all. */
  | { from: "profile" | "keyring"; profile: string; origin: string | undefined }
  | { from: "sandbox" }
  | { from: "none" };

const PROGRAMS = ["editor", "browser", "pager"] as const;
type Program = (typeof PROGRAMS)[number];

export interface ResolvedSettings {
  profile: string;
  profileSource: Source | "default";
  /** True if the profile is in the configuration file. */
  stored: boolean;
  /** The hint of the failure if it is not. */
  hint?: string | undefined;
  /** True if the embedded service was chosen, which has no base URL. */
  sandbox: boolean;
  /** Not checked yet: `parseBaseUrl` does that (exit code 2 for a flag, otherwise 1). */
  baseUrl: Setting | undefined;
  org: Setting | undefined;
  space: Setting | undefined;
  site: Setting | undefined;
  /** Id of the member that the profile belongs to. */
  me: string | undefined;
  /** Output format set in the profile. */
  output: string | undefined;
  /** The setting for the commands that are kept for an undo; not checked yet. */
  history: string | undefined;
  /** Commands that the profile names; those of the profile in use hold for the sandbox and snapshots, too. */
  programs: Partial<Record<Program, string>>;
  token: TokenSource;
}

interface SettingInput {
  flags: SettingFlags;
  env: Env;
  config: Config;
  /** Defaults of the project that was named, if any. */
  project?: { org?: string; space?: string; site?: string };
}

/**
 * Every setting of a run: from a flag, otherwise the environment, the project, the profile. Empty variables count as unset.
 * @throws Failure "usage" for a bad flag or flags that cannot be used together, "config" for a bad profile name elsewhere.
 */
export function resolveSettings({ flags, env, config, project }: SettingInput): ResolvedSettings {
  if (flags.snapshot !== undefined) return ofSnapshot({ flags, env, config, project });
  const { name, source } = leavingSandbox(chooseProfile(flags, env, config), flags, env);
  const sandbox = name === SANDBOX_PROFILE;
  const profile = ownMember(config.profiles, name);
  return {
    profile: name,
    profileSource: source,
    stored: profile !== undefined,
    hint: profile === undefined ? hintForProfile(config, name) : undefined,
    sandbox,
    baseUrl: sandbox ? undefined : pick(flags.baseUrl, env.DOCS_BASE_URL, profile?.baseUrl),
    org: pick(flags.org, env.DOCS_ORG, profile?.org, project?.org),
    space: pick(flags.space, env.DOCS_SPACE, profile?.space, project?.space),
    site: pick(flags.site, env.DOCS_SITE, profile?.site, project?.site),
    me: profile?.me,
    output: profile?.output,
    history: env.DOCS_HISTORY || profile?.history,
    programs: programsOf(config, name),
    token: tokenSource(flags, env, { name, source, profile }),
  };
}

function programsOf({ profiles, profile }: Config, name: string): ResolvedSettings["programs"] {
  const named = PROGRAMS.flatMap((program) => {
    const command = ownMember(profiles, name)?.[program] ?? ownMember(profiles, profile)?.[program];
    return command === undefined ? [] : [[program, command] as const];
  });
  return Object.fromEntries(named);
}

const pick = (flag: string | undefined, variable: string | undefined, stored?: string, project?: string) =>
  setting("flag", flag) ??
  setting("environment", variable || undefined) ??
  setting("project", project) ??
  setting("profile", stored);

/** A snapshot has its own defaults; of the profile in use only the output format applies. */
function ofSnapshot({ flags, env, config, project }: SettingInput): ResolvedSettings {
  return {
    profile: config.profile,
    profileSource: "default",
    stored: true,
    sandbox: false,
    baseUrl: undefined,
    org: pick(flags.org, env.DOCS_ORG, undefined, project?.org),
    space: pick(flags.space, env.DOCS_SPACE, undefined, project?.space),
    site: pick(flags.site, env.DOCS_SITE, undefined, project?.site),
    me: undefined,
    output: ownMember(config.profiles, config.profile)?.output,
    history: undefined,
    programs: programsOf(config, config.profile),
    token: { from: "none" },
  };
}

/**
 * The base URL. It has no default, as the service may run anywhere.
 * @throws Failure "usage" or "config" if the profile does not exist, "config" if no base URL is known.
 */
export function requireBaseUrl(settings: ResolvedSettings): Setting {
  requireProfile(settings);
  if (settings.baseUrl !== undefined) return settings.baseUrl;
  const profile = settings.profile === DEFAULT_PROFILE ? "" : ` --profile ${settings.profile}`;
  throw new Failure("config", `no base URL is known for the profile "${settings.profile}"`, {
    hint: `docs auth login --base-url URL${profile}, or try the sandbox: add --sandbox`,
  });
}

/** False for a name that no login has stored yet. */
export const isKnownProfile = ({ profile, stored }: ResolvedSettings): boolean =>
  stored || profile === DEFAULT_PROFILE || profile === SANDBOX_PROFILE;

/** @throws Failure if the named profile is not stored: a typo must not select another service. */
export function requireProfile(settings: ResolvedSettings): void {
  if (isKnownProfile(settings)) return;
  const { profile } = settings;
  const kind = settings.profileSource === "flag" ? "usage" : "config";
  throw new Failure(kind, `there is no profile "${profile}"`, {
    hint: settings.hint,
  });
}

interface ProfileChoice {
  name: string;
  source: Source | "default";
}

/**
 * The sandbox has no address. If the sandbox is merely the current profile, a base URL from a flag or the environment
 * overrides it, and the command runs with the default profile. Naming both explicitly is a mistake.
 */
function leavingSandbox(chosen: ProfileChoice, flags: SettingFlags, env: Env): ProfileChoice {
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

function chooseProfile(flags: SettingFlags, env: Env, config: Config): ProfileChoice {
  if (flags.sandbox) {
    if (flags.profile !== undefined && flags.profile !== SANDBOX_PROFILE) {
      throw usage("--sandbox and --profile cannot be used together");
    }
    return { name: SANDBOX_PROFILE, source: "flag" };
  }
  if (flags.profile !== undefined) {
    if (!isProfileName(flags.profile))
      throw usage(`--profile ${JSON.stringify(flags.profile)}: ${PROFILE_NAME_RULE}`, "see: docs profiles list");
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
  { name, source, profile }: ProfileChoice & { profile: Profile | undefined },
): TokenSource {
  if (tokenStdin && tokenFile !== undefined) throw usage("--token-stdin and --token-file cannot be used together");
  if (tokenStdin || tokenFile === "-") return { from: "stdin" };
  if (tokenFile !== undefined) return { from: "file", path: tokenFile };
  const sandbox = name === SANDBOX_PROFILE;
  // If a flag chose the sandbox, DOCS_TOKEN is for another service; otherwise it may be a sandbox member's token.
  if (env.DOCS_TOKEN && !(sandbox && source === "flag")) return { from: "environment" };
  if (sandbox) return { from: "sandbox" };
  if (profile?.tokenStore === "keyring") return { from: "keyring", profile: name, origin: profile.tokenOrigin };
  if (profile?.token === undefined) return { from: "none" };
  return { from: "profile", profile: name, origin: profile.tokenOrigin };
}

function setting(source: Source, value: string | undefined): Setting | undefined {
  return value === undefined ? undefined : { value, source };
}

// Finds the snapshot that is read in place of a service, from the flags and the environment.

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
