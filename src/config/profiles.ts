import { usage } from "../errors.js";
import type { ProfileRow } from "../facts/profile-row.js";
import { type Config, DEFAULT_PROFILE, own, type Profile, SANDBOX_PROFILE } from "./schema.js";

/** Changes of the configuration as functions from the old to the new one; `updateConfig` of write.ts stores them. */

const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;
export const PROFILE_NAME_RULE = "a profile name is 1 to 64 letters, digits, dots, hyphens or underscores";

/** One plain word: names stand in command lines and in names of files. */
export function isProfileName(name: string): boolean {
  return NAME.test(name);
}

export interface Login {
  baseUrl: string;
  /** Checked with `checkToken`. */
  token: string;
  /** Of the base URL; the token is bound to it. */
  origin: string;
  /** Organization, space and site where the profile has none. */
  defaults?: Pick<Profile, "org" | "space" | "site"> | undefined;
}

/**
 * Stores base URL and token. The defaults (organization, space, site) stay unless they belonged to another origin. The
 * profile comes into use if the one in use does not exist.
 * @throws Failure "usage" for a bad name and for the sandbox, which has no login.
 */
export function login(config: Config, name: string, { baseUrl, token, origin, defaults }: Login): Config {
  checkName(name);
  if (name === SANDBOX_PROFILE) {
    throw usage("the sandbox needs no login", "run any command with --sandbox, or log in with another --profile");
  }
  const old = own(config.profiles, name) ?? {};
  const { org: _org, space: _space, site: _site, ...rest } = old;
  const kept = old.tokenOrigin === undefined || old.tokenOrigin === origin ? old : rest;
  const inUse = config.profile === SANDBOX_PROFILE || own(config.profiles, config.profile) !== undefined;
  return {
    ...withProfile(config, name, { ...defaults, ...kept, baseUrl, token, tokenOrigin: origin }),
    profile: inUse ? config.profile : name,
  };
}

/** Forgets the token, keeps the rest. The same config when there was none. */
export function logout(config: Config, name: string): Config {
  const profile = own(config.profiles, name);
  if (profile?.token === undefined) return config;
  // The origin stays: a later login to another one must still drop the defaults of this one.
  const { token: _token, ...rest } = profile;
  return withProfile(config, name, rest);
}

/** @throws Failure "usage" when there is no such profile. */
export function useProfile(config: Config, name: string): Config {
  checkExists(config, name);
  return config.profile === name ? config : { ...config, profile: name };
}

/** Removes the profile with its token; the default one comes into use if it was in use. @throws Failure "usage" as above. */
export function deleteProfile(config: Config, name: string): Config {
  if (name === SANDBOX_PROFILE) throw usage("the profile sandbox always exists and cannot be deleted");
  checkExists(config, name);
  const { [name]: _gone, ...profiles } = config.profiles;
  return { ...config, profiles, profile: config.profile === name ? DEFAULT_PROFILE : config.profile };
}

/** The stored profiles by name, and the sandbox. */
export function listProfiles(config: Config): ProfileRow[] {
  const names = new Set([...Object.keys(config.profiles), SANDBOX_PROFILE]);
  return [...names].sort().map((name) => {
    const { org, space, site, baseUrl, token } = own(config.profiles, name) ?? {};
    const remote = name !== SANDBOX_PROFILE;
    return {
      name,
      current: config.profile === name,
      token: remote && token !== undefined,
      baseUrl: remote ? baseUrl : undefined,
      org,
      space,
      site,
    };
  });
}

/** The config with this profile in the place of the old one. */
export function withProfile(config: Config, name: string, profile: Profile): Config {
  return { ...config, profiles: { ...config.profiles, [name]: profile } };
}

/** @throws Failure "usage" when nothing is stored under the name; the default profile and the sandbox always exist. */
export function checkExists(config: Config, name: string): void {
  checkName(name);
  if (name === DEFAULT_PROFILE || name === SANDBOX_PROFILE || own(config.profiles, name) !== undefined) return;
  throw usage(
    `there is no profile "${name}"`,
    `docs profiles list shows them; docs auth login --profile ${name} adds one`,
  );
}

function checkName(name: string): void {
  if (!isProfileName(name)) throw usage(PROFILE_NAME_RULE);
}
