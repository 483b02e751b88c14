/** The profiles of this machine, with their tokens, settings and aliases: what commands read of them and change. */
import { Failure, usage } from "../errors.js";
import { FORMATS, HISTORY_MODES, isFormat, isHistoryMode } from "../shared/choices.js";
import { checkToken, idProblem } from "../shared/ids.js";
import { didYouMean } from "../shared/text/names.js";
import { commandWords } from "../system/programs.js";
import { holdingSignals } from "../system/signals.js";
import { deleteAlias, listAliases, setAlias } from "./aliases.js";
import { parseBaseUrl } from "./base-url.js";
import {
  checkExists,
  configHere,
  deleteProfile,
  type Login,
  listProfiles,
  login,
  logout,
  moveToken,
  useProfile,
  useProfileIn,
  withProfile,
} from "./profiles.js";
import { type Config, ownMember, SANDBOX_PROFILE } from "./schema.js";
import type { ConfigSystem } from "./system.js";

interface ProfilesOptions {
  place: ConfigSystem;
  /** The configuration as it was when the run began, and the profile of the run. */
  read: () => Promise<{ config: Config; resolved: { profile: string } }>;
  /** Called for a profile whose token goes: lists that were kept with it go, too. */
  forgetAnswers: (profile: string, config: Config) => Promise<void>;
}

type Change = (edit: (config: Config) => Config) => Promise<void>;

export type Profiles = ReturnType<typeof createProfiles>;

/** Reading methods use what the run has read; changing ones read the file again under its lock. */
export function createProfiles({ place, read, forgetAnswers }: ProfilesOptions) {
  const change: Change = async (edit) => {
    const { updateConfig } = await import("./write.js");
    await holdingSignals(() => updateConfig(place, edit));
  };
  return {
    /** Normalizes the address of a service. @throws Failure usage if it is unusable */
    address: async (text: string) => parseBaseUrl(text).baseUrl,
    list: async () => listProfiles((await read()).config),
    ...tokens({ read, forgetAnswers }, change),
    ...choices(change),
    ...settings(read, change),
    aliases: async () => listAliases((await read()).config),
    /** @throws Failure usage for a bad name or an empty expansion */
    setAlias: (name: string, expansion: string) => change((config) => setAlias(config, name, expansion)),
    /** True if there was one. */
    deleteAlias: (name: string) => editIfDifferent(change, (config) => deleteAlias(config, name)),
  };
}

/** The profile in use, everywhere and in the working folder. */
const choices = (change: Change) => ({
  /** The profile that is in use in the working folder then, which may have one of its own. */
  async use(profile: string) {
    let here = profile;
    await change((config) => {
      const next = useProfile(config, profile);
      here = configHere(next).profile;
      return next;
    });
    return here;
  },
  /** Uses the profile in the working folder and below; undefined: none of its own. The folder. */
  async useHere(profile: string | undefined) {
    await change((config) => useProfileIn(config, process.cwd(), profile));
    return process.cwd();
  },
});

/** `docs config`: keys of the profile of the run. */
const settings = (read: ProfilesOptions["read"], change: Change) => ({
  async settings() {
    const { config, resolved } = await read();
    return listKeys(config, resolved.profile);
  },
  async get(key: string) {
    const { config, resolved } = await read();
    return getKey(config, resolved.profile, key);
  },
  async set(key: string, value: string) {
    const { resolved } = await read();
    await change((config) => setKey(config, resolved.profile, key, value));
  },
  async unset(key: string) {
    const { resolved } = await read();
    return editIfDifferent(change, (config) => unsetKey(config, resolved.profile, key));
  },
});

/** Applies `edit`; true if it changed anything. */
async function editIfDifferent(change: Change, edit: (config: Config) => Config): Promise<boolean> {
  let different = false;
  await change((config) => {
    const next = edit(config);
    different = next !== config;
    return next;
  });
  return different;
}

interface GivenLogin extends Pick<Login, "baseUrl" | "token" | "defaults"> {
  /** Default: where the profile keeps its token already. */
  keyring?: boolean | undefined;
}

/** Storing and forgetting tokens, and profiles with them. */
const tokens = ({ read, forgetAnswers }: Omit<ProfilesOptions, "place">, change: Change) => ({
  /** Stores a checked token; says whether the profile is the current one. */
  async login(profile: string, { baseUrl: address, token, keyring: wanted, defaults }: GivenLogin) {
    const { baseUrl } = parseBaseUrl(address);
    const checked = checkToken(token, "the token given");
    const { origin } = new URL(baseUrl);
    const before = (await read()).config;
    const isKept = wanted ?? before.profiles[profile]?.tokenStore === "keyring";
    if (isKept) await (await keyring()).writeKeyring({ profile, origin }, checked);
    let current = false;
    await change((config) => {
      const next = login(config, profile, { baseUrl, token: checked, origin, keyring: isKept, defaults });
      current = next.profile === profile;
      return next;
    });
    // Nothing names the one for the service of before any more.
    if (before.profiles[profile]?.tokenOrigin !== origin) await forgetToken(profile, before);
    return { current, store: isKept ? ("keyring" as const) : ("file" as const) };
  },
  /** True if there was a token to forget. */
  async logout(profile: string) {
    const { config } = await read();
    await forgetAnswers(profile, config);
    await forgetToken(profile, config);
    return editIfDifferent(change, (config) => logout(config, profile));
  },
  /** Moves the stored token; false if it is there already. @throws Failure no-token, config */
  moveToken: async (profile: string, to: TokenStore) => moveStoredToken(profile, to, (await read()).config, change),
  async remove(profile: string) {
    const { config } = await read();
    if (!listProfiles(config).some((row) => row.name === profile)) return false;
    await forgetAnswers(profile, config);
    const error = await findFailure(forgetToken(profile, config));
    const was = await editIfDifferent(change, (config) => deleteProfile(config, profile));
    // Otherwise a machine that lost its keyring would keep the profile for good.
    if (error) throw tokenStays(profile, error);
    return was;
  },
});

const keyring = () => import("../system/keyring.js");

type TokenStore = "keyring" | "file";

/** The keyring's token of a profile that keeps it there. */
async function forgetToken(profile: string, { profiles }: Config): Promise<void> {
  const { tokenStore, tokenOrigin } = profiles[profile] ?? {};
  if (tokenStore !== "keyring" || tokenOrigin === undefined) return;
  await (await keyring()).forgetInKeyring({ profile, origin: tokenOrigin });
}

const tokenStays = (profile: string, { kind, message }: Failure): Failure =>
  new Failure(kind, `profile ${profile} is deleted, but its token may still be in the keyring: ${message}`, {
    hint: "revoke the token, or remove the entry docs-admin-cli from the keyring",
  });

/** Undefined if it went well. */
const findFailure = (work: Promise<void>): Promise<Failure | undefined> =>
  work.then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof Failure) return error;
      throw error;
    },
  );

/** Between the file and the keyring. False if it is there already. @throws Failure no-token */
async function moveStoredToken(
  profile: string,
  to: TokenStore,
  { profiles }: Config,
  change: Change,
): Promise<boolean> {
  const { token, tokenStore, tokenOrigin: origin } = profiles[profile] ?? {};
  const from = tokenStore === "keyring" ? "keyring" : "file";
  if (origin === undefined || (from === "file" && token === undefined)) {
    throw new Failure("no-token", `profile ${profile} has no stored token`, {
      hint: "store one with: docs auth login",
    });
  }
  if (from === to) return false;
  const { forgetInKeyring, readKeyring, writeKeyring } = await keyring();
  const account = { profile, origin };
  if (to === "keyring") await writeKeyring(account, token ?? "");
  const read = to === "file" ? await readKeyring(account) : undefined;
  await change((config) => moveToken(config, profile, read));
  // Last: until the file is written, the keyring has the only copy.
  if (to === "file") await forgetInKeyring(account);
  return true;
}

/** A setting of a profile that `docs config` reads and writes. */
interface ConfigKey {
  name: string;
  member: "org" | "space" | "site" | "me" | "baseUrl" | "output" | "history" | "editor" | "browser" | "pager";
  /** Environment variable that overrides the stored value. */
  variable: string | undefined;
  help: string;
  /** The values that it takes, if they are few. */
  values?: readonly string[];
  /** Describes the mistake in a value; undefined if there is none. */
  problem: (value: string) => string | undefined;
}

/** Programs are started without a shell, so their words must be known. */
const commandProblem = (value: string): string | undefined =>
  (commandWords(value) ?? []).length > 0 ? undefined : "it must be a command, with its quotes closed";

/** Every key of `docs config`, in the order in which it lists them. */
const CONFIG_KEYS: readonly ConfigKey[] = [
  { name: "org", member: "org", variable: "DOCS_ORG", help: "default organization", problem: idProblem },
  { name: "space", member: "space", variable: "DOCS_SPACE", help: "default space", problem: idProblem },
  { name: "site", member: "site", variable: "DOCS_SITE", help: "default site", problem: idProblem },
  { name: "me", member: "me", variable: undefined, help: "your member, used as @me", problem: idProblem },
  {
    name: "base-url",
    member: "baseUrl",
    variable: "DOCS_BASE_URL",
    help: "address of the service, without /v1",
    problem: (value) => (value === "" ? "it is empty" : undefined),
  },
  {
    name: "output",
    member: "output",
    variable: undefined,
    help: `format of the output: ${FORMATS.join(", ")}`,
    values: FORMATS,
    problem: (value) => (isFormat(value) ? undefined : `it must be one of ${FORMATS.join(", ")}`),
  },
  {
    name: "history",
    member: "history",
    variable: "DOCS_HISTORY",
    help: "commands kept for docs undo: terminal (those typed at one), always, never",
    values: HISTORY_MODES,
    problem: (value) => (isHistoryMode(value) ? undefined : `it must be one of ${HISTORY_MODES.join(", ")}`),
  },
  {
    name: "editor",
    member: "editor",
    variable: "DOCS_EDITOR",
    help: "program for long texts",
    problem: commandProblem,
  },
  { name: "browser", member: "browser", variable: "DOCS_BROWSER", help: "program for pages", problem: commandProblem },
  {
    name: "pager",
    member: "pager",
    variable: "DOCS_PAGER",
    help: "program for long output; cat: none",
    problem: commandProblem,
  },
];

/** @throws Failure "usage" that lists the keys. It never shows the value given with the key: that may be a token. */
function configKey(name: string): ConfigKey {
  const key = CONFIG_KEYS.find((candidate) => candidate.name === name);
  if (key !== undefined) return key;
  if (name === "token") {
    throw usage(
      "a token is not a setting",
      "store one with docs auth login --token-stdin, or print it with docs auth token",
    );
  }
  const begins = CONFIG_KEYS.find((candidate) => name.startsWith(candidate.name));
  throw usage(
    `there is no setting "${name}"`,
    didYouMean(
      begins?.name ?? name,
      CONFIG_KEYS.map((candidate) => candidate.name),
      `the settings are ${CONFIG_KEYS.map((candidate) => candidate.name).join(", ")}`,
    ),
  );
}

/** The stored value. @throws Failure "usage" for an unknown key or profile. */
export function getKey(config: Config, profile: string, name: string): string | undefined {
  const { member } = configKey(name);
  checkExists(config, profile);
  return ownMember(config.profiles, profile)?.[member];
}

/** One row per key; `value` is undefined if nothing is stored. */
export const listKeys = (config: Config, profile: string) =>
  CONFIG_KEYS.map(({ name, help }) => ({ key: name, value: getKey(config, profile, name), describe: help }));

/** @throws Failure "usage" for an unknown key or profile and for an invalid value. */
export function setKey(config: Config, profile: string, name: string, value: string): Config {
  const { member, problem, values = [] } = configKey(name);
  checkExists(config, profile);
  if (member === "baseUrl" && profile === SANDBOX_PROFILE) throw usage("the sandbox has no base URL");
  const wrong = problem(value);
  if (wrong !== undefined) throw usage(`the value of ${name} is not valid: ${wrong}`, didYouMean(value, values));
  const stored = ownMember(config.profiles, profile) ?? {};
  const wanted = member === "baseUrl" ? parseBaseUrl(value).baseUrl : value;
  return stored[member] === wanted ? config : withProfile(config, profile, { ...stored, [member]: wanted });
}

/** Returns the same config if nothing was stored. @throws Failure "usage" for an unknown key or profile. */
export function unsetKey(config: Config, profile: string, name: string): Config {
  const { member } = configKey(name);
  checkExists(config, profile);
  const stored = ownMember(config.profiles, profile);
  if (stored?.[member] === undefined) return config;
  const { [member]: _gone, ...rest } = stored;
  return withProfile(config, profile, rest);
}
