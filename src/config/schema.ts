import { isObject } from "../shared/values.js";

/** The content of config.json. Members unknown to this version are kept when the file is written. */
export interface Config {
  readonly version: number;
  /** Name of the current profile. */
  readonly profile: string;
  readonly profiles: Readonly<Record<string, Profile>>;
  readonly aliases: Readonly<Record<string, string>>;
  /** Names of profiles by the folders, as absolute paths, in and below which they are the current one. */
  readonly folders?: Readonly<Record<string, string>>;
  readonly [unknown: string]: unknown;
}

export interface Profile {
  readonly baseUrl?: string;
  readonly token?: string;
  /** The origin that the token is for; it is sent nowhere else. */
  readonly tokenOrigin?: string;
  /** `keyring`: the token is in the system's keyring and not in this file. */
  readonly tokenStore?: string;
  readonly org?: string;
  readonly space?: string;
  readonly site?: string;
  /** Id of the member who uses it. */
  readonly me?: string;
  readonly output?: string;
  /** The setting for the typed commands that are kept for `docs undo`. */
  readonly history?: string;
  /** Commands of programs, with arguments. */
  readonly editor?: string;
  readonly browser?: string;
  readonly pager?: string;
  readonly [unknown: string]: unknown;
}

/** The file format that this program writes. */
export const CONFIG_VERSION = 1;
export const DEFAULT_PROFILE = "default";
/** The embedded service: always exists, never has a base URL or a token. */
export const SANDBOX_PROFILE = "sandbox";

const PROFILE_MEMBERS = [
  "baseUrl",
  "token",
  "tokenOrigin",
  "tokenStore",
  "org",
  "space",
  "site",
  "me",
  "output",
  "history",
  "editor",
  "browser",
  "pager",
] as const;

export const EMPTY_CONFIG: Config = { version: CONFIG_VERSION, profile: DEFAULT_PROFILE, profiles: {}, aliases: {} };

/** A member of the wrong type: where it is and what is expected. */
interface Misfit {
  path: readonly string[];
  want: string;
}

/** The parsed file as a Config with absent members filled in, or its first misfit. */
export function checkConfig(value: unknown): { config: Config } | { misfit: Misfit } {
  if (!isObject(value)) return { misfit: { path: [], want: "an object" } };
  const misfit = checkRoot(value);
  if (misfit !== undefined) return { misfit };
  // Every member that Config names was checked above or comes from EMPTY_CONFIG.
  return { config: { ...EMPTY_CONFIG, ...value } as Config };
}

/** A member of a table whose keys users choose: inherited ones such as `constructor` do not count. */
export function ownMember<T>(table: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}

function checkRoot(root: Record<string, unknown>): Misfit | undefined {
  const { version, profile, profiles = {} } = root;
  if (version !== undefined && !(Number.isSafeInteger(version) && Number(version) >= 1)) {
    return { path: ["version"], want: "a whole number from 1" };
  }
  if (profile !== undefined && typeof profile !== "string") return { path: ["profile"], want: "text" };
  if (!isObject(profiles)) return { path: ["profiles"], want: "an object" };
  for (const [name, entry] of Object.entries(profiles)) {
    if (!isObject(entry)) return { path: ["profiles", name], want: "an object" };
    const member = PROFILE_MEMBERS.find((key) => entry[key] !== undefined && typeof entry[key] !== "string");
    if (member !== undefined) return { path: ["profiles", name, member], want: "text" };
  }
  return checkTexts("aliases", root.aliases) ?? checkTexts("folders", root.folders);
}

function checkTexts(name: string, table: unknown = {}): Misfit | undefined {
  if (!isObject(table)) return { path: [name], want: "an object" };
  const key = Object.keys(table).find((one) => typeof table[one] !== "string");
  return key === undefined ? undefined : { path: [name, key], want: "text" };
}
