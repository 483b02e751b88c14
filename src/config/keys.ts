import { usage } from "../errors.js";
import { FORMATS, HISTORY_MODES, isFormat, isHistoryMode } from "../shared/choices.js";
import { idProblem } from "../shared/ids.js";
import { didYouMean } from "../shared/text/names.js";
import { commandWords } from "../system/programs.js";
import { parseBaseUrl } from "./base-url.js";
import { checkExists, withProfile } from "./profiles.js";
import { type Config, ownMember, SANDBOX_PROFILE } from "./schema.js";

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
