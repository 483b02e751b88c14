import { usage } from "../errors.js";
import { type Config, ownMember } from "./schema.js";

const NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;

/** The command line that the alias stands for; undefined if there is no such alias. */
export function getAlias(config: Config, name: string): string | undefined {
  return ownMember(config.aliases, name);
}

/** @throws Failure "usage" for a bad name or an empty expansion. */
export function setAlias(config: Config, name: string, expansion: string): Config {
  if (!NAME.test(name)) throw usage("an alias is 1 to 64 letters, digits, hyphens or underscores");
  if (expansion.trim() === "") throw usage(`the alias "${name}" needs a command`);
  if (getAlias(config, name) === expansion) return config;
  return { ...config, aliases: { ...config.aliases, [name]: expansion } };
}

/** Returns the same config if there was no such alias. */
export function deleteAlias(config: Config, name: string): Config {
  if (getAlias(config, name) === undefined) return config;
  const { [name]: _gone, ...aliases } = config.aliases;
  return { ...config, aliases };
}

/** Sorted by name. */
export function listAliases(config: Config): { name: string; expansion: string }[] {
  return Object.entries(config.aliases)
    .map(([name, expansion]) => ({ name, expansion }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}
