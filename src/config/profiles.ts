import { dirname } from "node:path";
import { Failure, usage } from "../errors.js";
import { didYouMean } from "../shared/text/names.js";
import { type Config, DEFAULT_PROFILE, ownMember, type Profile, SANDBOX_PROFILE } from "./schema.js";

/** Changes to the configuration, as functions from the old one to the new one; `updateConfig` in write.ts stores it. */

const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;
export const PROFILE_NAME_RULE = "a profile name is 1 to 64 letters, digits, dots, hyphens or underscores";

/** One plain word, as the name is used in command lines and file names. */
export function isProfileName(name: string): boolean {
  return NAME.test(name);
}

export interface Login {
  baseUrl: string;
  /** Checked with `checkToken`. */
  token: string;
  /** Origin of the base URL, which the token is bound to. */
  origin: string;
  /** The token was put into the keyring: the file does not get it. */
  keyring?: boolean | undefined;
  /** Organization, space and site for a profile that has none. */
  defaults?: Pick<Profile, "org" | "space" | "site" | "me"> | undefined;
}

/**
 * Stores base URL and token. The defaults (organization, space, site, member) are kept unless they belonged to another origin.
 * Switches to the profile if the current one does not exist.
 * @throws Failure "usage" for a bad name and for the sandbox, which has no login.
 */
export function login(config: Config, name: string, { baseUrl, token, origin, keyring, defaults }: Login): Config {
  checkName(name);
  if (name === SANDBOX_PROFILE) {
    throw usage("the sandbox needs no login", "run any command with --sandbox, or log in with another --profile");
  }
  const old = ownMember(config.profiles, name) ?? {};
  const { org: _org, space: _space, site: _site, me: _me, ...rest } = old;
  const kept = old.tokenOrigin === undefined || old.tokenOrigin === origin ? old : rest;
  const inUse = config.profile === SANDBOX_PROFILE || ownMember(config.profiles, config.profile) !== undefined;
  return {
    ...withProfile(config, name, {
      ...defaults,
      ...withStoredToken(kept, keyring ? undefined : token),
      baseUrl,
      tokenOrigin: origin,
    }),
    profile: inUse ? config.profile : name,
  };
}

/** The profile with its token in the file, or with a note that it is in the keyring. */
function withStoredToken({ token: _token, tokenStore: _store, ...rest }: Profile, token: string | undefined): Profile {
  return token === undefined ? { ...rest, tokenStore: "keyring" } : { ...rest, token };
}

/** The same profile with its token in the other place; `token` undefined: the keyring has it. */
export function moveToken(config: Config, name: string, token: string | undefined): Config {
  return withProfile(config, name, withStoredToken(ownMember(config.profiles, name) ?? {}, token));
}

/**
 * Removes the token and keeps the rest. Returns the same config if there was no token.
 * @throws Failure "not-found" if there is no such profile.
 */
export function logout(config: Config, name: string): Config {
  checkExists(config, name);
  const profile = ownMember(config.profiles, name);
  if (profile === undefined || !hasToken(profile)) return config;
  // The origin is kept, so that a later login to another one still drops the defaults of this one.
  const { token: _token, tokenStore: _store, ...rest } = profile;
  return withProfile(config, name, rest);
}

/** @throws Failure "not-found" if there is no such profile. */
export function useProfile(config: Config, name: string): Config {
  checkExists(config, name);
  return config.profile === name ? config : { ...config, profile: name };
}

/** Makes it the current profile in a folder and below; undefined: the folder has none of its own. @throws as `useProfile` */
export function useProfileIn(config: Config, folder: string, name: string | undefined): Config {
  const { [folder]: _was, ...folders } = config.folders ?? {};
  if (name === undefined) return { ...config, folders };
  checkExists(config, name);
  return { ...config, folders: { ...folders, [folder]: name } };
}

/** The configuration as it holds in a folder: the nearest one with a profile of its own chooses. */
export function configIn(config: Config, folder: string): Config {
  const name = ownMember(config.folders ?? {}, folder);
  if (name !== undefined) return { ...config, profile: name };
  const parent = dirname(folder);
  return parent === folder ? config : configIn(config, parent);
}

/** The configuration as it holds in the working folder; in one that was deleted, as it holds elsewhere. */
export function configHere(config: Config): Config {
  if (config.folders === undefined) return config;
  let folder: string;
  try {
    folder = process.cwd();
  } catch {
    return config;
  }
  return configIn(config, folder);
}

/** Removes the profile and its token; if it was current, switches to the default one. @throws Failure "not-found" as above, "usage" for the sandbox. */
export function deleteProfile(config: Config, name: string): Config {
  if (name === SANDBOX_PROFILE) throw usage("the profile sandbox always exists and cannot be deleted");
  checkExists(config, name);
  const { [name]: _gone, ...profiles } = config.profiles;
  const folders = Object.entries(config.folders ?? {}).filter(([, used]) => used !== name);
  const left = config.folders && { folders: Object.fromEntries(folders) };
  return { ...config, ...left, profiles, profile: config.profile === name ? DEFAULT_PROFILE : config.profile };
}

/** A profile without its secret. */
interface ProfileRow {
  name: string;
  /** The profile used if neither flag nor environment names one. */
  current: boolean;
  /** True if a token is stored. */
  token: boolean;
  baseUrl: string | undefined;
  org: string | undefined;
  space: string | undefined;
  site: string | undefined;
}

/** The stored profiles and the sandbox, sorted by name. */
export function listProfiles(config: Config): ProfileRow[] {
  const names = new Set([...Object.keys(config.profiles), SANDBOX_PROFILE]);
  return [...names].sort().map((name) => {
    const profile = ownMember(config.profiles, name) ?? {};
    const { org, space, site, baseUrl } = profile;
    const remote = name !== SANDBOX_PROFILE;
    return {
      name,
      current: config.profile === name,
      token: remote && hasToken(profile),
      baseUrl: remote ? baseUrl : undefined,
      org,
      space,
      site,
    };
  });
}

const isInKeyring = ({ tokenStore }: Profile): boolean => tokenStore === "keyring";

const hasToken = (profile: Profile): boolean => profile.token !== undefined || isInKeyring(profile);

/** The config with this profile added or replaced. */
export function withProfile(config: Config, name: string, profile: Profile): Config {
  return { ...config, profiles: { ...config.profiles, [name]: profile } };
}

/** @throws Failure "not-found" if no such profile is stored; the default profile and the sandbox always exist. */
export function checkExists(config: Config, name: string): void {
  checkName(name);
  if (name === DEFAULT_PROFILE || name === SANDBOX_PROFILE || ownMember(config.profiles, name) !== undefined) return;
  throw new Failure("not-found", `there is no profile "${name}"`, { hint: hintForProfile(config, name) });
}

/** For a profile that does not exist. */
export const hintForProfile = ({ profiles }: Config, name: string): string | undefined =>
  didYouMean(
    name,
    // Settings also ask for the default profile, before anything is stored.
    [...Object.keys(profiles), DEFAULT_PROFILE, SANDBOX_PROFILE].filter((known) => known !== name),
    `list them with docs profiles list, or add one with docs auth login --profile ${name}`,
  );

function checkName(name: string): void {
  if (!isProfileName(name)) throw usage(`${JSON.stringify(name)}: ${PROFILE_NAME_RULE}`, "see: docs profiles list");
}
