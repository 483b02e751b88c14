/** Access to profiles, their tokens, settings and aliases; main.ts connects it. */
import type { ProfileRow } from "../shared/profile-row.js";

/** Targets of commands if nothing else is named. */
export interface Defaults {
  org: string;
  space: string;
  site: string;
  /** Id of the member that the token acts as. */
  me?: string;
}

/** The store of a profile's token. */
type TokenStore = "keyring" | "file";

export interface ProfileService {
  /** Normalizes the address of a service. @throws Failure usage if it is unusable */
  address(text: string): Promise<string>;
  /** Stores a checked token; says whether the profile is the current one. */
  login(
    profile: string,
    login: { baseUrl: string; token: string; keyring?: boolean | undefined; defaults?: Defaults },
  ): Promise<{ current: boolean; store: TokenStore }>;
  /** Moves the stored token; false if it is there already. @throws Failure no-token, config */
  moveToken(profile: string, to: TokenStore): Promise<boolean>;
  /** True if there was a token to forget. */
  logout(profile: string): Promise<boolean>;
  list(): Promise<ProfileRow[]>;
  /** The profile that is in use in the working folder then, which may have one of its own. */
  use(profile: string): Promise<string>;
  /** Uses the profile in the working folder and below; undefined: none of its own. The folder. */
  useHere(profile: string | undefined): Promise<string>;
  remove(profile: string): Promise<boolean>;
  /** The source of the current token, and its last characters if it is long enough to show them. */
  tokenStatus(): Promise<{ source: string; tail: string | undefined } | undefined>;
  /** The token itself: `docs auth token` only. */
  token(): Promise<string>;
  /** A client for a base URL and token that are not stored yet (login). */
  check(login: { baseUrl: string; token: string }): Promise<{ organizations: { id: string; title: string }[] }>;
  /** Id of the member with this email, for a token that was just checked; undefined if there is none. */
  findMember(login: {
    baseUrl: string;
    token: string;
    organization: string;
    email: string;
  }): Promise<string | undefined>;
  /** Spaces of an organization, for a token that was just checked; the first hundreds of them. */
  spaces(login: {
    baseUrl: string;
    token: string;
    organization: string;
  }): Promise<readonly { id: string; title: string }[]>;
  settings(): Promise<SettingRow[]>;
  get(key: string): Promise<string | undefined>;
  set(key: string, value: string): Promise<void>;
  unset(key: string): Promise<boolean>;
  aliases(): Promise<{ name: string; expansion: string }[]>;
  /** @throws Failure usage for a name that would hide a command, or an expansion that is not a command line. */
  setAlias(name: string, expansion: string): Promise<void>;
  /** True if there was one. */
  deleteAlias(name: string): Promise<boolean>;
}

interface SettingRow {
  key: string;
  value: string | undefined;
  describe: string;
}
