/** Command lines, read by commander. */
import { Command as Commander, CommanderError } from "commander";
import { Failure } from "../../errors.js";
import { type Flags, flagName, longNames } from "../flags.js";
import { jsonFields, nearestFlag, refuseOneDash } from "./mistakes/flags.js";
import { addOptions } from "./options.js";

export interface Read {
  words: string[];
  /** Values of the command's own flags, by field name, as typed. */
  own: Record<string, unknown>;
  /** Values of the shared flags. */
  shared: Record<string, unknown>;
}

/**
 * Words and flags of `argv`. The command's own flags and the shared ones are read separately; where both have a name, the
 * command's own meaning wins.
 * @throws Failure usage with a suggestion, or pointing to the command `help`
 */
export function parseWords(own: Flags, shared: Flags, argv: readonly string[], help: string): Read {
  const taken = new Set(Object.entries(own).flatMap(([field, flag]) => longNames(field, flag)));
  const others = Object.fromEntries(
    Object.entries(shared).filter(([field, flag]) => !taken.has(`--${flagName(field, flag)}`)),
  );
  refuseOneDash(argv, { ...own, ...others });
  const parser = new Commander("docs")
    .exitOverride()
    .helpOption(false)
    .configureOutput({ writeErr: () => {}, writeOut: () => {} })
    .argument("[words...]")
    .action(() => {});
  const readOwn = addOptions(parser, own);
  const readShared = addOptions(parser, others);
  try {
    parser.parse([...argv], { from: "user" });
  } catch (error) {
    throw asFailure(error, help, { ...own, ...others });
  }
  const parsed = parser.opts();
  return { words: parser.args, own: readOwn(parsed), shared: readShared(parsed) };
}

function asFailure(error: unknown, help: string, flags: Flags): unknown {
  if (!(error instanceof CommanderError)) return error;
  const [, json] = /^error: unknown option '--json=(.*)'$/s.exec(error.message) ?? [];
  if (json !== undefined && "json" in flags) return jsonFields(json);
  const [first = "", suggestion] = error.message.replace(/^error: /, "").split("\n");
  const like = suggestion?.replace(/^\(Did you mean (one of )?(.*)\?\)$/i, "did you mean: $2");
  // What follows the = of a misspelled flag may be a secret.
  const message = first
    .replace(/^unknown option '([^=']*)(=.*)?'$/s, "unknown flag $1")
    .replace(/^option '(.*?)' argument missing$/s, "$1 needs a value")
    .replaceAll("'", '"');
  const [, unknown] = /^unknown flag (\S+)$/.exec(message) ?? [];
  const close = like ?? meant(unknown, flags) ?? `see: ${help}`;
  return new Failure("usage", message, { hint: close, cause: error });
}

function meant(name: string | undefined, flags: Flags): string | undefined {
  const flag = name === undefined ? undefined : nearestFlag(name, flags);
  return flag && `did you mean: ${flag}`;
}
