/** The profiles of this machine, with their tokens, settings and aliases: what commands read of them and change. */
import { Failure } from "../errors.js";
import { checkToken } from "../shared/ids.js";
import { holdingSignals } from "../system/signals.js";
import { deleteAlias, listAliases, setAlias } from "./aliases.js";
import { parseBaseUrl } from "./base-url.js";
import { getKey, listKeys, setKey, unsetKey } from "./keys.js";
import {
  configHere,
  deleteProfile,
  type Login,
  listProfiles,
  login,
  logout,
  moveToken,
  useProfile,
  useProfileIn,
} from "./profiles.js";
import type { Config } from "./schema.js";
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
